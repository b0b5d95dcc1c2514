/** An address at which there is nothing, and the way home. */
import "../shared/header.js";
import { addWords, t, translate } from "../shared/words.js";

addWords({
  en: {
    "missing.title": "There is no such page",
    "missing.text": "The address may be mistyped, or what was here has gone.",
    "missing.home": "To the lobby",
  },
  zh: {
    "missing.title": "沒有此頁",
    "missing.text": "網址可能有誤，或頁面已不存在。",
    "missing.home": "返回大廳",
  },
});

function show() {
  translate(document);
  document.title = `${t("missing.title")} · Sabot`;
}

document.addEventListener("language", show);
show();
