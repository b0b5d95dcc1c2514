/** Words of the guide, of the forms and of what both the dealer's console and the pit show. */
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
