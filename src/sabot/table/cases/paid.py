"""Bounds of a wrong payment, by the record of its coup.

The books record each payment by cards, stake, scheme and chips. A wrong payment differs in one of
two ways. If the chips differ from the books, at most the recorded payment was withheld, and at most
the best line of that bet was paid. If the books are wrong too, as after a misread card, the finding
names the cards as they lay, and the exact settlement by them is the correct payment. Earlier
findings are subtracted, so that a payment is not corrected twice.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from sabot.core.money import Odds
from sabot.core.refusal import Refusal, named
from sabot.coup import Coup, Stake, deal, settle_one
from sabot.engine.ledger import of_player, purse
from sabot.parts.past import Paid, PaidWager, PastCoup, player_in
from sabot.rules import Decision
from sabot.table.state import Mispaid, Table

WAGER, CASH_CHANGE, COLOUR_CHANGE = "wager", "cash change", "colour change"
KINDS: Final = (WAGER, CASH_CHANGE, COLOUR_CHANGE)
replace = msgspec.structs.replace


class Claimed(NamedTuple):
    """A finding's statement about a payment."""

    of: str
    coup: int
    amount: int
    over: bool
    player: str | None
    in_books: bool
    on: str | None
    box: int | None
    cards: Sequence[str]


class RecordedPayment(NamedTuple):
    """A payment of the record that a finding can mean, and the most that it can be wrong by."""

    player: str
    most: int
    wager: int | None = None
    """Its place among the wagers of the coup; None for a purchase or an exchange."""


class BoundPayment(NamedTuple):
    """The payment that a finding means, and everybody to whom it can have been made."""

    wager: int | None
    among: tuple[str, ...]


def bound_of(table: Table, past: PastCoup | None, claimed: Claimed, clause: str) -> BoundPayment:
    """Return which payment of the record the finding means; reject a finding of which the record
    has none, or that goes beyond what it can have been wrong by."""
    if past is None:
        message = "{coup_word} {coup} is not over, or has no record: find its payments then."
        raise Refusal(
            "not-over", clause, message, coup_word=table.book.coup.capitalize(), coup=claimed.coup
        )
    if past.void and claimed.in_books:
        coup = table.book.coup.capitalize()
        raise Refusal("void", clause, "{coup} {past} is void already.", coup=coup, past=past.number)
    if past.paid is None:
        _check_older(table, past, claimed, clause)
        return BoundPayment(None, ())
    found = (
        _wagers(table, past.paid, claimed, clause)
        if claimed.of == WAGER
        else _changes(past.paid, claimed)
    )
    if not found:
        raise _none(table, claimed, clause)
    best = max(found, key=lambda each: each.most)
    if claimed.amount > best.most:
        raise _beyond(table, best.most, clause)
    among = [each.player for each in found if claimed.amount <= each.most]
    unknown = claimed.player is None
    return BoundPayment(best.wager, tuple(dict.fromkeys(among)) if unknown else ())


def _none(table: Table, claimed: Claimed, clause: str) -> Refusal:
    player, coup_word = claimed.player, table.book.coup
    who = "No player" if player is None else named(player)
    if claimed.of == WAGER:
        message = "{player} had no such wager in {coup_word} {coup}."
        code = "no-wager"
    else:
        message = "{player} changed no money or chips before or in {coup_word} {coup}."
        code = "no-change"
    return Refusal(code, clause, message, player=who, coup_word=coup_word, coup=claimed.coup)


def _beyond(table: Table, most: int, clause: str) -> Refusal:
    message = "By the record of it, that payment was wrong by no more than {most}."
    return Refusal("bad-amount", clause, message, most=table.told(most))


def _changes(paid: Paid, claimed: Claimed) -> list[RecordedPayment]:
    """Return purchases or exchanges of the coup, each with what is not yet found wrong of it."""
    amounts = paid.bought if claimed.of == CASH_CHANGE else paid.exchanged
    return [
        RecordedPayment(player, amount)
        for player, amount in amounts.items()
        if claimed.player in (None, player)
    ]


def _wagers(table: Table, paid: Paid, claimed: Claimed, clause: str) -> list[RecordedPayment]:
    """Return the wagers that the finding can mean. A player's several bets are told apart."""
    meant = [
        (place, each)
        for place, each in enumerate(paid.wagers)
        if claimed.player in (None, each.player)
        and claimed.on in (None, each.on)
        and claimed.box in (None, each.box)
        and each.on in table.book.by_id
    ]
    bets = {(each.on, each.box) for _, each in meant}
    if claimed.player is not None and len(bets) > 1:
        names = ", ".join(sorted({table.book.names[on] for on, _ in bets}))
        message = "Say which wager was paid wrongly: {wagers}."
        raise Refusal("say-more", clause, message, wagers=names)
    coup = _coup(table, paid, claimed, clause) if claimed.in_books and meant else None
    return [
        RecordedPayment(each.player, _most(table, paid, each, claimed, coup), place)
        for place, each in meant
    ]


