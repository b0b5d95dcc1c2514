/** A rulebook: every clause with its status, the pay lines, and what follows an irregularity. */
import { get, me } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { tabs } from "../shared/frame/tabs.js";
import { titleOf, versionOf } from "../shared/said/titles.js";
import { language, t, translate } from "../shared/words.js";
import { choice, field } from "../shared/said/worded.js";
import { ClausesPart } from "./clauses.js";
import { HowToPart } from "./howto.js";
import { IrregularitiesPart } from "./irregularities.js";
import { PayPart } from "./pay.js";

const main = document.getElementById("main");
const named = ({ id: rulebook, title }) => titleOf({ rulebook, title });
/** The address names a rulebook, and perhaps a clause of it: /rules/star-baccarat/12.1.2. */
const [id, addressed = ""] = location.pathname.split("/").slice(2).map(decodeURIComponent);
const edition = new URLSearchParams(location.search).get("edition");

function annotatedHref(book) {
  const asked = new URLSearchParams({ edition: book.version, language: language() });
  return `/api/rulebooks/${encodeURIComponent(book.id)}/book.html?${asked}`;
}

function heading(book, books, isPlayer) {
  const node = el("header", { class: "book" });
  const show = () =>
    fill(
      node,
      el(
        "div",
        {},
        el("h1", {}, named(book)),
        el(
          "p",
          { class: "muted" },
          [book.casino, versionOf(book.version), /\d{4}/.test(book.version) ? null : book.dated].filter(Boolean).join(
            t("comma"),
          ),
        ),
        isPlayer
          ? null
          : el("p", { class: "muted small" }, t("rules.digest"), " ", el("code", { class: "digest" }, book.digest)),
      ),
      el(
        "div",
        { class: "row ends" },
        field(
          "rules.other",
          choice(
            books.map((each) => [each.id, `${named(each)}, ${each.casino}`]),
            book.id,
            (other) => location.assign(`/rules/${encodeURIComponent(other)}`),
          ),
        ),
        el("a", { class: "button", href: annotatedHref(book), download: "" }, t("rules.book")),
        el("a", { class: "button", href: `/lab?rulebook=${encodeURIComponent(book.id)}` }, t("rules.figures")),
      ),
    );
  document.addEventListener("language", show);
  show();
  return node;
}

async function open() {
  const [who, book, books] = await Promise.all([
    me(),
    get(`/api/rulebooks/${encodeURIComponent(id)}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`),
    get("/api/rulebooks"),
  ]);
  document.title = `${book.title} · Sabot`;
  const isPlayer = who.role === "player";
  const clauses = new ClausesPart(book, isPlayer);
  const parts = [
    { id: "howto", key: "rules.part-howto", part: new HowToPart(book) },
    { id: "clauses", key: "rules.part-clauses", part: clauses },
    { id: "pay", key: "rules.part-pay", part: new PayPart(book) },
  ];
  if (!isPlayer) {
    parts.push({ id: "irregularities", key: "rules.part-irregularities", part: new IrregularitiesPart(book) });
  }
  const shown = tabs(
    parts.map(({ id: part, key, part: { node, load } }, place) => ({
      id: part,
      key,
      panel: node,
      shown: (isOpen) => isOpen && load?.call(parts[place].part),
    })),
    "rules.parts",
    "clauses",
  );
  const asked = decodeURIComponent(location.hash.slice(1)) || (addressed && `clause-${addressed.split("(")[0]}`);
  fill(main, heading(book, books, isPlayer), shown.node);
  translate(main);
  const isPlace = /^(clause|section)-/.test(asked);
  shown.open(asked || (isPlayer ? "howto" : "clauses"), { remember: !isPlace });
  clauses.ready.then(() => clauses.turnTo(asked));
  addEventListener("hashchange", () => clauses.turnTo(decodeURIComponent(location.hash.slice(1))));
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
