/** The float by chip, and the fill that is asked for. */
import { el, fill } from "../../shared/dom.js";
import { naming, personName } from "../../shared/said/called.js";
import { cash } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { chipsList, trayView } from "../../staff/chips.js";

/** `form(name)` opens the form of a command, `send(command)` sends one; `may` are those that may be sent. */
export function showTray(place, { table, staff }, { may, form, send }) {
  const shown = trayView(staff, table.money);
  place.hidden = !shown;
  if (!shown) return;
  const asks = may.has("request-fill") && !staff.fill_asked && staff.shift?.is_open;
  fill(
    place,
    el(
      "details",
      { open: place.querySelector("details")?.open ?? false },
      el("summary", {}, t("tray.title", { amount: cash(staff.float, table.money) })),
      shown,
    ),
    staff.fill_asked && asked(staff.fill_asked, table, may, send),
    el(
      "div",
      { class: "row" },
      asks && button(t("do.request-fill"), () => form("request-fill")),
      may.has("colour-up") && staff.patrons.length > 0 && button(t("do.colour-up"), () => form("colour-up")),
      may.has("colour-change") && staff.patrons.length > 0 &&
        button(t("do.colour-change"), () => form("colour-change")),
    ),
  );
}

const button = (label, act) => el("button", { type: "button", class: "button", on: { click: act } }, label);

/** The fill that is asked for, by whom and since when. */
function asked({ amount, by, at, chips }, table, may, send) {
  const words = () =>
    t("tray.asked", { amount: cash(amount, table.money), person: personName(by), time: told(at, "time") });
  return el(
    "div",
    { class: "fill-asked" },
    naming([by], words, { class: "banner", role: "status" }),
    chips.length > 0 && chipsList(chips, table.money, "chips small-chips"),
    may.has("cancel-fill-request") &&
      button(t("do.cancel-fill-request"), () => send({ do: "cancel-fill-request" })),
  );
}
