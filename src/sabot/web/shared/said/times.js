/** When something was or will be, by the casino's clock. The log and every answer of the server are
 * in UTC; what a person reads is in the casino's zone, and the page says once which that is. */
import { el } from "../dom.js";
import { locale, t, zone } from "../words.js";

const FORMS = {
  moment: { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  weekday: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  long: { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
const EXACT = { dateStyle: "short", timeStyle: "medium" };

/** A moment in words: "moment", "time", "weekday" or "long"; nothing for none. */
export function told(iso, form = "moment") {
  if (!iso) return "";
  note();
  return new Intl.DateTimeFormat(locale(), { ...FORMS[form], timeZone: zone() }).format(new Date(iso));
}

/** To the second, as lists and protocols have it: "2026-11-18 00:05:09". */
export function exact(iso, where = null) {
  if (!iso) return "";
  if (!where) note();
  return new Intl.DateTimeFormat("sv-SE", { ...EXACT, timeZone: where ?? zone() }).format(new Date(iso));
}

/** The casino's day: "2026-11-18". */
export const dayOf = (iso) => exact(iso).slice(0, 10);

/** "20:15:30" */
export const clockOf = (iso) => exact(iso).slice(11);

/** A time that lasts, in hours and minutes: "1 h 20 min". */
export function lasting(seconds) {
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours ? t("lasting-hours", { hours, minutes: rest }) : t("lasting-minutes", { minutes });
}

/** A moment as a field for date and time has it. */
export const inField = (iso) => exact(iso).replace(" ", "T");

/** What stands in such a field, as commands and questions want it, in UTC; nothing for none. */
export function instantOf(field) {
  if (!field) return "";
  const as = Date.parse(`${field}Z`);
  const off = (at) => Date.parse(`${inField(at)}Z`) - at;
  const near = as - off(as);
  return new Date(as - off(near)).toISOString();
}

let noted = null;

/** Whose clock it is: in the place that the page has for it, else below everything. */
function note() {
  if (noted) return;
  noted = document.querySelector("[data-zone]") ?? document.body.appendChild(el("p", { class: "zone-note" }));
  sayZone();
}

function sayZone() {
  const form = new Intl.DateTimeFormat(locale(), { timeZone: zone(), timeZoneName: "longGeneric" });
  const place = form.formatToParts().find(({ type }) => type === "timeZoneName").value;
  noted.textContent = t("times-are", { place, zone: zone() });
}

document.addEventListener("language", () => noted && sayZone());
