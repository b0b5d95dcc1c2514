/** Open tables: first the game and how many, then their names and what the document lets one choose. */
import { get, post } from "../../shared/api.js";
import { el } from "../../shared/dom.js";
import { decimal, short } from "../../shared/said/money.js";
import { calledOf, titleOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { openForm } from "../../staff/forms/form.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
const options = (names, prefix) =>
  names.map((name) => ({ value: name, label: prefix ? t(`${prefix}.${name}`) : String(name) }));

/** Usual minimum and maximum wagers of a table. */
const PRESETS = { low: ["10", "1000"], middle: ["25", "5000"], high: ["100", "20000"] };

/** What a table is opened with: a usual pair of limits, or those of a table that is open. */
function presets(cards) {
  const usual = Object.entries(PRESETS).map(([name, [least, most]]) => ({
    value: `${least}-${most}`,
    label: t(`preset.${name}`, { least: short(Number(least) * 100), most: short(Number(most) * 100) }),
  }));
  const like = cards.filter(({ least, most }) => least != null && most != null).map((card) => ({
    value: `${decimal(card.least)}-${decimal(card.most)}-${card.scheme ?? ""}-${card.places}`,
    label: t("preset.like", { table: calledOf(card) }),
  }));
  return [...usual, ...like];
}

const LONGEST = 40;
const MOST_AT_ONCE = 8;

/** A layout as the document calls it: a diagram by its letter, or by its name. */
export function layoutWords(name) {
  const letter = /^diagram (.+)$/.exec(name)?.[1];
  return letter ? t("layout.diagram", { letter }) : t(`layout.${name}`);
}

/** Return the table id for a typed name: "Table 12" is table-12. */
export function tableName(typed) {
  const words = typed.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, LONGEST).replace(/-$/, "");
}

/** The next free name of a game's table: "Baccarat 3". */
export function nextName(title, names) {
  for (let number = 1;; number += 1) if (!names.includes(`${title} ${number}`)) return `${title} ${number}`;
}

/** Names of several tables: the number in the first one goes on. */
export function numbered(called, count) {
  const [number] = /\d+/.exec(called) ?? [];
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return called;
    return number ? called.replace(/\d+/, String(Number(number) + index)) : `${called} ${index + 1}`;
  });
}

