/** Limits and schemes: what stands on the sign, and what is restricted. */
import { el } from "../../shared/dom.js";
import { personName } from "../../shared/said/called.js";
import { cash, decimal } from "../../shared/said/money.js";
import { inField } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { players, wagerWords } from "../../staff/names.js";
import { signWords } from "../signs.js";
import { clausedWords, field, must, named, numbers, player, withClause } from "./fields.js";
import { limitFields, signOf } from "./limits-form.js";

/** The time at which a sign of this kind may take effect if it is posted now: where no time is stated, in a while. */
function effect({ choices, now, preset }) {
  const sign = choices.signs.find((each) => each.name === preset.kind) ?? choices.signs[0];
  return inField(now + (sign?.minutes || PRIOR_MINUTES) * 60000 + 1000);
}

/** The sign that a supervisor filled in: what its kind announces, and nothing else. */
function posted(said, { table }) {
  const { kind, takes_effect, text } = said;
  if (kind === "limits") return { kind, takes_effect, text, sign: signOf(said, table) };
  if (kind === "variant") return { kind, takes_effect, text: said.scheme };
  if (kind === "close") return { kind, takes_effect, text };
  const wager = ["minimum", "protection"].includes(kind) ? said.wager : undefined;
  return { kind, takes_effect, text, amount: said.amount, wager };
}

/** What the kinds of signs at this table need: an amount and perhaps a bet, a scheme, or the whole new sign. */
function contents({ table, choices, preset }) {
  const kinds = choices.signs.map((sign) => sign.name);
  const schemes = choices.opening.schemes.map((each) => withClause(each, "scheme"));
  const bets = table.wagers.map(({ id }) => ({ value: id, label: wagerWords(table, id) }));
  return [
    field("amount", "money", { value: preset.amount, hint: t("hint.sign-amount") }),
    kinds.includes("minimum") && field("wager", "select", { options: bets, hint: t("hint.sign-wager") }),
    kinds.includes("variant") && field("scheme", "select", { options: schemes, hint: t("hint.sign-text") }),
    ...(kinds.includes("limits") ? limitFields(table, choices) : []),
  ].filter(Boolean);
}

/** Minutes that the form gives where the document asks for prior notice and states no time. */
const PRIOR_MINUTES = 5;

export const LIMITS = {
  "post-sign": {
    at: ["limits"],
    fields: (given) => [
      field("kind", "select", {
        ...must,
        value: given.preset.kind,
        options: given.choices.signs.map((sign) => ({
          value: sign.name,
          label: t("sign.choice", {
            sign: t(`sign.${sign.name}`),
            minutes: sign.minutes ?? 0,
            clause: sign.clause ?? "",
          }),
        })),
      }),
      field("takes_effect", "time", { ...must, value: effect(given) }),
      ...contents(given),
      field("text", "text"),
    ],
    shape: posted,
  },
  "remove-sign": {
    at: ["limits"],
    when: ({ table }) => table.sign?.posted?.some((sign) => sign.number),
    fields: ({ table }) => [
      field("number", "select", {
        ...must,
        label: t("field.sign-number"),
        options: (table.sign?.posted ?? [])
          .filter((sign) => sign.number)
          .map((sign) => ({ value: String(sign.number), label: signWords(sign, table) })),
      }),
    ],
    shape: numbers("number"),
  },
  "change-limits": {
    at: ["limits"],
    when: ({ choices }) => choices.change_limits,
    intro: ({ choices: { change_limits: rule } }) => [
      t("pit.change-rule", { minutes: rule.minutes ?? 0 }),
      " ",
      el("span", { class: "clause" }, rule.clause),
    ],
    fields: ({ table, choices }) => limitFields(table, choices),
    shape: (said, { table }) => ({ sign: signOf(said, table) }),
  },
  "raise-minimum": {
    at: ["limits"],
    intro: ({ staff, choices }) => {
      const here = staff.patrons.map((patron) => personName(patron.player)).join(", ");
      const kept = here ? t("pit.will-keep", { players: here }) : t("pit.nobody-keeps");
      return [kept, " ", el("span", { class: "clause" }, choices.raise_minimum.clause)];
    },
    when: ({ choices }) => choices.raise_minimum,
    fields: ({ table }) => [
      field("minimum", "money", { ...must, hint: t("hint.raise", { least: cash(table.sign.least, table.money) }) }),
      field("wager", "select", {
        options: table.wagers.map(({ id }) => ({ value: id, label: wagerWords(table, id) })),
        hint: t("hint.sign-wager"),
      }),
    ],
  },
  "end-protection": {
    at: ["limits"],
    when: ({ staff }) => staff.patrons.some((patron) => patron.old_least != null || patron.kept),
  },
  "set-personal-limits": {
    at: ["limits", "players", "player"],
    when: ({ choices }) => choices.personal,
    fields: (given) => [
      player(given),
      field("minimum", "money", { ...must, value: decimal(given.table.sign.least) }),
      field("maximum", "money", {
        ...must,
        hint: t("hint.personal", { most: cash(given.table.sign.most, given.table.money) }),
      }),
    ],
  },
  "limit-players": {
    at: ["players"],
    fields: () => [field("table", "number", { hint: t("hint.limit-players") }), field("area", "number")],
  },
  "restrict-side-bet": {
    at: ["limits"],
    when: ({ choices }) => choices.restrictions.length > 0,
    fields: ({ choices, table }) => [
      field("wager", "select", {
        ...must,
        options: choices.restrictions.map((each) => ({
          ...withClause(each),
          label: clausedWords(wagerWords(table, each.name), each.clause),
        })),
      }),
      field("told", "checks", {
        options: named(
          [...new Set(choices.restrictions.flatMap((each) => (each.words ? each.words.split(", ") : [])))],
          "role",
        ),
      }),
      field("sign", "bool"),
    ],
  },
  "lift-restriction": {
    at: ["limits"],
    when: ({ staff }) => Object.keys(staff.restricted).length > 0,
    fields: ({ staff, table }) => [
      field("wager", "select", {
        ...must,
        options: Object.keys(staff.restricted).map((id) => ({ value: id, label: wagerWords(table, id) })),
      }),
    ],
  },
  "switch-scheme": {
    at: ["limits"],
    when: ({ choices }) => choices.opening.schemes.length > 1,
    fields: ({ choices, staff }) => [
      field("scheme", "select", {
        ...must,
        options: choices.opening.schemes.map((each) => withClause(each, "scheme")),
      }),
      field("consent", "checks", { options: players(staff) }),
    ],
  },
  "choose-method": {
    at: ["limits"],
    when: ({ choices }) => choices.opening.methods.length > 1,
    fields: ({ choices }) => [
      field("method", "select", {
        ...must,
        options: choices.opening.methods.map((each) => withClause(each)),
      }),
      field("face", "select", { options: named(["up", "down"], "face") }),
    ],
  },
};
