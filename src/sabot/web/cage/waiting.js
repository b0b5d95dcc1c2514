/** What waits for a second person, each with a yes and a no. */
import { get, post } from "../shared/api.js";
import { learnTables, naming, personName, tableName } from "../shared/said/called.js";
import { el, fill, reason, refusalText, toast } from "../shared/dom.js";
import { cash, parse } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { has, own, t } from "../shared/words.js";

const LOOK_EVERY = 2000;

function dollars(text) {
  const cents = parse(String(text ?? ""));
  return cents === null ? String(text ?? "") : cash(cents);
}

function roleWords(role) {
  return has(`role.${role}`) ? t(`role.${role}`) : role;
}

/** Chips of a slip, by their value in dollars. */
const chipsSaid = (chips) =>
  Object.entries(chips)
    .sort(([one], [other]) => parse(other) - parse(one))
    .map(([value, pieces]) => `${pieces} × ${dollars(value)}`)
    .join(t("comma"));

const PERSONAL = ["player:", "person:"];

/** Whose statement it is, if it is about a person. */
const personOf = ({ stream, about }) => (PERSONAL.some((each) => stream.startsWith(each)) ? about : null);

/** What the statement would do, in a sentence. */
function act(row) {
  const { do: what, fields } = row;
  const about = row.called || personName(row.about);
  const method = t(`method.${fields.method ?? "cash"}`);
  if (what === "deposit") return t("cage.do-deposit", { name: about, amount: dollars(fields.amount), method });
  if (what === "withdraw") return t("cage.do-withdraw", { name: about, amount: dollars(fields.amount), method });
  if (what === "fill" || what === "credit") {
    return t(`cage.do-${what}`, {
      table: tableName(row.about),
      amount: dollars(fields.amount),
      slip: fields.slip ?? "",
    });
  }
  if (has(`cage.do-${what}`) && fields.counts) {
    const cents = Object.entries(fields.counts).reduce((sum, [value, pieces]) => sum + parse(value) * pieces, 0);
    const direction = fields.direction ? t(`cage.${fields.direction}`) : "";
    const table = row.stream.startsWith("table:") ? tableName(row.about) : "";
    const { drawer = "", seal = "" } = fields;
    return t(`cage.do-${what}`, { drawer, seal, table, amount: cash(cents), direction });
  }
  if (what === "enable-person") return t("cage.do-enable-person", { name: about, role: roleWords(row.has_role) });
  if (what === "adopt-policy") return t("cage.do-adopt-policy", { name: row.called });
  if (what === "issue-player-card") return t("cage.do-issue-player-card", { name: about });
  if (what === "set-thresholds") {
    return t("cage.do-set-thresholds", {
      deposit: dollars(fields.deposit),
      withdrawal: dollars(fields.withdrawal),
      cashier: fields.cashier ? dollars(fields.cashier) : "–",
    });
  }
  if (has(`cage.do-${what}`)) return t(`cage.do-${what}`, { name: about, role: roleWords(fields.to ?? "") });
  return t("cage.do-other", { name: about, act: own(row.said, row.said_words) || what });
}

export class Waiting {
  /** `decided` is called when something was confirmed or refused. */
  constructor(decided) {
    this.decided = decided;
    this.rows = null;
    this.node = el("div");
  }

  async load() {
    try {
      const rows = (await get("/api/statements")).filter(({ stream, by }) =>
        by === "cashier" || !stream.startsWith("table:")
      );
      if (JSON.stringify(rows) === JSON.stringify(this.rows)) return;
      if (rows.some(({ stream }) => stream.startsWith("table:"))) await learnTables();
      this.rows = rows;
      this.show();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  watch() {
    this.load();
    setInterval(() => document.visibilityState === "visible" && this.load(), LOOK_EVERY);
  }

  show() {
    if (!this.rows) return;
    fill(
      this.node,
      this.rows.length
        ? el("ul", { class: "waiting" }, this.rows.map((row) => this.row(row)))
        : el("p", { class: "empty" }, t("cage.nothing")),
    );
  }

  row(row) {
    const no = el(
      "button",
      { type: "button", class: "button", on: { click: () => this.answer(row, false) } },
      t(row.mine ? "cage.take-back" : "cage.refuse"),
    );
    const yes = el(
      "button",
      { type: "button", class: "button primary", on: { click: () => this.answer(row, true) } },
      t("cage.confirm"),
    );
    return el(
      "li",
      { data: { stream: row.stream, number: row.number } },
      el("b", {}, naming([personOf(row)], () => act(row))),
      row.fields.chips && el("p", {}, chipsSaid(row.fields.chips)),
      row.fields.reference && el("p", {}, t("cage.ref", { reference: row.fields.reference })),
      el(
        "p",
        { class: "muted small" },
        naming([row.stated_by], () =>
          t("cage.stated-by", {
            name: personName(row.stated_by),
            role: roleWords(row.role),
            time: told(row.at, "time"),
          })),
      ),
      !row.yours && el("p", { class: "muted" }, t(row.by === "player" ? "cage.asked-player" : "cage.not-yours")),
      (row.yours || row.mine) && el("div", { class: "row" }, row.yours && yes, no),
    );
  }

  async answer(row, confirm) {
    const why = confirm
      ? t("cage.seen")
      : await reason(t(row.mine ? "cage.why-take-back" : "cage.why-refuse"), t("cage.why-hint"));
    if (!confirm && !why) return;
    try {
      await post("/api/statements", {
        id: crypto.randomUUID(),
        stream: row.stream,
        number: row.number,
        confirm,
        reason: why,
      });
      toast(t(confirm ? "cage.confirmed" : row.mine ? "cage.taken-back" : "cage.refused"), "ok");
      this.decided();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
    await this.load();
  }
}
