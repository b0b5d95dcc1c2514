/** What can be done with a promotion, as forms: {do, fields, confirm}. */
import { inField } from "../shared/said/times.js";
import { t } from "../shared/words.js";

const words = (name) => t(`promote.field-${name}`);
const text = (name, more = {}) => ({ name, label: words(name), kind: "text", required: true, ...more });
const long = (name, more = {}) => text(name, { kind: "long", ...more });
const bool = (name) => ({ name, label: words(name), kind: "bool" });
const options = (name, values) =>
  text(name, {
    kind: "select",
    options: values.map((value) => ({ value, label: t(`promote.${name}-${value.replaceAll(" ", "-")}`) })),
  });

const VALUE = (desk) =>
  long("value", { kind: "text", hint: desk.view.draw.beacon, required: desk.view.draw.source !== "drand" });
const PRIZES = (desk) =>
  text("prize", {
    kind: "select",
    options: desk.awards.filter((each) => !each.done).map((each) => ({
      value: String(each.prize),
      label: t("promote.award", each),
    })),
  });

const ALWAYS = ["submitted", "open", "closed", "drawn", "cancelled"];
const undecided = ({ decision = null }) => decision === null;
const untold = ({ decision = null, advised = null }) => decision !== null && advised === null;
const disputed = (found) =>
  text("number", {
    kind: "select",
    options: found.map(({ number, player, about }) => ({
      value: String(number),
      label: `${number}, ${player}: ${about}`,
    })),
  });

/** Return the steps that a user with these commands can take now. */
export function stepsFor(desk, may) {
  const open = ([name, { when, unless }]) => may.has(name) && when.includes(desk.view.card.phase) && !unless?.(desk);
  return Object.entries(STEPS).filter(open);
}

export const STEPS = {
  "record-publicity": {
    when: ["submitted", "open"],
    fields: () => [options("key", ["marketing", "available"]), long("text")],
  },
  "commit-draw": {
    when: ["submitted"],
    unless: (desk) => desk.view.draw.commitment,
    fields: (
      desk,
    ) => [
      options("source", ["drand", "beacon", "drum"]),
      { ...text("drand_round", { kind: "number", required: false }) },
      text("drand_key", { required: false, hint: t("promote.hint-drand_key") }),
      text("beacon", { required: false }),
      text("scrutineer", { required: false }),
      text("known_from", { kind: "time", value: inField(desk.view.card.when) }),
    ],
  },
  "open-promotion": { when: ["submitted"], fields: () => [] },
  "enter-by-form": { when: ["open"], fields: () => [text("form"), text("person"), text("address")] },
  "close-list": { when: ["open"], fields: () => [] },
  "name-scrutineer": {
    when: ["submitted", "open", "closed"],
    unless: (desk) => desk.view.draw.seen,
    fields: () => [
      text("person", { kind: "person", role: "scrutineer", label: words("scrutineer") }),
      long("reason"),
    ],
  },
  "open-order": {
    when: ["closed"],
    fields: (desk) => [
      VALUE(desk),
      ...desk.view.draw.source === "drand" ? [long("signature")] : [],
      ...desk.view.draw.seen ? [] : [text("scrutineer", { required: false })],
    ],
  },
  "tell-winner": {
    when: ["drawn"],
    fields: (
      desk,
    ) => [
      PRIZES(desk),
      options("way", ["face-to-face", "mail", "telephone", "e-mail"]),
      bool("reached"),
      long("note", { required: false }),
    ],
  },
  "claim-prize": {
    when: ["drawn"],
    fields: (
      desk,
    ) => [
      PRIZES(desk),
      text("entrant", { required: false }),
      text("person", { required: false }),
      text("address", { required: false }),
    ],
  },
  "refuse-claim": {
    when: ["drawn"],
    unless: (desk) => !desk.claims.length,
    fields: (
      desk,
    ) => [
      text("number", {
        kind: "select",
        options: desk.claims.map((each) => ({ value: String(each.number), label: t("promote.claim", each) })),
      }),
      long("reason"),
      text("person", { required: false }),
      text("address", { required: false }),
    ],
  },
  "pass-over": {
    when: ["drawn"],
    fields: (
      desk,
    ) => [PRIZES(desk), options("cause", ["absent", "ineligible", "unclaimed", "declined"]), long("reason"), {
      ...options("condition", ["eligible", "minimum_wager", "claim"]),
      required: false,
    }, long("evidence", { required: false })],
  },
  "hand-over": {
    when: ["drawn"],
    fields: (
      desk,
    ) => [
      PRIZES(desk),
      text("reference"),
      bool("instead"),
      bool("chosen"),
      text("cash", { kind: "money", required: false }),
      text("cheque", { kind: "money", required: false }),
      text("transfer", { kind: "money", required: false }),
    ],
  },
  "publish-results": { when: ["drawn"], fields: () => [text("where")] },
  "raise-dispute": {
    when: ALWAYS,
    fields: () => [text("player", { kind: "person", role: "player" }), long("about")],
  },
  "decide-dispute": {
    when: ALWAYS,
    unless: (desk) => !desk.disputes.some(undecided),
    fields: (desk) => [disputed(desk.disputes.filter(undecided)), text("decision"), long("reason")],
  },
  "advise-complaint": {
    when: ALWAYS,
    unless: (desk) => !desk.disputes.some(untold),
    fields: (desk) => [disputed(desk.disputes.filter(untold))],
  },
  "lose-integrity": {
    when: ["submitted", "open", "closed", "drawn"],
    danger: true,
    fields:
      () => [options("decision", ["postpone", "cancel the draw"]), long("reason"), long("prizes", { required: false })],
  },
  "validate-integrity": {
    when: ["submitted", "open", "closed", "drawn"],
    unless: (desk) => !desk.doubt,
    fields: () => [text("validated_by"), long("how")],
  },
};

