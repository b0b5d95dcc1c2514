"""Accounts over HTTP: a player's own, and any player's for gaming staff."""

from datetime import date, datetime
from typing import Final

import msgspec

from sabot.accounts import Account, OpenAccount
from sabot.accounts.days import local_day
from sabot.accounts.funds import CASH_AT_CASHIER
from sabot.accounts.limits import deposit_room
from sabot.accounts.pin import is_locked
from sabot.accounts.state import AccountLimit, Exclusion, FundsDeclaration
from sabot.core.card_numbers import shown
from sabot.core.refusal import Refusal, named
from sabot.engine.ledger import balance, of_player
from sabot.engine.streams import Fields
from sabot.floor import Answer
from sabot.floor.kinds import ACCOUNTS
from sabot.links.visits import room_of
from sabot.parts.statements import (
    StatementConfirmed,
    StatementMade,
    StatementRefused,
)
from sabot.rules.roles import CASHIER, PLAYER
from sabot.server.casino import Casino
from sabot.server.http.routes import GAMING_STAFF, WATCHERS, Asked, Reply, Route
from sabot.server.http.spoken import AT_DESK, TO_ACCOUNT, AccountCommand, command_of
from sabot.server.tables.cage import thresholds_of
from sabot.server.tables.play import PlayView, play_of
from sabot.server.tables.tables import DoneCommand, answered
from sabot.table import Table
from sabot.table.result.debts import debt_of

PENDING, CONFIRMED, REFUSED = "pending", "confirmed", "refused"
LOOKED_AT: Final = 50
"""So many of the account's last events are looked at for what became of requests."""
SHOWN: Final = 6
SPOKEN_OPENING: Final = next(said for said, each in AT_DESK.items() if each is OpenAccount)
"""The command that opens an account, as people send it."""
replace = msgspec.structs.replace


class Request(msgspec.Struct, frozen=True):
    """Money that the player has asked to put in or take out: `pending`, `confirmed` or `refused`,
    by whom and why."""

    number: int
    at: datetime
    do: str
    amount: str
    method: str
    reference: str
    state: str = PENDING
    by: str | None = None
    reason: str | None = None


class IdentityView(msgspec.Struct, frozen=True):
    """Document that has shown who the player is: the last digits of its number, its last day, and
    the day on which a cashier saw it. `valid`: it has not expired."""

    kind: str
    document: str
    expires: date
    checked: date
    valid: bool


class AccountView(msgspec.Struct, frozen=True):
    """An account, in cents. Of several limits the tightest that still holds is the one that counts;
    one with `until` makes way for a looser one then. `loss_room` is what may still be lost, after
    all that was won or lost at `table`, where the player plays now. `reserved` is what is put aside
    for withdrawals that are asked for; `card` has the last digits of its number. `requests` are the
    last ones, the newest first; above `deposit_above` and `withdrawal_above` a day the desk
    does it. `to_allow` is what a cashier would pay out and waits for the player's own word. `pin`:
    the account has a PIN, `pin_locked`: it was mistyped too often."""

    player: str
    balance: int
    reserved: int
    card: str | None
    excluded: Exclusion | None
    deposit_limits: tuple[AccountLimit, ...]
    loss_limits: tuple[AccountLimit, ...]
    house_deposit: AccountLimit | None
    house_loss: AccountLimit | None
    deposit_room: int | None
    loss_room: int | None
    table: str | None
    tables: tuple[str, ...]
    requests: tuple[Request, ...]
    deposit_above: int
    withdrawal_above: int
    owes: int
    """The player's debt: below zero in the account, and at the table where they play."""
    to_allow: tuple[Request, ...] = ()
    pin: bool = False
    pin_locked: bool = False
    called: str = ""
    """Display name of the player."""
    chips: int = 0
    """Chips at the table where the player is."""
    identity: IdentityView | None = None
    staff: str = ""
    """Name by which the holder signs in as a member of staff."""
    funds: FundsDeclaration | None = None
    """Declared source of the player's money."""
    play: PlayView | None = None
    """Time of play, and what the policy in force asks of the player."""


async def own(asked: Asked) -> AccountView:
    return await _view(asked, asked.person.name)


async def other(asked: Asked) -> AccountView:
    return await _view(asked, asked.path["id"])


async def _view(asked: Asked, player: str) -> AccountView:
    account = await asked.casino.work(_account, asked, player)
    if not account.player:
        raise Refusal("unknown-player", None, "{player} has no account.", player=named(player))
    now = asked.casino.clock()
    cage = await asked.casino.work(thresholds_of, asked.casino)
    return AccountView(
        player=account.player,
        balance=account.balance,
        reserved=account.reserved,
        card=None if account.card is None else shown(account.card),
        excluded=account.exclusion,
        deposit_limits=account.deposit_limits,
        loss_limits=account.loss_limits,
        house_deposit=account.house_deposit,
        house_loss=account.house_loss,
        deposit_room=deposit_room(account, now),
        loss_room=room_of(account, _table_of(asked, account), now),
        table=account.stay.table if account.stay is not None else None,
        tables=account.tables,
        requests=await asked.casino.work(_requests, asked.casino, account),
        deposit_above=cage.deposit,
        withdrawal_above=cage.withdrawal,
        owes=_owes(asked, account),
        to_allow=tuple(
            _request(number, pending.at, pending.command)
            for number, pending in account.statements.pending.items()
            if pending.by == PLAYER
        ),
        pin=account.pin,
        pin_locked=is_locked(account),
        called=await asked.casino.work(_called, asked.casino, player),
        chips=_chips(asked, account),
        identity=_identity(account, now),
        staff="" if asked.person.role == PLAYER else account.staff,
        funds=account.funds,
        play=await asked.casino.work(play_of, asked.casino, account, _table_of(asked, account)),
    )


