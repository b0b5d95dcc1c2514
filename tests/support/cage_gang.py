"""A night at cage and table with crooked staff, and a witness of the true chips and cash.

One person is crooked, or two of one side. They take chips and cash that they can reach, state what
they like, and send any command of the float, the drop, the count and the drawer in their own role.
All others state what is so, and confirm only what they see to be so. In the end honest people count
every tray, box and drawer, and open them again. What the crooked have in their pockets by then has
to stand in the log as missing. The safe and the chips of the cage have no books and are outside.

One step is one number, so that a night can be told again.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from sabot.accounts import CAGE_STREAM
from sabot.core.money import CASH, dollars
from sabot.engine.ledger import DROP, balance
from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.floor.kinds import kind_of
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER, PLAYER
from sabot.store import open_store

ROLES: Final = {
    "dana": DEALER,
    "sam": CASINO_SUPERVISOR,
    "sue": CASINO_SUPERVISOR,
    "cass": CASHIER,
    "cora": CASHIER,
    "carl": CASHIER,
    "cyd": CASHIER,
    "ada": PLAYER,
}
HONEST_CLOSERS: Final = {
    "vera": CASINO_SUPERVISOR,
    "otto": CASINO_SUPERVISOR,
    "cole": CASHIER,
    "finn": CASHIER,
}
"""They come when the night is over, and count."""
SIDES: Final = (
    ("dana",), ("sam",), ("cass",), ("carl",),
    ("dana", "sam"), ("sam", "sue"), ("cass", "cora"), ("carl", "cyd"),
)  # fmt: skip
"""Crooked people of a night: one, or two of one side."""
TABLE, ACCOUNT = "table:1", "player:ada"
VALUES: Final = (50_000, 10_000, 2_500, 500)
OPENERS: Final = {50_000: 10, 10_000: 20, 2_500: 40, 500: 40}
DRAWER: Final = {"100": 50}
NOON = datetime(2026, 3, 14, 1, tzinfo=UTC)
Chips = Counter[int]
Json = dict[str, Any]


def worth(chips: Chips) -> int:
    return sum(value * pieces for value, pieces in chips.items())


def said(chips: Chips) -> dict[str, int]:
    """Return chips by their value in dollars, as a person sends them."""
    return {dollars(value): pieces for value, pieces in chips.items() if pieces}


class CageNight:
    """The casino, the truth beside it, and what the crooked have in their pockets."""

    def __init__(self, crooked: Sequence[str], seed: int) -> None:
        self.crooked, self.mind = frozenset(crooked), random.Random(seed)
        self.store = open_store("sqlite://")
        self.floor, self.now = Floor(self.store), NOON
        self.tray, self.box, self.sealed = Chips(OPENERS), 0, dict[str, int]()
        self.drawers = {"1": 5_000_00}
        self.pockets = self.missing = self.accepted = 0
        self.owed = 0
        """Balance of the honest player by their own receipts."""
        self.done: list[str] = []
        self._ids = itertools.count(1)
        sign = {"minimum": "5", "maximum": "500"}
        opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed", "chip": "5"}
        self.must(TABLE, "sue", "open-table", sign=sign, **opening)
        self.open_float("sue")
        self.must(CAGE_STREAM, "cass", "open-drawer", drawer="1", counts=DRAWER)
        self.must(ACCOUNT, "cass", "open-account", player="ada")
        self.must(ACCOUNT, "cass", "issue-player-card", card="card of ada")
        self.must(TABLE, "dana", "join-table", player="ada", card="card of ada")

    # Sending

    def send(self, stream: str, who: str, do: str, **fields: Any) -> list[Json]:
        """Send a command; return its events, none if it is refused. The witness adds up."""
        role = {**ROLES, **HONEST_CLOSERS}[who]
        asked = {"id": f"g{next(self._ids)}", "do": do, "stream": stream, "actor": who,
                 "role": role, "at": self.now.isoformat(), **fields}  # fmt: skip
        try:
            command = self.floor.read(msgspec.json.encode(asked))
        except Exception as refused:
            if type(refused).__name__ in ("Refusal", "ValidationError"):
                return []
            raise
        answer: Answer = self.floor.do(stream.partition(":")[2], command)
        if answer.rejected is not None:
            return []
        events: list[Json] = [msgspec.json.decode(each) for each in answer.events or ()]
        self.accepted += 1
        self.done.append(f"{who}: {do} {fields}")
        for event in events:
            self.missing += missing_in(event)
        return events

    def must(self, stream: str, who: str, do: str, **fields: Any) -> list[Json]:
        events = self.send(stream, who, do, **fields)
        assert events, (who, do, fields)
        return events

    def stated(self, events: list[Json]) -> int:
        """Return the number of the statement that was made; 0 if none was."""
        return next((e["number"] for e in events if e["what"] == "statement-made/1"), 0)

    def confirm(self, stream: str, who: str, number: int) -> list[Json]:
        return self.send(stream, who, "confirm-statement", number=number, reason="seen")

    def table(self) -> Any:
        return self.floor.table("1")

    def open_float(self, who: str) -> None:
        amount = dollars(worth(self.tray))
        events = self.must(TABLE, who, "open-float", amount=amount, chips=said(self.tray))
        if number := self.stated(events):
            assert self.confirm(TABLE, "otto", number)

    # The end

    def closes(self) -> None:
        """Honest people refuse what waits, count everything, and open it again."""
        for stream in (TABLE, CAGE_STREAM):
            kind = kind_of(stream)
            assert kind is not None
            state = self.floor.state(kind, kind.name(stream))
            for number, waits in dict(state.statements.pending).items():
                honest = "vera" if waits.by == CASINO_SUPERVISOR else "cole"
                self.must(stream, honest, "refuse-statement", number=number, reason="not seen")
        if self.table().phase == "closed":
            sign = {"minimum": "5", "maximum": "500"}
            opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed", "chip": "5"}
            self.must(TABLE, "vera", "open-table", sign=sign, **opening)
        if self.table().shift.is_open:
            self.count_and_close("vera")
        self.open_float("vera")
        if self.box or balance(self.table().balances, DROP, CASH):
            self.send(TABLE, "vera", "collect-drop", seal="last seal")
            self.sealed["last seal"], self.box = self.box, 0
        for seal in list(self.table().boxes):
            number = self.stated(self.must(
                TABLE, "cole", "count-drop", seal=seal, counts=notes(self.sealed.pop(seal, 0)),
            ))  # fmt: skip
            assert self.confirm(TABLE, "finn", number), "two honest cashiers count it"
        self._drawers()

    def count_and_close(self, who: str) -> None:
        counted = dollars(worth(self.tray))
        events = self.must(TABLE, who, "close-float", counted=counted, chips=said(self.tray))
        if number := self.stated(events):
            assert self.confirm(TABLE, "otto", number)

    def _drawers(self) -> None:
        """Take every drawer over with a true count."""
        kind = kind_of(CAGE_STREAM)
        assert kind is not None
        for name, drawer in self.floor.state(kind, kind.name(CAGE_STREAM)).drawers.items():
            held = notes(self.drawers.get(name, 0))
            do, who = ("close-drawer", "vera") if drawer.cashier else ("open-drawer", "cole")
            events = self.must(CAGE_STREAM, who, do, drawer=name, counts=held)
            if number := self.stated(events):
                assert self.confirm(CAGE_STREAM, "finn", number)
            if not drawer.cashier:
                self.must(CAGE_STREAM, "cole", "close-drawer", drawer=name, counts=held)

    def check(self) -> None:
        """Check that what the crooked have is missing in the log, and nothing of the player's."""
        account = self.floor.account("ada")
        assert account.balance >= self.owed, f"ada lost {self.owed - account.balance} cents"
        assert self.missing >= self.pockets, (
            f"{self.pockets} cents are gone and {self.missing} are missing in the log"
        )


def missing_in(event: Json) -> int:
    """Return the cents that an event of the log says are missing."""
    if event["what"] == "float-opened/1":
        gained = sum(int(value) * int(pieces) for value, pieces in event["differs"].items())
    else:
        gained = int(event.get("variance", event.get("difference", 0)) or 0)
    return max(-gained, 0)


def notes(cents: int) -> dict[str, int]:
    """Return cash in the fewest notes and coins."""
    pieces: dict[str, int] = {}
    for value in (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5):
        number, cents = divmod(cents, value)
        if number:
            pieces[dollars(value)] = number
    return pieces


Move = Callable[[CageNight], object]


def night(crooked: Sequence[str], seed: int, steps: int, moves: Sequence[Move]) -> CageNight:
    """Play a whole night; an AssertionError says what they gained unseen, and how."""
    made = CageNight(crooked, seed)
    try:
        for _ in range(steps):
            made.mind.choice(moves)(made)
            made.now += timedelta(minutes=made.mind.randint(1, 20))
        made.closes()
        made.check()
    except AssertionError as gain:
        told = "\n".join(made.done[-30:])
        raise AssertionError(f"{'+'.join(crooked)}, {seed}: {gain}\n{told}") from gain
    finally:
        made.store.close()
    return made
