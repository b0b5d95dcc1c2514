/** The conditions as a form: a field for each item of the document, its clause beside it. */
import { get } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { exact, instantOf } from "../shared/said/times.js";
import { own, t } from "../shared/words.js";
import { fieldOf } from "../staff/forms/form.js";
import { item as named } from "./said.js";

const WHOLE = /^\d+$/;
const OFFSET = /(Z|[+-]\d\d:?\d\d)\s*$/;

/** What an item's text means in the form that the house reads. */
const MEANS = {
  basis: (said) => (WHOLE.test(said) ? Number(said) : said),
  moment: (said) => (OFFSET.test(said) ? new Date(said).toISOString() : instantOf(said.trim().replace(" ", "T"))),
  prizes: (said) => (/^[\d.\s,]+$/.test(said) ? said.split(",").map((each) => each.trim()) : said),
  limits: (said) =>
    said.split("\n").map((line) => line.split(",").map((each) => each.trim())).filter(([first]) => first).map((
      [minimum, maximum, ...at],
    ) => (at.length ? { minimum, maximum, at: at.join(", ") } : { minimum, maximum })),
};
const KINDS = { yes: "yes-no", whole: "number", limits: "long", text: "long" };
const HINTS = {
  limits: "hint.limits",
  prizes: "hint.prizes",
  amount: "hint.amount",
  moment: "hint.moment",
  basis: "hint.basis",
};

function shown(says, value) {
  if (value === undefined || value === null) return undefined;
  if (says === "limits") {
    return value.map(({ minimum, maximum, at }) => [minimum, maximum, at].filter(Boolean).join(", ")).join("\n");
  }
  if (says === "moment") return exact(value);
  if (Array.isArray(value)) return value.join(", ");
  return says === "yes" || says === "whole" ? value : String(value);
}

/** All of them, as one part of a form: {name, node, read()}. */
export async function conditionFields(view) {
  const items = await get(`/api/tournaments/${encodeURIComponent(view.card.id)}/conditions`);
  const asked = items.filter(({ optional }) => !optional);
  const fields = asked.map(({ key, clause, says, asked: what, asked_words: words }) => ({
    says,
    part: fieldOf({
      name: key,
      label: t("with-clause", { text: named(key), clause }),
      kind: KINDS[says] ?? "text",
      hint: [own(what, words), HINTS[says] && t(HINTS[says])].filter(Boolean).join(" · "),
      value: shown(says, view.conditions[key]),
    }),
  }));
  const node = el("div", { class: "fields conditions" }, fields.map(({ part }) => part.node));
  const read = () => {
    const said = { rulebook: view.card.rulebook, name: view.card.title };
    for (const { says, part } of fields) {
      const value = part.read();
      if (value !== undefined && value !== "") said[part.name] = MEANS[says] ? MEANS[says](value) : value;
    }
    return said;
  };
  return [{ name: "conditions", node, read }];
}
