/** Cases of any time as a page of its own, for supervisors. */
import { get } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { learnTitles } from "../shared/said/called.js";
import { translate } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { CasesPart } from "./part.js";

const main = document.getElementById("main");

async function open() {
  const [tables] = await Promise.all([get("/api/tables"), learnTitles()]);
  const part = new CasesPart(tables);
  fill(main, worded("h1", "cases.title"), part.node);
  translate(main);
  part.shown(true);
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
