"""The cut: who is offered the stack, how deep it is cut, where the cutting card goes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, StaffNumber, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER, may_act_as
from sabot.shoe.procedure import (
    COMMENCING,
    ONE_DECK,
    CutRule,
    FirstOffer,
    check_cut,
    check_cutting_card,
    offers_of_the_cut,
)
from sabot.table.running.approvals import (
    CUT,
    STANDING,
    approval_key,
    check_approved,
    is_approved,
)
from sabot.table.state import BETTING, BETWEEN, DEALING, IN_COUP, READY, SHUFFLED, Table
from sabot.table.stream import BY_DEALER, TABLE, replace


class CutCards(Command, frozen=True, kw_only=True):
    """The cut after `depth` cards, and the cutting card so many from the back.

    `cutter` is a player, or None for the casino supervisor; `declined` are players who were asked
    first; `designated_by` the one who passed it on. `to_players`: whether players are asked, where
    the casino supervisor, who sends it, leaves that open; they are if one has approved it.
    """

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "cut"

    depth: StaffNumber
    from_back: StaffNumber
    cutter: str | None = None
    declined: tuple[str, ...] = ()
    designated_by: str | None = None
    to_players: bool = True


class CardsCut(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("cutter clause")

    depth: StaffNumber
    from_back: StaffNumber
    cutter: str | None
    clause: str


@TABLE.decides(CutCards, BY_DEALER, (*BETWEEN, DEALING))
def cut_cards(table: Table, command: CutCards, now: datetime) -> Sequence[Event]:
    preparation, stack = table.book.preparation, table.stack
    if preparation.cut is None or preparation.cutting_card is None or stack.stage != SHUFFLED:
        clause = preparation.cut.clause if preparation.cut else preparation.sources.clause
        raise Refusal("not-shuffled", clause, "There is no shuffled stack to cut.")
    _check_cutter(table, command)
    _check_depth(table, command.depth)
    _check_from_back(table, command.from_back)
    return [
        CardsCut(
            depth=command.depth,
            from_back=command.from_back,
            cutter=command.cutter,
            clause=preparation.cut.clause,
        )
    ]


def _is_short(table: Table) -> bool:
    """Return True if too few cards were shuffled, in the middle of a coup, to keep a deck from
    either end."""
    rule = table.book.preparation.cut
    return rule is not None and table.stack.cards < 2 * rule.depth


def cut_distance(table: Table) -> int:
    """Return how many cards the cut stays away from either end of the stack."""
    rule = table.book.preparation.cut
    return 1 if rule is None or _is_short(table) else rule.depth


def _check_depth(table: Table, depth: int) -> None:
    rule, cards = table.book.preparation.cut, table.stack.cards
    assert rule is not None
    if not _is_short(table):
        check_cut(cards, depth, rule)
    elif not 0 < depth < cards:
        raise Refusal(
            "wrong-cut", rule.clause, "The cut lies inside the {cards} cards.", cards=cards
        )


def _check_from_back(table: Table, from_back: int) -> None:
    rule, cards = table.book.preparation.cutting_card, table.stack.cards
    assert rule is not None
    if not _is_short(table):
        check_cutting_card(cards, from_back, rule)
    elif not 0 < from_back < cards:
        message = "The cutting card lies inside the {cards} cards."
        raise Refusal("wrong-cutting-card", rule.clause, message, cards=cards)


def offered(
    table: Table, declined: Collection[str] = (), to_players: bool = True
) -> tuple[str, ...]:
    """Return the players who may cut now: in the document's order one after the other, or all who
    have not passed. The result is empty once all have passed; then the casino supervisor cuts."""
    rule = table.book.preparation.cut
    assert rule is not None
    gone = {*declined, *table.stack.passed}
    if rule.any_player:
        return tuple(name for name in table.patrons if name not in gone)
    by_seat = {p.place: name for name, p in table.patrons.items() if p.place is not None}
    called = table.stack.named
    occasion = _occasion(table, rule)
    if occasion == COMMENCING and table.patrons:
        called = min(table.patrons.values(), key=lambda p: p.joined).place
    order = offers_of_the_cut(rule, occasion, sorted(by_seat), called, to_players=to_players)
    asked = (by_seat.get(seat) for seat in order)
    expected = next(name for name in asked if name is None or name not in gone)
    return () if expected is None else (expected,)


def _occasion(table: Table, rule: CutRule) -> str:
    known = {offer.occasion for offer in rule.offers}
    return table.stack.occasion if table.stack.occasion in known else rule.offers[-1].occasion


def _check_cutter(table: Table, command: CutCards) -> None:
    """The stack is offered round the table in the document's order, and last to the supervisor."""
    rule = table.book.preparation.cut
    assert rule is not None
    to_players = _is_for_players(table, command, rule)
    asked = offered(table, command.declined, to_players)
    cutter = command.cutter
    if rule.designates and command.designated_by is not None:
        occasion = _occasion(table, rule)
        _check_designated(table, command, next(o for o in rule.offers if o.occasion == occasion))
        cutter = command.designated_by
    if not rule.any_player and _is_standing(table, command):
        return
    if cutter not in asked if asked else cutter is not None:
        raise _offered_to(asked, rule)