def _most(table: Table, paid: Paid, wager: PaidWager, claimed: Claimed, coup: Coup | None) -> int:
    """Return the most by which the payment of a wager was too high or too low."""
    if coup is not None:
        right = _settled(table, paid, wager, coup)
        return max(wager.paid - right if claimed.over else right - wager.paid, 0)
    if claimed.over:
        return max(_best(table, paid, wager) - wager.over, 0)
    return max(wager.paid - wager.under, 0)


def _settled(table: Table, paid: Paid, wager: PaidWager, coup: Coup) -> int:
    """Return all money that goes to the player for a wager by these cards."""
    stake = Stake(wager.on, wager.live, wager.box)
    end = settle_one(coup, table.book.by_id[wager.on], stake, paid.scheme, paid.chip)
    return 0 if end.outcome == "lose" else wager.live - wager.tokens + end.pays


def _best(table: Table, paid: Paid, wager: PaidWager) -> int:
    """Return all that the best line of the bet pays, in chips, a stake in chips included."""
    lines = table.book.by_id[wager.on].in_scheme(paid.scheme)
    odds = [line.pays for line in lines if isinstance(line.pays, Odds)]
    pays = (-(-wager.live * each.pays // (each.per * paid.chip)) * paid.chip for each in odds)
    return wager.live - wager.tokens + max(pays, default=0)


def _coup(table: Table, paid: Paid, claimed: Claimed, clause: str) -> Coup:
    """Return the coup that the cards of the finding make."""
    if not claimed.cards:
        message = "Say which cards lay on the layout, in the order in which they were dealt."
        raise Refusal("say-more", clause, message)
    boxes = sorted({each.box for each in paid.wagers if each.box is not None})
    decisions: Mapping[int, Decision] = paid.decisions  # type: ignore[assignment]
    return deal(table.book, claimed.cards, boxes, decisions)


def _check_older(table: Table, past: PastCoup, claimed: Claimed, clause: str) -> None:
    """Hold a finding about a coup that was played before payments were kept to what was staked, at
    the best odds of the table."""
    if claimed.of != WAGER:
        message = "The record of {coup_word} {coup} has no purchases and exchanges of chips."
        raise Refusal("no-change", clause, message, coup_word=table.book.coup, coup=claimed.coup)
    stakes, player = past.staked.items(), claimed.player
    staked = sum(amount for key, amount in stakes if player in (None, player_in(key)))
    most = most_paid(table, staked if past.staked else table.sign.most)
    if claimed.amount > most:
        raise _beyond(table, most, clause)


def most_paid(table: Table, staked: int) -> int:
    """Return what a stake brings at the table's best odds, itself included."""
    lines = (line for on in table.opened.wagers for line in table.book.by_id[on].lines)
    odds = [line.pays for line in lines if isinstance(line.pays, Odds)]
    return staked + max((staked * each.pays // each.per for each in odds), default=0)


def after_finding(past: PastCoup, mispaid: Mispaid) -> PastCoup:
    """Return the record of a coup once a payment of it was found wrong."""
    paid, amount = past.paid, mispaid.amount
    if paid is None or mispaid.coup != past.number:
        return past
    if mispaid.of == WAGER:
        if mispaid.wager is None:
            return past
        wagers = list(paid.wagers)
        wagers[mispaid.wager] = _found(wagers[mispaid.wager], mispaid)
        past = replace(past, wrong=_wrong(past, mispaid))
        return replace(past, paid=replace(paid, wagers=tuple(wagers)))
    field = "bought" if mispaid.of == CASH_CHANGE else "exchanged"
    amounts: dict[str, int] = getattr(paid, field)
    player = mispaid.player or max(amounts, key=lambda each: amounts[each])
    left = {**amounts, player: max(amounts.get(player, 0) - amount, 0)}
    return replace(past, paid=replace(paid, **{field: left}))


def _wrong(past: PastCoup, mispaid: Mispaid) -> dict[str, int]:
    """Return what the books of a coup had wrong, by purse, with this finding."""
    player = mispaid.player
    if player is None and len(mispaid.among) == 1:
        player = mispaid.among[0]
    if not mispaid.in_books or player is None:
        return past.wrong
    key = purse(of_player(player), mispaid.currency)
    amount = mispaid.amount if mispaid.over else -mispaid.amount
    return {**past.wrong, key: past.wrong.get(key, 0) + amount}


def _found(wager: PaidWager, mispaid: Mispaid) -> PaidWager:
    sign = 1 if mispaid.over else -1
    if mispaid.in_books:
        return replace(wager, paid=wager.paid - sign * mispaid.amount)
    if mispaid.over:
        return replace(wager, over=wager.over + mispaid.amount)
    return replace(wager, under=wager.under + mispaid.amount)
