/** Papers of the cage to print: the receipt of the last payment, and slips by their number. */
import { get, post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { learnPeople, learnTables, personName, tableName } from "../shared/said/called.js";
import { cash } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { field, worded } from "../shared/said/worded.js";

/** Those who sign each paper. */
const SIGNERS = {
  fill: ["cage.sign-pit", "cage.sign-cage"],
  credit: ["cage.sign-pit", "cage.sign-cage"],
  drop: ["cage.sign-taken", "cage.sign-witness"],
  count: ["cage.sign-first", "cage.sign-second"],
};

/** Lines to sign on, with what each is for and the name below it where it is known. */
function signatures(keys, names) {
  return el(
    "div",
    { class: "signatures" },
    keys.map((key, place) => el("p", {}, el("span", {}, t(key)), el("b", {}, names[place] || "\u00a0"))),
  );
}

const facts = (rows) =>
  el("dl", { class: "facts" }, rows.map(([key, said]) => [el("dt", {}, t(key)), el("dd", {}, said)]));

/** Chips, or notes and coins, with what each kind is worth, and the total. */
function piecesTable({ pieces, total }) {
  const rows = Object.entries(pieces).sort(([one], [other]) => Number(other) - Number(one));
  return el(
    "table",
    { class: "data pieces-of" },
    el(
      "thead",
      {},
      el("tr", {}, ["cage.paper-value", "cage.paper-pieces", "cage.paper-amount"].map((key) => el("th", {}, t(key)))),
    ),
    el(
      "tbody",
      {},
      rows.map(([value, number]) =>
        el(
          "tr",
          {},
          el("td", {}, cash(Number(value))),
          el("td", {}, number),
          el("td", {}, cash(Number(value) * number)),
        )
      ),
    ),
    el("tfoot", {}, el("tr", {}, el("th", { colspan: 2 }, t("cage.paper-total")), el("td", {}, cash(total)))),
  );
}

function paper(each) {
  const { kind, number, table, at, total, signed_by: names } = each;
  return el(
    "article",
    { class: "paper" },
    el("h2", {}, t(`cage.paper-${kind}`, { number })),
    facts([["cage.receipt-time", exact(at)], ["cage.paper-table", tableName(table)]]),
    total === null ? null : piecesTable(each),
    signatures(SIGNERS[kind], names.map(personName)),
  );
}

export class Receipts {
  constructor() {
    this.node = el("section", { class: "panel receipt", hidden: true });
    this.receipt = null;
    this.papers = null;
    this.again = this.search("receipt", (number) => this.load(encodeURIComponent(number)));
    this.slips = this.search("slip", (number) => this.loadSlips(number));
  }

  /** A form that shows an earlier paper by its number. */
  search(kind, load) {
    const number = el("input", { required: true, autocomplete: "off", maxlength: kind === "slip" ? 60 : 12 });
    const answer = el("p", { class: "said", role: "status" });
    const send = async (event) => {
      event.preventDefault();
      fill(answer);
      try {
        await load(number.value.trim());
      } catch (refused) {
        fill(answer, el("span", { class: "error" }, refusalText(refused)));
      }
    };
    return el(
      "form",
      { class: `panel desk ${kind}-again`, onsubmit: send },
      worded("h2", kind === "slip" ? "cage.print-slip" : "cage.print-again"),
      field(`cage.${kind}-number`, number),
      answer,
      worded("button", `cage.show-${kind}`, { class: "button" }),
    );
  }

  async loadSlips(number) {
    const { papers } = await post("/api/cage/slips", { number });
    await Promise.all([learnTables(), learnPeople(papers.flatMap((each) => each.signed_by))]);
    this.papers = papers;
    this.show();
    this.node.scrollIntoView({ block: "nearest" });
  }

  async load(number) {
    this.papers = null;
    this.receipt = await get(`/api/cage/receipts/${number}`);
    await learnPeople([this.receipt.by]);
    this.show();
    return this.receipt;
  }

  show() {
    if (this.papers) return void this.put(this.papers.map(paper));
    if (!this.receipt) return;
    const { number, at, do: what, amount, method, reference, by, balance, called } = this.receipt;
    const rows = [
      ["cage.receipt-time", exact(at)],
      ["cage.receipt-player", called],
      [`cage.receipt-${what}`, cash(amount)],
      ["cage.method", t(`method.${method}`)],
      ["cage.reference", reference],
      ["cage.receipt-balance", cash(balance)],
      ["cage.receipt-by", personName(by)],
    ];
    const names = [personName(by), called];
    this.put([
      el(
        "article",
        { class: "paper" },
        el("h2", {}, t("cage.receipt", { number })),
        facts(rows),
        signatures(["cage.receipt-by", "cage.receipt-player"], names),
      ),
    ]);
  }

  put(papers) {
    this.node.hidden = false;
    const print = () => globalThis.print();
    fill(this.node, papers, el("button", { type: "button", class: "button print", onclick: print }, t("cage.print")));
  }
}
