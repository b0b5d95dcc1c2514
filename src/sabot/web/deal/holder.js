/** Who comes to the table: found by the Player Card that is scanned or typed, else by name. */
import { post } from "../shared/api.js";
import { refusalText } from "../shared/dom.js";
import { learnPeople, personBoth } from "../shared/said/called.js";
import { t } from "../shared/words.js";
import { fieldOf } from "../staff/forms/form.js";

const PATIENCE = 300;

/** Two fields: the card, and the player who is filled in from it. */
export function holderFields() {
  const card = fieldOf({ name: "card", kind: "text", label: t("field.card"), hint: t("hint.scan-card") });
  const player = fieldOf({ name: "player", kind: "text", label: t("field.player"), required: true });
  const told = document.createElement("output");
  told.className = "small";
  card.node.append(told);
  let asked = "";
  let waits = null;
  const look = async () => {
    clearTimeout(waits);
    const number = card.input.value.trim();
    if (number === asked) return;
    asked = number;
    told.textContent = "";
    if (!number) return;
    try {
      const found = await post("/api/cage/cards", { card: number });
      if (asked !== number) return;
      player.input.value = found.player;
      await learnPeople([found.player]);
      told.textContent = t("holder.is", { player: personBoth(found.player) });
    } catch (refused) {
      if (asked === number) told.textContent = refusalText(refused);
    }
  };
  card.input.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(look, PATIENCE);
  });
  card.input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || player.input.value) return; // the Enter of a card reader
    event.preventDefault();
    look();
  });
  return [card, player];
}
