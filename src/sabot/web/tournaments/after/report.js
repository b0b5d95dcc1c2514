/** The regulator's file as a report to print: sessions by one number, every decision with its person. */
import { tableName } from "../../shared/said/called.js";
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { exact, told } from "../../shared/said/times.js";
import { has, own, t } from "../../shared/words.js";
import { columns, scroller } from "../../shared/said/worded.js";
import { conditionList } from "../parts.js";
import { chips, entrant, game, stage } from "../said.js";

/** "Session 2", "Final", "Play-off after session 2"; called again: ", call 2". */
function session([number, kind, call]) {
  if (!number) return t("report.before");
  const name = t("report.session", { stage: stage(kind), number });
  return call > 1 ? `${name}, ${t("report.call", { call })}` : name;
}

function table(key, head, rows, numbers = []) {
  if (!rows.length) return [el("h3", {}, t(`report.${key}`)), el("p", { class: "muted" }, t("report.none"))];
  const isNumber = (at) => numbers.includes(at);
  const line = (cells) =>
    el("tr", {}, cells.map((each, at) => el("td", { class: isNumber(at) ? "number" : null }, each)));
  return [
    el("h3", {}, t(`report.${key}`)),
    scroller(`report.${key}`, el("table", { class: "data" }, columns(head, numbers), el("tbody", {}, rows.map(line)))),
  ];
}

const kind = (name) => (has(`report.kind-${name}`) ? t(`report.kind-${name}`) : name);

function act(each) {
  return [
    exact(each.at),
    session([each.session, each.stage, each.call]),
    kind(each.kind),
    [each.table && `${tableName(each.table)}: `, own(each.text, each.words)].filter(Boolean).join(""),
    each.reason,
    entrant(each.by),
    each.clause ?? "",
  ];
}

function sheets(file, calls) {
  return file.sheets.flatMap((sheet) =>
    sheet.order.flatMap((names, level) =>
      names.map((name) => [
        session(calls[sheet.number] ?? [0, "", 0]),
        tableName(sheet.table),
        String(level + 1),
        entrant(name),
        sheet.standing[name] === undefined ? "" : chips(sheet.standing[name]),
      ])
    )
  );
}

export function report(view, { file, proceedings }) {
  const { acts, draws, calls } = proceedings;
  const [newest] = file.conditions.slice(-1);
  const seats = file.seats.flatMap((each) =>
    Object.entries(each.seats).map(([name, boxes]) => [
      session(calls[each.number] ?? [each.session, each.stage, 1]),
      tableName(name),
      Object.entries(boxes).map(([box, player]) => `${box} ${entrant(player)}`).join(", "),
      t(each.proven ? "report.proven" : "report.not-proven"),
    ])
  );
  const prizes = file.places.flatMap((names, level) =>
    names.map((name) => [
      String(level + 1),
      entrant(name),
      file.prizes[name] ? cash(file.prizes[name]) : "",
      file.paid[name] ? cash(file.paid[name]) : "",
    ])
  );
  return el(
    "article",
    { class: "results report" },
    el("h2", {}, file.title),
    el("p", {}, [game(file.rulebook), file.edition, told(view.now)].join(" · ")),
    el("p", {}, t("report.run-by", { names: file.heads.join(", ") || "–" })),
    file.cancelled && el("p", {}, t("report.cancelled", { reason: file.cancelled })),
    el("p", {}, t("report.money", { pool: cash(file.pool), commission: cash(file.commission) })),
    table("places", ["tournaments.place", "tournaments.player", "papers.prize", "report.paid"], prizes, [2, 3]),
    table(
      "acts",
      ["report.time", "report.when", "report.kind", "report.what", "report.reason", "report.by", "tournaments.clause"],
      acts.map(act),
    ),
    table(
      "draws",
      ["report.time", "report.number", "report.when", "report.outcome", "report.by", "report.digest"],
      draws.map((each) => [
        exact(each.at),
        String(each.number),
        session([each.session, "session", each.call]),
        t(`report.outcome-${each.outcome}`),
        entrant(each.by),
        el("span", { class: "digest" }, each.digest),
      ]),
    ),
    table("seats", ["report.when", "tournaments.seats", "tournaments.player", "report.draw"], seats),
    table(
      "sheets",
      ["report.when", "papers.table", "tournaments.place", "tournaments.player", "tournaments.chips"],
      sheets(file, calls),
      [4],
    ),
    table(
      "notices",
      ["report.to", "report.about", "tournaments.clause", "report.time"],
      file.notices.map((
        each,
      ) => [each.to, each.about, each.clause, each.given ? exact(each.given) : t("report.not-given")]),
    ),
    table(
      "entries",
      ["tournaments.number", "tournaments.player", "report.form", "report.time"],
      file.entries.map((each) => [String(each.number), entrant(each.player), each.form, exact(each.at)]),
    ),
    newest && [el("h3", {}, t("tournaments.conditions", { version: newest.number })), conditionList(newest.conditions)],
  );
}
