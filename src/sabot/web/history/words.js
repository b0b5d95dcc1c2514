/** Words of a player's own history and of the replay. */
import { addWords } from "../shared/words.js";
import en from "./words/en.js";
import zh from "./words/zh.js";

addWords({ en, zh });
