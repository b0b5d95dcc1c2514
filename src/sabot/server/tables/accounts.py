"""Accounts over HTTP: a player's own, and any player's for gaming staff."""

import msgspec

from sabot.accounts import Account
from sabot.accounts.limits import deposit_room
from sabot.accounts.state import Exclusion, Limit
from sabot.floor import Answer
from sabot.kinds import ACCOUNTS
from sabot.refusal import Refusal, named
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import GAMING_STAFF, WATCHERS, Asked, Reply, Route
from sabot.server.http.spoken import AccountCommand, command_of
from sabot.server.tables.tables import Done, answered
from sabot.table import Table
from sabot.visiting import room_of


class AccountView(msgspec.Struct, frozen=True):
    """An account, in cents. Of several limits the tightest that still holds is the one that counts;
    one with `until` makes way for a looser one then. `loss_room` is what may still be lost, after
    all that was won or lost at `table`, where the player plays now."""

    player: str
    balance: int
    card: str | None
    excluded: Exclusion | None
    deposit_limits: tuple[Limit, ...]
    loss_limits: tuple[Limit, ...]
    house_deposit: Limit | None
    house_loss: Limit | None
    deposit_room: int | None
    loss_room: int | None
    table: str | None
    tables: tuple[str, ...]


async def own(asked: Asked) -> AccountView:
    return await _view(asked, asked.person.name)


async def other(asked: Asked) -> AccountView:
    return await _view(asked, asked.path["id"])


async def _view(asked: Asked, player: str) -> AccountView:
    account = await asked.casino.work(_account, asked, player)
    if not account.player:
        raise Refusal("unknown-player", None, f"{named(player)} has no account.")
    now = asked.casino.clock()
    return AccountView(
        player=account.player,
        balance=account.balance,
        card=account.card,
        excluded=account.exclusion,
        deposit_limits=account.deposit_limits,
        loss_limits=account.loss_limits,
        house_deposit=account.house_deposit,
        house_loss=account.house_loss,
        deposit_room=deposit_room(account, now),
        loss_room=room_of(account, _table_of(asked, account), now),
        table=account.stay.table if account.stay is not None else None,
        tables=account.tables,
    )


def _table_of(asked: Asked, account: Account) -> Table | None:
    """Where the player plays now."""
    stay = account.stay
    found = None if stay is None else asked.casino.hub.tables.get(stay.table)
    return None if found is None else found.table


def _account(asked: Asked, player: str) -> Account:
    """Only names that somebody has: a stranger's leaves nothing behind in memory."""
    known = asked.casino.people.person(player)
    if known is None and asked.casino.floor.account_seen(player) is None:
        raise Refusal("unknown-player", None, f"{named(player)} has no account.")
    return asked.casino.floor.catch_up_account(player)


async def own_command(asked: Asked) -> Reply:
    return await _command(asked, asked.person.name)


async def other_command(asked: Asked) -> Reply:
    player = asked.path["id"]
    person = await asked.casino.work(asked.casino.people.person, player)
    if person is None or person.role != PLAYER:
        raise Refusal("unknown-player", None, f"{named(player)} is not a player here.")
    return await _command(asked, player)


async def _command(asked: Asked, player: str) -> Reply:
    command = command_of(asked.body, asked.person, ACCOUNTS.stream(player))
    answer: Answer = await asked.casino.do(player, command)
    return answered(asked, answer)


ROUTES = (
    Route(
        "GET", "/api/account", frozenset({PLAYER}), own, "Your account.", gives=AccountView,
        refuses=("unknown-player",),
    ),
    Route(
        "POST", "/api/account/commands", frozenset({PLAYER}), own_command,
        "Deposit, withdraw, set limits, exclude yourself.", takes=AccountCommand, gives=Done,
    ),
    Route(
        "GET", "/api/players/{id}", GAMING_STAFF | WATCHERS, other, "A player's account.",
        gives=AccountView, refuses=("unknown-player",),
    ),
    Route(
        "POST", "/api/players/{id}/commands", GAMING_STAFF, other_command,
        "Open an account, issue a Player Card, set limits of the house.",
        takes=AccountCommand, gives=Done, refuses=("unknown-player",),
    ),
)  # fmt: skip
