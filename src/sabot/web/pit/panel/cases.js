/** Disputes, and those who must be told of something. */
import { el } from "../../shared/dom.js";
import { naming, personName, personNode } from "../../shared/said/called.js";
import { told } from "../../shared/said/times.js";
import { own, t } from "../../shared/words.js";
import { roleWords } from "../../staff/guide/rule-words.js";
import { acts, buttonsAt, clause, list, none } from "../parts.js";

/** Disputes that wait for a decision or its review, and below them those that are decided. */
export function disputesTab(given) {
  return [
    list(
      given.staff.disputes.map((each) => disputeView(each, given)),
      "pit.no-disputes",
    ),
    acts("disputes", given),
  ];
}

function disputeView(dispute, given) {
  const { number, player, about, coup, open, decision } = dispute;
  return el(
    "li",
    { class: "item", data: { dispute: number } },
    el(
      "p",
      {},
      el("b", {}, `${number}. `, personNode(player)),
      `${t("colon")}${about}`,
      coup ? ` (${t("pit.coup", { coup })})` : "",
      " ",
      !open && el("span", { class: "pill ok" }, t("pit.decided")),
    ),
    ends(dispute),
    open && waits(dispute, given.choices),
    open && (decision ? acts("review", given, { number }) : acts("dispute", given, { number })),
  );
}

/** What was decided, by whom and when; and what the review came to. */
function ends({ decision, decider, decided, review, reviewer, reviewed }) {
  const line = (key, who, at, text) =>
    text && el("p", {}, naming([who], () => t(key, { who: personName(who), at: at ? told(at) : "", decision: text })));
  return [
    line("pit.first", decider, decided, decision),
    line("pit.reviewed", reviewer, reviewed, review),
  ];
}

function waits({ decision }, choices) {
  const [key, power] = decision ? ["pit.review-waits", choices.review] : ["pit.undecided", choices.dispute];
  return power && el("p", { class: "muted" }, t(key, { who: roleWords(power.by) }), " ", clause(power.clause));
}

/** Who must be told, and by when. */
export function noticesTab(given) {
  const { notices } = given.staff;
  if (!notices.length) return none("pit.no-notices");
  return list(notices.map((notice) => noticeView(notice, given)));
}

function noticeView(notice, all) {
  const { number, to, clause: by, due, given } = notice;
  const byWhen = `${own(notice.deadline, notice.deadline_words)}${due ? ` · ${told(due)}` : ""}`;
  const words = [
    el("b", {}, roleWords(to)),
    `${t("colon")}${own(notice.about, notice.about_words)} `,
    clause(by),
    el("br"),
  ];
  return el(
    "li",
    { class: "item row apart" },
    el("span", {}, words, el("span", { class: "muted small" }, byWhen)),
    given ? el("span", { class: "pill ok" }, t("pit.given", { at: told(given) })) : [
      due && el("span", { class: "tick", data: { until: due, over: t("clock.now") } }),
      buttonsAt("notice", all, { number }),
    ],
  );
}
