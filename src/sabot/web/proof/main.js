/**
 * A report to hand to a court: one coup, one stack of cards or one player's visit, decided again
 * while this page is open. Everything is worked out anew each time: a report is never kept.
 */
import { get, me } from "../shared/api.js";
import { learnPeople, learnTables } from "../shared/said/called.js";
import { announce, el, fill, refusalText } from "../shared/dom.js";
import { errand } from "../shared/errand.js";
import "../shared/frame/header.js";
import { t } from "../shared/words.js";
import { field, worded } from "../shared/said/worded.js";
import { sheet, verdictOf } from "./sheet.js";

const main = document.getElementById("main");
const table = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
const asked = new URLSearchParams(location.search);

const bar = el("progress", { max: 1, value: 0, data: { tLabel: "proof.progress" }, "aria-label": t("proof.progress") });
const status = el("p", { role: "status", class: "muted" });
const paper = el("article", { class: "sheet" });
const print = worded("button", "proof.print", {
  type: "button",
  class: "button primary",
  disabled: true,
  onclick: () => window.print(),
});

/** The report as it was made, so that it can be said again in another language. */
let made = null;

function controls() {
  const key = el("input", {
    maxlength: 64,
    pattern: "[0-9a-f]{64}",
    autocomplete: "off",
    spellcheck: "false",
    value: asked.get("key") ?? "",
  });
  const again = worded("button", "proof.again", { class: "button" });
  const submit = (event) => {
    event.preventDefault();
    const query = new URLSearchParams(location.search);
    if (key.value.trim()) query.set("key", key.value.trim());
    else query.delete("key");
    location.search = query.toString();
  };
  const back = worded("a", "proof.back", { class: "button", href: `/inspect?table=${encodeURIComponent(table)}` });
  return el(
    "form",
    { class: "panel tools", onsubmit: submit },
    field("proof.key", key, "proof.key-hint"),
    el("div", { class: "row" }, again, print, back),
    bar,
    status,
  );
}

/** What the coup itself was, in sentences. */
async function toldOf(proof) {
  if (proof.about !== "coup") return null;
  const coup = await get(`/api/tables/${encodeURIComponent(table)}/coups/${proof.number}`);
  const { wagers } = await get(
    `/api/rulebooks/${encodeURIComponent(coup.rulebook)}?edition=${encodeURIComponent(coup.edition)}`,
  );
  return { ...coup, names: Object.fromEntries(wagers.map(({ id, name }) => [id, name])) };
}

function show() {
  if (!made) return;
  fill(paper, sheet(made));
  status.textContent = t(`proof.verdict-${verdictOf(made.proof)}`);
  document.title = `${paper.querySelector("h1").textContent} · Sabot`;
}

async function run() {
  await learnTables();
  const who = await me();
  for await (const word of errand(`/api/proof/${encodeURIComponent(table)}?${asked}`, null)) {
    if (word.type === "progress") {
      bar.max = Math.max(1, word.of);
      bar.value = word.events;
      status.textContent = t("proof.working");
    } else if (word.type === "done") {
      made = { proof: word, coup: await toldOf(word), who, at: new Date().toISOString() };
      await learnPeople([who.name, word.player, ...(made.coup?.settlement ?? []).map((end) => end.player)]);
    }
  }
  bar.hidden = true;
  print.disabled = false;
  show();
  announce(status.textContent);
}

fill(main, controls(), paper);
document.addEventListener("language", show);
run().catch((refused) => {
  bar.hidden = true;
  fill(status, el("span", { class: "error", role: "alert" }, refusalText(refused)));
});
