/** The game in one minute: what it is about, a coup card by card, and what each wager costs. */
import { get } from "../shared/api.js";
import { cardFace } from "../shared/cards/cards.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { minute } from "../shared/said/minute.js";
import { cashShort } from "../shared/said/money.js";
import { t, wordOr } from "../shared/words.js";
import { columns, scroller, worded } from "../shared/said/worded.js";

const STEP = 900;
const STAKE = 10000;
const handName = (hand) => (hand.startsWith("box") ? t("howto.box") : t(`hand.${hand}`));

export class HowToPart {
  constructor(book) {
    this.book = book;
    this.node = el("div", { class: "column howto" });
    this.board = el("div", { class: "example" });
    this.prices = el("div", {});
    document.addEventListener("language", () => this.howto && this.show());
  }

  async load() {
    if (this.howto) return;
    const id = encodeURIComponent(this.book.id);
    const priced = get(`/api/paytables/${id}`).catch((refused) => ({ refused }));
    this.howto = await get(`/api/rulebooks/${id}/howto?edition=${encodeURIComponent(this.book.version)}`);
    this.show();
    this.sheet = await priced; // exact odds take longer than words
    fill(this.prices, this.worth());
  }

  nameOf(wager, name) {
    return wordOr(`wager.${wager}`, name);
  }

  show() {
    fill(this.prices, this.sheet && this.worth());
    fill(
      this.node,
      el(
        "section",
        { class: "panel" },
        worded("h2", "howto.minute"),
        el("ol", { class: "minute" }, minute(this.howto, t).map((said) => el("li", {}, said))),
      ),
      el("section", { class: "panel" }, worded("h2", "howto.example"), this.board),
      el("section", { class: "panel" }, worded("h2", "howto.worth"), this.prices),
      el("p", {}, el("a", { class: "button", href: "#clauses" }, t("howto.clauses"))),
    );
    this.deal();
  }

  /** Play the example card by card once it is in view, or show all of it at once with reduced motion. */
  deal() {
    clearInterval(this.dealing);
    this.seen?.disconnect();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.drawBoard(still ? this.howto.dealt.length : 0);
    if (still) return;
    this.seen = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      this.seen.disconnect();
      this.play();
    }, { threshold: 0.6 });
    this.seen.observe(this.board);
  }

  play() {
    const { dealt } = this.howto;
    let shown = 0;
    this.dealing = setInterval(() => {
      shown += 1;
      this.drawBoard(shown);
      if (shown >= dealt.length || !this.board.isConnected) clearInterval(this.dealing);
    }, STEP);
  }

  drawBoard(shown) {
    const { dealt, counts, paid, printed } = this.howto;
    const last = dealt[shown - 1];
    const hands = Object.keys(counts).map((hand) =>
      this.hand(
        hand,
        dealt.slice(0, shown).filter((each) => each.hand === hand),
        hand === "player" ? printed : [],
        last,
      )
    );
    const over = shown >= dealt.length;
    fill(
      this.board,
      el("div", { class: "felted" }, hands),
      el(
        "p",
        { class: "step", role: "status" },
        last
          ? [
            t("howto.step", { card: cardFaceName(last.card), hand: handName(last.hand), count: last.count }),
            " ",
            el("a", { class: "clause", href: `#clause-${last.clause.split("(")[0]}` }, last.clause),
          ]
          : " ",
      ),
      el(
        "div",
        { class: over ? "paid" : "paid waits" },
        el("p", {}, t("howto.stake", { stake: cashShort(STAKE) })),
        el(
          "ul",
          {},
          paid.map((each) =>
            el(
              "li",
              { class: each.outcome },
              `${this.nameOf(each.wager, each.name)} ${t(`howto.${each.outcome}`, { pays: cashShort(each.pays) })}`,
            )
          ),
        ),
      ),
      worded("button", "howto.again", { type: "button", class: "quiet", disabled: !over, onclick: () => this.deal() }),
    );
  }

  hand(hand, cards, printed, last) {
    const count = cards.length ? t("howto.total", { hand: handName(hand), count: cards.at(-1).count }) : handName(hand);
    return el(
      "div",
      { class: "hand" },
      el("strong", {}, count),
      el(
        "div",
        { class: "cards" },
        printed.map(cardFace),
        cards.map((each) => {
          const face = cardFace(each.card);
          if (each === last) face.classList.add("arrives");
          return face;
        }),
      ),
    );
  }

  /** What every wager is worth from a full shoe; players at a table are told to leave it first. */
  worth() {
    const { refused, wagers } = this.sheet;
    if (refused) return el("p", { class: "muted" }, refusalText(refused));
    const rows = wagers.map((each) => {
      const lines = this.book.wagers.find(({ id }) => id === each.wager)?.lines ?? [];
      const pays = [...new Set(lines.filter(({ pays: odds }) => odds !== "standoff").map(({ pays: odds }) => odds))];
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, this.nameOf(each.wager, each.name)),
        el("td", {}, pays.join(", ")),
        el("td", { class: "number" }, `$${(100 * each.edge).toFixed(2)}`),
        el("td", { class: "number" }, each.hit ? t("howto.once", { many: (1 / each.hit).toFixed(1) }) : ""),
      );
    });
    return el(
      "div",
      {},
      worded("p", "howto.edges", { class: "muted small" }),
      scroller(
        "howto.worth",
        el(
          "table",
          { class: "data" },
          columns(["howto.wager", "howto.pays", "howto.edge", "howto.wins"], [2, 3]),
          el("tbody", {}, rows),
        ),
      ),
    );
  }
}

function cardFaceName(name) {
  const suits = { S: "♠", H: "♥", D: "♦", C: "♣" };
  return `${name[0] === "T" ? "10" : name[0]}${suits[name[1]] ?? ""}`;
}
