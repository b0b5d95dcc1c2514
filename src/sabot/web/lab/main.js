/** The odds lab: exact figures, what-ifs, simulation. Players see the figures of full shoes only. */
import { get, me } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { tabs } from "../shared/frame/tabs.js";
import { titleOf } from "../shared/said/titles.js";
import { t, translate } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { DraftPart } from "./exact/draft.js";
import { FairnessPart } from "./played/fairness.js";
import { schemeName, wagerName } from "./figures.js";
import { NightPart } from "./played/night.js";
import { PlanPart } from "./played/plan.js";
import { RemovedPart } from "./exact/removed.js";
import { SheetPart } from "./exact/sheet.js";
import { SimulationPart } from "./played/simulation.js";
import { StrategyPart } from "./exact/strategy.js";
import { WhatIfPart } from "./exact/whatif.js";

const main = document.getElementById("main");

/** Which shoe is looked at: the rulebook, its decks and its way to settle. */
class Shoe {
  query() {
    return new URLSearchParams({ decks: this.decks, ...(this.scheme ? { scheme: this.scheme } : {}) });
  }

  async turnTo(rulebook) {
    this.book = await get(`/api/rulebooks/${encodeURIComponent(rulebook)}`);
    this.rulebook = rulebook;
    this.decks = Math.max(...this.book.decks);
    this.scheme = Object.keys(this.book.schemes)[0] ?? null;
  }

  nameOf(wager) {
    const found = this.book.wagers.find((each) => each.id === wager);
    return found ? wagerName(found) : t("lab.together");
  }

  /** Do it; a no is shown in its place, or as a toast. */
  async guard(work, place = null) {
    try {
      await work();
    } catch (refused) {
      if (place) fill(place, el("p", { class: "empty", role: "alert" }, refusalText(refused)));
      else toast(refusalText(refused), "error");
    }
  }
}

function partsFor(shoe, staff) {
  const sheet = { id: "sheet", key: "lab.part-sheet", part: new SheetPart(shoe, staff) };
  if (!staff) return [sheet];
  return [
    sheet,
    { id: "what-if", key: "lab.part-what-if", part: new WhatIfPart(shoe) },
    { id: "night", key: "lab.part-night", part: new NightPart(shoe) },
    { id: "strategy", key: "lab.part-strategy", part: new StrategyPart(shoe) },
    { id: "removed", key: "lab.part-removed", part: new RemovedPart(shoe) },
    { id: "fairness", key: "lab.part-fairness", part: new FairnessPart(shoe) },
    { id: "simulation", key: "lab.part-simulation", part: new SimulationPart(shoe) },
    { id: "plan", key: "lab.part-plan", part: new PlanPart(shoe) },
    { id: "draft", key: "lab.part-draft", part: new DraftPart(shoe) },
  ];
}

async function open() {
  const [who, books] = await Promise.all([me(), get("/api/rulebooks")]);
  const asked = new URLSearchParams(location.search).get("rulebook");
  const shoe = new Shoe();
  await shoe.turnTo(books.some((book) => book.id === asked) ? asked : books[0].id);
  const staff = who.role !== "player";
  const parts = partsFor(shoe, staff);
  const shown = tabs(
    parts.map(({ id, key, part }) => ({
      id,
      key,
      panel: part.node,
      shown: (isOpen) => shoe.guard(() => part.shown(isOpen), isOpen ? part.place : null),
    })),
    "lab.parts",
  );
  const head = el("div", { class: "row ends chooser" });
  const changed = () => parts.forEach(({ part }) => part.changed());

  function choosers() {
    const schemes = Object.keys(shoe.book.schemes);
    fill(
      head,
      field(
        "lab.rulebook",
        choice(
          books.map((book) => [book.id, `${titleOf({ rulebook: book.id, title: book.title })}, ${book.casino}`]),
          shoe.rulebook,
          async (id) => {
            await shoe.guard(() => shoe.turnTo(id));
            history.replaceState(null, "", `?rulebook=${encodeURIComponent(shoe.rulebook)}${location.hash}`);
            choosers();
            changed();
          },
        ),
      ),
      field(
        "lab.decks",
        choice(shoe.book.decks.map((decks) => [decks, decks]), shoe.decks, (decks) => {
          shoe.decks = Number(decks);
          changed();
        }),
      ),
      schemes.length
        ? field(
          "lab.scheme",
          choice(schemes.map((scheme) => [scheme, schemeName(scheme)]), shoe.scheme, (scheme) => {
            shoe.scheme = scheme;
            changed();
          }),
        )
        : null,
      el("a", { class: "button", href: `/rules/${encodeURIComponent(shoe.rulebook)}` }, t("page.rules")),
    );
  }

  choosers();
  document.addEventListener("language", () => {
    choosers();
    changed();
  });
  fill(
    main,
    worded("h1", "lab.title"),
    worded("p", staff ? "lab.text" : "lab.player-text", { class: "muted" }),
    head,
    shown.node,
  );
  translate(main);
  shown.open(location.hash.slice(1) || "sheet");
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
