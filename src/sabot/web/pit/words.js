/** Words of the pit, over those that it shares with the dealer's console. */
import "../staff/words.js";
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
