/** What a rulebook says about irregularities: the whole matrix, and one rule to read. */
import { get } from "../../shared/api.js";
import { el, refusalText } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { outcomeWords, roleWords, stepWords, whenWords } from "./rule-words.js";

const kept = new Map();

/** The irregularities of the document's edition that a table plays under; asked once a page. */
export function matrixOf({ rulebook, edition }) {
  const path = `/api/rulebooks/${encodeURIComponent(rulebook)}/irregularities?edition=${encodeURIComponent(edition)}`;
  if (!kept.has(path)) {
    const asked = get(path);
    kept.set(path, asked);
    asked.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

/** What the rulebook says: outcome, clause, who decides, who must be told, and the steps. */
export function ruleView({ rule, decides, confirms, yours, steps, refused }) {
  const silent = rule.outcome === "NO_RULE";
  const clauses = [rule.clause, ...rule.also].filter(Boolean).join(", ");
  const who = [decides, rule.or_by].filter(Boolean).map(roleWords).join(t("guide.or"));
  return el(
    "section",
    { class: `rule ${silent ? "none" : ""}`, "aria-label": t("guide.rule") },
    el("p", { class: "outcome" }, outcomeWords(rule)),
    el(
      "dl",
      {},
      el("dt", {}, t("guide.clause")),
      el("dd", { class: "clause" }, clauses || t("guide.no-clause")),
      el("dt", {}, t("guide.decides")),
      el("dd", {}, who || t("guide.dealer-decides")),
      confirms && [
        el("dt", {}, t("guide.confirms")),
        el("dd", {}, t("guide.confirms-who", { who: roleWords(confirms) })),
      ],
      rule.duties.map((duty) => [
        el("dt", {}, t("guide.tell")),
        el(
          "dd",
          {},
          `${roleWords(duty.to)}, ${whenWords(duty.by)} `,
          el("span", { class: "clause" }, duty.clause),
        ),
      ]),
    ),
    el(
      "ol",
      {},
      stepWords(rule, steps, confirms).map((step) => el("li", {}, step)),
    ),
    yours ? null : el("p", { class: "pill gold" }, t("guide.waits", { who })),
    refused && refused.code !== "wrong-role"
      ? el("p", { class: "refused", role: "status" }, `${t("guide.refused")} ${refusalText(refused)}`)
      : null,
  );
}
