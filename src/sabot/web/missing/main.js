/** An address at which there is nothing, and the way home. */
import "../shared/frame/header.js";
import { t, translate } from "../shared/words.js";

function show() {
  translate(document);
  document.title = `${t("missing.title")} · Sabot`;
}

document.addEventListener("language", show);
show();
