"""Leaving: withdrawn within the free period or after it, disqualified, and a fee given back to an
absent player whom the head approves."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS, SCRUTINY, holds
from sabot.engine.declarations import decision, on_pages, own, partly
from sabot.engine.ledger import Move, of_player
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.notices import NoticeDue, notices_of
from sabot.rules.irregularities.irregularity import AT_ONCE, Duty
from sabot.rules.roles import CAGE, CASINO_OPERATOR, HEADS, PLAYER, TOURNAMENT_MANAGER, may_act_as
from sabot.tournament.desk.publication import ZONE
from sabot.tournament.desk.state import (
    BEFORE_PLAY,
    DISQUALIFIED,
    GONE,
    POOL,
    UNFINISHED,
    Contest,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    affordable,
    by_head,
    check_head,
    entry_of,
    moved,
    paid,
    reason_of,
    replace,
    with_entry,
)
from sabot.tournament.entries.fees import entry_fee
from sabot.tournament.entries.registration import fee_back, is_from_account, without_entry
from sabot.tournament.ranking import Level


def is_seated(contest: Contest, player: str) -> bool:
    """Return True if a player has a seat, or is drawn for one, in a session that is not counted."""
    sitting = contest.sitting
    if sitting is None or player not in sitting.players:
        return False
    seats = sitting.seats
    table = next((each for each in seats if player in seats[each].values()), None)
    return table is None or table not in sitting.counted


def check_not_seated(contest: Contest, player: str) -> None:
    if is_seated(contest, player):
        message = "{player} has a seat in the session that is on: it is done at the table."
        raise Refusal("seated", contest.desk.seats, message, player=named(player))


class WithdrawEntry(Command, frozen=True, kw_only=True):
    """Withdraw. The fee comes back within the free period alone. Where staff do it for a player,
    another person confirms it."""

    pages = on_pages("tournament")

    player: str


class EntryWithdrawn(Event, frozen=True, kw_only=True):
    """`free`: within the period, so that the fee goes back, to the account at once or owed. `staff`
    did it for the player; empty where the player did."""

    basis = decision("seating", alone=False, when=lambda event, moment: bool(event.staff))
    sight = partly("player clause", "free to_account")

    player: str
    free: bool
    to_account: bool
    moves: tuple[Move, ...]
    clause: str
    staff: str = ""


def _confirms_withdrawal(contest: Contest, command: WithdrawEntry) -> Confirmer | None:
    """Require a second person where an entrant leaves by another's word."""
    if command.role == PLAYER or not holds(command, SCRUTINY):
        return None
    return Confirmer(contest.desk.entry, CAGE)


@TOURNAMENT.decides(
    WithdrawEntry,
    phases=UNFINISHED,
    confirmed_by=_confirms_withdrawal,
    seen="the entry's own fee",
    sent_by=(PLAYER, CAGE, *HEADS),
    confirmers=(CAGE,),
)
def withdraw_entry(contest: Contest, command: WithdrawEntry, now: datetime) -> Sequence[Event]:
    desk = contest.desk
    if command.role == PLAYER and command.actor != command.player:
        raise Refusal("proxy", desk.entry, "Players withdraw for themselves.")
    if command.role not in (PLAYER, desk.head) and not may_act_as(command.role, CAGE):
        raise Refusal("wrong-role", desk.entry, "This is for the player, or for a cashier.")
    entry = entry_of(contest, command.player)
    check_not_seated(contest, command.player)
    until = contest.free_until
    free = until is not None and now <= until and contest.phase in BEFORE_PLAY
    return [
        EntryWithdrawn(
            player=command.player,
            free=free,
            to_account=free and is_from_account(entry),
            moves=fee_back(entry) if free else (),
            clause=(desk.withdrawal if free else None) or desk.refunds,
            staff="" if command.role == PLAYER or not holds(command, SCRUTINY) else command.actor,
        )
    ]


@TOURNAMENT.evolves(EntryWithdrawn)
def entry_withdrawn(contest: Contest, event: EntryWithdrawn) -> Contest:
    if event.free:
        return without_entry(contest, event.player, event.moves)
    gone = replace(contest.entries[event.player], status=GONE, clause=event.clause)
    return with_entry(contest, gone)


GROUNDS: Final = ("advice", "chips", "conduct", "identity", "terms")
"""Grounds of a disqualification at the desk: advice given or taken, chips brought in or hidden,
conduct against the rules, another person's identity, the terms of entry."""


class StrikeOff(Command, frozen=True, kw_only=True):
    """Disqualify an entrant who broke the rules, on one of the grounds; another person confirms it.
    During play it is done at the table. No fee is returned."""

    pages = on_pages("tournament")

    player: str
    reason: str
    ground: str = ""


