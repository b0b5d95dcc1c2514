/**
 * What can be done in a tournament: in which phases, and what has to be said with it. Who may do it
 * is the server's to say.
 * `fields(view)` are fields of a form; `made(view)` says it all by itself.
 */
import { calledOf, personName, tableName } from "../shared/said/called.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { peopleOptions } from "../staff/names.js";
import { beforePaying, payingLabel } from "./before/receipts.js";
import { conditionFields } from "./conditions.js";
import { act } from "./said.js";
import { scheduleFields } from "./schedule.js";

const BEFORE = ["drafted", "published", "open for entries", "closed to entries"];
const ON = ["running"];
const ANY = [...BEFORE, ...ON];

const text = (name, more = {}) => ({ name, label: t(`field.${name}`), required: true, ...more });
const money = (name, more = {}) => text(name, { kind: "money", ...more });
const number = (name, more = {}) => text(name, { kind: "number", min: 1, ...more });
const picked = (name, values, more = {}) =>
  text(name, { kind: "select", options: values.map((each) => ({ value: each, label: each })), ...more });
const found = (name, role) => text(name, { kind: "person", role });
const person = (name, names, more = {}) => text(name, { kind: "select", options: peopleOptions(names), ...more });
const reason = () => text("reason", { kind: "long" });
const names = (said) => said.split(/[,，]/).map((each) => each.trim()).filter(Boolean);
const entrants = ({ entries }) => entries.map(({ player }) => player);
const standing = (view) => view.entries.filter(({ status }) => status === "in").map(({ player }) => player);
const cases = (view) => view.books?.disputes ?? view.you?.disputes ?? [];
const numbered = (said) => ({ ...said, number: Number(said.number) });
const disputed = (found) =>
  picked("number", [], {
    label: t("field.dispute"),
    options: found.map(({ number, player, about }) => ({
      value: String(number),
      label: `${number}, ${personName(player)}: ${about}`,
    })),
  });
/** A player sees fee and conditions before anything is paid. */
const CONFIRMED = {
  intro: (view, who) => (who.role === "player" ? beforePaying(view) : null),
  label: (view, who) => (who.role === "player" ? payingLabel(view) : act("enter-tournament")),
};
const absent = (view) => view.entries.filter((each) => each.status === "in" && !each.here).map(({ player }) => player);
const disqualified = ({ entries }) =>
  entries.filter(({ status }) => status === "disqualified").map(({ player }) => player);
const GROUNDS = ["advice", "chips", "conduct", "identity", "terms"];
const paid = () => [
  picked("method", [], {
    options: ["cash", "debit card", "eftpos", "bank transfer", "cheque"].map((each) => ({
      value: each,
      label: t(`method.${each}`),
    })),
  }),
  text("reference"),
];

function entering(view, who) {
  const agreed = view.agreement ? [text("agreed")] : [];
  if (who.role === "player") return agreed;
  return [found("player", "player"), ...paid(), text("form"), text("copy"), ...agreed];
}

/** One's own fee comes from one's own account. */
function own(said, who) {
  return who.role === "player" ? { ...said, player: who.name, method: "account" } : said;
}

/** An entrant on this page has the conditions on the screen. */
function entered(said, who) {
  return who.role === "player" ? { ...own(said, who), copy: "shown on the page" } : said;
}

function freeTables(view, tables) {
  return tables.filter(({ rulebook }) => rulebook === view.card.rulebook).map((each) => ({
    value: each.id,
    label: each.called ? calledOf(each) : `${each.title} (${each.id})`,
  }));
}

function openOrders(view) {
  return view.orders.filter(({ open }) => open.length);
}

