/** Words of the player's account. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
