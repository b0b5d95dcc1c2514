/** Terms in words, for readers who do not read the form. */
import { el } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { locale, own, t, wordOr } from "../shared/words.js";

export const TERMS = [
  "awarded",
  "where",
  "when",
  "eligible",
  "minimum_wager",
  "nature",
  "entries_close",
  "held",
  "claim",
  "claim_days",
  "attendance",
  "notified",
  "published",
  "delivery",
  "marketing",
  "available",
  "scrutineer",
];
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86400e3;
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** A choice of the form in words: "kind" "real-estate". */
export const choiceWords = (key, value) => (value ? t(`promote.${key}-${value}`) : "—");

/** A game by its id; `called` has the English names of what the terms speak of. */
export const bookWords = (id, called) => wordOr(`title.${id}`, called[id] ?? id);

const dayWords = (day) =>
  new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(MONDAY + DAY * DAYS.indexOf(day));

function said(key, value) {
  if (value === true || value === false) return t(value ? "yes" : "no");
  return ["when", "entries_close"].includes(key) ? told(value, "weekday") : String(value);
}

const row = (label, text) => [el("dt", {}, label), el("dd", {}, text)];

function prize(each, number) {
  const instead = each.money_instead && each.money_instead !== "none"
    ? `${t("promote.key-money_instead")}${t("colon")}${choiceWords("money_instead", each.money_instead)}`
    : null;
  const parts = [
    choiceWords("kind", each.kind),
    own(each.description, { zh: each.description_zh }),
    each.value != null && cashShort(each.value),
    each.conditions && `${t("promote.key-conditions")}${t("colon")}${each.conditions}`,
    instead,
  ];
  return row(t("promote.prize-number", { number }), parts.filter(Boolean).join(" · "));
}

/** One way to earn tickets, and how many. */
function way(
  { on, wager, outcome, odds, minimum, days = [], tables = [], tickets = 1, most_a_day: most },
  called,
  tableName,
) {
  const parts = [
    choiceWords("on", on),
    wager && wordOr(`wager.${wager}`, called[wager] ?? wager),
    outcome && choiceWords("outcome", outcome),
    odds,
    minimum != null && `${t("promote.key-minimum")} ${cashShort(minimum)}`,
    days.map(dayWords).join(t("list-comma")),
    tables.map(tableName).join(t("list-comma")),
    most != null && t("promote.most", { most }),
  ];
  return row(
    t(tickets === 1 ? "promote.one-ticket" : "promote.so-many-tickets", { tickets }),
    parts.filter(Boolean).join(" · "),
  );
}

/** All of them as a list; `tableName` says what a table is called. */
export function termsTold({ terms: form, called }, tableName) {
  const { terms = {}, prizes = [], earns = [] } = form;
  const spoken = TERMS.filter((key) => terms[key] !== undefined && terms[key] !== null);
  return el(
    "dl",
    { class: "facts terms" },
    spoken.map((key) => row(t(`promote.key-${key}`), said(key, terms[key]))),
    prizes.map((each, index) => prize(each, index + 1)),
    earns.map((each) => way(each, called, tableName)),
  );
}