export const ACTS = {
  "appoint-head": { in: ANY, fields: () => [found("person"), text("licence")] },
  "relieve-head": {
    in: ANY,
    when: (view) => view.heads.length,
    danger: true,
    fields: (view) => [person("person", view.heads), reason()],
  },
  "publish-conditions": { in: BEFORE, made: conditionFields },
  "give-notice": {
    in: null,
    when: (view) => view.books?.notices.length,
    fields: (view) => [
      picked(
        "number",
        view.books.notices.map((each) => each.number),
      ),
      text("channel"),
      text("note", { required: false }),
    ],
    send: (said) => ({ ...said, number: Number(said.number) }),
  },
  "open-entry": { in: ["published"], fields: () => [text("free_until", { kind: "time", required: false })] },
  "require-agreement": { in: ["published", "open for entries"] },
  "guarantee-pool": {
    in: BEFORE,
    fields: () => [money("amount"), number("from_entries"), text("keeps", { kind: "bool" })],
  },
  "add-value": {
    in: ANY,
    fields: () => [money("amount"), text("what", { required: false }), number("place", { required: false })],
  },
  "set-schedule": { in: ["published", "open for entries", "closed to entries"], made: scheduleFields },
  "close-entry": { in: ["open for entries"] },
  "reopen-entry": { in: ["closed to entries"], fields: () => [reason()] },
  "check-in": {
    in: ["open for entries", "closed to entries", ...ON],
    when: (view) => (view.player ? view.you?.entry?.status === "in" && !view.you.entry.here : absent(view).length),
    fields: (view, who) => (who.role === "player" ? [] : [person("player", absent(view))]),
    send: (said, who) => (who.role === "player" ? { player: who.name } : said),
  },
  "correct-entry": {
    in: ANY,
    when: (view) => standing(view).length,
    fields: (view) => [
      person("player", standing(view)),
      text("form", { required: false }),
      text("copy", { required: false }),
      reason(),
    ],
  },
  "start-tournament": { in: ["closed to entries"] },
  "seal-draw": { in: ON, fields: () => [text("beacon", { required: false, hint: t("field.beacon-hint") })] },
  "call-session": {
    in: ON,
    fields: (view, { tables }) => [
      text("tables", { kind: "checks", options: freeTables(view, tables) }),
      text("apart", { kind: "long", required: false, hint: t("field.apart-hint") }),
      text("fixed", { kind: "long", required: false, hint: t("field.fixed-hint") }),
    ],
    send: ({ tables, apart = "", fixed = "" }) => ({
      tables: tables ?? [],
      apart: apart.split("\n").map(names).filter(({ length }) => length > 1),
      fixed: Object.fromEntries(
        fixed.split("\n").map(names).filter(({ length }) => length > 3).map((
          [player, table, box, ...why],
        ) => [player, { table, box: Number(box), reason: why.join(", ") }]),
      ),
    }),
  },
  "open-draw": { in: ON, fields: (view) => (view.draw.beacon ? [text("value")] : []) },
  "start-session": { in: ON },
  "move-start": {
    in: ANY,
    when: (view) => view.schedule,
    fields: () => [number("session"), text("starts", { kind: "time" }), reason()],
  },
  "call-play-off": {
    in: ON,
    when: (view) => view.orders.some(({ plays_off: plays }) => plays),
    fields: (view, { tables }) =>
      view.orders.filter(({ plays_off: plays }) => plays).map(({ table }) => ({
        name: table,
        label: t("field.play-off-of", { table: tableName(table) }),
        kind: "select",
        required: true,
        options: freeTables(view, tables),
      })),
    send: (said) => ({ tables: said }),
  },
  "place-level": {
    in: ON,
    when: (view) => openOrders(view).length,
    fields: (
      view,
    ) => [
      picked("order", [], {
        options: openOrders(view).map(({ table }) => ({ value: table, label: tableName(table) })),
      }),
      text("names", { value: openOrders(view)[0]?.open.join(", "), hint: t("field.names-hint") }),
      reason(),
    ],
    send: (said) => ({ ...said, names: names(said.names) }),
  },
  "announce-session": { in: ON },
  "call-off-session": { in: ON, when: (view) => view.sitting, danger: true, fields: () => [reason()] },
  "award-prizes": {
    in: ["finished"],
    fields: () => [text("prizes", { required: false, hint: t("field.prizes-hint") })],
    send: ({ prizes = "" }) => ({ prizes: names(prizes) }),
  },
  "enter-tournament": {
    in: ["open for entries"],
    when: (view) => !view.you?.entry,
    fields: entering,
    send: entered,
    ...CONFIRMED,
  },
  "pay-buy-in": {
    in: ON,
    when: (view) => view.sitting?.unpaid.length && view.buy_in,
    fields: (view, who) => (who.role === "player" ? [] : [person("player", view.sitting.unpaid), ...paid()]),
    send: own,
  },
  "buy-back": {
    in: ON,
    when: (view) => view.schedule?.buy_backs && (!view.you || view.you.entry?.status === "out"),
    fields: (view, who) => (who.role === "player" ? [] : [found("player", "player"), ...paid()]),
    send: own,
  },
  "withdraw-entry": {
    in: ["open for entries", "closed to entries"],
    when: (view) => !view.player || view.you?.entry?.status === "in",
    danger: true,
    fields: (view, who) => (who.role === "player" ? [] : [person("player", standing(view))]),
    send: (said, who) => (who.role === "player" ? { player: who.name } : said),
  },
  "refuse-entry": { in: ["open for entries"], fields: () => [found("player", "player"), reason()] },
  "strike-off": {
    in: ANY,
    when: (view) => standing(view).length,
    danger: true,
    fields: (view) => [
      person("player", standing(view)),
      picked("ground", [], { options: GROUNDS.map((each) => ({ value: each, label: t(`ground.${each}`) })) }),
      reason(),
    ],
  },
  "reinstate-entrant": {
    in: ANY,
    when: (view) => disqualified(view).length,
    fields: (view) => [person("player", disqualified(view)), reason()],
  },
  "note-absence": {
    in: ON,
    when: (view) => view.sitting?.state === "seated",
    fields: () => [text("table"), number("box")],
  },
  "approve-refund": {
    in: null,
    when: (view) => view.entries.some(({ status }) => status === "disqualified" || status === "gone"),
    fields: (view) => [person("player", entrants(view)), reason()],
  },
  "list-reserve": { in: ANY, when: (view) => view.reserve, fields: () => [found("player", "player")] },
  "offer-seat": {
    in: ON,
    when: (view) => view.books?.reserves.length,
    fields: (view) => [person("player", view.books.reserves), text("table"), number("box")],
  },
  "seat-reserve": {
    in: ON,
    when: (view) => view.you?.offered || Object.keys(view.books?.offers ?? {}).length,
    fields: (view, who) => [
      ...(who.role === "player" ? [] : [person("player", Object.keys(view.books.offers)), ...paid(), text("copy")]),
      ...(view.agreement ? [text("agreed")] : []),
    ],
    send: entered,
  },
  "seat-substitute": {
    in: ON,
    when: (view) => view.sitting && view.substitute,
    fields: () => [text("table"), number("box"), found("player", "player"), reason()],
  },
  "raise-dispute": {
    in: null,
    when: (view) => !view.player || view.you,
    fields: (
      view,
      who,
    ) => [...(who.role === "player" ? [] : [person("player", entrants(view))]), text("about", { kind: "long" })],
    send: (said, who) => (who.role === "player" ? { ...said, player: who.name } : said),
  },
  "decide-dispute": {
    in: null,
    when: (view) => view.held && view.books,
    fields: (view) => [
      disputed(view.books.disputes.filter(({ decision }) => !decision)),
      text("decision"),
      reason(),
    ],
    send: numbered,
  },
  "pay-owed": {
    in: null,
    when: (view) => Object.keys(view.books?.owed ?? {}).length,
    fields: (view) => [
      text("players", {
        kind: "checks",
        required: false,
        label: t("field.whom"),
        hint: t("field.whom-hint"),
        options: Object.entries(view.books.owed).map(([name, owed]) => ({
          value: name,
          label: `${personName(name)}, ${cash(owed)}`,
        })),
      }),
      picked("method", [], {
        options: ["account", "cash", "bank transfer", "cheque"].map((each) => ({
          value: each,
          label: t(`method.${each}`),
        })),
      }),
      text("reference", { required: false, hint: t("field.reference-hint") }),
    ],
  },
  "ask-review": {
    in: null,
    when: (view) => cases(view).some((each) => each.decision && !each.review_asked),
    fields: (view) => [disputed(cases(view).filter((each) => each.decision && !each.review_asked))],
    send: numbered,
  },
  "advise-complaint": {
    in: null,
    when: (view) => cases(view).some((each) => each.decision && !each.advised),
    fields: (view) => [disputed(cases(view).filter((each) => each.decision && !each.advised))],
    send: numbered,
  },
  "cancel-tournament": { in: ANY, danger: true, fields: () => [reason()] },
};

/** Return the acts that a user with these commands can do now, the next one first. */
export function actsFor(view, may) {
  const fits = ([name, { in: phases, when }]) =>
    may.has(name) && (!phases || phases.includes(view.card.phase)) && (!when || when(view));
  const found = Object.entries(ACTS).filter(fits).map(([name]) => name);
  const first = view.next?.do;
  return found.includes(first) ? [first, ...found.filter((name) => name !== first)] : found;
}
