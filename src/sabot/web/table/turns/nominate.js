/** Another player turns the cards: who does which, by a supervisor's leave. */
import { ask, el } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { saidWith } from "../said/clauses.js";
import { handName } from "../said/spoken.js";

/** Who else sits here. */
const othersOf = (table, you) =>
  table.seats.filter(({ place, player }) => place && player !== you.name).map(({ player }) => player);

/** The command that lets others turn a hand, or null when the player thinks better of it. */
async function choose({ hand, slots, clause, nominees = {} }, table, you) {
  const names = [...othersOf(table, you), you.name];
  const choices = slots.map((slot, place) => {
    const options = names.map((name) => el("option", { value: name }, name === you.name ? t("nominate-self") : name));
    const select = el("select", { id: `nominee-${place}` }, options);
    select.value = nominees[slot] ?? names[0];
    return select;
  });
  const label = (place) => (slots.length === 1 ? t("nominate-one") : t("nominate-card", { number: place + 1 }));
  const pressed = await ask(
    t("nominate-title", { hand: handName(hand) }),
    [
      el("p", {}, saidWith(t("nominate-text"), clause)),
      choices.map((select, place) =>
        el("div", { class: "field" }, el("label", { for: select.id }, label(place)), select)
      ),
    ],
    [
      { value: "", label: t("cancel"), free: true },
      { value: "yes", label: t("nominate"), class: "primary" },
    ],
  );
  if (!pressed) return null;
  const chosen = choices.map(({ value }) => value);
  const same = chosen.every((name) => name === chosen[0]);
  return { do: "nominate-players", hand, player: you.name, nominees: same ? [chosen[0]] : chosen };
}

/** What stands below a hand: the button, who turns which card, or whose leave is needed first. */
export function nomination(offer, table, you, send) {
  if (!offer || !othersOf(table, you).length) return null;
  const { slots, clause, approved, nominees = {} } = offer;
  if (!approved) return el("p", { class: "turn-help" }, saidWith(t("nominate-leave"), clause));
  const turns = slots.filter((slot) => nominees[slot] && nominees[slot] !== you.name);
  const told = [...new Set(turns.map((slot) => nominees[slot]))].join(t("comma"));
  const open = async () => {
    const command = await choose(offer, table, you);
    if (command) await send(command);
  };
  return [
    told && el("p", { class: "turn-help" }, saidWith(t("nominate-turns", { players: told }), clause)),
    el(
      "button",
      { type: "button", class: "button", data: { nominate: offer.hand }, on: { click: open } },
      t(told ? "nominate-others" : "nominate-open"),
    ),
  ];
}
