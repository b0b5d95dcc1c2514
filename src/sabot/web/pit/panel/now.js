/** The coup that runs, who waits for whom, and what only a supervisor can do about it. */
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { has, own, t } from "../../shared/words.js";
import { showHands, showStakes } from "../../staff/felt.js";
import { roleWords } from "../../staff/guide/rule-words.js";
import { isCalled } from "../../staff/calls.js";
import { differenceWords } from "../../staff/devices.js";
import { statementCard } from "../../staff/forms/statements.js";
import { thing } from "../actions/fields.js";
import { banner, buttonsAt, clause, doing, fact, facts, row } from "../parts.js";

export function nowTab(given) {
  const { table, guide } = given;
  return [
    waiting(given),
    situation(table),
    table.hands.some((hand) => hand.cards.length) &&
    part("felt hands", (place) => showHands(place, table, null)),
    table.stakes.length ? part("stakes", (place) => showStakes(place, table)) : null,
    lookOver(given.staff),
    row(
      doing(t("guide.button"), guide, "danger"),
      buttonsAt("now", given),
    ),
  ];
}

/** Statements to confirm, the dealer's call, questions that no clause answers, and a step that is not the dealer's. */
function waiting(given) {
  const { staff, table, act, decide, who, send } = given;
  const { next, calling, questions } = staff;
  return [
    statements(staff, who, send),
    staff.difference &&
    banner(
      [differenceWords(staff.difference, table), " ", clause(staff.difference.clause)],
      buttonsAt("difference", given),
    ),
    isCalled(staff) &&
    banner(t("pit.calls", { reason: own(calling, staff.calling_words) }), buttonsAt("call", given)),
    questions
      .filter((question) => !question.outcome)
      .map((question) =>
        banner(
          t("pit.question", { ...question, about: own(question.about, question.about_words) }),
          doing(t("do.decide-report"), () => decide(question), "primary"),
        )
      ),
    next?.role && stepBanner(next, act),
  ];
}

/** What a supervisor has not seen at this table yet, or has found missing. */
function lookOver({ look_over: things }) {
  const names = Object.entries(things);
  if (!names.length) return null;
  const listed = names.map(([name, by]) => `${thing(name)}${name.includes(by) ? "" : ` ${by}`}`);
  return el("p", { class: "small muted look-over" }, t("pit.look-over", { things: listed.join(" · ") }));
}

function statements(staff, who, send) {
  if (!staff.statements.length) return null;
  const cards = staff.statements.map((each) => statementCard(each, who, send));
  return el("section", { class: "statements", "aria-label": t("pit.to-confirm") }, cards);
}

function stepBanner(next, act) {
  const what = has(`do.${next.do}`) ? t(`do.${next.do}`) : next.label;
  const words = t("pit.next-role", { what, role: roleWords(next.role) });
  return banner([words, " ", clause(next.clause)], doing(what, () => act(next.do, next.fields), "primary"));
}

function situation({ coup, wait, stakes, money }) {
  const step = has(`wait.${wait.step}`) ? t(`wait.${wait.step}`) : wait.step;
  const why = wait.why && !coup.held && el("span", { class: "muted" }, ` · ${own(wait.why, wait.why_words)}`);
  return facts(
    fact("pit.waits", [step, why], wait.clause),
    fact("pit.coup-now", `${coup.number}`),
    coup.no_bet && fact("do.call-no-bet-coup", t("pit.no-bet"), coup.no_bet),
    coup.void && fact("void", t("pit.void"), coup.void),
    !stakes.length && fact("felt.stakes", cash(0, money)),
  );
}

function part(style, draw) {
  const place = el("section", { class: style });
  draw(place);
  return place;
}
