/** Words of tournaments. */
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
