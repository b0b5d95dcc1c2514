/** The receipt of a player's last visit: a proof file that any tool of the standard verifies, and a QR code of it. */
import { post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { t } from "../shared/words.js";

function shown({ file, digest, svg, events, size }) {
  const url = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  return [
    el("p", {}, t("account.receipt-made", { events, size })),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: url, download: "visit.json" }, t("account.receipt-file")),
    ),
    el("img", {
      class: "receipt-code",
      src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      alt: t("account.receipt-code"),
      width: 300,
      height: 300,
    }),
    el("p", { class: "small muted" }, t("account.receipt-code")),
    el("p", { class: "small" }, el("code", { class: "digest" }, digest)),
  ];
}

/** The panel; the receipt is made when it is asked for. */
export function receiptPanel() {
  const place = el("div", { id: "receipt", "aria-live": "polite" });
  const make = async () => {
    try {
      fill(place, shown(await post("/api/account/receipt")));
    } catch (refused) {
      fill(place, el("p", { class: "error", role: "alert" }, refusalText(refused)));
    }
  };
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("account.receipt")),
    el("p", { class: "muted" }, t("account.receipt-text")),
    el(
      "button",
      { type: "button", class: "button", id: "make-receipt", on: { click: make } },
      t("account.receipt-make"),
    ),
    place,
  );
}
