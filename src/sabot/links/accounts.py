"""Accounts: what the server fills into their commands, and what follows at tables and the door."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot.accounts import (
    ACCOUNT,
    ACCOUNT_KIND,
    CAGE_STREAM,
    Account,
    Cage,
    CageRule,
    CoverPlayerCard,
    Deposit,
    Deposited,
    ExclusionLifted,
    NotePlay,
    OpenAccount,
    PlayerExcluded,
    RecordStaffName,
    Withdraw,
    Withdrawn,
)
from sabot.accounts.cage import CountAlone, NumberReceipt, total_of
from sabot.accounts.days import local_day
from sabot.accounts.drawers import MoveDrawerCash, drawer_of
from sabot.accounts.funds import CASH_AT_CASHIER
from sabot.core.refusal import Refusal
from sabot.engine.enrichment import CONFIRMER, Context, EnrichmentContext
from sabot.engine.streams import Command, Event, FollowUp
from sabot.links.visits import house_id, in_its_name, is_told, sent_away, word_of
from sabot.people.names.identity import check_may_play, check_works_here, door_of
from sabot.people.persons.exclusion import KeepOut, LetIn
from sabot.policies.play_time import is_over
from sabot.rules.roles import CASHIER, CASINO_OPERATOR, PLAYER
from sabot.table import TABLE_KIND
from sabot.table.players.visits import ChangeVisit

replace = msgspec.structs.replace


@ACCOUNT.enriches(Deposit, "cage desk", before=CONFIRMER)
@ACCOUNT.enriches(Withdraw, "cage desk", before=CONFIRMER)
def with_cage_rule(
    context: EnrichmentContext[Account], command: Deposit | Withdraw
) -> Deposit | Withdraw:
    """Fill in the cage's threshold, the local day on which it counts, and what the cashier who
    sends it has done alone on that day."""
    cage: Cage = context.look(CAGE_STREAM)
    above = cage.deposit if isinstance(command, Deposit) else cage.withdrawal
    day = local_day(context.state, context.now)
    desk = total_of(cage, command.actor, day) if command.role == CASHIER else None
    return replace(command, cage=CageRule(above, day), desk=desk)


@ACCOUNT.enriches(Deposit, "desk")
@ACCOUNT.enriches(Withdraw, "desk")
def with_confirmer_total(
    context: EnrichmentContext[Account], command: Deposit | Withdraw
) -> Deposit | Withdraw:
    """Fill in what the cashier who confirms a player's request has done alone on that day."""
    if command.role != PLAYER or not context.confirmed_by:
        return command
    cage: Cage = context.look(CAGE_STREAM)
    day = local_day(context.state, context.now)
    return replace(command, desk=total_of(cage, context.confirmed_by, day))


@ACCOUNT.enriches(Deposit, "receipt drawer")
@ACCOUNT.enriches(Withdraw, "receipt drawer")
def with_receipt(
    context: EnrichmentContext[Account], command: Deposit | Withdraw
) -> Deposit | Withdraw:
    """Fill in the next number of the cage's series of receipts, and for cash the cashier at the
    desk if they have a drawer open. The cage is locked for its thresholds already."""
    cage: Cage = context.look(CAGE_STREAM)
    desk = command.desk if command.method == CASH_AT_CASHIER else None
    cashier = "" if desk is None else desk.cashier
    drawer = cashier if cashier and drawer_of(cage, cashier) else ""
    return replace(command, receipt=cage.receipts + 1, drawer=drawer)


@ACCOUNT.follows(Deposited, Withdrawn)
def move_drawer_cash(
    context: Context[Account], command: Command, event: Event
) -> Iterator[FollowUp]:
    """Count cash in the drawer of the cashier who takes or pays it."""
    assert isinstance(event, Deposited | Withdrawn)
    if event.drawer and event.receipt is not None:
        amount = sum(move.amount for move in event.moves)
        given = in_its_name(context.stream, command, "drawer")
        moved = MoveDrawerCash(
            **given,
            cashier=event.drawer,
            amount=amount if isinstance(event, Deposited) else -amount,
            receipt=event.receipt,
        )
        yield FollowUp(CAGE_STREAM, moved)


