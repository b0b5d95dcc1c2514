/** Words of the dealer's console, over those that it shares with the pit. */
import "../staff/words.js";
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
