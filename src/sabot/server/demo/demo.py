"""The demo casino: a table of each game, robots that deal and play, and a chair for any role.

Any visitor may sign in in any role. So the demo runs on this machine alone, over a store of its own
that is deleted when the server stops: `check_demo` refuses anything else.
"""

import importlib
import secrets
import uuid
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from sabot.accounts import CAGE_STREAM
from sabot.core.refusal import Refusal, quoted
from sabot.floor.kinds import ACCOUNTS, CAGES
from sabot.people import ADMINISTRATOR, Hashing, People
from sabot.robots.dealer import APPROVAL, SIGN
from sabot.rulebooks import RULEBOOKS, in_force
from sabot.rules import Rulebook
from sabot.rules.coup.layouts import approval_needed
from sabot.rules.operation.conduct import Method
from sabot.rules.roles import (
    ASSISTANT_GAMING_MANAGER,
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SCRUTINEER,
    SURVEILLANCE,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
)
from sabot.server.casino import Casino
from sabot.server.demo.past import SPAN, deal_past
from sabot.server.demo.promotion import open_promotion
from sabot.server.door.entrance import welcome
from sabot.server.http.routes import EVERYONE, Asked, Reply, Route
from sabot.server.serve import serve
from sabot.server.settings import Settings, check, is_loopback
from sabot.table.players.recipients import HIGHEST
from sabot.table.running.approvals import CUT, power_over
from sabot.table.running.opening import is_optional, offered
from sabot.table.state import CLOSED

HOUSE: Final = "demo"
"""Actor that opens the tables and fills the accounts."""
UNGUESSABLE: Final = Hashing(memory=64)
"""Cheap hashes for random passwords that are never used: visitors sign in by one click, robots by
tokens."""
PLAY_MONEY: Final = "10000"
FLOAT: Final = "1000000"
SECOND_ABOVE: Final = "1000000"
CASHIER_ABOVE: Final = "100000000"
"""Amount of play money above which a second person is needed."""

PEOPLE: Final = (
    (PLAYER, "Alice"),
    (PLAYER, "Bruno"),
    (DEALER, "Dana"),
    (CASHIER, "Chika"),
    (GAMING_SUPERVISOR, "Gita"),
    (CASINO_SUPERVISOR, "Carlos"),
    (ASSISTANT_GAMING_MANAGER, "Aroha"),
    (GAMING_MANAGER, "Mei"),
    (DUTY_MANAGER, "Otto"),
    (TOURNAMENT_MANAGER, "Tamar"),
    (TOURNAMENT_DIRECTOR, "Dirk"),
    (SURVEILLANCE, "Sven"),
    (INSPECTOR, "Ines"),
    (SCRUTINEER, "Selma"),
    (ADMINISTRATOR, "Anton"),
)
"""Persons as whom a visitor may sign in."""
CALLED: Final = {
    "Alice": "Alice Moreau",
    "Bruno": "Bruno Keller",
    "Dana": "Dana Okafor",
    "Chika": "Chika Mori",
    "Gita": "Gita Rao",
    "Carlos": "Carlos Vega",
    "Aroha": "Aroha Ngata",
    "Mei": "Mei Tan",
    "Otto": "Otto Lindgren",
    "Tamar": "Tamar Levy",
    "Dirk": "Dirk Visser",
    "Sven": "Sven Dahl",
    "Ines": "Ines Prado",
    "Selma": "Selma Lund",
    "Anton": "Anton Weiss",
}
"""Display names of these persons."""
ROBOT_STAFF: Final = {
    DEALER: "robot-dealer",
    DUTY_MANAGER: "robot-manager",
    CASHIER: "robot-cashier",
    INSPECTOR: "robot-inspector",
}
SECOND_MANAGER: Final = "robot-supervisor"
"""Robot that confirms statements of a manager, robot or visitor."""
ROBOT_SECONDS: Final = (
    (DUTY_MANAGER, SECOND_MANAGER),
    (DUTY_MANAGER, ROBOT_STAFF[DUTY_MANAGER]),
    (CASHIER, ROBOT_STAFF[CASHIER]),
    (INSPECTOR, ROBOT_STAFF[INSPECTOR]),
)
"""Robots that confirm statements, by role."""
ROBOT_NAMES: Final = (
    ("Ada", "Ben", "Cleo"),
    ("Dov", "Eve", "Finn"),
    ("Gil", "Hana", "Igor"),
    ("Jun", "Kaya", "Leo"),
    ("Mina", "Noel", "Olga"),
)
"""Names for the robot players of a table; further tables have the same names with a number."""


