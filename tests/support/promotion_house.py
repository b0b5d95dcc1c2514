"""A casino that runs promotions: a floor with a clock that is set, people, accounts and tables."""

import itertools
import json
import uuid
from datetime import datetime, timedelta
from typing import Any

import msgspec

from sabot.audit.audit import Audit
from sabot.engine.live import read_line
from sabot.floor import Answer, Floor
from sabot.floor.kinds import PROMOTIONS
from sabot.people import Hashing, People
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.entries.forms import KEYED_ALONE
from sabot.promotions.terms import Promotion
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, GAMING_MANAGER, PLAYER, SCRUTINEER
from sabot.shoe.randomness import Seeded
from sabot.store import Store, open_store
from support.promotion_checks import TERMS, prize, table

STARTS = datetime.fromisoformat("2026-12-01T10:00:00+11:00")
CLOSES: datetime = TERMS["entries_close"]
DRAWN: datetime = TERMS["when"]
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
FORM_ENTRY = {"on": "form"}
EVERY_WAGER = {"on": "wager"}
BEACON = "drand quicknet, round 12345678, its first hexadecimal digits"
MIRA = ("mira", SCRUTINEER)
"""The scrutineer, whom the terms name as Ms Lee."""
MAX, OLGA = ("max", GAMING_MANAGER), ("olga", DUTY_MANAGER)
"""Two who may speak for the operator."""
Json = dict[str, Any]


def form(
    games: list[str],
    prizes: list[Json] | None = None,
    earns: list[Json] | None = None,
    head: Json | None = None,
    **terms: Any,
) -> str:
    """Complete terms with a way in, but for what is changed."""
    first = {"rulebooks": games, "name": "Lantern night", "starts": STARTS, **(head or {})}
    ways = [FORM_ENTRY] if earns is None else earns
    listed = "".join(f"[[prizes]]\n{table(each)}" for each in prizes or [prize()])
    earned = "".join(f"[[earns]]\n{table(each)}" for each in ways)
    said: dict[str, Any] = {**TERMS, "attendance": False, **terms}
    return f"{table(first)}[terms]\n{table(said)}{listed}{earned}"


