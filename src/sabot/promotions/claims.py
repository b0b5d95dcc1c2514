"""Claims: paid as the winner chooses, or denied for a reason."""

from collections.abc import Mapping
from typing import NamedTuple

from sabot.core.money import cash
from sabot.core.refusal import Refusal, quoted
from sabot.promotions.terms import Prize
from sabot.rules.irregularities.irregularity import Duty
from sabot.rules.promotions import CASH, Promotions


class DeniedClaim(NamedTuple):
    """A claim that was not met. `name` and `address` are references into the vault, never the
    name and address themselves."""

    value: int
    reasons: str
    name: str = ""
    address: str = ""


# Denied


def is_kept(value: int, section: Promotions) -> bool:
    """Return True if the details of a denied claim must be kept: strictly above the limit."""
    return value > section.denial.over


def deny(claim: DeniedClaim, section: Promotions) -> Duty:
    """Return the duties of a denied claim: the claimant is told why at any value; above the limit
    all details are kept."""
    rule = section.denial
    if not claim.reasons.strip():
        raise Refusal(
            "no-reason", rule.clause, "Say why the claim is not met: the claimant is told."
        )
    if is_kept(claim.value, section) and not (claim.name.strip() and claim.address.strip()):
        raise Refusal(
            "no-record",
            rule.kept,
            "A denied claim over {over} is kept with the claimant's name and address.",
            over=cash(rule.over),
        )
    return rule.duty


# Paid


def winner_chooses(prize: Prize, section: Promotions) -> bool:
    """Return True if the winner of a cash prize chooses its payment: strictly above the limit."""
    over = section.cash.choice_over
    return prize.kind == CASH and over is not None and (prize.value or 0) > over


def check_payment(
    prize: Prize, parts: Mapping[str, int], by_winner: bool, section: Promotions
) -> None:
    """A cash prize paid in these parts, so many cents each way, as its winner has chosen or not."""
    rule = section.cash
    if prize.kind != CASH:
        return
    if not rule.allowed:
        raise Refusal("no-cash", rule.clause, "No prize is paid in cash.")
    if winner_chooses(prize, section) and not by_winner:
        over = cash(rule.choice_over or 0)
        message = "The winner of more than {over} in cash chooses how it is paid."
        raise Refusal("no-choice", rule.clause, message, over=over)
    for way in parts:
        if way not in rule.ways:
            message = "A cash prize is paid by {ways}, not {way}."
            raise Refusal(
                "bad-way", rule.clause, message, ways=", ".join(rule.ways), way=quoted(way)
            )
    if sum(parts.values()) != prize.value or min(parts.values()) <= 0:
        message = "The parts add up to the prize, {value}, and each is more than zero."
        raise Refusal("bad-amount", rule.clause, message, value=cash(prize.value or 0))