def _robots_at(nth: int) -> tuple[str, ...]:
    """Return the robot players of the nth table, counted from 0.

    >>> _robots_at(1), _robots_at(6)
    (('Dov', 'Eve', 'Finn'), ('Dov 2', 'Eve 2', 'Finn 2'))
    """
    again, place = divmod(nth, len(ROBOT_NAMES))
    return tuple(f"{name} {again + 1}" if again else name for name in ROBOT_NAMES[place])


ROBOT_PLAYERS: Final = tuple(_robots_at(nth) for nth in range(len(RULEBOOKS)))
"""Robot players at each table, in the order of the games."""
LEAST: Final = (10, 25, 10, 50, 25)
"""Minimum wagers of the tables, in the order of the games."""


def check_demo(settings: Settings, given: str | None = None) -> None:
    """Refuse to run a casino without passwords anywhere but on this machine, over a store of its
    own. `given` is the store that was asked for."""
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
            "The demo has no passwords, so it listens on this machine only: leave out --host "
            "and --origin, or serve without --demo.",
        )


def serve_demo(settings: Settings, given: str | None = None) -> None:
    """Serve the demo until it is stopped. Its store is a file, since an audit reads it in a process
    of its own."""
    check_demo(settings, given)
    check(settings)
    with TemporaryDirectory(prefix="sabot-demo-") as folder:
        store = str(Path(folder) / "casino.db")
        settings = msgspec.structs.replace(settings, store=store, demo=True)
        serve(settings, open_in_play, ROUTES, _robots, _say)


async def _robots(casino: Casino) -> None:
    """Start the robots when every table is open; their modules are loaded meanwhile, not before the
    doors open."""
    crews = await casino.work(importlib.import_module, "sabot.server.demo.crews")
    await casino.opened()
    await crews.robots_of(casino, _url(casino))


def _url(casino: Casino) -> str:
    return min(casino.settings.origins)


def _say(casino: Casino) -> None:
    print(f"Sabot's demo casino is open at {_url(casino)}", flush=True)
    print("Play money, robots at every table, and a chair for any role. Ctrl-C ends.", flush=True)


# People, accounts and tables


def open_in_play(casino: Casino) -> Iterator[str]:
    """Create everything that the demo lacks; each table has dealt part of a shoe when it opens."""
    began = casino.clock() - SPAN
    robots = {
        table_of(book): names for book, names in zip(_books(casino), ROBOT_PLAYERS, strict=True)
    }
    staff = (ROBOT_STAFF[DEALER], ROBOT_STAFF[DUTY_MANAGER])
    for name in open_demo(casino, began):
        if not casino.floor.table(name).coups:
            deal_past(casino.floor, name, began, robots[name], staff)
        yield name


def _books(casino: Casino) -> list[Rulebook]:
    return [in_force(id_, casino.clock()) for id_ in RULEBOOKS]


def open_demo(casino: Casino, at: datetime | None = None) -> Iterator[str]:
    """Create everything that the demo lacks, table by table. `at`: when it was done."""
    players = [name for role, name in PEOPLE if role == PLAYER]
    robots = [name for names in ROBOT_PLAYERS for name in names]
    staff = [*ROBOT_STAFF.items(), (DUTY_MANAGER, SECOND_MANAGER)]
    everyone = [*PEOPLE, *staff, *((PLAYER, name) for name in robots)]
    people = People(casino.store, casino.clock, UNGUESSABLE)
    for role, name in everyone:
        if people.person(name) is None:
            people.add(name, secrets.token_urlsafe(24), role, HOUSE, CALLED.get(name, ""))
    _open_cage(casino, at)
    for number, name in enumerate((*players, *robots), 1):
        open_account(casino, name, f"5550 {number:04}", at)
    for book in _books(casino):
        _open_table(casino, book, at)
        yield table_of(book)
    open_promotion(casino)


def _open_cage(casino: Casino, at: datetime | None) -> None:
    if casino.floor.state(CAGES, CAGES.name(CAGE_STREAM)).version:
        return
    above = {"deposit": SECOND_ABOVE, "withdrawal": SECOND_ABOVE, "cashier": CASHIER_ABOVE}
    _do(casino, "", "set-thresholds", at, **above, reason="play money", stream=CAGE_STREAM)
    second = {"actor": SECOND_MANAGER, "stream": CAGE_STREAM, "reason": "play money"}
    _do(casino, "", "confirm-statement", at, number=1, **second)


