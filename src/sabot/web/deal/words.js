/** Words of the dealer's console, over those that it shares with the pit. */
import "../staff/words.js";
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
