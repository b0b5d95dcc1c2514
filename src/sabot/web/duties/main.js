/** The calendar of duties: today, this week, late, all that is open, and what was done. */
import { me } from "../shared/api.js";
import { learnTables, learnTitles } from "../shared/said/called.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { tabs } from "../shared/frame/tabs.js";
import { t, translate } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { DutyList } from "./list.js";

const PARTS = ["today", "week", "late", "open", "done"];
const EVERY = 30000;
const main = document.getElementById("main");

async function open() {
  const [who] = await Promise.all([me(), learnTables(), learnTitles()]);
  const figures = el("div", { class: "grid narrow duty-counts" });
  const zone = el("p", { class: "muted small" });
  const lists = PARTS.map((show) => new DutyList(show, who, heard));
  let last = null;

  /** What any list hears of all of them. */
  function heard(page) {
    last = page;
    const { late, today, week, open: all } = page.counts;
    const figure = (key, count, style) =>
      el(
        "div",
        { class: `panel duty-count ${count ? style : ""}` },
        el("b", {}, count),
        worded("span", `duties.count-${key}`),
      );
    fill(
      figures,
      figure("late", late, "danger"),
      figure("today", today - late, "gold"),
      figure("week", week, ""),
      figure("open", all, ""),
    );
    zone.textContent = t("duties.at-once");
  }

  const shown = tabs(
    PARTS.map((id, place) => ({
      id,
      key: `duties.${id}`,
      panel: lists[place].node,
      shown: (isOpen) => lists[place].shown(isOpen),
    })),
    "duties.parts",
  );
  document.addEventListener("language", () => last && heard(last));
  const whole = el(
    "div",
    { class: "column" },
    el(
      "div",
      { class: "row apart" },
      worded("h1", "duties.title"),
      el("a", { class: "button", href: "/api/duties/calendar", download: "duties.ics" }, worded("span", "duties.ics")),
    ),
    figures,
    shown.node,
    zone,
  );
  fill(main, whole);
  translate(main);
  shown.open(location.hash.slice(1) || "today");
  setInterval(() => document.hidden || lists.find((each) => each.isOpen)?.load({ quiet: true }), EVERY);
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
