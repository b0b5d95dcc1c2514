/** Words of the guide, of the forms and of what both the dealer's console and the pit show. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