async def own_play(asked: Asked) -> PlayView:
    """Return the caller's time of play, without the rest of their account."""
    account = await asked.casino.work(_account, asked, asked.person.name)
    if not account.player:
        raise Refusal("unknown-player", None, "{player} has no account.",
                      player=named(asked.person.name))  # fmt: skip
    return await asked.casino.work(play_of, asked.casino, account, _table_of(asked, account))


def _called(casino: Casino, player: str) -> str:
    person = casino.people.person(player)
    return player if person is None else person.called


def _chips(asked: Asked, account: Account) -> int:
    """Return the player's chips at the table where they are."""
    table = _table_of(asked, account)
    return 0 if table is None else balance(table.balances, of_player(account.player))


def _identity(account: Account, now: datetime) -> IdentityView | None:
    found = account.identity
    if found is None:
        return None
    valid = found.expires >= local_day(account, now)
    document = shown(found.document)
    return IdentityView(found.kind, document, found.expires, found.checked, valid)


def _owes(asked: Asked, account: Account) -> int:
    table = _table_of(asked, account)
    return max(0, -account.balance) + (0 if table is None else debt_of(table, account.player))


def _requests(casino: Casino, account: Account) -> tuple[Request, ...]:
    """The player's requests: those that wait, and what became of the last ones."""
    stream = ACCOUNTS.stream(account.player)
    made: dict[int, Request] = {
        number: _request(number, pending.at, pending.command)
        for number, pending in account.statements.pending.items()
        if pending.actor == account.player
    }
    for stored in casino.store.read(stream, max(0, account.version - LOOKED_AT)):
        event = ACCOUNTS.rules.read_event(stored.line)
        if isinstance(event, StatementMade) and event.stated_by == account.player:
            made.setdefault(event.number, _request(event.number, event.made, event.stated))
        elif isinstance(event, StatementConfirmed) and event.number in made:
            made[event.number] = replace(made[event.number], state=CONFIRMED, by=event.confirmed_by)
        elif isinstance(event, StatementRefused) and event.number in made:
            made[event.number] = replace(
                made[event.number], state=REFUSED, by=event.refused_by, reason=event.reason
            )
    newest = sorted(made.values(), key=lambda each: -each.number)
    return tuple(newest[:SHOWN])


def _request(number: int, at: datetime, said: Fields) -> Request:
    return Request(
        number, at, said["do"], said.get("amount", ""),
        said.get("method", CASH_AT_CASHIER), said.get("reference", ""),
    )  # fmt: skip


def _table_of(asked: Asked, account: Account) -> Table | None:
    """Return the table where the player plays now."""
    stay = account.stay
    found = None if stay is None else asked.casino.hub.tables.get(stay.table)
    return None if found is None else found.table


def _account(asked: Asked, player: str) -> Account:
    """Return an account. Refuse unknown names, so that they take no memory."""
    known = asked.casino.people.person(player)
    if known is None and not has_account(asked.casino, player):
        raise Refusal("unknown-player", None, "{player} has no account.", player=named(player))
    return asked.casino.floor.catch_up_account(player)


async def own_command(asked: Asked) -> Reply:
    return await _command(asked, asked.person.name)


async def other_command(asked: Asked) -> Reply:
    player = asked.path["id"]
    person = await asked.casino.work(asked.casino.people.person, player)
    known = isinstance(asked.body, SPOKEN_OPENING) or person is not None
    known = known or await asked.casino.work(has_account, asked.casino, player)
    if not known or (person is not None and person.role != PLAYER):
        raise Refusal(
            "unknown-player", None, "{player} is not a player here.", player=named(player)
        )
    return await _command(asked, player)


def has_account(casino: Casino, player: str) -> bool:
    """Return True if an account of that name was opened, or is about to be."""
    return casino.store.head(ACCOUNTS.stream(player)).seq > 0


async def _command(asked: Asked, player: str) -> Reply:
    command = command_of(asked.body, asked.person, ACCOUNTS.stream(player))
    answer: Answer = await asked.casino.do(player, command)
    return await answered(asked, answer, ACCOUNTS)


ROUTES = (
    Route(
        "GET", "/api/account", frozenset({PLAYER}), own, "Your account.", gives=AccountView,
        refuses=("unknown-player",),
    ),
    Route(
        "GET", "/api/account/play", frozenset({PLAYER}), own_play,
        "Your time of play today and its result; for pages that ask by themselves.",
        gives=PlayView, refuses=("unknown-player",), quiet=True,
    ),
    Route(
        "POST", "/api/account/commands", frozenset({PLAYER}), own_command,
        "Ask to deposit or withdraw, set limits, exclude yourself.",
        takes=AccountCommand, hears=TO_ACCOUNT, gives=DoneCommand,
    ),
    Route(
        "GET", "/api/players/{id}", GAMING_STAFF | WATCHERS | {CASHIER}, other,
        "A player's account.", gives=AccountView, refuses=("unknown-player",),
    ),
    Route(
        "POST", "/api/players/{id}/commands", GAMING_STAFF | {CASHIER}, other_command,
        "Open an account, issue a Player Card, take and pay money, set limits of the house.",
        takes=AccountCommand, hears=TO_ACCOUNT, gives=DoneCommand, refuses=("unknown-player",),
    ),
)  # fmt: skip