class Casino:
    """Commands go in by `do`, at the time that the clock shows."""

    def __init__(self, now: datetime = STARTS - 3 * DAY, store: Store | None = None) -> None:
        self.now = now
        self.store = store or open_store("sqlite://")
        self.floor = Floor(self.store, lambda: self.now, Seeded("promotions"))
        self._ids = (f"{uuid.uuid4().hex[:8]}-{n}" for n in itertools.count(1))

    def do(self, do: str, who: tuple[str, str] = MAX, name: str = "p", **fields: Any) -> Answer:
        given = {"id": next(self._ids), "do": do, "actor": who[0], "role": who[1]}
        if do == "enter-by-form" and who[1] != PLAYER:
            fields.setdefault("form", f"F {next(self._ids)}")
        asked = {"stream": PROMOTIONS.stream(name), **given, **fields}
        return self.floor.do("", self.floor.read(msgspec.json.encode(asked)))

    def ok(self, do: str, who: tuple[str, str] = MAX, **fields: Any) -> list[str]:
        """Give an accepted command; return its events."""
        answer = self.do(do, who, **fields)
        assert answer.rejected is None, answer.rejected
        assert answer.events is not None
        return [read_line(bytes(each)).what.partition("/")[0] for each in answer.events]

    def no(self, do: str, who: tuple[str, str] = MAX, **fields: Any) -> tuple[str, str | None]:
        """Give a refused command; return the code and the clause."""
        answer = self.do(do, who, **fields)
        assert answer.rejected is not None, answer
        assert answer.rejected.message.endswith("."), answer.rejected
        return answer.rejected.code, answer.rejected.clause

    def agreed(
        self, do: str, by: tuple[str, str] = MAX, second: tuple[str, str] = OLGA, **fields: Any
    ) -> list[str]:
        """State it as one person, confirm it as another."""
        assert self.ok(do, by, **fields) == ["statement-made"]
        name = fields.get("name", "p")
        number = self.standing(name).statements.count
        said = self.ok("confirm-statement", second, name=name, number=number, reason="seen")
        assert said[0] == "statement-confirmed"
        return said[1:]

    def standing(self, name: str = "p") -> PublishedTerms:
        found: PublishedTerms = self.floor.state(PROMOTIONS, name)
        return found

    @property
    def terms(self) -> Promotion:
        return self.standing().told

    def hire(self, name: str = "mira", role: str = SCRUTINEER, called: str = "Ms Lee") -> None:
        """Add a person who signs in."""
        people = People(self.store, lambda: self.now, Hashing(memory=8))
        people.add(name, "one long quiet phrase of a test", role, "a test", called)

    def witness(self, **seen: Any) -> None:
        """Let the scrutineer state what they saw, on the evening of the draw."""
        self.hire()
        self.now = max(self.now, DRAWN)
        self.ok("state-scrutiny", MIRA, **{"saw": "the list was closed before the value", **seen})

    # As far as a promotion comes

    def submit(self, text: str, name: str = "p") -> None:
        self.ok("submit-promotion", form=text, name=name)

    def send(self, name: str = "p") -> None:
        """The regulator gets the terms."""
        for number in self.standing(name).submission:
            self.ok("give-notice", number=number, channel="e-mail", name=name)

    def send_rest(self) -> None:
        """The regulator gets what has not been sent yet."""
        for number in self.standing().submission:
            if self.standing().notices.due[number].given is None:
                self.ok("give-notice", number=number, channel="e-mail")

    def make_known(self, name: str = "p") -> None:
        self.ok("record-publicity", key="marketing", text="posters", name=name)
        self.ok("record-publicity", key="available", text="at the desk", name=name)

    def commit(self, name: str = "p", **fields: Any) -> None:
        said: Json = {"source": "beacon", "beacon": BEACON, "known_from": DRAWN.isoformat()}
        self.ok("commit-draw", name=name, **{**said, **fields})

    def open(self, text: str, name: str = "p", **draw: Any) -> None:
        """From nothing to the start."""
        self.submit(text, name)
        self.send(name)
        self.make_known(name)
        self.commit(name, **draw)
        self.ok("open-promotion", name=name)
        self.now = max(self.now, STARTS)

    def enter(self, count: int, name: str = "p") -> None:
        """So many people without an account hand in a form."""
        for n in range(count):
            who: dict[str, Any] = {"person": f"Patron {n}", "address": f"{n} High Street"}
            self.ok("enter-by-form", (f"clerk {n // KEYED_ALONE}", DEALER), name=name, **who)

    def close(self, name: str = "p") -> None:
        self.now = max(self.now, CLOSES)
        self.ok("close-list", name=name)

    def draw(self, name: str = "p", value: str = "5E1C", **fields: Any) -> list[str]:
        self.now = max(self.now, DRAWN)
        return self.agreed("open-order", name=name, value=value, **fields)

    def drawn(self, text: str, entries: int = 5, **fields: Any) -> None:
        self.open(text)
        self.enter(entries)
        self.close()
        self.draw(**fields)

    def findings(self) -> list[str]:
        """Return an audit's findings in promotions."""
        audit = Audit()
        found = [each for line in self.store.read_all() for each in audit.take(line.line)]
        every = (*found, *audit.end())
        return [each.finding for each in every if PROMOTIONS.has(each.stream or "")]

    # Tables and accounts

    def account(self, *players: str) -> None:
        for player in players:
            stream = f"player:{player}"
            cashier = ("cass", CASHIER)
            self.ok("open-account", player=player, stream=stream)
            self.ok("issue-player-card", stream=stream, card=f"card {player}")
            for number in range(10):
                money = {"amount": "900", "method": "cash", "reference": f"slip {player} {number}"}
                self.ok("deposit", cashier, stream=stream, **money)
                self.now += DAY  # the cage's threshold is of a day

    def play(
        self, game: str, coups: int, players: tuple[str, ...], name: str = "hall", **options: Any
    ) -> RobotSession:
        """Robots deal and play at a table."""
        dealer = RobotDealer(game, **options)
        trio = [RobotPlayer(player, place) for place, player in enumerate(players, 1)]
        session = RobotSession(self.floor, name, dealer, trio)
        session.play(coups)
        return session

    def at_table(self, name: str, do: str, who: tuple[str, str], **fields: Any) -> Answer:
        given = {"id": next(self._ids), "do": do, "actor": who[0], "role": who[1]}
        answer = self.floor.do(name, self.floor.read(msgspec.json.encode({**given, **fields})))
        assert answer.rejected is None, answer.rejected
        return answer

    def log(self, stream: str) -> list[Json]:
        return [json.loads(each.line) for each in self.store.read(stream)]
