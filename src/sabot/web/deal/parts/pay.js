/** What to take and what to pay to whom, in chips by denomination. */
import { personNode } from "../../shared/said/called.js";
import { el, fill } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { chipsList } from "../../staff/chips.js";
import { wagerWords } from "../../staff/names.js";

/** Payments in the order of seats: first what is taken, then those who are paid. */
export function showPay(place, table, staff) {
  const paid = staff.pay.filter((payment) => payment.pays > 0);
  const back = staff.pay.filter((payment) => payment.pays === 0 && payment.returns > 0);
  const taken = staff.pay.filter((payment) => payment.pays === 0 && payment.returns === 0);
  place.hidden = !staff.pay.length;
  fill(
    place,
    el("h2", {}, t("pay.title")),
    plain("pay.take", taken, table),
    plain("pay.back", back, table),
    (taken.length > 0 || back.length > 0) && paid.length > 0 && el("h3", {}, t("pay.pay")),
    paid.length
      ? el(
        "ul",
        { class: "payments" },
        paid.map((payment) => paymentView(payment, table)),
      )
      : el("p", { class: "muted" }, t("pay.nobody")),
  );
}

function who(payment, table) {
  const box = payment.box ? ` · ${t("hand.box", { box: payment.box })}` : "";
  return [
    payment.place && el("span", { class: "seat-number", title: t("field.place") }, payment.place),
    payment.place && " ",
    el("b", {}, personNode(payment.player)),
    " ",
    el("span", { class: "muted" }, `${wagerWords(table, payment.on)}${box}`),
  ];
}

function paymentView(payment, table) {
  return el(
    "li",
    { class: "payment" },
    el(
      "p",
      { class: "row apart" },
      el("span", {}, who(payment, table)),
      el(
        "span",
        {},
        el("b", { class: "amount" }, cash(payment.pays, table.money)),
        " ",
        el("span", { class: "clause" }, payment.clause),
      ),
    ),
    chipsList(payment.chips, table.money),
    payment.change?.length ? el("p", { class: "change-back" }, t("pay.change")) : null,
    payment.change?.length ? chipsList(payment.change, table.money) : null,
  );
}

function plain(title, payments, table) {
  if (!payments.length) return null;
  return [
    el("h3", {}, t(title)),
    el(
      "ul",
      { class: "plain" },
      payments.map((payment) =>
        el(
          "li",
          { class: "row apart" },
          el("span", {}, who(payment, table)),
          el("span", {}, cash(payment.live, table.money), " ", el("span", { class: "clause" }, payment.clause)),
        )
      ),
    ),
  ];
}
