"""A draw that is sealed, closed and opened, by a kind of stream that is none of ours."""

import itertools
from typing import Any

import msgspec

from sabot.audit.audit import Audit
from sabot.core.seals import bound, is_bound
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only
from sabot.engine.kind import Kind
from sabot.engine.streams import Command, Event, Leave, Stream
from sabot.floor import Floor
from sabot.parts.draw import (
    Draw,
    closed,
    commitment,
    fresh_secret,
    hold_draws,
    order_of,
    verify,
)
from sabot.rules.roles import ROLES, TOURNAMENT_MANAGER
from sabot.shoe.randomness import Seeded
from sabot.store import open_store
from sabot.table.shoe.cards import seal_of

replace = msgspec.structs.replace


class Cup(msgspec.Struct, frozen=True):
    """A toy: people enter, and a draw seats them."""

    version: int = 0
    at: Any = None
    entrants: tuple[str, ...] = ()
    draw: Draw = Draw()


class Enter(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    player: str


class Entered(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    player: str


CUP: Stream[Cup] = Stream(
    lambda cup: cup.version,
    lambda cup: "open",
    lambda cup, at: replace(cup, version=cup.version + 1, at=at),
)
CUP.decides(Enter, sent_by=ROLES)(lambda cup, command, now: [Entered(player=command.player)])
CUP.evolves(Entered)(lambda cup, event: replace(cup, entrants=(*cup.entrants, event.player)))
hold_draws(CUP, Leave("15.7", TOURNAMENT_MANAGER), lambda cup: cup.entrants)
CUPS: Kind[Cup] = Kind(
    "cup:", "cup", CUP, Cup, lambda name: Cup(), "sabot.table", whose="cup's",
)  # fmt: skip


class Hall:
    def __init__(self, *entrants: str, seed: str = "cup") -> None:
        self.store = open_store("sqlite://")
        self.floor = Floor(self.store, randomness=Seeded(seed), kinds=(CUPS,))
        self._ids = itertools.count(1)
        for each in entrants:
            self.ok("enter", player=each)

    @property
    def draw(self) -> Draw:
        draw: Draw = self.floor.state(CUPS, "may").draw
        return draw

    def do(self, do: str, role: str = TOURNAMENT_MANAGER, **fields: Any) -> Any:
        who = {"id": str(next(self._ids)), "actor": "tim", "role": role, "stream": "cup:may"}
        return self.floor.do("", self.floor.read(msgspec.json.encode({"do": do, **who, **fields})))

    def ok(self, do: str, **fields: Any) -> Any:
        answer = self.do(do, **fields)
        assert answer.rejected is None, answer
        return msgspec.json.decode(answer.events[0])

    def no(self, do: str, **fields: Any) -> str:
        return str(self.do(do, **fields).rejected.code)

    def findings(self) -> list[str]:
        audit = Audit(kinds=(CUPS,))
        found = [each for line in self.store.read_all() for each in audit.take(line.line)]
        return [each.finding for each in (*found, *audit.end())]


def test_a_draw_binds_the_house_before_and_seats_everybody_after() -> None:
    hall = Hall("ann", "bob", "cy")
    sealed = hall.ok("seal-draw", beacon="the Saturday numbers")
    hall.ok("enter", player="dee")
    listed = hall.ok("close-entries")
    assert listed["entries"] == ["ann", "bob", "cy", "dee"]
    assert listed["digest"] == closed(listed["entries"])
    again = Floor(hall.store, randomness=Seeded("another"), kinds=(CUPS,))
    hall.floor = again  # the process was killed, and another one opens what the first has sealed
    opened = hall.ok("open-draw", value="3 14 15")
    assert sealed["digest"] == commitment(opened["secret"], "the Saturday numbers")
    assert sorted(opened["order"]) == [1, 2, 3, 4]
    assert sorted(hall.draw.drawn) == ["ann", "bob", "cy", "dee"]
    assert hall.draw.drawn[0] == hall.draw.entries[opened["order"][0] - 1]
    assert verify(hall.draw, opened["secret"], "3 14 15", opened["order"])
    assert hall.findings() == []


def test_each_step_has_its_time() -> None:
    hall = Hall()
    assert hall.no("close-entries") == "not-sealed"
    assert hall.no("open-draw") == "entries-open"
    assert hall.no("seal-draw", role="dealer") == "wrong-role"
    hall.ok("seal-draw")
    assert hall.no("close-entries") == "no-entries"
    assert hall.no("seal-draw") == "draw-sealed"
    hall.ok("enter", player="ann")
    assert hall.no("open-draw") == "entries-open"
    hall.ok("close-entries")
    assert hall.no("close-entries") == "entries-closed"
    assert hall.no("open-draw", value="7") == "no-beacon"
    hall.ok("open-draw")
    assert hall.no("open-draw") == "draw-opened"
    assert hall.no("close-entries") == "not-sealed"
    assert hall.ok("seal-draw")["number"] == 2
    assert hall.findings() == []


def test_the_value_that_was_named_is_needed() -> None:
    hall = Hall("ann", "bob")
    hall.ok("seal-draw", beacon="the Saturday numbers")
    hall.ok("close-entries")
    assert hall.no("open-draw") == "no-beacon"
    assert hall.no("open-draw", value="3\n14") == "bad-command"


def test_nobody_brings_a_secret_of_their_own() -> None:
    hall = Hall("ann", "bob")
    mine = "00" * 32
    assert hall.no("seal-draw", digest=commitment(mine)) == "bad-command"
    hall.ok("seal-draw")
    hall.ok("close-entries")
    assert hall.no("open-draw", secret=mine) == "bad-command"
    opening = {"id": "x", "do": "open-draw", "actor": "tim", "role": TOURNAMENT_MANAGER}
    command = CUP.read_command(msgspec.json.encode({**opening, "secret": mine}))
    refused = CUP.decide(hall.floor.state(CUPS, "may"), command, hall.floor._clock())
    assert getattr(refused, "code", None) == "order-not-committed"


def test_an_order_follows_from_all_that_it_is_made_of() -> None:
    secret, entries = fresh_secret(Seeded(1)), [f"p{number}" for number in range(40)]
    order = order_of(secret, entries, "7")
    assert sorted(order) == list(range(1, 41))
    others = [
        order_of(fresh_secret(Seeded(2)), entries, "7"),
        order_of(secret, entries, "8"),
        order_of(secret, [*entries[1:], entries[0]], "7"),
        order_of(secret, [*entries[:-1], "p40"], "7"),
    ]
    assert order not in others and len(set(others)) == 4
    draw = Draw(1, commitment(secret, "dice"), "dice", tuple(entries))
    assert verify(draw, secret, "7", order)
    for wrong in (
        (secret, "8", order),
        (secret, "7", order[::-1]),
        (fresh_secret(Seeded(2)), "7", order),
    ):
        assert not verify(draw, *wrong)
    assert not verify(replace(draw, beacon="cards"), secret, "7", order)
    assert not verify(Draw(), secret, "7", order)


def test_every_place_is_as_likely_for_every_entry() -> None:
    """Of six thousand draws of six, each entry comes first about a thousand times."""
    chance, first = Seeded("fair"), [0] * 6
    for _ in range(6000):
        first[order_of(fresh_secret(chance), "abcdef")[0] - 1] += 1
    assert sum((each - 1000) ** 2 / 1000 for each in first) < 20.5  # one in a thousand, 5 degrees


def test_an_entry_is_one_line() -> None:
    hall = Hall("ann\n2 bob", "cy")
    hall.ok("seal-draw")
    assert hall.no("close-entries") == "bad-command"
    told = Hall("ann").do("seal-draw", beacon="a\nb").rejected
    assert told.code == "bad-command" and "on one line" in told.message


def test_a_forged_opening_is_found() -> None:
    hall = Hall("ann", "bob", "cy")
    hall.ok("seal-draw")
    hall.ok("close-entries")
    hall.ok("open-draw")
    lines = [each.line for each in hall.store.read_all()]
    order = msgspec.json.decode(lines[-1])["order"]
    turned = b'"order":' + msgspec.json.encode(order)
    forged = lines[-1].replace(turned, b'"order":' + msgspec.json.encode(order[::-1]))
    audit = Audit(kinds=(CUPS,))
    found = {each.finding for line in (*lines[:-1], forged) for each in audit.take(line)}
    assert forged != lines[-1] and "not-decided-so" in found


def test_stacks_and_cards_are_bound_in_the_same_way() -> None:
    assert seal_of("5a", 7, "AS") == bound("card", "5a", 7, "AS")
    assert is_bound(bound("stack", "5a", "AS TH"), "stack", "5a", "AS TH")
    assert not is_bound(bound("stack", "5a", "AS TH"), "draw", "5a", "AS TH")
