/** The words of the pit, beside those that it shares with the dealer's console. */
import en from "./words-en.js";
import zh from "./words-zh.js";

export default { en, zh };
