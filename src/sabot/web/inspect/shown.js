/** How the inspector's parts show times, hashes and verdicts. */
import { streamName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { choice, worded } from "../shared/said/worded.js";

export function number(value) {
  return new Intl.NumberFormat("en-AU").format(value);
}

export { streamName } from "../shared/said/called.js";
export { exact as moment, told as said } from "../shared/said/times.js";

export function shortHash(hash) {
  return `${hash.slice(0, 8)}…${hash.slice(-4)}`;
}

/** A shortened hash that can be expanded. */
export function hashNode(hash) {
  return el("code", { class: "hash", title: hash }, shortHash(hash));
}

const SIGNS = { holds: "✓", starts: "✓" };

export function verdictPill(verdict) {
  const good = verdict in SIGNS;
  return el(
    "span",
    { class: `pill ${good ? "ok" : "danger"} verdict`, data: { verdict } },
    el("span", { "aria-hidden": "true" }, SIGNS[verdict] ?? "✗"),
    worded("span", `verdict.${verdict}`),
  );
}

/** A choice among streams by their names; `first` are options before them. */
export function streamChoice(streams, onchange = null, first = [], chosen = null) {
  const select = choice([...first, ...streams.map(({ stream }) => [stream, streamName(stream)])], chosen, onchange);
  document.addEventListener("language", () => {
    for (const option of select.options) if (option.value) option.textContent = streamName(option.value);
  });
  return select;
}

/** A result in its colour. */
export function resultPill(result) {
  if (!result) return null;
  return worded("span", `wins.${result}`, { class: `pill ${result}` });
}

/** Instead of a result: the coup has none, by this clause. */
export function voidPill(clause) {
  return el("span", { class: "pill danger" }, t("void"), " ", clause);
}

/** "box 3" or "player", in words. */
export function handName(hand) {
  const box = /^box (\d+)$/.exec(hand);
  return box ? t("hand.box", { box: box[1] }) : t(`hand.${hand}`);
}

/** A report on a coup, a stack or a visit at a table, in a tab of its own. */
export function reportLink(table, query, label) {
  return el("a", {
    class: "button",
    href: `/proof/${encodeURIComponent(table)}?${new URLSearchParams(query)}`,
    target: "_blank",
    "aria-label": label,
  }, t("inspect.report"));
}

/** Between two things of one list. */
export const comma = () => t("comma");

/** "Player 9, Banker 0" */
export function countsText(counts) {
  return Object.entries(counts ?? {}).map(([hand, total]) => `${handName(hand)} ${total}`).join(comma());
}

/** Where a rulebook is shown, in one edition or in the one that is in force. */
export function rulesPath(rulebook, edition = null) {
  return `/rules/${encodeURIComponent(rulebook)}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`;
}

/** A clause, which leads to its place in the rulebook. */
export function clauseLink(rulebook, clause, edition = null) {
  if (!clause) return null;
  const link = `${rulesPath(rulebook, edition)}#clause-${encodeURIComponent(clause.split("(")[0])}`;
  return rulebook ? el("a", { class: "clause", href: link }, clause) : el("span", { class: "clause" }, clause);
}
