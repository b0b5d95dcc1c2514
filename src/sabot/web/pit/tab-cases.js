/** Disputes, and those who must be told of something. */
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { atDate } from "../deal/clock.js";
import { roleWords } from "../deal/rule-words.js";
import { acts, button, clause, list, none } from "./parts.js";

/** Disputes that wait for a decision or its review; the rest by number. */
export function disputesTab({ staff, choices, act }) {
  return [
    list(
      staff.disputes.map((each) => disputeView(each, choices, act)),
      "pit.no-disputes",
    ),
    acts(["raise-dispute", "ask-review", "advise-complaint"], act),
  ];
}

function disputeView(dispute, choices, act) {
  const { number, player, about, coup, decision, decider, review_asked: asked } = dispute;
  const who = (choice) => ({ who: roleWords(choice.by) });
  const does = decision ? "review-dispute" : "decide-dispute";
  return el(
    "li",
    { class: "item" },
    el(
      "p",
      {},
      el("b", {}, `${number}. ${player}`),
      `: ${about}`,
      coup ? ` (${t("pit.coup", { coup })})` : "",
    ),
    decision
      ? el("p", {}, t("pit.first", { decision, who: decider }))
      : el(
          "p",
          { class: "muted" },
          t("pit.undecided", who(choices.dispute)),
          " ",
          clause(choices.dispute.clause),
        ),
    asked &&
      el(
        "p",
        { class: "muted" },
        t("pit.review-waits", who(choices.review)),
        " ",
        clause(choices.review.clause),
      ),
    acts([does], act, { number }),
  );
}

/** Who must be told, and by when. */
export function noticesTab({ staff, act }) {
  if (!staff.notices.length) return none("pit.no-notices");
  return list(staff.notices.map((notice) => noticeView(notice, act)));
}

function noticeView({ number, to, about, clause: by, deadline, due, given }, act) {
  const byWhen = `${deadline}${due ? ` · ${atDate(due)}` : ""}`;
  const words = [el("b", {}, roleWords(to)), `: ${about} `, clause(by), el("br")];
  const told = () => act("give-notice", { number });
  return el(
    "li",
    { class: "item row apart" },
    el("span", {}, words, el("span", { class: "muted small" }, byWhen)),
    given
      ? el("span", { class: "pill ok" }, t("pit.given", { at: atDate(given) }))
      : [
          due && el("span", { class: "tick", data: { until: due, over: t("clock.now") } }),
          button(t("do.give-notice"), told, "primary"),
        ],
  );
}