const OF_AWARDS = ["tell-winner", "claim-prize", "hand-over", "pass-over"];

/** The one step that comes next for a winner. */
export function nextForAward({ done, attempts, reached, claim }) {
  if (done) return null;
  if (claim) return "hand-over";
  return attempts && reached ? "claim-prize" : "tell-winner";
}

/** The steps for one winner, the next one first. */
export function stepsForAward(desk, may, award) {
  const next = nextForAward(award);
  const found = next ? stepsFor(desk, may).filter(([name]) => OF_AWARDS.includes(name)) : [];
  return { next: found.find(([name]) => name === next) ?? null, more: found.filter(([name]) => name !== next) };
}

/** What comes next for the promotion itself: what is in doubt or disputed is settled first. */
function nextOf(desk) {
  const { card, draw, published } = desk.view;
  if (desk.doubt) return "validate-integrity";
  if (desk.disputes.some(undecided)) return "decide-dispute";
  const told = new Set(desk.publicity.map(({ key }) => key));
  const byPhase = {
    submitted: !draw.commitment ? "commit-draw" : told.size < 2 ? "record-publicity" : "open-promotion",
    open: new Date(card.closes) <= Date.now() ? "close-list" : null,
    closed: "open-order",
    drawn: desk.awards.every(({ done }) => done) && !published ? "publish-results" : null,
  };
  return byPhase[card.phase] ?? null;
}

/** The steps for the promotion: the next one, and the rest. */
export function stepsForAll(desk, may) {
  const found = stepsFor(desk, may).filter(([name]) => !OF_AWARDS.includes(name));
  const next = nextOf(desk);
  return { next: found.find(([name]) => name === next) ?? null, more: found.filter(([name]) => name !== next) };
}

/** What the form said as the command has it. */
export function commandOf(name, said) {
  const command = { ...said };
  for (const key of ["prize", "number"]) if (command[key] !== undefined) command[key] = Number(command[key]);
  if (name !== "hand-over") return command;
  command.parts = {};
  for (const way of ["cash", "cheque", "transfer"]) {
    if (command[way]) command.parts[way] = command[way];
    delete command[way];
  }
  return command;
}
