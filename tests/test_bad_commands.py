"""Any command at any moment gets an answer, and changes nothing that it should not."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sabot import RULEBOOKS
from sabot.cli.casino.table import answer_to
from sabot.engine.streams import Command
from sabot.floor import Answer, Floor
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.store import Store, open_store
from sabot.table import TABLE
from support.chaos import KINDS, Chaos, encoded

NAME = "1"
DEAL = b'{"id":"x","do":"deal-card","actor":"d","role":"dealer"'
BET = b'{"id":"y","do":"place-wager","actor":"Ben","role":"player","player":"Ben","on":"player",'
MALFORMED = (
    b"",
    b" ",
    b"{",
    b"null",
    b"[]",
    b"17",
    b'"deal-card"',
    b"NaN",
    b"{}",
    b'{"id":"x"}',
    b'{"do":"deal-card"}',
    b'{"id":"x","do":"deal-card"}',
    b'{"id":"x","do":"eat-cards","actor":"d","role":"dealer"}',
    b'{"id":null,"do":"deal-card","actor":"d","role":"dealer"}',
    b'{"id":7,"do":"deal-card","actor":"d","role":"dealer"}',
    b'{"id":"x","do":"deal-card","actor":["d"],"role":"dealer"}',
    DEAL,
    DEAL + b',"card":NaN}',
    DEAL + b',"card":5}',
    DEAL + b',"expect":"soon"}',
    DEAL + b',"expect":1e400}',
    DEAL + b',"expect":99999999999999999999999}',
    DEAL + b',"expect":true}',
    DEAL + b',"at":"yesterday"}',
    DEAL + b',"at":"2026-03-14T20:00:00"}',
    DEAL + b',"at":"0001-01-01T00:00:00+14:00"}',
    DEAL + b',"at":"9999-12-31T23:59:59-14:00"}',
    DEAL + b',"surprise":1}',
    DEAL + b"}" + DEAL + b"}",
    DEAL + b',"card":"\xff\xfe"}',
    DEAL + b',"card":"\\ud800"}',
    b"[" * 100_000,
    b'{"id":' * 5000,
    DEAL + b',"card":' + b"[" * 2000 + b"]" * 2000 + b"}",
)
AMOUNTS = ("", "0", "-5", "NaN", "Infinity", "1e309", "1e3", "9" * 400, "٣", "１０", "5.001",
           "0x10", "10 ", "$10", "\u202e10", "10\n", "1" + "0" * 15, "10,000")  # fmt: skip
NAMES = (
    "",
    " ",
    "nobody",
    "Ada ",
    "\u0000",
    "🂡",
    "x" * 100_000,
    "float",
    "player/Ada",
    "../../etc",
)


def bad_lines(version: int, chaos: Chaos, nonce: str) -> Iterator[bytes]:
    """Lines that no table takes at any moment."""
    yield from MALFORMED
    for amount in AMOUNTS:
        yield BET + b'"amount":' + msgspec.json.encode(amount) + b"}"
    for name in NAMES:
        command = {"do": "place-wager", "actor": name, "role": "player", "player": name}
        yield encoded(command, f"{nonce} as {name[:20]}", on="player", amount="10")
    for number, kind in enumerate(KINDS):
        command = chaos.command(kind)
        yield encoded(command, f"{nonce} early {number}", expect=version + 1 + number)
        yield encoded(command, f"{nonce} never {number}", expect=-1 - number)
        if command["do"] not in FOR_ANYBODY:
            yield encoded({**command, "role": "janitor"}, f"{nonce} janitor {number}")


FOR_ANYBODY = {"show-rules"}


def codes_of(floor: Floor, lines: Iterator[bytes]) -> set[str]:
    """The codes of the rejections; everything must be one, and the log stay as it is."""
    head, codes = floor.store.heads(), set[str]()
    for line in lines:
        answer = answer_to(floor, NAME, line)
        assert answer.rejected is not None and not answer.events, line[:200]
        assert answer.rejected.message.endswith("."), answer.rejected
        assert len(answer.rejected.message) < 400, answer.rejected
        codes.add(answer.rejected.code)
    assert floor.store.heads() == head
    return codes


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_bad_changes_anything_at_any_moment(rulebook: str) -> None:
    """Play one coup, and before each command of it try everything that is wrong."""
    with open_store("sqlite://") as store:
        floor, chaos = Floor(store), Chaos(rulebook)
        players = [RobotPlayer(name, place) for place, name in enumerate(("Ben", "Cleo"), 1)]
        session = RobotSession(floor, NAME, RobotDealer(rulebook), players)
        seen: dict[tuple[object, ...], int] = {}
        while session.table.coups < 1:
            state = session.table
            moment = (state.phase, state.stack.stage, state.round.called, len(state.round.slots))
            if moment not in seen:
                seen[moment] = state.version
                codes = codes_of(floor, bad_lines(state.version, chaos, f"{state.version}"))
                assert "fault" not in codes and "bad-command" in codes
                assert {"stale-version", "wrong-role"} <= codes
            assert session.step()
        assert len(seen) >= 8


def as_sent(logged: dict[str, Any]) -> dict[str, Any]:
    """Return a logged command without the revision that the server named in it."""
    return {name: value for name, value in logged.items() if name != "under"}


class Sent(Floor):
    """A floor that keeps each command as it was sent, by its sender and id."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.sent: dict[tuple[str, str], Command] = {}

    def do(self, name: str, command: Command) -> Answer:
        self.sent.setdefault((command.actor, command.id), command)
        return super().do(name, command)


def test_a_command_sent_again_gets_its_first_answer_at_any_later_moment() -> None:
    with open_store("sqlite://") as store:
        floor = Sent(store)
        book = next(iter(RULEBOOKS))
        session = RobotSession(floor, NAME, RobotDealer(book), [RobotPlayer("Ben", 1)])
        session.play(2)
        head, again, asked = store.heads(), Floor(store), 0
        for line in list(floor.events(NAME)):
            event = msgspec.json.decode(line)
            command = floor.sent.get((event["by"], event["id"])) if "do" in event else None
            if command is not None:
                answer = again.do(NAME, command)
                assert answer.events and msgspec.json.decode(answer.events[0]) == event
                asked += 1
        assert store.heads() == head and asked > 20


def test_commands_that_were_logged_at_another_table_are_decided_afresh() -> None:
    """A log replayed at a table where other things happened does no harm: out of phase is out of
    phase."""
    with open_store("sqlite://") as store:
        floor = Floor(store)
        book = next(iter(RULEBOOKS))
        RobotSession(floor, NAME, RobotDealer(book), [RobotPlayer("Ben", 1)]).play(1)
        deals = [line for line in floor.events(NAME) if b'"do":"deal-card"' in line]
        command = msgspec.json.encode(as_sent(msgspec.json.decode(deals[0])["do"]))
        answer = answer_to(floor, "2", command)
        assert answer.rejected is not None
        assert floor.table("2").version == 0


def test_kinds_that_anybody_may_send_are_few() -> None:
    """The list above is kept honest: at a table that was never opened no role may do anything."""
    floor = Floor(open_store("sqlite://"))
    for number, kind in enumerate(TABLE.commands):
        command = {**Chaos(number).command(kind), "role": "janitor"}
        answer = answer_to(floor, NAME, encoded(command, str(number)))
        assert answer.rejected is not None, command
