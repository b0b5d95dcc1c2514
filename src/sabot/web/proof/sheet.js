/** The report itself: plain sentences, the digests that they rest on, and the JSON behind them. */
import { personBoth, streamName, tableName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { cash, gain } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { titleOf, versionOf } from "../shared/said/titles.js";
import { own, t, wordOr } from "../shared/words.js";

const whole = new Intl.NumberFormat("en-AU");
const number = (value) => (typeof value === "number" ? whole.format(value) : value);

/** Points that no log can verify. */
const BEYOND = ["persons", "felt", "program"];

/** "fails" if anything does not hold, "partly" if something was not verified, else "whole". */
export function verdictOf({ checks }) {
  if (checks.some(({ held }) => held === false)) return "fails";
  return checks.some(({ held }) => held === null) ? "partly" : "whole";
}

export function sheet({ proof, coup, who, at }) {
  const verdict = verdictOf(proof);
  return [
    el(
      "header",
      {},
      el("p", { class: "kicker" }, t("proof.kicker")),
      el("h1", {}, subject(proof)),
      el(
        "p",
        { class: "muted" },
        t("proof.made", {
          at: exact(at),
          who: personBoth(who.name),
          role: t(`role.${who.role}`),
          release: proof.release,
        }),
      ),
    ),
    el("p", { class: `verdict ${verdict}`, data: { verdict } }, t(`proof.verdict-${verdict}`)),
    section("proof.about", about(proof), coup && coupTold(coup)),
    listed("proof.verified", proof.checks.filter(({ held }) => held === true), "ok"),
    listed("proof.fails", proof.checks.filter(({ held }) => held === false), "danger"),
    unverified(proof),
    findings(proof),
    section("proof.digests", digests(proof)),
    section("proof.yourself", yourself(proof)),
    el(
      "details",
      { class: "behind" },
      el("summary", {}, t("proof.json")),
      el("pre", { tabindex: 0 }, JSON.stringify(proof, null, 2)),
    ),
  ];
}

function subject({ about, table, number: which, player }) {
  return t(`proof.subject-${about}`, { table: tableName(table), number: which, player: player && personBoth(player) });
}

function section(key, ...children) {
  return el("section", {}, el("h2", {}, t(key)), children);
}

function about(proof) {
  const { coups, staked, returned } = proof;
  const facts = [
    ["proof.game", `${titleOf(proof)}${t("comma")}${versionOf(proof.edition)}`],
    ["proof.events", t("proof.from-to", { first: number(proof.first), last: number(proof.last) })],
    ["proof.time", `${exact(proof.first_at)} – ${exact(proof.last_at)}`],
    ["proof.coups", coupsText(coups)],
    [
      proof.player ? "proof.own-money" : "proof.money",
      t("proof.in-and-out", { staked: cash(staked), returned: cash(returned), net: gain(returned - staked) }),
    ],
  ];
  return [
    el("dl", {}, facts.map(([key, text]) => [el("dt", {}, t(key)), el("dd", {}, text)])),
    !proof.over && el("p", { class: "note" }, t("proof.not-over")),
  ];
}

function coupsText(coups) {
  if (!coups.length) return t("proof.no-coups");
  if (coups.length === 1) return String(coups[0]);
  return t("proof.coup-list", { count: number(coups.length), first: coups[0], last: coups.at(-1) });
}

/** The coup in the sentences of its log, and how each wager ended. */
function coupTold(coup) {
  return [entriesTold(coup), settlement(coup)];
}

function settlement({ settlement: ends, names }) {
  if (!ends.length) return null;
  const row = (end) =>
    el(
      "li",
      { class: end.undone ? "undone" : null },
      t("proof.ended", {
        player: personBoth(end.player),
        wager: wagerText(names, end),
        staked: cash(end.staked),
        outcome: t(`outcome.${end.outcome}`),
        back: cash(end.returned + end.returns),
        clause: end.clause,
      }),
    );
  return el("ul", { class: "ends" }, ends.map(row));
}

function wagerText(names, { on, box }) {
  const name = wordOr(`wager.${on}`, names[on] ?? on);
  return box ? `${name}, ${t("hand.box", { box })}` : name;
}

function entriesTold({ entries }) {
  return el(
    "ol",
    { class: "told" },
    entries.map((entry) =>
      el(
        "li",
        { value: entry.seq },
        own(entry.text, entry.words),
        entry.clause && el("span", { class: "clause" }, ` ${t("clause", { clause: entry.clause })}`),
      )
    ),
  );
}

/** "chain" and the like, as a sentence with its figures. */
function sentence({ check, held, why, figures }) {
  const where = figures.where ? `-${figures.where}` : "";
  const key = held === true ? `proof.holds-${check}${where}` : why ? `proof.${check}-${why}` : `proof.breaks-${check}`;
  const shown = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, name === "at" ? exact(value) : number(value)]),
  );
  return t(key, shown);
}

function listed(key, checks, kind) {
  if (!checks.length) return null;
  return section(
    key,
    el(
      "ul",
      { class: `checks ${kind}` },
      checks.map((each) => el("li", { data: { check: each.check } }, sentence(each))),
    ),
  );
}

function unverified({ checks }) {
  const open = checks.filter(({ held }) => held === null);
  return section(
    "proof.not-verified",
    el(
      "ul",
      { class: "checks open" },
      open.map((each) => el("li", { data: { check: each.check } }, sentence(each))),
      BEYOND.map((name) => el("li", {}, t(`proof.beyond-${name}`))),
    ),
  );
}

function findings({ findings: found }) {
  if (!found.length) return null;
  return section(
    "proof.findings",
    el(
      "ol",
      {},
      found.map((each) =>
        el(
          "li",
          {},
          own(each.message, each.words),
          " ",
          el(
            "span",
            { class: "muted" },
            [each.stream && streamName(each.stream), each.seq].filter((part) => part !== null).join(" "),
          ),
        )
      ),
    ),
  );
}

function digests(proof) {
  const signed = proof.checks.find(({ check }) => check === "signed").figures;
  const cards = proof.checks.find(({ check }) => check === "cards").figures;
  const rows = [
    ["proof.digest-rules", proof.rules],
    ["proof.digest-first", proof.first_hash, proof.first],
    ["proof.digest-last", proof.last_hash, proof.last],
    ["proof.digest-head", proof.head_hash, proof.head],
    ["proof.digest-cards", cards.digest],
    ["proof.digest-checkpoint", signed.digest, signed.number],
    ["proof.digest-key", signed.key],
  ];
  return el(
    "dl",
    { class: "hashes" },
    rows.filter(([, hash]) => hash).map((
      [key, hash, which],
    ) => [el("dt", {}, t(key, { number: number(which) })), el("dd", {}, el("code", {}, hash))]),
  );
}

function yourself({ table, about: what, number: which, checks }) {
  const key = checks.find(({ check }) => check === "signed").figures.key;
  const here = /^[\w.-]+$/.test(table) ? table : `'${table}'`;
  const lines = [
    key ? `sabot audit log.jsonl --witness witness --key ${key}` : `sabot audit log.jsonl --table ${here}`,
    what === "coup" && `sabot audit log.jsonl --table ${here} --coup ${which}`,
    what === "shoe" && `sabot audit log.jsonl --table ${here} --shoe`,
  ].filter(Boolean);
  return [
    el(
      "ol",
      {},
      el("li", {}, t("proof.step-export")),
      el("li", {}, t("proof.step-audit"), el("pre", {}, lines.join("\n"))),
      key && el("li", {}, t("proof.step-witness")),
      el("li", {}, t("proof.step-compare")),
    ),
  ];
}
