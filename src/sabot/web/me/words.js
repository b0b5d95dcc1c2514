/** Words of one's own sign-ins. */
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
