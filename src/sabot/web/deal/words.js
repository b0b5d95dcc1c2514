/** The words of the dealer's console, of the guide and of the forms that the pit shares. */
import en from "./words-en.js";
import zh from "./words-zh.js";

export default { en, zh };