class StruckOff(Event, frozen=True, kw_only=True):
    """`stage` is how far the tournament was."""

    basis = decision("seating", alone=False)
    sight = partly("player ground clause", "reason")

    player: str
    reason: str
    clause: str
    ground: str = ""
    stage: str = ""


def _disqualifies(contest: Contest, command: Command) -> Leave:
    power = contest.desk.disqualified
    return Leave(power.clause, power.by)


def _confirms_striking(contest: Contest, command: StrikeOff) -> Confirmer | None:
    if not holds(command, RESULTS):
        return None
    return Confirmer(contest.desk.disqualified.clause, CASINO_OPERATOR)


@TOURNAMENT.decides(
    StrikeOff,
    _disqualifies,
    UNFINISHED,
    confirmed_by=_confirms_striking,
    sent_by=(TOURNAMENT_MANAGER, CASINO_OPERATOR),
    confirmers=(CASINO_OPERATOR,),
)
def strike_off(contest: Contest, command: StrikeOff, now: datetime) -> Sequence[Event]:
    if command.role == contest.desk.head:
        check_head(contest, command)
    entry_of(contest, command.player)
    check_not_seated(contest, command.player)
    clause = contest.desk.disqualified.clause
    reason = reason_of(command.reason)
    if not holds(command, RESULTS):
        return [StruckOff(player=command.player, reason=reason, clause=clause)]
    if command.ground not in GROUNDS:
        message = "The grounds are one of {grounds}."
        raise Refusal("bad-command", clause, message, grounds=", ".join(GROUNDS))
    struck = StruckOff(
        player=command.player,
        reason=reason,
        clause=clause,
        ground=command.ground,
        stage=stage_of(contest),
    )
    return [struck, *_telling(contest, command.player, now)]


def stage_of(contest: Contest) -> str:
    """Return how far the tournament is: the sessions called and announced."""
    return f"{contest.sittings}/{contest.leg}"


def _telling(contest: Contest, player: str, now: datetime) -> list[NoticeDue]:
    """Return the notice by which a disqualified entrant hears of it and of the right to
    complain."""
    disputes = contest.desk.disputes
    duty = Duty(PLAYER, AT_ONCE, disputes.told or disputes.first.clause)
    about = f"the disqualification of {named(player)}, and the right to complain"
    return notices_of(contest.notices, (duty,), about, now, ZONE)


@TOURNAMENT.evolves(StruckOff)
def struck_off(contest: Contest, event: StruckOff) -> Contest:
    entry = contest.entries[event.player]
    gone = replace(entry, status=DISQUALIFIED, clause=event.clause, struck=event.stage)
    return without_place(with_entry(contest, gone), event.player)


def without_place(contest: Contest, player: str) -> Contest:
    """The disqualified have no place: those behind move up in what is not announced yet."""
    orders = {key: without_names(order, {player}) for key, order in contest.orders.items()}
    return replace(contest, orders=orders)


def without_names(order: Sequence[Level], names: Collection[str]) -> tuple[Level, ...]:
    """Return an order without these players."""
    left = (
        Level(tuple(each for each in level.names if each not in names), level.plays_off)
        for level in order
    )
    return tuple(level for level in left if level.names)


class ApproveRefund(Command, frozen=True, kw_only=True):
    """Return the fee of an entrant who was put out for absence."""

    pages = on_pages("tournament")

    player: str
    reason: str


class RefundApproved(Event, frozen=True, kw_only=True):
    basis = decision("decision")
    sight = own("player reason clause")

    player: str
    reason: str
    moves: tuple[Move, ...]
    clause: str


@TOURNAMENT.decides(
    ApproveRefund,
    by_head(lambda desk: desk.refunds),
    UNFINISHED,
    seen="the entry's own fee",
    sent_by=HEADS,
)
def approve_refund(contest: Contest, command: ApproveRefund, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    absent = contest.rules.play.outs.cancelled
    entry = contest.entries.get(command.player)
    if absent is None or entry is None or entry.clause != absent:
        message = "A fee is refunded only to a player who was eliminated for absence."
        raise Refusal("no-refund", contest.desk.refunds, message)
    fee = min(entry.fee, entry_fee(contest))
    if not fee or entry.refunded:
        raise Refusal("no-refund", absent, "There is no fee to give back, or it is back already.")
    return [
        RefundApproved(
            player=command.player,
            reason=reason_of(command.reason),
            moves=affordable(contest, paid(POOL, of_player(command.player), fee)),
            clause=absent,
        )
    ]


@TOURNAMENT.evolves(RefundApproved)
def refund_approved(contest: Contest, event: RefundApproved) -> Contest:
    back = sum(move.amount for move in event.moves)
    entry = contest.entries[event.player]
    entry = replace(entry, fee=entry.fee - back, refunded=True)
    left = replace(
        with_entry(contest, entry), fees=contest.fees - back, entered=contest.entered - 1
    )
    return moved(left, event.moves)