def _is_for_players(table: Table, command: CutCards, rule: CutRule) -> bool:
    """Return whether players are offered the cut: where a clause leaves it to the casino supervisor
    they are only by that person's word."""
    if rule.supervisor_clause is None or not holds(command, WAGERS):
        return command.to_players
    if command.cutter is not None or command.designated_by is not None:
        check_approved(table, command, CUT)
        return True
    decides = may_act_as(command.role, CASINO_SUPERVISOR)
    return are_players_asked(table) and (command.to_players or not decides)


def are_players_asked(table: Table) -> bool:
    """Return whether players are offered the cut at this table."""
    rule = table.book.preparation.cut
    assert rule is not None
    return rule.supervisor_clause is None or approval_key(CUT) in table.approvals


def _offered_to(asked: Sequence[str], rule: CutRule) -> Refusal:
    who = " or ".join(map(named, asked)) or "the casino supervisor"
    return Refusal("wrong-cut", rule.refused_clause, "The cut is offered to {who} now.", who=who)


def _check_designated(table: Table, command: CutCards, offer: FirstOffer) -> None:
    if command.cutter not in table.patrons:
        who = named(command.designated_by)
        raise Refusal(
            "wrong-cut", offer.clause, "{who} passes the cut on to a player here only.", who=who
        )


def _is_standing(table: Table, command: CutCards) -> bool:
    """Return True if a standing player cuts by a power of the document; reject one without
    approval."""
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


class TakeCut(Command, frozen=True, kw_only=True):
    """A player whom the cut is offered to cuts a virtual stack in their own name, after `depth`
    cards; the order was bound before. The dealer puts the cutting card where it belongs."""

    pages = on_pages("table")
    stopped_by = stops()

    depth: StaffNumber


class PassCut(Command, frozen=True, kw_only=True):
    """A player whom the cut is offered to leaves it to the next."""

    pages = on_pages("table")
    stopped_by = stops()


class CutPassed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(TakeCut, phases=(*BETWEEN, DEALING), sent_by=(PLAYER,))
def take_cut(table: Table, command: TakeCut, now: datetime) -> Sequence[Event]:
    rule = _check_offered(table, command)
    _check_depth(table, command.depth)
    return [
        CardsCut(
            depth=command.depth,
            from_back=from_back(table),
            cutter=command.actor,
            clause=rule.clause,
        )
    ]


@TABLE.decides(PassCut, phases=(*BETWEEN, DEALING), sent_by=(PLAYER,))
def pass_cut(table: Table, command: PassCut, now: datetime) -> Sequence[Event]:
    rule = _check_offered(table, command)
    return [CutPassed(player=command.actor, clause=rule.refused_clause)]


def may_cut(table: Table, player: str) -> bool:
    """Return True if a player may cut from their own page now."""
    cut, stack = table.book.preparation.cut, table.stack
    is_now = table.phase in (*BETWEEN, DEALING) and stack.stage == SHUFFLED
    if cut is None or not is_now or stack.digest is None:
        return False
    return player in offered(table, to_players=are_players_asked(table))


def _check_offered(table: Table, command: Command) -> CutRule:
    rule, stack = table.book.preparation.cut, table.stack
    if rule is None or stack.stage != SHUFFLED:
        clause = table.book.preparation.sources.clause if rule is None else rule.clause
        raise Refusal("not-shuffled", clause, "There is no shuffled stack to cut.")
    if command.role != PLAYER:
        raise Refusal("wrong-role", rule.clause, "A player does this in their own name.")
    if stack.digest is None:
        message = "Real cards are cut by hand: the dealer says who has cut, and where."
        raise Refusal("wrong-cut", rule.clause, message)
    asked = offered(table, to_players=not holds(command, WAGERS) or are_players_asked(table))
    if command.actor not in asked:
        raise _offered_to(asked, rule)
    return rule


def from_back(table: Table) -> int:
    """Return the position of the cutting card from the back: one deck, or as near to that as the
    document allows; the middle of fewer than two decks."""
    rule = table.book.preparation.cutting_card
    assert rule is not None
    cards = table.stack.cards
    if _is_short(table):
        return max(1, cards // 2)
    return max(rule.nearest, min(ONE_DECK, rule.deepest(cards)))


@TABLE.evolves(CutPassed)
def cut_passed(table: Table, event: CutPassed) -> Table:
    stack = table.stack
    return replace(table, stack=replace(stack, passed=(*stack.passed, event.player)))


@TABLE.evolves(CardsCut)
def cards_cut(table: Table, event: CardsCut) -> Table:
    stack = replace(
        table.stack,
        stage=READY,
        cutting=table.stack.cards - event.from_back,
        depth=event.depth,
        occasion="",
        named=None,
        passed=(),
    )
    phase = table.phase if table.phase in IN_COUP else BETTING
    return replace(table, stack=stack, phase=phase)
