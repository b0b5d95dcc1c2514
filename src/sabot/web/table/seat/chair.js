/** The buttons with which a player sits down, leaves, sits a coup out, and asks for a playing area. */
import { toast } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { askToLeave, askToSit } from "./sitting.js";

/** Whether wagers lie on playing areas here, and this player has to wait for one. */
function isWithoutArea({ wagers, seats, places }, { boxes = [] }) {
  const taken = new Set(seats.flatMap((seat) => seat.boxes ?? []));
  return wagers.some((wager) => wager.per_box) && !boxes.length && taken.size >= places;
}

export class Chair {
  /** `at` finds the buttons; `send(command)` asks the table and shows its refusal, `tell` shows one. */
  constructor(at, { live, send, tell }) {
    Object.assign(this, { live, tell });
    Object.assign(this, {
      seat: at("seat-button"),
      out: at("sit-out"),
      area: at("ask-area"),
    });
    this.seat.addEventListener("click", () => this.use());
    this.out.addEventListener("click", async () => {
      if (await send({ do: "sit-out", player: live.state.you.name })) toast(t("sat-out"), "ok");
    });
    this.area.addEventListener("click", async () => {
      if (await send({ do: "ask-for-box", player: live.state.you.name })) toast(t("asked-area"), "ok");
    });
  }

  /** `waits` is how many of the player's own drops are on their way. */
  update(table, you, waits) {
    const sitsByDraw = (table.money ?? "$") !== "$" && !you?.at_table; // the heat's own button is for that
    this.seat.hidden = !you || table.phase === "closed" || sitsByDraw;
    this.seat.textContent = t(you?.at_table ? "leave" : "sit");
    this.seat.classList.toggle("primary", !you?.at_table);
    this.out.hidden = !you?.may_sit_out || waits > 0;
    this.out.textContent = t("sit-out");
    this.area.hidden = !you?.at_table || !isWithoutArea(table, you);
    this.area.textContent = t("ask-area");
  }

  /** Ask a player who has chosen this table in the lobby for the buy-in at once. */
  comeFromLobby(id) {
    const chosen = sessionStorage.getItem("sabot.sit");
    sessionStorage.removeItem("sabot.sit");
    const { you } = this.live.state;
    if (chosen === id && you && !you.at_table) this.use();
  }

  /** Leave, or sit down: either is asked first. */
  async use() {
    const { table, you } = this.live.state;
    try {
      const command = await (you.at_table ? askToLeave : askToSit)(table, you);
      if (!command) return;
      const { events = [] } = await this.live.send(command);
      if (events.some((event) => event.what.startsWith("statement-made/"))) toast(t("leave-counted"));
    } catch (refused) {
      this.tell(refused);
    }
  }
}
