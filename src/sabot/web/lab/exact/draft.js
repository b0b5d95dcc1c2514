/** A wager of one's own: its file's text is checked and priced. */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { field, worded } from "../../shared/said/worded.js";
import { wagerDetails } from "./sheet.js";

const EXAMPLE = `id = "panda-8"
name = "Panda 8"
game = "star-baccarat"

[[pays]]
odds = "25:1"
when = "player_total == 8 and player_cards == 3 and winner == 'player'"
`;

export class DraftPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.text = el("textarea", { rows: 12, spellcheck: "false", class: "mono", maxlength: 20000, id: "draft" });
    this.text.value = EXAMPLE;
    this.place = el("div", { class: "column", role: "status" });
    const price = worded("button", "lab.price", { class: "button primary" });
    const form = el(
      "form",
      { class: "panel", onsubmit: (event) => this.price(event) },
      worded("h2", "lab.part-draft"),
      field("lab.draft", this.text, "lab.draft-hint"),
      el("div", { class: "row" }, price),
    );
    this.node = el("div", { class: "column" }, form, this.place);
  }

  shown() {}

  changed() {}

  async price(event) {
    event.preventDefault();
    fill(this.place, worded("p", "loading", { class: "muted" }));
    try {
      const sheet = await post("/api/wagers", { text: this.text.value });
      const marked = sheet.changed.map((each) => el("p", { class: "muted small" }, each));
      const figures = sheet.wagers.map((each) => wagerDetails(each, true));
      fill(this.place, ...figures, ...marked);
    } catch (refused) {
      fill(this.place, el("p", { class: "empty", role: "alert" }, refusalText(refused)));
    }
  }
}
