/** Words of the lobby. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
