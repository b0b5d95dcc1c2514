"""A whole casino for tests: a real server on a free port, over a fresh store, with everybody."""

import asyncio
import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec

from sabot.floor import Floor
from sabot.people import ADMINISTRATOR, Hashing, People
from sabot.rulebooks import RULEBOOKS
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
from sabot.server.app import application
from sabot.server.casino import Casino
from sabot.server.demo.demo import side_bets_of, table_of
from sabot.server.serve import Uvicorn, bound, configured
from sabot.server.settings import Settings
from sabot.store import open_store

PASSWORD = "a long enough phrase for a test"
NAMES = {
    PLAYER: "alice",
    DEALER: "dora",
    CASHIER: "cass",
    GAMING_SUPERVISOR: "gus",
    CASINO_SUPERVISOR: "carla",
    ASSISTANT_GAMING_MANAGER: "amir",
    GAMING_MANAGER: "greta",
    DUTY_MANAGER: "dylan",
    TOURNAMENT_MANAGER: "tessa",
    TOURNAMENT_DIRECTOR: "tom",
    SURVEILLANCE: "sven",
    INSPECTOR: "ines",
    SCRUTINEER: "mira",
    ADMINISTRATOR: "ada",
}
OTHER_PLAYERS = ("bob", "chen")
TABLES = {book.id: table_of(book) for book in RULEBOOKS.values()}
PATIENCE = 120
"""Seconds; a busy machine is slow, and a lost answer never comes."""
SIGN = {"minimum": "10", "maximum": "1000"}


class Clock:
    """The time of day, which a test may set forward."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def advance(self, **amount: float) -> None:
        self._ahead += timedelta(**amount)


def voucher(amount: str) -> dict[str, str]:
    """Statement of alice's promotional voucher, which a second person confirms."""
    said = {"player": "alice", "amount": amount, "number": f"V {amount}"}
    return {**said, "conditions": "one wager on an even chance"}


