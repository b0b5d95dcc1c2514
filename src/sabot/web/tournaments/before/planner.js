/** The planner: entrants, tables, minutes and chips to sessions and a finishing time. */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { inField, told } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { fieldOf, inDialog, readAll } from "../../staff/forms/form.js";
import { columns } from "../../shared/said/worded.js";
import { chips } from "../said.js";

const HOUR = 3600e3;
const NUMBERS = { entrants: 24, tables: 4, seats: 6, advance: 1, coups: 20, seconds: 75, pause: 20 };

/** "100 x 500, 25 x 1000": number of chips by value. */
function chipSet(text = "") {
  const parts = text.split(/[,，;]/).map((each) => /^\s*([\d.]+)\s*[x×]\s*(\d+)\s*$/i.exec(each)).filter(Boolean);
  return Object.fromEntries(parts.map(([, value, count]) => [value, Number(count)]));
}

function shown({ sessions, ends, needed }) {
  const row = (each) =>
    el(
      "tr",
      {},
      [
        each.final ? t("stage.final") : String(each.number),
        String(each.players),
        String(each.tables),
        told(each.starts, "time"),
        told(each.ends, "time"),
      ].map((text) => el("td", {}, text)),
    );
  const head = columns(["plan.session", "plan.players", "plan.tables", "plan.starts", "plan.ends"], []);
  return [
    el("table", { class: "data" }, head, el("tbody", {}, sessions.map(row))),
    el("p", {}, el("b", {}, t("plan.finish", { time: told(ends, "weekday") }))),
    Object.entries(needed).map(([value, count]) =>
      el("p", {}, t("plan.chips", { count, value: chips(Number(value)) }))
    ),
  ];
}

export function openPlanner() {
  const part = (name, kind, value, more = {}) =>
    fieldOf({ name, kind, value, label: t(`plan.field-${name}`), required: true, ...more });
  const parts = [
    ...Object.entries(NUMBERS).map(([name, value]) => part(name, "number", value, { min: name === "pause" ? 0 : 1 })),
    part("chips", "money", "10000"),
    part("starts", "time", inField(Math.ceil(Date.now() / HOUR) * HOUR)),
    part("chip_set", "text", "", { required: false, hint: t("plan.chip-set-hint") }),
  ];
  const found = el("div", { role: "status", class: "planned" });
  const form = el(
    "form",
    {},
    el("div", { class: "fields" }, parts.map(({ node }) => node)),
    found,
    el("div", { class: "actions" }, el("button", { class: "button primary" }, t("plan.plan"))),
  );
  return inDialog(t("plan.title"), form, () => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { chip_set: set, ...said } = readAll(parts);
      if (!form.reportValidity()) return;
      try {
        fill(found, shown(await post("/api/tournament-plans", { ...said, chip_set: chipSet(set) })));
      } catch (refused) {
        fill(found, el("p", { class: "error" }, refusalText(refused)));
      }
    });
  }, true);
}
