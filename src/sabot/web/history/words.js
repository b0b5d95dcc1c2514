/** Words of a player's own history and of the replay. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
