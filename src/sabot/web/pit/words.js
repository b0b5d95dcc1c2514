/** Words of the pit, over those that it shares with the dealer's console. */
import "../staff/words.js";
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
