/** Words of the administrator's page. */
import { addWords } from "../shared/words.js";

await addWords((language) => import(`./words/${language}.js`));
