/** Words of the odds lab. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
