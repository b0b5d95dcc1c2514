"""The cut: who is offered the stack, how deep it is cut, where the cutting card goes."""

from collections.abc import Sequence
from datetime import datetime

from sabot.refusal import Refusal, named
from sabot.shoe.procedure import (
    COMMENCING,
    Cut,
    Offer,
    check_cut,
    check_cutting_card,
    offers_of_the_cut,
)
from sabot.streams import Command, Event
from sabot.table.running.approvals import STANDING, is_approved
from sabot.table.state import BETTING, BETWEEN, READY, SHUFFLED, Table
from sabot.table.stream import BY_DEALER, TABLE, replace


class CutCards(Command, frozen=True, kw_only=True):
    """The cut after `depth` cards, and the cutting card so many from the back.

    `cutter` is a player, or None for the casino supervisor; `declined` are players who were asked
    first; `designated_by` the one who passed it on; `to_players`: whether players are asked.
    """

    depth: int
    from_back: int
    cutter: str | None = None
    declined: tuple[str, ...] = ()
    designated_by: str | None = None
    to_players: bool = True


class CardsCut(Event, frozen=True, kw_only=True):
    depth: int
    from_back: int
    cutter: str | None
    clause: str


@TABLE.decides(CutCards, BY_DEALER, BETWEEN)
def cut_cards(table: Table, command: CutCards, now: datetime) -> Sequence[Event]:
    preparation, stack = table.book.preparation, table.stack
    if preparation.cut is None or preparation.cutting_card is None or stack.stage != SHUFFLED:
        clause = preparation.cut.clause if preparation.cut else preparation.sources.clause
        raise Refusal("not-shuffled", clause, "There is no shuffled stack to cut.")
    _check_cutter(table, command)
    check_cut(stack.cards, command.depth, preparation.cut)
    check_cutting_card(stack.cards, command.from_back, preparation.cutting_card)
    return [
        CardsCut(
            depth=command.depth,
            from_back=command.from_back,
            cutter=command.cutter,
            clause=preparation.cut.clause,
        )
    ]


def _check_cutter(table: Table, command: CutCards) -> None:
    """The stack is offered round the table in the document's order, and last to the supervisor."""
    rule = table.book.preparation.cut
    assert rule is not None
    if rule.any_player:
        _check_any(table, command, rule)
        return
    by_seat = {p.place: name for name, p in table.patrons.items() if p.place is not None}
    known = {offer.occasion for offer in rule.offers}
    occasion = table.stack.occasion if table.stack.occasion in known else rule.offers[-1].occasion
    called = table.stack.named
    if occasion == COMMENCING and table.patrons:
        called = min(table.patrons.values(), key=lambda p: p.joined).place
    order = offers_of_the_cut(
        rule, occasion, sorted(by_seat), called, to_players=command.to_players
    )
    asked = [by_seat.get(seat) for seat in order]
    expected = next(name for name in asked if name is None or name not in command.declined)
    cutter = command.cutter
    if rule.designates and command.designated_by is not None:
        _check_designated(table, command, next(o for o in rule.offers if o.occasion == occasion))
        cutter = command.designated_by
    if _is_standing(table, command):
        return
    if cutter != expected:
        who = "the casino supervisor" if expected is None else named(expected)
        raise Refusal("wrong-cut", rule.refused_clause, "The cut is offered to {who} now.", who=who)


def _check_designated(table: Table, command: CutCards, offer: Offer) -> None:
    if command.cutter not in table.patrons:
        who = named(command.designated_by)
        raise Refusal(
            "wrong-cut", offer.clause, "{who} passes the cut on to a player here only.", who=who
        )


def _check_any(table: Table, command: CutCards, rule: Cut) -> None:
    """Any player who has not declined; the supervisor once nobody else is left to be asked."""
    asked = [name for name in table.patrons if name not in command.declined]
    if command.cutter not in asked if asked else command.cutter is not None:
        who = " or ".join(map(named, asked)) or "the casino supervisor"
        raise Refusal("wrong-cut", rule.refused_clause, "The cut is offered to {who} now.", who=who)


def _is_standing(table: Table, command: CutCards) -> bool:
    """Whether somebody who stands cuts, by a leave that the document knows."""
    power, patron = table.conduct.handing.standing, table.patrons.get(command.cutter or "")
    if power is None or patron is None or patron.place is not None:
        return False
    if not is_approved(table, command, STANDING, command.cutter):
        raise Refusal(
            "standing",
            power.clause,
            "{cutter} stands: a {by} must approve.",
            cutter=named(command.cutter),
            by=power.by,
        )
    return True


@TABLE.evolves(CardsCut)
def cards_cut(table: Table, event: CardsCut) -> Table:
    stack = replace(
        table.stack,
        stage=READY,
        cutting=table.stack.cards - event.from_back,
        depth=event.depth,
        occasion="",
        named=None,
    )
    return replace(table, stack=stack, phase=BETTING)
