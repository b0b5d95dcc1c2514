/** An undisclosed wager, shown to the supervisor who has read it in order to examine it. */
import { get } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { personName } from "../../shared/said/called.js";
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { wagerWords } from "../../staff/names.js";

export class Secret {
  constructor(place, id) {
    this.path = `/api/tables/${encodeURIComponent(id)}/forms`;
    this.host = el("p", { class: "undisclosed", "aria-live": "polite", hidden: true });
    place.append(this.host);
  }

  /** Show the form of the step that comes next, if this person may read it. */
  async show(table, next, role) {
    const player = next?.do === "examine-form" && role !== "dealer" ? next.fields.player : null;
    const key = JSON.stringify([player, document.documentElement.lang]);
    if (key === this.key) return;
    this.key = key;
    this.host.hidden = true;
    if (!player) return;
    const found = (await get(this.path).catch(() => [])).find((each) => each.player === player);
    if (!found || this.key !== key) return;
    const on = found.on ? wagerWords(table, found.on) : t("secret.blank");
    const amount = found.amount === null || found.amount === undefined
      ? t("secret.blank")
      : cash(found.amount, table.money);
    fill(this.host, t("secret.form", { player: personName(player), on, amount }));
    this.host.hidden = false;
  }
}
