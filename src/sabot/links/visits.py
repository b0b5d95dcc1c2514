"""Build the commands that pass between a player's account and a table during a visit."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from sabot.accounts import (
    ACCOUNT_KIND,
    Account,
    ExcludePlayer,
)
from sabot.accounts.days import local_day
from sabot.accounts.limits import loss_limits, loss_margin, loss_room, net_loss
from sabot.accounts.visits import (
    CloseVisit,
    CountDebtCash,
    CountPurchase,
    OpenVisit,
    RaiseVisit,
)
from sabot.core.money import CASH, dollars
from sabot.core.refusal import Refusal, named
from sabot.engine.enrichment import Context, EnrichmentContext
from sabot.engine.ledger import balance, is_player_name, of_player
from sabot.engine.streams import Command, FollowUp
from sabot.parts.periods import start_of
from sabot.people.names.identity import (
    check_card_owner,
    check_may_play,
    door_of,
    is_kept_out,
)
from sabot.people.persons.exclusion import KeepOut
from sabot.policies import terms_in_force
from sabot.policies.play_time import is_over
from sabot.rules.operation.player_card import PlayerCard
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table import TABLE, TABLE_KIND, Table
from sabot.table.chips.change import BuyChips
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantDisqualified, EntrantEliminated
from sabot.table.heat.seating import HeatCancelled
from sabot.table.players.debts import PayDebt, part_of_debt
from sabot.table.players.gaming import room_left
from sabot.table.players.room import by_day
from sabot.table.players.sanctions import EXCLUDE, PlayerSanctioned
from sabot.table.players.seats import JoinTable, LeaveTable, Visit
from sabot.table.players.visits import FetchChips
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.debts import debt_of
from sabot.table.state import VIRTUAL, LossLimit, Patron
from sabot.table.stream import is_virtual

replace = msgspec.structs.replace


def house_id(stream: str, command: Command, what: str) -> str:
    """The id of what a command in one stream asks of another, which no other command has there.

    >>> house_id("table:a/b", Command(id="1", actor="ann", role="player"), "visit")
    'table:a%2Fb/visit/1'
    """
    return f"{stream.replace('%', '%25').replace('/', '%2F')}/{what}/{command.id}"


def word_of(account: Account, now: datetime) -> Visit:
    """Return what an account tells a table of its player. The table adds what the visit brings to
    the room, so the room may be negative here."""
    excluded, day = account.exclusion, local_day(account, now)
    return Visit(
        card=account.card,
        room=loss_margin(account, now),
        excluded=None if excluded is None else excluded.clause or excluded.reason,
        limits=tuple(
            LossLimit(
                limit.amount,
                limit.period,
                start_of(limit.period, day),
                net_loss(account, limit.period, now),
                limit.until,
            )
            for limit in loss_limits(account, now)
        ),
        zone=account.zone,
        day=day,
        staff=account.staff,
        play=None if account.stay is None else account.stay.play,
    )


def room_of(account: Account, table: Table | None, now: datetime) -> int | None:
    """Return how much the player may still lose. `table` is the table they visit: it knows the
    visit's results, which the account learns at its end."""
    patron = None if table is None else table.patrons.get(account.player)
    return loss_room(account, now) if patron is None else room_left(patron)


def opening(name: str, table: Table, command: JoinTable) -> OpenVisit:
    """Return the command to the account that follows from joining a table."""
    return OpenVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        via=command.via,
        role=command.role,
        table=name,
        chips=command.chips,
        card=command.card,
        card_demanded=table.conduct.wagering.player_card is not None,
        virtual=table.opened.feed == VIRTUAL,
    )


def raising(name: str, command: FetchChips) -> RaiseVisit:
    """Return the command to the account that follows from fetching chips."""
    return RaiseVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        via=command.via,
        role=command.role,
        table=name,
        chips=command.amount,
    )


def purchase(name: str, command: BuyChips) -> CountPurchase:
    """Return the command to the account that follows from buying chips at a table."""
    return CountPurchase(
        id=house_id(TABLE_KIND.stream(name), command, "purchase"),
        actor=command.actor,
        via=command.via,
        role=command.role,
        table=name,
        amount=command.amount,
        means=command.means,
    )


