/** The name of a tournament or promotion in the language of the page, where it has one there. */
import { own } from "../words.js";

export const ownTitle = ({ title, title_words: words }) => own(title, words);
