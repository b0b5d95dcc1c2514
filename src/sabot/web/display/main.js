/** The Winning Result Display: a monitor above a table. It only listens. */
import { el, fill } from "../shared/dom.js";
import "../shared/roads/history.js";
import { Live, LOST } from "../shared/live.js";
import "../shared/roads/roads.js";
import { titleOf } from "../shared/said/titles.js";
import { t } from "../shared/words.js";
import { showLast } from "./last.js";
import { doing, fullScreenButton, showChanges, showSign } from "./sign.js";

const id = decodeURIComponent(location.pathname.split("/").pop());
const [sign, changes, last, board] = ["words", "changes", "last", "board"].map((name) => document.getElementById(name));
const live = new Live(`/api/tables/${encodeURIComponent(id)}/live?as=nobody`); // it never locks
const roomy = matchMedia("(min-width: 900px) and (min-height: 480px)");
const SECOND = 1000;
let shown = "";
let does = "";

function show() {
  const { table } = live.state;
  if (!table) return;
  document.title = `${titleOf(table)} · ${t("display.title")}`;
  document.body.classList.toggle("roomy", roomy.matches);
  does = doing(table, live.now())?.[1];
  showSign(sign, table, live.status, live.now());
  showChanges(changes, table, live.now());
  const key = JSON.stringify([table.past.at(-1), table.coup.result, document.documentElement.lang]);
  if (key !== shown) showLast(last, table);
  shown = key;
  const kind = table.roads ? "sabot-roads" : "sabot-history";
  if (board.firstElementChild?.localName !== kind) fill(board, el(kind));
  const drawn = board.firstElementChild;
  drawn.toggleAttribute("fill", roomy.matches);
  if (table.roads) drawn.show(table.roads, table.past);
  else drawn.show(table.past, table.coup.word);
}

/** Time goes on where no event comes: countdowns run, and a dealer may have gone. */
function tick() {
  const { table } = live.state;
  if (!table) return;
  showChanges(changes, table, live.now());
  if (doing(table, live.now())?.[1] !== does) show();
}

live.addEventListener("change", show);
setInterval(tick, SECOND);
live.addEventListener("status", ({ detail }) => {
  if (LOST.has(detail)) fill(last, el("p", { class: "words" }, t(detail)));
  else show();
});
roomy.addEventListener("change", show);
document.addEventListener("language", show);
document.getElementById("sign").append(fullScreenButton());
live.connect();
