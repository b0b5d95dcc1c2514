/** The tabs of a table's panel, and how many things wait behind each. A tab is given the table, what
 * staff sees, what can be chosen, and `act(name, fixed, preset)`, which opens an action's form. */
import { isCalled } from "../../staff/calls.js";
import { cardsTab, moneyTab } from "./cards.js";
import { disputesTab, noticesTab } from "./cases.js";
import { limitsTab } from "./limits.js";
import { nowTab } from "./now.js";
import { approvalsTab, playersTab } from "./people.js";

export const TABS = {
  now: nowTab,
  players: playersTab,
  limits: limitsTab,
  cards: cardsTab,
  money: moneyTab,
  approvals: approvalsTab,
  disputes: disputesTab,
  notices: noticesTab,
};

const WAITING = {
  now: (staff) =>
    staff.statements.length +
    staff.questions.length +
    Number(isCalled(staff)) +
    Number(Boolean(staff.difference)) +
    Number(Boolean(staff.next?.role)),
  players: (staff) => staff.patrons.filter((each) => each.near_limit).length,
  money: (staff) =>
    Number(Boolean(staff.fill_asked)) + staff.boxes.length + staff.debts.filter(({ owes }) => owes).length +
    staff.mispayments.length,
  disputes: (staff) => staff.disputes.filter((each) => each.open).length,
  notices: (staff) => staff.notices.filter((each) => !each.given).length,
};

export function badge(tab, staff) {
  return WAITING[tab]?.(staff) ?? 0;
}
