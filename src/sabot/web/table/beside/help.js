/** Help at the table: how the game goes, what it pays, what was played, and a word with a supervisor. */
import { get } from "../../shared/api.js";
import { ask, el, fill } from "../../shared/dom.js";
import { minute } from "../../shared/said/minute.js";
import { fetchMore, t } from "../../shared/words.js";
import { clauseSwitch } from "../said/clauses.js";
import { coupName } from "../said/spoken.js";

const LONGEST = 500;

function disputes({ disputes: own = [] }) {
  if (!own.length) return null;
  return el(
    "ul",
    { class: "disputes" },
    own.map(({ number, about, decision, review }) =>
      el(
        "li",
        {},
        el("b", {}, t("dispute-n", { number })),
        ` ${about} `,
        el("span", { class: "muted" }, review ?? decision ?? t("dispute-open")),
      )
    ),
  );
}

/** What the player has to say about a coup, as a command; null when they think better of it. */
async function dispute(table, you) {
  const about = el("textarea", { id: "dispute-about", required: true, maxlength: LONGEST, rows: 3 });
  const newest = table.coup.number;
  const coups = [newest, newest - 1].filter((coup) => coup > 0);
  const coup = el(
    "select",
    { id: "dispute-coup" },
    el("option", { value: "" }, t("dispute-none")),
    coups.map((number) => el("option", { value: number }, coupName(table, number))),
  );
  coup.value = String(coups[table.phase === "betting" ? 1 : 0] ?? "");
  const pressed = await ask(
    t("dispute"),
    [
      el("p", {}, t("dispute-text")),
      disputes(you),
      el("div", { class: "field" }, el("label", { for: "dispute-coup" }, t("dispute-coup")), coup),
      el("div", { class: "field" }, el("label", { for: "dispute-about" }, t("dispute-about")), about),
    ],
    [
      { value: "", label: t("cancel"), free: true },
      { value: "say", label: t("dispute-send"), class: "primary" },
    ],
  );
  if (pressed !== "say" || !about.value.trim()) return null;
  const said = { do: "raise-dispute", player: you.name, about: about.value.trim() };
  return coup.value ? { ...said, coup: Number(coup.value) } : said;
}

/** The game in one minute, as soon as it has come. */
function howToPlay({ rulebook, edition }) {
  const list = el("ol", { class: "minute" });
  const path = `/api/rulebooks/${encodeURIComponent(rulebook)}/howto?edition=${encodeURIComponent(edition)}`;
  Promise.all([get(path), fetchMore("rules")]).then(
    ([howto, words]) =>
      fill(list, minute(howto, (key, slots) => t(key, slots, words)).map((said) => el("li", {}, said))),
    () => list.replaceWith(el("p", { class: "muted" }, t("how-failed"))),
  );
  return el("section", { class: "how" }, el("h3", {}, t("how-to-play")), list);
}

/**
 * The help of a table. The house edge of a wager is not shown to a seated player:
 * the page that has it opens away from the table. `again()` draws the page once clause numbers are wanted.
 * Resolves with "sign" for the odds that are paid, or with a command for the table, or null.
 */
export async function help(table, you, id, again) {
  const rules = `/rules/${encodeURIComponent(table.rulebook ?? "")}?edition=${encodeURIComponent(table.edition ?? "")}`;
  const link = (href, key) => el("a", { class: "button", href }, t(key));
  const pressed = await ask(
    t("help"),
    [
      table.rulebook && howToPlay(table),
      el(
        "nav",
        { class: "row" },
        link(rules, "rules"),
        you && link(`/history?table=${encodeURIComponent(id)}`, "history"),
      ),
      clauseSwitch(again),
      el("p", { class: "muted small" }, t(you?.at_table ? "worth-away" : "worth-here")),
    ],
    [
      { value: "", label: t("close"), free: true },
      ...(you ? [{ value: "dispute", label: t("dispute"), free: true }] : []),
      { value: "sign", label: t("sign-more"), class: "primary", free: true },
    ],
  );
  return pressed === "dispute" ? dispute(table, you) : pressed;
}
