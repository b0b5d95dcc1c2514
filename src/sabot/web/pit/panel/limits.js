/** The sign, what is announced with its clock, who keeps an old minimum, and restricted bets. */
import { naming, personName } from "../../shared/said/called.js";
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { wagerWords } from "../../staff/names.js";
import { signWords } from "../signs.js";
import { acts, clause, fact, facts, list } from "../parts.js";

export function limitsTab(given) {
  const { table, staff, choices } = given;
  const kept = staff.patrons.filter((patron) => patron.old_least != null || patron.kept);
  const posted = (table.sign?.posted ?? []).map((sign) => signView(sign, choices, table));
  const keeps = ({ player, old_least: least, kept: bets = {} }) => {
    const lines = Object.entries(bets).map(([id, amount]) => `${wagerWords(table, id)} ${cash(amount, table.money)}`);
    const all = [least != null && cash(least, table.money), ...lines].filter(Boolean).join(", ");
    return el("li", {}, naming([player], () => t("pit.keeps", { player: personName(player), least: all })));
  };
  return [
    table.sign && limits(table, choices),
    el("h3", {}, t("pit.signs")),
    list(posted, "pit.no-signs", "signs"),
    el("h3", {}, t("pit.protected")),
    list(kept.map(keeps), "pit.nobody-protected", "bullets"),
    restricted(table, staff),
    acts("limits", given),
  ];
}

function limits({ sign, money }, choices) {
  return facts(
    fact("limits", `${cash(sign.least, money)} – ${cash(sign.most, money)}`, choices.change_limits?.clause),
    sign.unit && fact("field.unit", cash(sign.unit, money)),
    sign.area && fact("field.area_maximum", cash(sign.area, money)),
    sign.differential && fact("field.differential", cash(sign.differential, money)),
    sign.positions != null && fact("field.positions", sign.positions),
  );
}

function restricted(table, staff) {
  const bets = Object.entries(staff.restricted);
  if (!bets.length) return null;
  const lines = bets.map(([wager, by]) => el("li", {}, wagerWords(table, wager), " ", clause(by)));
  return [el("h3", {}, t("pit.restricted")), el("ul", { class: "bullets" }, lines)];
}

function signView(sign, choices, table) {
  const rule = choices.signs.find((each) => each.name === sign.kind);
  const times = { at: told(sign.posted), ready: told(sign.takes_effect) };
  const clock = { class: "tick clock", role: "timer", "aria-label": t("pit.sign-clock") };
  return el(
    "li",
    { class: "sign" },
    el("b", {}, signWords(sign, table)),
    " ",
    clause(rule?.clause),
    el("span", { class: "muted small" }, t("pit.posted", times)),
    el("span", { ...clock, data: { until: sign.takes_effect } }),
  );
}