def repayment(name: str, command: PayDebt, amount: int) -> CountDebtCash:
    """Return the command to the account that follows from a debt paid in cash."""
    return CountDebtCash(
        id=house_id(TABLE_KIND.stream(name), command, "repayment"),
        actor=command.actor,
        via=command.via,
        role=command.role,
        table=name,
        amount=dollars(amount),
    )


def closing(name: str, table: Table, command: LeaveTable) -> CloseVisit:
    """Return the command to the account that follows from leaving a table."""
    held, patron = balance(table.balances, of_player(command.player)), table.patrons[command.player]
    return CloseVisit(
        id=house_id(TABLE_KIND.stream(name), command, "visit"),
        actor=command.actor,
        via=command.via,
        role=CASINO_SUPERVISOR,
        table=name,
        chips=dollars(held),
        lost=dollars(patron.lost),
        by_day={day: dollars(lost) for day, lost in by_day(patron).items()},
    )


# At the tables


def _is_open(table: Table) -> bool:
    return table.setup is not None


@TABLE.enriches(JoinTable, "visit", when=_is_open)
def open_visit(context: EnrichmentContext[Table], command: JoinTable) -> JoinTable:
    """Open a visit at the player's account, and fill in what the account says."""
    card = context.state.conduct.wagering.player_card
    check_may_play(command.player, context)
    check_card_owner(command.player, command.card, context, card.own if card else None)
    stream = ACCOUNT_KIND.stream(command.player)
    if not context.look(stream).player:
        _check_issued(context, command, card)
        return command
    account: Account = context.ask(stream, opening(context.name, context.state, command))
    return replace(command, visit=word_of(account, context.now))


def _check_issued(
    context: EnrichmentContext[Table], command: JoinTable, card: PlayerCard | None
) -> None:
    """Refuse a player without an account where the table asks for a Player Card and the policy in
    force asks for one that was issued here."""
    terms = None if card is None else terms_in_force(context)
    if card is not None and terms is not None and terms.cards_issued_here:
        message = "{player} has no Player Card of this casino: the cage issues one."
        raise Refusal("not-issued", card.clause, message, player=named(command.player))


@TABLE.enriches(FetchChips, when=_is_open)
def raise_visit(context: EnrichmentContext[Table], command: FetchChips) -> FetchChips:
    """Take the chips that are fetched from the player's account."""
    if _plays_on_account(context, command.player):
        context.ask(ACCOUNT_KIND.stream(command.player), raising(context.name, command))
    return command


@TABLE.enriches(BuyChips, when=_is_open)
def count_purchase(context: EnrichmentContext[Table], command: BuyChips) -> BuyChips:
    """Count chips that are bought at the player's account, as a deposit; a virtual table sells
    none."""
    on_account = _plays_on_account(context, command.player)
    if not on_account:
        _check_counted(context, command)
    if on_account and not is_virtual(context.state):
        count = purchase(context.name, command)
        context.ask(ACCOUNT_KIND.stream(command.player), count)
    return command


@TABLE.enriches(PayDebt, "counted", when=_is_open)
def count_repayment(context: EnrichmentContext[Table], command: PayDebt) -> PayDebt:
    """Count a debt paid in cash at the player's account, against the cap of the day."""
    table = context.state
    if command.means != CASH or not debt_of(table, command.player):
        return command
    stream = ACCOUNT_KIND.stream(command.player)
    if not is_player_name(command.player) or not context.look(stream).player:
        _check_counted(context, command)
        return command
    context.ask(stream, repayment(context.name, command, part_of_debt(table, command)))
    return replace(command, counted=True)


def _check_counted(context: Context[Table], command: BuyChips | PayDebt) -> None:
    """Refuse cash of a player without an account where the policy in force limits it: no one could
    add it up."""
    terms = terms_in_force(context)
    if terms is not None and terms.cash_cap is not None and command.means == CASH:
        message = "{player} has no account, so their cash cannot be counted: the cage opens one."
        raise Refusal("not-counted", None, message, player=named(command.player))


