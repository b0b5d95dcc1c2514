/** A rulebook: every clause with its status, the pay lines, and what follows an irregularity. */
import { get, me } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/header.js";
import { tabs } from "../shared/tabs.js";
import { titleOf } from "../shared/titles.js";
import { t, translate } from "../shared/words.js";
import { choice, field } from "../shared/worded.js";
import { ClausesPart } from "./clauses.js";
import { IrregularitiesPart } from "./irregularities.js";
import { PayPart } from "./pay.js";

const main = document.getElementById("main");
const named = ({ id: rulebook, title }) => titleOf({ rulebook, title });
const id = decodeURIComponent(location.pathname.split("/").at(-1));
const edition = new URLSearchParams(location.search).get("edition");

function heading(book, books) {
  const node = el("header", { class: "book" });
  const show = () => fill(
    node,
    el("div", {}, el("h1", {}, named(book)), el("p", { class: "muted" }, [book.casino, book.version, /\d{4}/.test(book.version) ? null : book.dated].filter(Boolean).join(", ")), el("p", { class: "muted small" }, t("rules.digest"), " ", el("code", { class: "digest" }, book.digest))),
    el("div", { class: "row ends" }, field("rules.other", choice(books.map((each) => [each.id, `${named(each)}, ${each.casino}`]), book.id, (other) => location.assign(`/rules/${encodeURIComponent(other)}`))), el("a", { class: "button", href: `/lab?rulebook=${encodeURIComponent(book.id)}` }, t("rules.figures"))),
  );
  document.addEventListener("language", show);
  show();
  return node;
}

async function open() {
  const [who, book, books] = await Promise.all([me(), get(`/api/rulebooks/${encodeURIComponent(id)}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`), get("/api/rulebooks")]);
  document.title = `${book.title} · Sabot`;
  const clauses = new ClausesPart(book);
  const parts = [
    { id: "clauses", key: "rules.part-clauses", part: clauses },
    { id: "pay", key: "rules.part-pay", part: new PayPart(book) },
  ];
  if (who.role !== "player") parts.push({ id: "irregularities", key: "rules.part-irregularities", part: new IrregularitiesPart(book) });
  const shown = tabs(parts.map(({ id: part, key, part: { node, load } }, place) => ({ id: part, key, panel: node, shown: (isOpen) => isOpen && load?.call(parts[place].part) })), "rules.parts");
  const asked = decodeURIComponent(location.hash.slice(1));
  fill(main, heading(book, books), shown.node);
  translate(main);
  shown.open(asked || "clauses", { remember: !asked.startsWith("clause-") });
  await clauses.ready;
  clauses.turnTo(asked);
  addEventListener("hashchange", () => clauses.turnTo(decodeURIComponent(location.hash.slice(1))));
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
