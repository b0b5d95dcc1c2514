"""The demo casino: a table of each game, robots that deal and play, and a chair for any role.

Everybody may sign in as anybody, so it is for this machine alone and for a store of its own that
is gone when the server stops: `check_demo` refuses anything else.
"""

import asyncio
import logging
import secrets
import uuid
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from sabot.client import Client
from sabot.people import ADMINISTRATOR, Hashing, Leases, People
from sabot.refusal import Refusal, quoted
from sabot.robots import UNHURRIED, Pace, Robot, RobotDealer, RobotPlayer
from sabot.robots.dealer import SIGN
from sabot.robots.online import attend
from sabot.rulebooks import RULEBOOKS
from sabot.rules import Rulebook
from sabot.rules.conduct import Method
from sabot.rules.roles import (
    ASSISTANT_GAMING_MANAGER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    TOURNAMENT_MANAGER,
)
from sabot.server.casino import Casino
from sabot.server.entrance import welcome
from sabot.server.routes import EVERYONE, Asked, Reply, Route
from sabot.server.serve import serve
from sabot.server.settings import Settings, check, is_loopback
from sabot.table.opening import is_optional, offered
from sabot.table.recipients import HIGHEST
from sabot.table.state import CLOSED

DEMO_STORE: Final = "sqlite://"
HOUSE: Final = "demo"
"""Who opens the tables and fills the accounts."""
UNGUESSABLE: Final = Hashing(memory=64)
"""Passwords that nobody knows, for visitors come in by one click and robots by their tokens, need
no slow hash."""
PLAY_MONEY: Final = "10000"
FLOAT: Final = "1000000"
LEASE_SECONDS: Final = 15
RENEW_SECONDS: Final = 5
REST_SECONDS: Final = 3
"""How long robots that were refused rest before they try again."""

PEOPLE: Final = (
    (PLAYER, "Alice"),
    (PLAYER, "Bruno"),
    (DEALER, "Dana"),
    (GAMING_SUPERVISOR, "Gita"),
    (CASINO_SUPERVISOR, "Carlos"),
    (ASSISTANT_GAMING_MANAGER, "Aroha"),
    (GAMING_MANAGER, "Mei"),
    (DUTY_MANAGER, "Otto"),
    (TOURNAMENT_MANAGER, "Tamar"),
    (SURVEILLANCE, "Sven"),
    (INSPECTOR, "Ines"),
    (ADMINISTRATOR, "Anton"),
)
"""Whom a visitor may sign in as."""
ROBOT_STAFF: Final = {DEALER: "robot-dealer", DUTY_MANAGER: "robot-manager"}
ROBOT_PLAYERS: Final = (
    ("Ada", "Ben", "Cleo"),
    ("Dov", "Eve", "Finn"),
    ("Gil", "Hana", "Igor"),
    ("Jun", "Kaya", "Leo"),
    ("Mina", "Noel", "Olga"),
)
"""Those who play at each table, in the order of the games."""
log = logging.getLogger("sabot.demo")


def check_demo(settings: Settings, given: str | None = None) -> None:
    """Refuse to open a house without locks anywhere but on this machine, over a store of its own.
    `given` is the store that somebody asked for."""
    if given:
        raise Refusal(
            "bad-settings",
            None,
            f"The demo has a store of its own, gone when it stops, not {quoted(given)}: leave out "
            "--store and SABOT_DATABASE_URL, or serve without --demo.",
        )
    if not is_loopback(settings.host) or settings.origin is not None:
        raise Refusal(
            "bad-settings",
            None,
            "In the demo anybody may sign in as anybody, so it listens on this machine only: leave "
            "out --host and --origin, or serve without --demo.",
        )


def serve_demo(settings: Settings, given: str | None = None) -> None:
    """Serve the demo until somebody stops it."""
    check_demo(settings, given)
    check(settings)
    settings = msgspec.structs.replace(settings, store=DEMO_STORE, demo=True)
    serve(settings, open_demo, ROUTES, lambda casino: robots_of(casino, _url(settings)), _say)


def _url(settings: Settings) -> str:
    return min(settings.origins)


def _say(casino: Casino, port: int) -> None:
    print(f"Sabot's demo casino is open at {_url(casino.settings)}", flush=True)
    print("Play money, robots at every table, and a chair for any role. Ctrl-C ends.", flush=True)


# People, accounts and tables


def open_demo(casino: Casino) -> None:
    """Everything that the demo needs, as far as it is not there yet."""
    players = [name for role, name in PEOPLE if role == PLAYER]
    robots = [name for names in ROBOT_PLAYERS for name in names]
    everyone = [*PEOPLE, *ROBOT_STAFF.items(), *((PLAYER, name) for name in robots)]
    people = People(casino.store, casino.clock, UNGUESSABLE)
    for role, name in everyone:
        if people.person(name) is None:
            people.add(name, secrets.token_urlsafe(24), role, HOUSE)
    for number, name in enumerate((*players, *robots), 1):
        _open_account(casino, name, f"5550 {number:04}")
    for book in RULEBOOKS.values():
        _open_table(casino, book)


def _open_account(casino: Casino, player: str, card: str) -> None:
    if casino.floor.account(player).player:
        return
    stream = f"player:{player}"
    _do(casino, player, "open-account", player=player, stream=stream)
    _do(casino, player, "issue-player-card", card=card, stream=stream)
    _do(casino, player, "deposit", amount=PLAY_MONEY, method="cash", stream=stream)


def _open_table(casino: Casino, book: Rulebook) -> None:
    name = table_of(book)
    table = casino.floor.table(name)
    if table.phase == CLOSED:
        method, bets = _method(book), side_bets_of(book)
        _do(
            casino, name, "open-table",
            rulebook=book.id, sign=dict(SIGN), method=method.name, side_bets=bets,
        )  # fmt: skip
    if table.shift is None or not table.shift.is_open:
        _do(casino, name, "open-float", amount=FLOAT)


