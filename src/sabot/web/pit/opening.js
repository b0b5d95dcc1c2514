/** Open a table: first the game and the table's name, then what the document lets one choose. */
import { get, post } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { openForm } from "../staff/form.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
const options = (names, prefix) =>
  names.map((name) => ({ value: name, label: prefix ? t(`${prefix}.${name}`) : String(name) }));

const LONGEST = 40;

/** A layout as the document calls it: a diagram by its letter, or by its name. */
export function layoutWords(name) {
  const letter = /^diagram (.+)$/.exec(name)?.[1];
  return letter ? t("layout.diagram", { letter }) : t(`layout.${name}`);
}

/** What the casino calls a table for which somebody typed this: "Table 12" is table-12. */
export function tableName(typed) {
  const words = typed.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, LONGEST).replace(/-$/, "");
}

function judge(typed, taken) {
  const name = tableName(typed);
  if (!name) return { problem: t("table-name.none") };
  if (taken.includes(name)) return { problem: t("table-name.taken", { name }) };
  return { note: t("table-name.will-be", { name }) };
}

/** Resolves with the table's name once it is open, or null. `taken` are the names of open tables. */
export async function openTable({ name = "", rulebook = "", taken = [] } = {}) {
  const books = await get("/api/rulebooks");
  const first = await openForm({
    title: t("do.open-table"),
    fields: [
      field("name", "text", {
        required: true,
        value: name,
        hint: t("hint.table-name"),
        check: (typed) => judge(typed, taken),
      }),
      field("rulebook", "select", {
        required: true,
        value: rulebook || undefined,
        options: books.map((book) => ({ value: book.id, label: `${book.title} · ${book.casino}` })),
      }),
    ],
    label: t("pit.go-on"),
    submit: async (said) => ({
      ...said,
      name: tableName(said.name),
      choices: await get(`/api/rulebooks/${encodeURIComponent(said.rulebook)}/opening`),
    }),
  });
  if (!first) return null;
  const done = await openForm({
    title: `${t("do.open-table")}: ${first.name}`,
    intro: el("p", {}, first.choices.title),
    fields: openingFields(first.choices),
    reason: true,
    submit: (said) => post("/api/tables", openingOf(first, said)),
  });
  return done ? first.name : null;
}

function openingFields(choices) {
  const [least, most] = choices.places;
  const methods = choices.methods.flatMap((method) =>
    method.faces.map((face) => ({
      value: `${method.name}/${face}`,
      label: `${method.name}, ${t(`face.${face}`)} (${method.clause})`,
    })),
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
              label: `${t(`scheme.${each.name}`)} (${each.clause})`,
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
    ...(choices.side_bets.length
      ? [
          field("side_bets", "checks", {
            options: choices.side_bets.map((bet) => ({
              value: bet.id,
              label: bet.decks
                ? `${bet.name} (${t("hint.decks", { decks: bet.decks.join(", ") })})`
                : bet.name,
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
              label: `${layoutWords(each.name)} (${each.clause})`,
            })),
          }),
        ]
      : []),
    ...(choices.layouts.some((each) => each.approved)
      ? [field("approval", "text", { label: t("field.regulators-approval") })]
      : []),
    ...(choices.low_limit
      ? [field("low_limit", "bool", { hint: t("clause", { clause: choices.low_limit }) })]
      : []),
    ...(choices.cashless
      ? [field("cashless", "bool", { hint: t("clause", { clause: choices.cashless }) })]
      : []),
    field("back", "select", { required: true, options: options(["red", "blue"], "back") }),
  ];
}

/** The body that opens the table. */
export function openingOf({ name, rulebook }, said) {
  const { minimum, maximum, unit, area_maximum, differential, method, decks, reason, ...rest } = said;
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
    ...rest,
    why: reason,
  };
}
