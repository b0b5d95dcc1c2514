/** Words of the page for an address at which there is nothing. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