def _do(casino: Casino, name: str, do: str, **fields: Any) -> None:
    who = {"id": f"demo-{uuid.uuid4()}", "do": do, "actor": HOUSE, "role": DUTY_MANAGER}
    answer = casino.floor.do(name, casino.floor.read(msgspec.json.encode({**who, **fields})))
    if answer.rejected is not None:
        no = answer.rejected
        raise Refusal(no.code, no.clause, f"The demo cannot be opened: {no.message}")


def table_of(book: Rulebook) -> str:
    """The name of a game's table: the rulebook's own, without its casino."""
    return book.id.partition("-")[2]


def _method(book: Rulebook) -> Method:
    """The way of dealing by which players squeeze the cards, where a document has one that hands
    them to whoever bet the most."""
    methods = book.conduct.methods
    return next((each for each in methods if each.recipient == HIGHEST), methods[0])


def side_bets_of(book: Rulebook) -> list[str]:
    """As many side bets as may lie on one layout, in the order of the document."""
    chosen: list[str] = []
    for wager in book.wagers:
        if not (wager.side_bet and is_optional(book, wager.id)):
            continue
        try:
            offered(book, book.decks(), (*chosen, wager.id))
        except Refusal:
            continue
        chosen.append(wager.id)
    return chosen


# Robots


async def robots_of(casino: Casino, url: str, pace: Pace = UNHURRIED) -> None:
    """Deal and play at every table until this is cancelled. Of several server processes the one
    that holds a table's lease has its robots there."""
    leases = Leases(casino.store, f"robots-{uuid.uuid4()}", casino.clock)
    async with asyncio.TaskGroup() as group:
        for book, names in zip(RULEBOOKS.values(), ROBOT_PLAYERS, strict=True):
            crew = Crew(table_of(book), names, pace)
            group.create_task(_staff_table(casino, url, leases, crew))


@dataclass(frozen=True)
class Crew:
    """Who deals and plays at one table."""

    table: str
    players: tuple[str, ...]
    pace: Pace


async def _staff_table(casino: Casino, url: str, leases: Leases, robots: Crew) -> None:
    """Have robots at one table whenever, and only while, its lease is ours."""
    lease = f"robots:{robots.table}"
    try:
        while True:
            if await casino.work(leases.take, lease, LEASE_SECONDS):
                crew = asyncio.create_task(_crew(casino, url, robots))
                try:
                    await _keep(casino, leases, lease, crew)
                finally:
                    crew.cancel()
                    await asyncio.wait([crew])
                _tell(robots.table, crew)
            await asyncio.sleep(REST_SECONDS)
    finally:
        leases.release(lease)


async def _keep(casino: Casino, leases: Leases, lease: str, crew: "asyncio.Task[None]") -> None:
    """Renew the lease until it is lost, or until the robots have had enough."""
    while True:
        done, _ = await asyncio.wait([crew], timeout=RENEW_SECONDS)
        if done or not await casino.work(leases.renew, lease, LEASE_SECONDS):
            return


def _tell(table: str, crew: "asyncio.Task[None]") -> None:
    error = None if crew.cancelled() else crew.exception()
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if error is not None:
        log.warning("robots rest", extra={"table": table, "why": str(error)})


async def _crew(casino: Casino, url: str, robots: Crew) -> None:
    """One dealer with a manager at hand, and some players, each with a token of their own."""
    staff = (ROBOT_STAFF[DEALER], ROBOT_STAFF[DUTY_MANAGER])
    dealer = RobotDealer(names=staff, pace=robots.pace)
    seats = enumerate(robots.players, 2)
    players = [RobotPlayer(name, seat, pace=robots.pace) for seat, name in seats]
    hands = {role: await _client(casino, url, name) for role, name in ROBOT_STAFF.items()}
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(attend(dealer, robots.table, hands))
            for player in players:
                group.create_task(_play(casino, url, player, robots.table))
    finally:
        for client in hands.values():
            await client.close()


async def _play(casino: Casino, url: str, player: Robot, table: str) -> None:
    async with await _client(casino, url, player.name) as client:
        await attend(player, table, {PLAYER: client})


async def _client(casino: Casino, url: str, name: str) -> Client:
    token = await casino.work(casino.people.issue_token, name, "robot", HOUSE, 1)
    return Client(url, token=token)


# One click


class Chair(msgspec.Struct, frozen=True):
    """Somebody whom a visitor may be."""

    role: str
    name: str


class Chairs(msgspec.Struct, frozen=True):
    roles: tuple[Chair, ...]


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who to be: the first of that role, or the one of that name."""

    role: str
    name: str | None = None


async def chairs(asked: Asked) -> Chairs:
    return Chairs(tuple(Chair(role, name) for role, name in PEOPLE))


async def sit(asked: Asked) -> Reply:
    """Sign in without a password, as one of the demo's own people."""
    said: Sit = asked.body
    found = [name for role, name in PEOPLE if role == said.role and said.name in (None, name)]
    if not found:
        raise Refusal("unknown-person", None, "Nobody of that role and name is in the demo.")
    casino = asked.casino
    token, session = await casino.work(casino.people.sign_in_as, found[0], HOUSE)
    return await casino.work(welcome, casino, token, session)


ROUTES: Final = (
    Route("GET", "/api/demo", EVERYONE, chairs, "Whom a visitor of the demo may be.", gives=Chairs),
    Route(
        "POST", "/api/demo/session", EVERYONE, sit, "Sign in to the demo with one click.",
        takes=Sit, refuses=("unknown-person",),
    ),
)  # fmt: skip
