/** Words of the rulebook's page. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
