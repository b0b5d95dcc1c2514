"""Minimum and maximum wagers: what one player may have on a wager."""

from math import gcd, lcm

from sabot.core.money import Odds
from sabot.core.refusal import Refusal
from sabot.rules.coup.wager import STANDOFF, Wager
from sabot.table.betting.one_wager import REVISED
from sabot.table.state import Patron, Table, WagerLimit


def bounds(table: Table, patron: Patron, wager: str, *, whole: bool = REVISED) -> tuple[int, int]:
    """Return the least and the most that a player may have on a wager.

    The sign's line for that bet has precedence over its line for all bets. A personal maximum lifts
    both lines. A personal minimum replaces the general one and any kept minimum. A kept minimum
    replaces a higher one; for a bet with its own line, that line's.
    """
    sign, own = table.sign, patron.own or WagerLimit()
    shown = sign.by_wager.get(wager, WagerLimit())
    least = sign.least if own.least is None else own.least
    if patron.old_least is not None and (own.least is None or not whole):
        least = min(least, patron.old_least)
    most = sign.most if shown.most is None else shown.most
    if own.most is not None:
        lifts = whole or shown.most is None
        most = max(most, own.most) if lifts else most
    if own.least is None or not whole:
        least = least if shown.least is None else shown.least
        least = min(least, patron.kept.get(wager, least))
    return least, most


def check_chips(table: Table, wager: Wager, amount: int, total: int) -> None:
    """Reject a stake that is not made of whole chips, and one whose win chips cannot pay exactly
    where no clause rounds."""
    chip, clause = table.opened.chip, table.conduct.wagering.chips
    if amount % chip:
        message = "{amount} cannot be made of chips: the smallest here is {chip}."
        raise Refusal(
            "bad-amount", clause, message, chip=table.told(chip), amount=table.told(amount)
        )
    if table.book.chips is not None:
        return
    for line in wager.in_scheme(table.opened.scheme):
        if line.pays != STANDOFF and total * line.pays.pays % (line.pays.per * chip):
            raise Refusal(
                "bad-amount",
                line.clause,
                "{total} on {wager} could not be paid exactly at {odds} in chips of {chip}.",
                total=table.told(total),
                wager=wager.name,
                odds=str(line.pays),
                chip=table.told(chip),
            )


def chip_step(table: Table, on: str) -> int:
    """Return the smallest stake on a bet that is made of chips, and whose win chips can pay exactly
    where no clause rounds; every such stake is a multiple of it.

    >>> from types import SimpleNamespace as Named
    >>> from sabot.rulebooks import RULEBOOKS
    >>> mini, setup = RULEBOOKS["canberra-mini"], Named(chip=250, scheme="commission")
    >>> [chip_step(Named(book=mini, opened=setup), on) for on in ("player", "banker")]
    [250, 5000]
    """
    chip = table.opened.chip
    if table.book.chips is not None:
        return chip
    lines = table.book.by_id[on].in_scheme(table.opened.scheme)
    odds = [line.pays for line in lines if isinstance(line.pays, Odds)]
    return lcm(chip, *(each.per * chip // gcd(each.pays, each.per * chip) for each in odds))


def check_amount(
    table: Table, patron: Patron, wager: Wager, total: int, *, whole: bool = REVISED
) -> None:
    """Reject an amount on a wager that is outside the sign's limits."""
    rules = table.conduct.limits
    least, most = bounds(table, patron, wager.id, whole=whole)
    if total < least:
        raise Refusal(
            "below-minimum",
            rules.sign,
            "{wager} takes at least {least} here, not {total}.",
            wager=wager.name,
            least=table.told(least),
            total=table.told(total),
        )
    if total > most:
        raise Refusal(
            "above-maximum",
            rules.sign,
            "{wager} takes at most {most} here, not {total}.",
            wager=wager.name,
            most=table.told(most),
            total=table.told(total),
        )
    unit = table.sign.unit
    if unit is not None and (total - least) % unit:
        raise Refusal(
            "not-a-unit",
            rules.unit,
            "Above {least} wagers go in steps of {unit}: {total} is not one.",
            least=table.told(least),
            unit=table.told(unit),
            total=table.told(total),
        )
