/** The conditions as a form: five groups, a field for each item, its clause and its fault beside it. */
import { get, post } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { exact, instantOf } from "../shared/said/times.js";
import { has, own, t } from "../shared/words.js";
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

/** The answers that a document knows, as a choice; free text where it knows any. */
const choice = ({ answers }) =>
  answers.length > 1 ? { kind: "select", options: answers.map((each) => ({ value: each, label: answer(each) })) } : {};
const answer = (each) => (has(`answer.${each}`) ? t(`answer.${each}`) : each);

function fieldFor(item, value) {
  const { key, clause, says, asked: what, asked_words: words } = item;
  const part = fieldOf({
    name: key,
    label: t("with-clause", { text: named(key), clause }),
    kind: KINDS[says] ?? "text",
    hint: [own(what, words), HINTS[says] && t(HINTS[says])].filter(Boolean).join(" · "),
    value: shown(says, value),
    ...choice(item),
  });
  const fault = el("p", { class: "error small", role: "alert", hidden: true });
  part.node.append(fault);
  return { item, part, fault };
}

/** A choice of what to begin with: a template, or an earlier tournament. */
function beginning(templates, put) {
  const name = ({ name: each, earlier }) => earlier || t(`template.${each}`);
  const options = templates.map((each, at) => el("option", { value: at }, name(each)));
  const select = el("select", { name: "begin-with" }, el("option", { value: "" }, t("tournaments.as-it-is")), options);
  select.addEventListener("change", () => select.value !== "" && put(templates[Number(select.value)]));
  return el("label", { class: "field" }, t("tournaments.begin-with"), select);
}

/** All of them, as one part of a form: {name, node, read(), judge()}. */
export async function conditionFields(view) {
  const path = `/api/tournaments/${encodeURIComponent(view.card.id)}`;
  const [items, templates] = await Promise.all([get(`${path}/conditions`), get(`${path}/templates`)]);
  const asked = items.filter(({ hidden }) => !hidden);
  const groups = el("div", { class: "groups" });
  const chinese = fieldOf({ name: "name_zh", label: t("tournaments.name-zh"), value: view.conditions.name_zh });
  let fields = [];
  const put = (values) => {
    fields = asked.map((item) => fieldFor(item, values[item.key]));
    const names = [...new Set(asked.map(({ group }) => group))];
    fill(
      groups,
      names.map((group) =>
        el(
          "fieldset",
          { class: "group", data: { group } },
          el("legend", {}, t(`group.${group}`)),
          fields.filter(({ item }) => item.group === group).map(({ part }) => part.node),
        )
      ),
    );
  };
  put(view.conditions);
  const node = el(
    "div",
    { class: "conditions" },
    beginning(templates, ({ conditions }) => put(conditions)),
    chinese.node,
    groups,
  );
  const read = () => {
    const said = { rulebook: view.card.rulebook, name: view.card.title };
    if (chinese.read()?.trim()) said.name_zh = chinese.read().trim();
    for (const { item, part } of fields) {
      const value = part.read();
      if (value !== undefined && value !== "") said[part.name] = MEANS[item.says] ? MEANS[item.says](value) : value;
    }
    return said;
  };
  /** Each fault beside its field; the form stays open while there is one. */
  const judge = async (said) => {
    const found = await post(`${path}/conditions`, { conditions: said.conditions });
    for (const { item, fault } of fields) {
      const own_ = found.filter((each) => each.item === item.key);
      fault.hidden = !own_.length;
      fault.textContent = own_.map(wording).join(" ");
    }
    if (!found.length) return;
    fields.find(({ fault }) => !fault.hidden)?.part.node.scrollIntoView({ block: "center" });
    throw new Error(t("tournaments.faults", { count: found.length }));
  };
  return [{ name: "conditions", node, read, judge }];
}

const wording = ({ missing, message, words, clause }) =>
  [missing ? t("tournaments.not-said") : own(message, words), clause && `(${clause})`].filter(Boolean).join(" ");
