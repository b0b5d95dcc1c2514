/** The dealer's console of one table: who sits at it, and the keys that reach it. */
import "../shared/frame/header.js";
import { mayDo, me } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { Live, LOST } from "../shared/live.js";
import { t } from "../shared/words.js";
import { tick } from "../staff/clock.js";
import { Console } from "./console.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
const live = new Live(`/api/tables/${encodeURIComponent(id)}/live`);

function stopped(main, status) {
  fill(main, el("p", { class: "empty", role: "alert" }, t(status)));
}

const isOpen = () => document.querySelector("dialog[open]") !== null;

async function start() {
  const main = document.getElementById("main");
  const [who, may] = await Promise.all([me(), mayDo("table")]);
  if (who.role === "player") return stopped(main, "forbidden");
  const console_ = new Console(main, { id, live, who, may });
  live.addEventListener("change", () => console_.show());
  live.addEventListener("status", ({ detail }) => LOST.has(detail) ? stopped(main, detail) : console_.show());
  document.addEventListener("language", () => console_.show());
  document.addEventListener("click", (event) => {
    const byPointer = event.detail > 0 && !event.target.closest?.("input, label, select, textarea");
    if (byPointer && !isOpen()) console_.rest();
  });
  document.addEventListener("keydown", (event) => {
    const busy = event.defaultPrevented ||
      isOpen() ||
      event.target.closest?.("button, a, summary, select, textarea, input");
    if (event.key === "Enter" && !busy && !event.repeat) console_.act();
  });
  tick(main, () => live.now());
  live.connect();
}

start();
