/** Gaming Limits: what holds now, what waits, and a form for each. */
import { el } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { amountField, amountIn, choice, smallForm } from "./forms.js";

const PERIODS = ["day", "week", "month"];

function amount(limit) {
  return t(`account.a-${limit.period ?? "day"}`, { amount: cash(limit.amount) });
}

/** An old limit stands until its time; the one that follows holds fully only from then on. */
function standing(limits, house) {
  const eases = limits.map(({ until }) => until).filter(Boolean).sort().at(-1);
  const rows = limits.map((limit) =>
    el(
      "li",
      { class: limit.until ? "old" : "own" },
      el("b", {}, amount(limit)),
      limit.until && el("span", { class: "pill" }, t("account.until", { time: told(limit.until) })),
      !limit.until && eases && el("span", { class: "pill gold" }, t("account.from", { time: told(eases) })),
    )
  );
  if (house) {
    rows.push(
      el("li", { class: "house" }, el("b", {}, amount(house)), el("span", { class: "pill" }, t("account.of-house"))),
    );
  }
  return rows.length ? el("ul", { class: "standing" }, rows) : el("p", { class: "muted" }, t("account.no-limit"));
}

/**
 * One kind of limit: `kind` is "deposit" or "loss", `limits` the player's own;
 * `commanded(amount, period)` sets one.
 */
function limitSection({ kind, limits, house, room, periods, set, commanded }) {
  const title = t(`account.${kind}-limit`);
  const fields = [
    amountField(`${kind}-limit`, t("account.new-limit")),
    periods && choice(`${kind}-period`, t("account.period"), PERIODS.map((period) => [period, t(`period.${period}`)])),
  ];
  const buttons = [
    { value: "set", label: t("account.set"), class: "primary" },
    limits.some(({ until }) => !until) && { value: "remove", label: t("account.remove"), free: true },
  ].filter(Boolean);
  return el(
    "section",
    { class: `limit ${kind}` },
    el("h3", {}, title),
    standing(limits, house),
    room !== null && el("p", {}, t(`account.${kind}-room`, { amount: cash(room) })),
    smallForm(title, fields, buttons, (elements, pressed) => {
      const amount = pressed === "remove" ? null : amountIn(elements[`${kind}-limit`]);
      return set(commanded(amount, elements[`${kind}-period`]?.value));
    }),
  );
}

/** The panel of both limits; `set(command)` sends one. */
export function limitsPanel(account, set) {
  return el(
    "section",
    { class: "panel limits" },
    el("h2", {}, t("account.limits")),
    el("p", { class: "muted" }, t("account.limits-text")),
    el(
      "div",
      { class: "both" },
      limitSection({
        kind: "deposit",
        limits: account.deposit_limits,
        house: account.house_deposit,
        room: account.deposit_room,
        periods: false,
        set,
        commanded: (amount) => ({ do: "set-deposit-limit", amount }),
      }),
      limitSection({
        kind: "loss",
        limits: account.loss_limits,
        house: account.house_loss,
        room: account.loss_room,
        periods: true,
        set,
        commanded: (amount, period) => ({ do: "set-loss-limit", amount, period }),
      }),
    ),
  );
}
