/** Who is at the table: what they may, what they are told, what they dispute. */
import { personName } from "../../shared/said/called.js";
import { t } from "../../shared/words.js";
import { players } from "../../staff/names.js";
import { clausedWords, field, listed, must, player, thing, wayWords, withClause } from "./fields.js";

export const HOUSEKEEPING = {
  "inspect-table": {
    at: ["now"],
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
    at: ["now"],
    reason: "note",
    fields: ({ choices, preset, people }) => [
      field("to", "select", {
        ...must,
        value: preset.player,
        options: listed([...people.players, ...people.dealers], preset.player),
      }),
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
    at: ["approvals", "player"],
    when: ({ choices }) => choices.approvals.length > 0,
    fields: ({ choices, staff, preset }) => [
      field("approval", "select", {
        ...must,
        options: choices.approvals.map((each, index) => ({
          value: index,
          label: clausedWords(
            `${t(`approval.${each.what}`)}${each.way ? `${t("colon")}${wayWords(each.way)}` : ""}`,
            each.clause,
          ),
        })),
      }),
      field("player", "select", { options: players(staff), value: preset.player }),
    ],
    shape: ({ approval, player: name, ...said }, { choices }) => {
      const { what, way, player: personal } = choices.approvals[Number(approval)];
      return { ...said, what, ...(way ? { way } : {}), ...(personal && name ? { player: name } : {}) };
    },
  },
  "withdraw-approval": { at: ["approval"] },
  "pause-player": { at: ["player"], reason: "reason", fields: (given) => [player(given)] },
  "resume-player": { at: ["player"], fields: (given) => [player(given)] },
  "remind-player": { at: ["player"], reason: "note", fields: (given) => [player(given)] },
  "vacate-seat": { at: ["player"], fields: (given) => [player(given)] },
  "sanction-player": {
    at: ["players", "player"],
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
    at: ["disputes"],
    fields: ({ table, people }) => [
      field("player", "select", { ...must, options: listed(people.players) }),
      field("about", "long", must),
      field("coup", "number", { min: 1, value: table.coup.number }),
    ],
  },
  "decide-dispute": { at: ["dispute"], reason: "reason", fields: () => [field("decision", "long", must)] },
  "ask-review": { at: ["disputes"], fields: () => [field("number", "number", { ...must, min: 1 })] },
  "review-dispute": { at: ["review"], reason: "reason", fields: () => [field("decision", "long", must)] },
  "advise-complaint": { at: ["disputes"], fields: () => [field("number", "number", { ...must, min: 1 })] },
  "give-notice": {
    at: ["notice"],
    reason: "note",
    fields: () => [field("channel", "text", { ...must, hint: t("hint.channel") })],
  },
};
