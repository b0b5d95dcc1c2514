/** A table's devices as staff see them: their state, and what they and the dealer say differently. */
import { shownCard } from "./forms/cards-typed.js";
import { el } from "../shared/dom.js";
import { told } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { wagerWords } from "./names.js";

const STYLES = { relied: "ok", fault: "danger", revoked: "danger", idle: "" };

/** One device as a pill: its name, and whether play waits for it. */
export function devicePill(device) {
  const gone = device.relied && device.state === "relied" && !device.connected;
  const state = gone ? t("device.lost") : t(`device.state-${device.state}`);
  return el(
    "span",
    { class: `pill ${gone ? "danger" : STYLES[device.state]}`, role: "status" },
    t("device.pill", { name: device.name, state }),
  );
}

/** A device in words: its kind, its connection, its last word, and what is wrong with it. */
export function deviceWords(device) {
  const parts = [
    t(`device.${device.kind}`),
    t(device.connected ? "device.connected" : "device.lost"),
    device.heard
      ? t("device.heard", { time: told(device.heard, "time"), count: device.messages })
      : t("device.unheard"),
    device.waiting ? t("device.waiting", { count: device.waiting }) : "",
    device.note ? t("device.note", { note: device.note }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The sentence about what a device and the dealer say differently. */
export function differenceWords(found, table) {
  if (found.about === "chips") {
    return t("device.differs-chips", { ...found, on: wagerWords(table, found.on) });
  }
  const seen = shownCard(found.seen);
  if (found.about === "undealt") return t("device.differs-undealt", { ...found, seen });
  return t("device.differs-card", { ...found, seen, said: shownCard(found.said) });
}
