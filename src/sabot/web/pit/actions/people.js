/** Who is at the table: what they may, what they are told, what they dispute. */
import { personName } from "../../shared/said/called.js";
import { t } from "../../shared/words.js";
import { players } from "../../staff/names.js";
import { clausedWords, field, listed, must, player, thing, wayWords, withClause } from "./fields.js";

export const HOUSEKEEPING = {
  "inspect-table": {
    fields: ({ staff, choices }) => [
      field("missing", "checks", {
        label: t("field.not-there"),
        hint: t("hint.not-there"),
        options: Object.entries(staff.look_over).map(([name, by]) => ({
          value: name,
          label: `${thing(name)}${name.includes(by) ? "" : ` (${by})`}`,
        })),
      }),
      ...(choices.opening.layouts.some((each) => each.approved)
        ? [field("approval", "text", { label: t("field.regulators-approval") })]
        : []),
    ],
  },
  "warn-person": {
    reason: "note",
    fields: ({ choices, preset, people }) => [
      field("to", "select", { ...must, value: preset.player, options: listed([...people.players, ...people.dealers], preset.player) }),
      field("clause", "select", {
        ...must,
        label: t("field.breach"),
        options: choices.forbidden.map((each) => ({
          value: each.clause,
          label: clausedWords(t(`breach.${each.name}`), each.clause),
        })),
      }),
    ],
  },
};

export const PEOPLE = {
  approve: {
    fields: ({ choices, staff, preset }) => [
      field("approval", "select", {
        ...must,
        options: choices.approvals.map((each, index) => ({
          value: index,
          label: clausedWords(`${t(`approval.${each.what}`)}${each.way ? `${t("colon")}${wayWords(each.way)}` : ""}`, each.clause),
        })),
      }),
      field("player", "select", { options: players(staff), value: preset.player }),
    ],
    shape: ({ approval, player: name, ...said }, { choices }) => {
      const { what, way, player: personal } = choices.approvals[Number(approval)];
      return { ...said, what, ...(way ? { way } : {}), ...(personal && name ? { player: name } : {}) };
    },
  },
  "withdraw-approval": {},
  "pause-player": { reason: "reason", fields: (given) => [player(given)] },
  "resume-player": { fields: (given) => [player(given)] },
  "remind-player": { reason: "note", fields: (given) => [player(given)] },
  "vacate-seat": { fields: (given) => [player(given)] },
  "sanction-player": {
    danger: true,
    reason: "reason",
    names: ({ player: who, measures = [] }) =>
      who &&
      t("act.sanction", {
        player: personName(who),
        measures: measures.length
          ? measures.map((each) => t(`measure.${each}`)).join(t("act.and"))
          : t("do.sanction-player"),
      }),
    fields: ({ choices, preset, people }) => [
      field("player", "select", { ...must, value: preset.player, options: listed(people.players, preset.player) }),
      field("measures", "checks", { options: choices.measures.map((each) => withClause(each, "measure")) }),
      ...(choices.any_breach ? [field("offence", "text", { ...must, hint: t("hint.offence") })] : []),
    ],
    shape: (said) => ({ measures: [], ...said }),
  },
};

export const DISPUTES = {
  "raise-dispute": {
    fields: ({ table, people }) => [
      field("player", "select", { ...must, options: listed(people.players) }),
      field("about", "long", must),
      field("coup", "number", { min: 1, value: table.coup.number }),
    ],
  },
  "decide-dispute": { reason: "reason", fields: () => [field("decision", "long", must)] },
  "ask-review": { fields: () => [field("number", "number", { ...must, min: 1 })] },
  "review-dispute": { reason: "reason", fields: () => [field("decision", "long", must)] },
  "advise-complaint": { fields: () => [field("number", "number", { ...must, min: 1 })] },
  "give-notice": {
    reason: "note",
    fields: () => [field("channel", "text", { ...must, hint: t("hint.channel") })],
  },
};
