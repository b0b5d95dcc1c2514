/** The one next action, large: what it is, why, by which clause, and who has to do it. */
import { personName } from "../../shared/said/called.js";
import { el, fill } from "../../shared/dom.js";
import { has, own, t } from "../../shared/words.js";
import { handWords } from "../../staff/names.js";
import { roleWords } from "../../staff/guide/rule-words.js";
import { roleInside } from "../../staff/forms/statements.js";

/** A step in the page's words; the server's label where there are none. */
export function stepWords(next) {
  const hand = next.fields?.hand ?? next.hand;
  const key = `do.${next.do}`;
  if (!has(key)) return next.label;
  if (next.then && has(`do.${next.then}`)) return t("next.both", { first: t(key), then: t(`then.${next.then}`) });
  return hand ? `${t(key)}${t("do.to")}${handWords(hand)}` : t(key);
}

export class Next {
  /** `act()` does the step; `decide(box, decision)` keys in what a player signals. */
  constructor(place, { act, call, decide }) {
    this.decide = decide;
    this.button = el("button", {
      type: "button",
      id: "next-button",
      class: "button primary next",
      on: { click: act },
    });
    this.callButton = el("button", { type: "button", class: "button", on: { click: call } });
    this.why = el("p", { class: "why" });
    this.say = el("p", { class: "say", "aria-live": "polite" });
    this.choices = el("div", { class: "row choices" });
    place.append(this.say, this.button, this.choices, this.callButton, this.why);
  }

  /** `early`: one press more closes the bets before their time. */
  show({ table, staff, role, busy, early }) {
    const next = staff.next,
      wait = table.wait;
    const mine = next && (!next.role || role !== "dealer");
    const named = Boolean(next?.card) && !next.seen;
    this.button.disabled = !mine || busy || named;
    fill(
      this.button,
      next
        ? [el("span", {}, early ? t("early.do") : stepWords(next)), mine && !named && el("kbd", {}, "Enter")]
        : el("span", {}, waitWords(wait)),
    );
    this.button.classList.toggle("danger", early);
    this.callButton.textContent = t("call.button");
    this.callButton.hidden = !next || mine || Boolean(staff.calling);
    fill(this.why, early ? el("strong", {}, t("early.why")) : this.whyWords(next, wait, role, staff));
    fill(this.choices, this.decisions(wait, staff));
    fill(this.say, spoken(table));
  }

  whyWords(next, wait, role, staff) {
    const stated = staff.statements.find((each) => each.holds);
    if (!next && stated) return t("next.stated", { who: roleInside(stated.confirmer) });
    const clause = next?.clause ?? wait.clause;
    const why = next?.why ? own(next.why, next.why_words) : own(wait.why, wait.why_words);
    const needs = next?.role && role === "dealer"
      ? el("strong", {}, t("next.for-role", { role: roleWords(next.role) }), " ")
      : null;
    return [
      needs,
      why ? `${why} ` : null,
      clause ? el("span", { class: "clause" }, t("clause", { clause })) : null,
    ];
  }

  decisions(wait, staff) {
    if (wait.step !== "decision" || staff.next || !wait.box) return null;
    return ["draw", "stand"].map((decision) =>
      el(
        "button",
        { type: "button", class: "button big", on: { click: () => this.decide(wait.box, decision) } },
        t(`decide.${decision}`),
      )
    );
  }
}

function waitWords(wait) {
  const key = `wait.${wait.step}`;
  const who = wait.player ? ` · ${personName(wait.player)}` : wait.box ? ` · ${t("hand.box", { box: wait.box })}` : "";
  return `${has(key) ? t(key) : own(wait.why, wait.why_words) || wait.step}${who}`;
}

/** What the dealer says aloud now: the counts of the hands that lie open, or the result. */
function spoken({ coup, hands, phase }) {
  if (coup.result && phase === "settled") return null;
  const open = hands.filter((hand) => hand.total !== null && hand.cards.length);
  if (coup.result) return t("say.result", { result: t(`wins.${coup.result}`), counts: counts(open) });
  if (coup.called && phase === "betting") return t("say.no-more-bets");
  return coup.counts_called ? counts(open) : null;
}

const counts = (hands) => hands.map((hand) => `${handWords(hand.hand)} ${hand.total}`).join(t("say.and"));