@TABLE.enriches(LeaveTable, when=_is_open)
def close_visit(context: EnrichmentContext[Table], command: LeaveTable) -> LeaveTable:
    """Close the visit at the player's account."""
    if _plays_on_account(context, command.player):
        close = closing(context.name, context.state, command)
        context.ask(ACCOUNT_KIND.stream(command.player), close)
    return command


def _plays_on_account(context: Context[Table], player: str) -> bool:
    if not context.look(ACCOUNT_KIND.stream(player)).player:
        return False
    patron = context.state.patrons.get(player)
    return patron is not None and patron.account


@TABLE.follows(PlayerSanctioned)
def exclude(
    context: Context[Table], command: Command, event: PlayerSanctioned
) -> Iterator[FollowUp]:
    """Exclude the player from the whole casino, where the table decides so."""
    if EXCLUDE in event.measures:
        yield from _excluded(context, command, event)
        yield from sent_away(context.name, command, context.look(context.stream), event.player)


@TABLE.follows(CoupEnded)
def send_away(context: Context[Table], command: Command, event: CoupEnded) -> Iterator[FollowUp]:
    """Send away players who were excluded, or whose time of play was over, while a wager of theirs
    was on the layout."""
    for player, patron in sorted(context.state.patrons.items()):
        kept_out = (patron.barred or patron.excluded) and is_kept_out(player, context)
        if kept_out or is_over(patron.play, context.now):
            yield from sent_away(context.name, command, context.state, player)


@TABLE.follows(EntrantEliminated)
@TABLE.follows(EntrantDisqualified)
def vacate_seat(
    context: Context[Table], command: Command, event: EntrantEliminated | EntrantDisqualified
) -> Iterator[FollowUp]:
    """Send away an entrant who is out of the session."""
    yield from sent_away(context.name, command, context.state, event.player)


@TABLE.follows(HeatCounted)
@TABLE.follows(HeatCancelled)
def vacate_table(
    context: Context[Table], command: Command, event: HeatCounted | HeatCancelled
) -> Iterator[FollowUp]:
    """Send all players away when the session is counted or called off."""
    for player in sorted(context.state.patrons):
        yield from sent_away(context.name, command, context.state, player)


def is_told(patron: Patron, word: Visit) -> bool:
    """Return True if the table knows what the account says; the room follows from the limits."""
    limits = [(each.amount, each.period) for each in patron.limits]
    told = (patron.card, patron.excluded, patron.staff, patron.play, limits)
    said = [(each.amount, each.period) for each in word.limits]
    return told == (word.card, word.excluded, word.staff, word.play, said)


# Excluded from the casino


def in_its_name(stream: str, command: Command, what: str) -> dict[str, Any]:
    """Return the common fields of a command that follows from another, sent by its actor as the
    server."""
    return {
        "id": house_id(stream, command, what),
        "actor": command.actor,
        "via": command.via,
        "role": CASINO_SUPERVISOR,
    }


def _excluded(
    context: Context[Table], command: Command, event: PlayerSanctioned
) -> Iterator[FollowUp]:
    """Exclude a player at the account, or at the door where there is none."""
    clause, player = event.measures[EXCLUDE], event.player
    if not is_player_name(player):
        return
    account: Account = context.look(ACCOUNT_KIND.stream(player))
    given = in_its_name(context.stream, command, "exclusion")
    given |= {"reason": event.reason, "clause": clause}
    if account.player:
        excluding = ExcludePlayer(**given, casino=True)
        yield FollowUp(ACCOUNT_KIND.stream(player), excluding, may_fail=True)
    else:
        yield FollowUp(door_of(player, context), KeepOut(**given, card=event.card), may_fail=True)


def sent_away(name: str, command: Command, table: Table, player: str) -> Iterator[FollowUp]:
    """A player who may not be here takes their chips and goes as soon as no wager of theirs lies on
    the layout; what lies there is played out."""
    if player not in table.patrons:
        return
    held = balance(table.balances, of_player(player))
    leaving = LeaveTable(
        **in_its_name(TABLE_KIND.stream(name), command, f"leaving {player}"),
        player=player,
        declared=dollars(held) if table.opened.feed == VIRTUAL else None,
    )
    yield FollowUp(TABLE_KIND.stream(name), leaving, may_fail=True)
