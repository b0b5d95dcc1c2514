/** One report as it is read: its head, its sections, and the events behind every figure. */
import { naming, personTo, streamName, tableName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { own, t } from "../shared/words.js";

/** So many letters want room. */
const LONG = 40;
const WATCHERS = ["surveillance", "inspector"];
const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });

/** A moment where the casino stands, to the second. */
function moment(iso, zone) {
  return exact(iso, zone);
}

const minus = (value) => (value < 0 ? "−" : "");

const SHOWN = {
  money: (value) => `${minus(value)}${cash(Math.abs(value))}`,
  share: (value) => `${minus(value)}${(Math.abs(value) / 100).toFixed(2)}%`,
  count: (value) => whole.format(value),
};

export function sheetNode(sheet, role) {
  const head = [
    ["reports.operator", sheet.operator || "—"],
    ["reports.about", aboutNode(sheet, role)],
    [
      "reports.interval",
      sheet.since ? `${moment(sheet.since, sheet.zone)} – ${moment(sheet.until, sheet.zone)}` : t("reports.whole"),
    ],
    ["reports.made", `${moment(sheet.made, sheet.zone)} (${sheet.zone})`],
    ["reports.release", `sabot ${sheet.release}`],
  ];
  return el(
    "article",
    { class: "panel report", data: { report: sheet.report } },
    el("h2", {}, own(sheet.title, sheet.words)),
    el(
      "dl",
      { class: "report-head" },
      head.filter(([, value]) => value).map(([key, value]) => [el("dt", {}, t(key)), el("dd", {}, value)]),
    ),
    sheet.nothing ? el("p", { class: "nothing" }, t("reports.nothing")) : null,
    sheet.sections.map((section) => sectionNode(section, sheet, role)),
  );
}

/** A statement is about a person; other reports are about a table or a stream of its own. */
function aboutNode({ about, report }, role) {
  if (report !== "statement") return tableName(about);
  return naming([about], () => personTo(role)(about), { title: about });
}

function sectionNode(section, sheet, role) {
  const name = own(section.name, section.words);
  const clause = section.clause ? el("span", { class: "muted small" }, ` ${section.clause}`) : null;
  const rows = section.rows ?? [];
  const note = section.note ? el("p", { class: "muted" }, own(section.note, section.note_words)) : null;
  if (!rows.length) {
    return el("section", {}, el("h3", {}, name, clause), note, el("p", { class: "nothing" }, t("reports.nothing")));
  }
  const cells = (row) => row.map((cell, place) => cellNode(cell, section.columns[place], sheet.zone, role));
  return el(
    "section",
    {},
    el("h3", {}, name, clause),
    note,
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
      el(
        "table",
        { class: "data" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            section.columns.map((
              column,
            ) => (column.name
              ? el("th", { scope: "col", class: SHOWN[column.kind] ? "number" : null }, own(column.name, column.words))
              : el("td"))
            ),
          ),
        ),
        el("tbody", {}, rows.map((row) => el("tr", {}, cells(row)))),
      ),
    ),
  );
}

/** How many letters wide a text is: Chinese ones are two. */
const widthOf = (text) => [...String(text)].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);

function cellNode(cell, { kind }, zone, role) {
  const { value } = cell;
  const empty = value === null || value === undefined || value === "";
  const text = empty ? "" : kind === "time" ? moment(value, zone) : (SHOWN[kind]?.(value) ?? own(value, cell.words));
  const words = widthOf(text) > LONG ? "report-text long" : "report-text";
  return el("td", { class: SHOWN[kind] ? "number" : kind === "time" ? "nowrap" : words }, text, eventsNode(cell, role));
}

/** The event of a figure, or a fold with all of them. */
function eventsNode({ events = [], more = 0 }, role) {
  if (!events.length) return null;
  const named = events.map((event) => eventNode(event, role));
  if (named.length === 1 && !more) return el("div", { class: "report-events small" }, named);
  const rest = more ? [el("span", {}, t("reports.more-events", { count: whole.format(more) }))] : [];
  return el(
    "details",
    { class: "report-events small" },
    el("summary", {}, t("reports.events", { count: whole.format(events.length + more) })),
    [...named, ...rest].map((each) => el("div", {}, each)),
  );
}

function eventNode({ stream, seq }, role) {
  const text = t("reports.event", { stream: streamName(stream), seq });
  const title = `${stream}#${seq}`;
  return WATCHERS.includes(role)
    ? el("a", { href: `/inspect?${new URLSearchParams({ stream, seq })}#log`, title }, text)
    : el("span", { title }, text);
}