/** What stands in addresses: made of the name where it has letters a to z or figures, and free. */
function freeId(called, taken) {
  const wanted = tableName(called) || "table";
  for (let number = 1;; number += 1) {
    const id = number === 1 ? wanted : `${wanted.slice(0, LONGEST - 4)}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

function judge(called, count, names) {
  const wanted = numbered(called.trim(), count);
  const taken = wanted.find((each) => names.includes(each));
  return taken ? { problem: t("table-name.taken", { name: taken }) } : { note: wanted.join(", ") };
}

/**
 * Resolves with the id of the first table once all are open, or null. `cards` are the tables that
 * are open; `name` and `rulebook` are those of a table that is opened again.
 */
export async function openTable({ name = "", called = "", rulebook = "", cards = [] } = {}) {
  const books = await get("/api/rulebooks");
  const first = await openForm({
    title: t("do.open-table"),
    fields: [
      field("rulebook", "select", {
        required: true,
        value: rulebook || undefined,
        options: books.map((book) => ({
          value: book.id,
          label: `${titleOf({ rulebook: book.id, title: book.title })} · ${book.casino}`,
        })),
      }),
      field("preset", "select", { required: true, options: presets(cards) }),
      ...(name ? [] : [field("count", "number", { value: 1, min: 1, required: true, hint: t("hint.count") })]),
    ],
    label: t("pit.go-on"),
    submit: async (said) => ({
      ...said,
      count: Math.min(Math.max(said.count ?? 1, 1), MOST_AT_ONCE),
      choices: await get(`/api/rulebooks/${encodeURIComponent(said.rulebook)}/opening`),
    }),
  });
  return first ? chooseRest(first, { name, called, cards }) : null;
}

/** The names and all that the document lets one choose. */
async function chooseRest(first, { name, called, cards }) {
  const { choices, count } = first;
  const names = cards.map(calledOf);
  const title = titleOf({ rulebook: first.rulebook, title: choices.title });
  const ids = (said) => {
    const taken = cards.map((card) => card.id);
    return numbered(said.trim(), count).map((each) => {
      const id = name || freeId(each, taken);
      taken.push(id);
      return { name: id, called: each };
    });
  };
  const done = await openForm({
    title: t("do.open-table"),
    intro: el("p", {}, title),
    fields: [
      field("called", "text", {
        required: true,
        value: called || nextName(title, names),
        hint: t("hint.called"),
        check: (typed) => judge(typed, count, names),
      }),
      ...openingFields(choices).map((each) => preset(each, first.preset)),
    ],
    reason: true,
    label: ({ called: typed = "" }) => t("act.open-table", { tables: numbered(typed, count).join(", ") }),
    submit: async ({ called: typed, ...said }) => {
      const opened = ids(typed);
      for (const each of opened) {
        await post("/api/tables", openingOf({ ...each, rulebook: first.rulebook }, { ...said, called: each.called }));
      }
      return opened[0].name;
    },
  });
  return done;
}

/** A field that begins as the preset says. */
function preset(each, chosen) {
  const [minimum, maximum, scheme, places] = chosen.split("-");
  const value = { minimum, maximum, scheme, places }[each.name];
  return value ? { ...each, value } : each;
}

/** "100 black, 25 green token" as kinds of chips; null where it cannot be read. */
export function chipSet(text) {
  const kinds = text.split(/[,，;]/).map((each) => /^\s*([\d.]+)(?:\s+([a-z]+?))??(\s+token)?\s*$/i.exec(each));
  if (kinds.includes(null)) return null;
  return kinds.map(([, value, colour = "", token]) => ({ value, colour: colour.toLowerCase(), token: Boolean(token) }));
}

const judgeChips = (text) => (chipSet(text) ? {} : { problem: t("form.bad-chip-set") });

function openingFields(choices) {
  const [least, most] = choices.places;
  const methods = choices.methods.flatMap((method) =>
    method.faces.map((face) => ({
      value: `${method.name}/${face}`,
      label: t("with-clause", { text: `${method.name}${t("comma")}${t(`face.${face}`)}`, clause: method.clause }),
    }))
  );
  return [
    field("minimum", "money", { required: true, value: "10" }),
    field("maximum", "money", { required: true, value: "1000" }),
    field("unit", "money"),
    ...(choices.area ? [field("area_maximum", "money")] : []),
    ...(choices.differential ? [field("differential", "money")] : []),
    field("decks", "select", { options: options(choices.decks), required: true }),
    field("source", "select", { options: options(choices.sources, "source"), required: true }),
    field("feed", "select", { options: options(choices.feeds, "feed"), required: true }),
    field("method", "select", { options: methods, required: true }),
    ...(choices.schemes.length
      ? [
        field("scheme", "select", {
          required: true,
          options: choices.schemes.map((each) => ({
            value: each.name,
            label: t("with-clause", { text: t(`scheme.${each.name}`), clause: each.clause }),
          })),
        }),
      ]
      : []),
    field("places", "number", {
      value: Math.min(most, 7),
      min: least,
      hint: t("hint.places", { least, most }),
    }),
    field("chip", "money", { value: "0.50" }),
    field("chips", "text", { label: t("field.chip-set"), hint: t("hint.chip-set"), check: judgeChips }),
    ...(choices.side_bets.length
      ? [
        field("side_bets", "checks", {
          options: choices.side_bets.map((bet) => ({
            value: bet.id,
            label: bet.decks ? `${bet.name} (${t("hint.decks", { decks: bet.decks.join(", ") })})` : bet.name,
          })),
        }),
      ]
      : []),
    ...(choices.layouts.length
      ? [
        field("layout", "select", {
          empty: t("layout.first"),
          options: choices.layouts.map((each) => ({
            value: each.name,
            label: t("with-clause", { text: layoutWords(each.name), clause: each.clause }),
          })),
        }),
      ]
      : []),
    ...(choices.layouts.some((each) => each.approved)
      ? [field("approval", "text", { label: t("field.regulators-approval") })]
      : []),
    ...(choices.low_limit ? [field("low_limit", "bool", { hint: t("clause", { clause: choices.low_limit }) })] : []),
    ...(choices.cashless ? [field("cashless", "bool", { hint: t("clause", { clause: choices.cashless }) })] : []),
    field("back", "select", { required: true, options: options(["red", "blue"], "back") }),
  ];
}

/** The body that opens the table. */
export function openingOf({ name, rulebook }, said) {
  const { minimum, maximum, unit, area_maximum, differential, method, decks, reason, chips, ...rest } = said;
  const sign = { minimum, maximum, unit, area_maximum, differential };
  const [way, face] = method.split("/");
  return {
    id: crypto.randomUUID(),
    name,
    rulebook,
    sign,
    decks: Number(decks),
    method: way,
    face,
    chips: chips ? chipSet(chips) : undefined,
    ...rest,
    why: reason,
  };
}
