/** The words of the player's table. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
