"""A coup: cards dealt by a rulebook, hands, facts, settlement; questions, scorecards, roads."""

from sabot.coup.coup import (
    CENT,
    Coup,
    DealingState,
    Settlement,
    Stake,
    check_boxes,
    check_decisions,
    check_needs,
    deal,
    deal_checked,
    deal_so_far,
    settle,
    settle_one,
    stake,
)

__all__ = [
    "CENT",
    "Coup",
    "DealingState",
    "Settlement",
    "Stake",
    "check_boxes",
    "check_decisions",
    "check_needs",
    "deal",
    "deal_checked",
    "deal_so_far",
    "settle",
    "settle_one",
    "stake",
]