class House:
    """A running casino, and ways to act in it as any person."""

    def __init__(self, casino: Casino, clock: Clock, port: int, stop: Callable[[], None]) -> None:
        self.casino = casino
        self.clock = clock
        self.origin = f"http://127.0.0.1:{port}"
        self.port = port
        self.stop = stop
        self._tokens: dict[str, str] = {}
        self._ids = itertools.count(1)
        self.http = httpx.Client(base_url=self.origin, timeout=PATIENCE)

    def token(self, name: str) -> str:
        """Make a session of a person without a password."""
        token = self._tokens.get(name)
        session = None if token is None else self.casino.people.session(token)
        if token is None or session is None or session.locked:
            token, _ = self.casino.people.sign_in_as(name, "a test")
            self._tokens[name] = token
        return token

    def headers(self, role_or_name: str) -> dict[str, str]:
        name = NAMES.get(role_or_name, role_or_name)
        if not name:
            return {"origin": self.origin}
        return {"authorization": f"Bearer {self.token(name)}"}

    def ask(self, who: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request as a person; "" is signed out."""
        content = None if body is None else msgspec.json.encode(body)
        headers = self.headers(who)
        if content is not None:
            headers["content-type"] = "application/json"
        return self.http.request(method, path, content=content, headers=headers)

    def see(self, table: str, who: str = DUTY_MANAGER) -> Any:
        """Return the table as a person sees it."""
        return self.ask(who, "GET", f"/api/tables/{table}").json()

    def do(self, table: str, who: str, do: str, **fields: Any) -> httpx.Response:
        """A command at a table."""
        body = {"id": f"test-{self.port}-{next(self._ids)}", "do": do, **fields}
        return self.ask(who, "POST", f"/api/tables/{table}/commands", body)

    def done(self, table: str, who: str, do: str, **fields: Any) -> Any:
        """A command that has to be taken."""
        answer = self.do(table, who, do, **fields)
        assert answer.status_code == 200, (do, answer.text)
        return answer.json()

    def step(self, table: str, **more: Any) -> str | None:
        """Do what the dealer has to do next; what was done, or None if players are waited for."""
        seen = self.see(table)
        step = seen["staff"]["next"]
        if step is None:
            return None
        if step["do"] == "no-more-bets" and step.get("earliest"):
            bettors = {stake["player"] for stake in seen["table"]["stakes"]}
            for patron in seen["staff"]["patrons"]:
                if patron["player"] not in bettors:
                    self._sit_out(table, patron["player"])
        self.done(table, DUTY_MANAGER, step["do"], **step.get("fields", {}), **more)
        return str(step["do"])

    def _sit_out(self, table: str, player: str) -> None:
        """Unless a bet of theirs, on its way all the time, has come meanwhile."""
        answer = self.do(table, player, "sit-out", player=player)
        come = answer.status_code != 200 and answer.json()["error"]["code"] == "answered"
        assert come or answer.status_code == 200, answer.text

    def prepare(self, table: str) -> None:
        """Cards ready, float open: players may bet."""
        while self.see(table)["table"]["wait"]["step"] != "bets":
            assert self.step(table) is not None

    def sit(self, table: str, player: str = "alice", chips: str = "5000", **fields: Any) -> None:
        """A player comes to the table with chips from their account."""
        card = f"card of {player}"
        self.done(table, player, "join-table", player=player, chips=chips, card=card, **fields)

    def pending(self, who: str = CASHIER) -> list[Any]:
        """Return the statements that wait for a second person, as a person sees them."""
        found: list[Any] = self.ask(who, "GET", "/api/statements").json()
        return found

    def decide(self, who: str, stream: str, number: int, **fields: Any) -> httpx.Response:
        """Confirm or refuse a statement as a person."""
        body = {"id": f"test-{self.port}-{next(self._ids)}", "stream": stream, "number": number}
        return self.ask(
            who, "POST", "/api/statements", {**body, "confirm": True, "reason": "seen", **fields}
        )

    def play(self, table: str, until: str = "bets") -> None:
        """Deal on as far as the dealer can, until the table waits for that."""
        while self.step(table) is not None and self.see(table)["table"]["wait"]["step"] != until:
            pass


def open_accounts(floor: Floor, players: tuple[str, ...]) -> None:
    """Accounts with a Player Card and money in them."""
    second = {"actor": "carla", "role": CASINO_SUPERVISOR}
    for player in players:
        stream = f"player:{player}"
        steps: tuple[dict[str, Any], ...] = (
            {"do": "open-account", "player": player},
            {"do": "issue-player-card", "card": f"card of {player}"},
            {"do": "deposit", "amount": "20000", "method": "cash", "reference": player},
            {"do": "confirm-statement", "number": 1, "reason": "seen", **second},
        )
        for number, fields in enumerate(steps):
            who = {"actor": "cass", "role": CASHIER, "stream": stream}
            command = {"id": f"{player} {number}", **who, **fields}
            answer = floor.do(player, floor.read(msgspec.json.encode(command)))
            assert answer.rejected is None, answer.rejected


def open_tables(floor: Floor, feed: str, options: dict[str, dict[str, Any]]) -> None:
    """Open one table for each game, with as many side bets as one layout may have."""
    for rulebook, name in TABLES.items():
        optional = side_bets_of(RULEBOOKS[rulebook])
        opening = {
            "do": "open-table",
            "rulebook": rulebook,
            "feed": feed,
            "sign": SIGN,
            "side_bets": optional,
            "approval": "letter 7",
            **options.get(rulebook, {}),
        }
        for number, fields in enumerate((opening, {"do": "open-float", "amount": "1000000"})):
            who = {"id": f"open {name} {number}", "actor": "dylan", "role": DUTY_MANAGER}
            answer = floor.do(name, floor.read(msgspec.json.encode({**who, **fields})))
            assert answer.rejected is None, answer.rejected


@contextmanager
def running(
    folder: Path,
    feed: str = "virtual",
    options: dict[str, dict[str, Any]] | None = None,
    store: str | None = None,
    fresh: bool = True,
    asks_factor: bool = False,
    **settings: Any,
) -> Iterator[House]:
    """A casino that serves until the block ends. `options` go into opening the tables."""
    clock = Clock()
    listening = bound(Settings(port=0))
    port = listening.getsockname()[1]
    url = store or str(folder / "casino.db")
    unhurried = {"rate": 1000, "burst": 5000, "sign_ins": 100, "wrong": 100}
    chosen = Settings(port=port, store=url, **{**unhurried, **settings})
    kept = open_store(url)
    casino = Casino(kept, chosen, clock)
    quick = Hashing(memory=8)  # these passwords are no secret
    casino.people = People(kept, clock, quick, asks_factor)
    if fresh:
        for role, name in NAMES.items():
            casino.people.add(name, PASSWORD, role, "a test")
        for name in OTHER_PLAYERS:
            casino.people.add(name, PASSWORD, PLAYER, "a test")
        open_accounts(casino.floor, (NAMES[PLAYER], *OTHER_PLAYERS))
        open_tables(casino.floor, feed, options or {})
    server = Uvicorn(configured(application(casino), chosen), casino)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()

    def stop() -> None:
        server.should_exit = True
        thread.join(PATIENCE)

    try:
        while not server.started and thread.is_alive():
            thread.join(0.01)
        house = House(casino, clock, port, stop)
        with house.http:
            yield house
    finally:
        stop()
        listening.close()
        kept.close()
