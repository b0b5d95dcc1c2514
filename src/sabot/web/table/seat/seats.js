/** Who is at the table and what they have on it. */
import { el, fill } from "../../shared/dom.js";
import { short } from "../../shared/said/money.js";
import { language, t } from "../../shared/words.js";
import { ownStakes } from "../bets/stakes.js";
import { wagerName } from "../said/spoken.js";

const MOST = 2; // stakes of one player that are named; of more, how many more

function stakePills(table, layout, player) {
  const stakes = ownStakes(table, player);
  const more = stakes.slice(MOST).reduce((sum, { amount }) => sum + amount, 0);
  const pills = stakes.slice(0, MOST).map(({ on, box, amount }) => {
    const wager = table.wagers.find(({ id }) => id === on) ?? { id: on, name: on };
    const name = wagerName(layout, wager);
    return el(
      "span",
      { class: `stake tone-${layout.names[on]?.tone ?? "gold"}` },
      box ? `${box} ${name}` : name,
      " ",
      el("b", {}, short(amount)),
    );
  });
  return more ? [...pills, el("span", { class: "stake" }, "+", el("b", {}, short(more)))] : pills;
}

export class Seats {
  constructor(host) {
    this.host = host;
  }

  update(table, you, layout) {
    const made = JSON.stringify([
      table.seats,
      table.stakes,
      table.places,
      you?.name,
      you?.at_table,
      language(),
    ]);
    if (made === this.made) return;
    this.made = made;
    const sitting = new Map(
      table.seats.filter((seat) => seat.place).map((seat) => [seat.place, seat.player]),
    );
    const places = Array.from({ length: table.places }, (_, index) => index + 1);
    const standing = table.seats.filter((seat) => !seat.place).map((seat) => seat.player);
    this.host.setAttribute("aria-label", t("seats"));
    this.host.classList.toggle("seated", Boolean(you?.at_table));
    fill(
      this.host,
      places.map((place) => this.seat(table, you, layout, place, sitting.get(place))),
      standing.map((player) => this.seat(table, you, layout, null, player)),
    );
  }

  seat(table, you, layout, place, player) {
    const own = player !== undefined && player === you?.name;
    const label = !player ? t("place-free", { place }) : place ? t("place-taken", { place, player }) : player;
    return el(
      "li",
      { class: `seat ${player ? "taken" : "free"} ${own ? "own" : ""}` },
      el("span", { class: "seat-place", "aria-hidden": "true" }, place ?? "–"),
      el("span", { class: "visually-hidden" }, label),
      player && el("span", { class: "seat-name", "aria-hidden": "true" }, own ? t("you") : player),
      player && el("span", { class: "seat-stakes" }, stakePills(table, layout, player)),
    );
  }
}
