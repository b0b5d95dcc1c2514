/** "Check this shoe": what bound the house before the cut, and each card of the coup, held against
 * the order that was shown afterwards. All of it is computed in this browser. */
import { get } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { stackDigest } from "../shared/seal.js";
import { t } from "../shared/words.js";

/** What is wrong with a shoe: [] if nothing is. */
async function faults({ digest, depth, salt, order, cards }) {
  const found = [];
  if ((await stackDigest(salt, order)) !== digest) found.push(t("shoe.not-bound"));
  const stack = order.split(" ");
  for (const { position, card, hand } of cards) {
    if (card && stack[(position + depth) % stack.length] !== card) found.push(t("shoe.wrong-card", { hand, card }));
  }
  return found;
}

async function verdict(shoe) {
  const bound = el(
    "p",
    { class: "small" },
    shoe.depth !== null && [t("shoe.cut", { depth: shoe.depth }), " "],
    t("shoe.bound"),
    " ",
    el("code", { class: "digest" }, shoe.digest),
  );
  if (shoe.order === null) {
    return [el("p", { role: "status" }, el("span", { class: "pill gold" }, t("shoe.in-use"))), bound];
  }
  const wrong = await faults(shoe);
  const seen = shoe.cards.filter(({ card }) => card).length;
  return [
    el(
      "p",
      { role: "status" },
      wrong.length
        ? [el("span", { class: "pill danger" }, t("shoe.fails")), " ", wrong.join(" ")]
        : [el("span", { class: "pill ok" }, t("shoe.holds")), " ", t("shoe.cards", { cards: seen })],
    ),
    bound,
    el(
      "details",
      {},
      el("summary", {}, t("shoe.order")),
      el("p", { class: "small" }, el("code", { class: "digest" }, shoe.salt)),
      el("p", { class: "small" }, el("code", { class: "digest" }, shoe.order)),
    ),
  ];
}

/** The panel for one coup of a table. */
export function shoePanel(table, coup) {
  const said = el("div", { class: "verdict" });
  const check = async () => {
    try {
      fill(said, await verdict(await get(`/api/tables/${encodeURIComponent(table)}/coups/${coup}/shoe`)));
    } catch (refused) {
      fill(said, el("p", { class: "error", role: "alert" }, refusalText(refused)));
    }
  };
  return el(
    "section",
    { class: "shoe-check" },
    el(
      "div",
      { class: "row apart" },
      el("h3", {}, t("shoe.title")),
      el("button", { type: "button", class: "button", on: { click: check } }, t("shoe.check")),
    ),
    el("p", { class: "small muted" }, t("shoe.text")),
    said,
  );
}
