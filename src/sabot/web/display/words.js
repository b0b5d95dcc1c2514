/** Words of the Winning Result Display. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
