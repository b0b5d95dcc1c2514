/** Bets that a player likes: saved by name of the game, and laid again with one tap. */
import { ask, el, fill } from "../../shared/dom.js";
import { cashShort } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { ownStakes } from "./stakes.js";
import { wagerName } from "../said/spoken.js";

const MOST = 4;
const OWN = "own"; // a box of one's own, whichever it is that night

const keyFor = (table, you) => `sabot.favourites.${you.name}.${table.rulebook}`;

function read(table, you) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyFor(table, you)));
    return Array.isArray(kept) ? kept.slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function write(table, you, kept) {
  localStorage.setItem(keyFor(table, you), JSON.stringify(kept.slice(0, MOST)));
}

function words(table, layout, stakes) {
  const name = (on) => wagerName(layout, table.wagers.find(({ id }) => id === on) ?? { id: on, name: on });
  return stakes.map(({ on, amount }) => `${name(on)} ${cashShort(amount, table.money)}`).join(t("comma"));
}

/** What lies now, or lay in the last coup, as a favourite: [{on, box, amount}]. */
function worthKeeping(table, you, last) {
  const lying = ownStakes(table, you.name);
  return (lying.length ? lying : last)
    .filter(({ on }) => !table.wagers.find(({ id }) => id === on)?.with_decision)
    .map(({ on, box, amount }) => ({ on, box: box ? OWN : null, amount }));
}

/** Choose a favourite, or save one; resolves with the stakes to lay, or null. */
export async function favourite(table, you, layout, last) {
  const kept = read(table, you), fresh = worthKeeping(table, you, last);
  const known = kept.some((each) => JSON.stringify(each) === JSON.stringify(fresh));
  const list = el("ul", { class: "favourites" });
  const drawn = () => fill(list, kept.map((stakes, index) => line(stakes, index)));
  const line = (stakes, index) => {
    const said = words(table, layout, stakes);
    const forget = el(
      "button",
      { type: "button", class: "button quiet", "aria-label": t("forget-bet", { bet: said }) },
      "×",
    );
    forget.onclick = () => {
      kept.splice(index, 1);
      write(table, you, kept);
      drawn();
    };
    return el("li", {}, el("button", { class: "button", value: String(index) }, said), forget);
  };
  drawn();
  const pressed = await ask(t("favourites"), kept.length ? list : el("p", { class: "muted" }, t("no-favourites")), [
    { value: "", label: t("close"), free: true },
    ...(fresh.length && !known
      ? [{ value: "save", label: t("save-bet", { bet: words(table, layout, fresh) }), class: "primary" }]
      : []),
  ]);
  if (pressed === "save") write(table, you, [fresh, ...kept]);
  const chosen = pressed && pressed !== "save" ? kept[Number(pressed)] : null;
  return chosen?.map((stake) => ({ ...stake, box: stake.box === OWN ? (you.boxes?.[0] ?? null) : null })) ?? null;
}