def open_account(casino: Casino, player: str, card: str, at: datetime | None = None) -> None:
    """Open an account with play money and a card, if there is none."""
    if casino.floor.account(player).player:
        return
    stream = ACCOUNTS.stream(player)
    _do(casino, player, "open-account", at, player=player, stream=stream)
    _do(casino, player, "issue-player-card", at, card=card, stream=stream)
    cashier = {"actor": ROBOT_STAFF[CASHIER], "role": CASHIER, "reference": card}
    _do(casino, player, "deposit", at, amount=PLAY_MONEY, method="cash", stream=stream, **cashier)


def _open_table(casino: Casino, book: Rulebook, at: datetime | None) -> None:
    name = table_of(book)
    table = casino.floor.table(name)
    if table.phase == CLOSED:
        method, bets = _method(book), side_bets_of(book)
        asked = approval_needed(book.together.layouts, bets)
        _do(
            casino, name, "open-table", at,
            rulebook=book.id, sign=dict(SIGN) if at is None else _sign(book), method=method.name,
            side_bets=bets,
            called=f"{book.title} 1", approval=None if asked is None else APPROVAL,
        )  # fmt: skip
        if power_over(casino.floor.table(name), CUT) is not None:
            _do(casino, name, "approve", at, what=CUT)
    if table.shift is None or not table.shift.is_open:
        _do(casino, name, "open-float", at, amount=FLOAT)


def _do(casino: Casino, name: str, do: str, at: datetime | None = None, **fields: Any) -> None:
    who = {"id": f"demo-{uuid.uuid4()}", "do": do, "actor": HOUSE, "role": DUTY_MANAGER, "at": at}
    answer = casino.floor.do(name, casino.floor.read(msgspec.json.encode({**who, **fields})))
    if answer.rejected is not None:
        no = answer.rejected
        raise Refusal(
            no.code, no.clause, "The demo cannot be opened: {message}", message=no.message
        )


def _sign(book: Rulebook) -> dict[str, str]:
    """Return the limits of a table of the demo: not all tables have the same."""
    least = LEAST[list(RULEBOOKS).index(book.id) % len(LEAST)]
    return {"minimum": str(least), "maximum": str(100 * least)}


def table_of(book: Rulebook) -> str:
    """Return the name of a game's table: the rulebook's own, without its casino."""
    return book.id.partition("-")[2]


def _method(book: Rulebook) -> Method:
    """Return the dealing method that hands cards to the highest bettor, if the document has one;
    else the first."""
    methods = book.conduct.methods
    return next((each for each in methods if each.recipient == HIGHEST), methods[0])


def side_bets_of(book: Rulebook) -> list[str]:
    """Return as many side bets as may lie on one layout, in the order of the document."""
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


# Sign-in by one click


class Chair(msgspec.Struct, frozen=True):
    """A person as whom a visitor may sign in."""

    role: str
    name: str


class Chairs(msgspec.Struct, frozen=True):
    """All chairs, and the one of the caller."""

    roles: tuple[Chair, ...]
    yours: Chair | None


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chair to take: the first of that role, or the one of that name."""

    role: str
    name: str | None = None


async def chairs(asked: Asked) -> Chairs:
    roles = tuple(Chair(role, name) for role, name in PEOPLE)
    yours = Chair(asked.person.role, asked.person.name)
    return Chairs(roles, yours if yours in roles else None)


async def sit(asked: Asked) -> Reply:
    """Sign in without a password as one of the demo's people. The session that this one replaces is
    over, also if it was locked."""
    said: Sit = asked.body
    found = [name for role, name in PEOPLE if role == said.role and said.name in (None, name)]
    if not found:
        raise Refusal("unknown-person", None, "The demo has no person of that role and name.")
    casino = asked.casino
    token, session = await casino.work(casino.people.sign_in_as, found[0], HOUSE)
    if asked.person.token:
        await casino.work(casino.people.sign_out, asked.person.token)
    return await casino.work(welcome, casino, token, session)


ROUTES: Final = (
    Route(
        "GET", "/api/demo", EVERYONE, chairs, "Whom a visitor of the demo may be.", gives=Chairs,
        while_locked=True, early=True,
    ),
    Route(
        "POST", "/api/demo/session", EVERYONE, sit, "Sign in to the demo with one click.",
        takes=Sit, refuses=("unknown-person",), while_locked=True,
    ),
)  # fmt: skip
