/** The devices of a table: who they are, what they and the dealer say differently, and keys instead. */
import { t } from "../../shared/words.js";
import { readCards } from "../../staff/forms/cards-typed.js";
import { field, must } from "./fields.js";

export const DEVICES = {
  "enrol-device": {
    at: ["devices"],
    when: ({ choices }) => choices.devices.length > 0,
    confirmed: "always",
    fields: ({ choices }) => [
      field("device", "text", { ...must, hint: t("hint.device") }),
      {
        name: "kind",
        kind: "select",
        label: t("field.device-kind"),
        ...must,
        options: choices.devices.map((kind) => ({ value: kind, label: t(`device.${kind}`) })),
      },
      field("public_key", "text", { ...must, hint: t("hint.public_key") }),
    ],
  },
  "revoke-device": { at: ["device"], danger: true, reason: "reason" },
  "use-keys": { at: ["relied-device"], confirmed: "always", reason: "reason" },
  "rely-on-device": { at: ["idle-device"] },
  "decide-device-difference": {
    at: ["difference"],
    reason: "reason",
    fields: ({ staff }) => [
      field("confirmed", "select", {
        ...must,
        options: ["yes", "no"].map((value) => ({ value, label: t(`device.confirmed-${value}`) })),
      }),
      ...(staff.difference?.about === "chips" ? [] : [field("true_order", "text", { hint: t("hint.true_order") })]),
    ],
    shape: ({ confirmed, true_order: order = "" }) => {
      const cards = readCards(order);
      if (!cards) throw new Error(t("device.no-cards", { text: order.trim() }));
      return { confirmed: confirmed === "yes", cards };
    },
  },
};