@ACCOUNT.follows(Deposited, Withdrawn)
def number_receipt(context: Context[Account], command: Command, event: Event) -> Iterator[FollowUp]:
    """Count the receipt at the cage."""
    assert isinstance(event, Deposited | Withdrawn)
    if event.receipt is not None:
        given = in_its_name(context.stream, command, "receipt")
        numbered = NumberReceipt(**given, number=event.receipt, player=context.name)
        yield FollowUp(CAGE_STREAM, numbered)


@ACCOUNT.follows(Deposited, Withdrawn)
def count_alone(context: Context[Account], command: Command, event: Event) -> Iterator[FollowUp]:
    """Count at the cage what one cashier has done alone."""
    assert isinstance(event, Deposited | Withdrawn)
    if event.alone and event.cashier:
        given = in_its_name(context.stream, command, "alone")
        counted = CountAlone(**given, cashier=event.cashier, amount=event.alone, day=event.day)
        yield FollowUp(CAGE_STREAM, counted)


@ACCOUNT.enriches(OpenAccount, "zone", before=CONFIRMER)
def with_zone(context: EnrichmentContext[Account], command: OpenAccount) -> OpenAccount:
    """Fill in the casino's time zone, and refuse any other."""
    if command.zone not in (None, context.zone):
        message = "The days of every account begin as the casino's do: leave out the time zone."
        raise Refusal("wrong-zone", None, message)
    return replace(command, zone=context.zone)


@ACCOUNT.enriches(OpenAccount)
def check_name(context: EnrichmentContext[Account], command: OpenAccount) -> OpenAccount:
    """Refuse an account under the name of a member of staff, or of a known or excluded player."""
    check_may_play(context.name, context, staff=command.staff)
    return command


@ACCOUNT.enriches(OpenAccount)
@ACCOUNT.enriches(RecordStaffName)
def check_staff(context: EnrichmentContext[Account], command: Any) -> Command:
    """Refuse a link to a name by which no member of staff signs in."""
    linking: OpenAccount | RecordStaffName = command
    if linking.staff:
        check_works_here(linking.staff, context)
    return linking


@ACCOUNT.follows(PlayerExcluded)
def keep_out(
    context: Context[Account], command: Command, event: PlayerExcluded
) -> Iterator[FollowUp]:
    """An exclusion from the casino holds at the door."""
    if event.casino:
        given = in_its_name(context.stream, command, "door")
        out = KeepOut(**given, reason=event.reason, clause=event.clause)
        yield FollowUp(door_of(context.name, context), out, may_fail=True)


@ACCOUNT.follows(ExclusionLifted)
def let_in(
    context: Context[Account], command: Command, event: ExclusionLifted
) -> Iterator[FollowUp]:
    """The end of an exclusion holds at the door."""
    given = in_its_name(context.stream, command, "door")
    let = LetIn(**given, reason=event.reason)
    yield FollowUp(door_of(context.name, context), let, may_fail=True)


@ACCOUNT.follows()
def tell_table(context: Context[Account], command: Command, event: Event) -> Iterator[FollowUp]:
    """Tell the table where the player sits what their account says now, if it does not know."""
    name, account = context.name, context.state
    told_here = isinstance(command, CoverPlayerCard | NotePlay)
    from_elsewhere = isinstance(command, ACCOUNT_KIND.own) and not told_here
    if account.stay is None or from_elsewhere:
        return
    stream = TABLE_KIND.stream(account.stay.table)
    patron, word = context.look(stream).patrons.get(name), word_of(account, context.now)
    if patron is None:
        return
    if not is_told(patron, word):
        change = ChangeVisit(
            id=house_id(context.stream, command, "visit"),
            actor=command.actor,
            via=command.via,
            role=CASINO_OPERATOR,
            player=name,
            visit=word,
        )
        yield FollowUp(stream, change, may_fail=True)
    excluded = account.exclusion is not None and account.exclusion.casino
    if excluded or is_over(account.stay.play, context.now):
        yield from sent_away(account.stay.table, command, context.look(stream), name)
