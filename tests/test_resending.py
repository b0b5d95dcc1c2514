"""The same id with other content is refused; the same command once more gets its first answer."""

from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.engine import live
from sabot.engine.live import Answer
from sabot.engine.streams import Command
from sabot.floor import Floor, work
from sabot.store import Store, export_lines, import_lines, open_store

SIGN = {"minimum": "10", "maximum": "100"}
CASS = {"actor": "cass", "role": "cashier", "stream": "player:ann"}
SUE = {"actor": "sue", "role": "casino supervisor"}


class Desk:
    """A casino with a table and an account, whose commands have ids of the test's choosing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.floor = Floor(store)

    def read(self, id_: str, do: str, **fields: Any) -> Command:
        return self.floor.read(msgspec.json.encode({"id": id_, "do": do, **fields}))

    def do(self, id_: str, do: str, **fields: Any) -> Answer:
        return self.floor.do("1", self.read(id_, do, **fields))

    def ok(self, id_: str, do: str, **fields: Any) -> Answer:
        answer = self.do(id_, do, **fields)
        assert answer.rejected is None, answer.rejected
        return answer

    def code(self, id_: str, do: str, **fields: Any) -> str:
        """Why it is rejected, alone and together with another command."""
        before = len([*export_lines(self.store)])
        answer = self.do(id_, do, **fields)
        assert answer.rejected is not None, answer
        beside = self.read("beside", "settle-wagers", **SUE)
        again, _ = self.floor.do_each([("1", self.read(id_, do, **fields)), ("1", beside)])
        assert again == answer
        assert len([*export_lines(self.store)]) == before, "nothing has happened"
        return answer.rejected.code


@pytest.fixture
def desk() -> Desk:
    made = Desk(open_store("sqlite://"))
    made.ok("o", "open-table", **SUE, rulebook="star-baccarat", sign=SIGN)
    made.ok("a", "open-account", **CASS, player="ann")
    made.ok("c", "issue-player-card", **CASS, card="C 1")
    return made


def elsewhere(desk: Desk) -> tuple[Desk, ...]:
    """The same process, one that has just started, and one that remembers nothing."""
    return desk, Desk(desk.store), Desk(desk.store)


def test_the_same_id_with_other_content_is_refused(desk: Desk) -> None:
    first = desk.ok("r", "show-rules", **SUE, to="ann")
    for each in elsewhere(desk):
        assert each.code("r", "show-rules", **SUE, to="bob") == "id-used"
        assert each.code("r", "show-rules", **SUE, to="ann", why="asked") == "id-used"
        assert each.code("r", "close-table", **SUE) == "id-used"
        assert each.ok("r", "show-rules", **SUE, to="ann") == first


def test_how_a_command_came_is_not_its_content(desk: Desk) -> None:
    """The nearest lawful case: another session, another expected version."""
    first = desk.ok("r", "show-rules", **SUE, to="ann")
    again = desk.read("r", "show-rules", **SUE, to="ann", expect=1)
    for each in elsewhere(desk):
        assert each.floor.do("1", msgspec.structs.replace(again, via="session:2")) == first


def test_what_the_server_fills_in_is_not_what_was_sent(desk: Desk) -> None:
    """A deposit has the cage's threshold in the log, a withdrawal as well, a join the visit."""
    paid = {"amount": "50", "method": "cash", "reference": "s 1"}
    first = desk.ok("d", "deposit", **CASS, **paid)
    came = {"actor": "ann", "role": "player", "player": "ann", "card": "C 1", "chips": "20"}
    joined = desk.ok("j", "join-table", **came)
    for each in elsewhere(desk):
        assert each.ok("d", "deposit", **CASS, **paid) == first
        assert each.code("d", "deposit", **CASS, **{**paid, "amount": "51"}) == "id-used"
        assert each.ok("j", "join-table", **came) == joined
        assert each.code("j", "join-table", **{**came, "chips": "21"}) == "id-used"
    audit = Audit()
    lines = export_lines(desk.store)
    assert [*(f for line in lines for f in audit.take(line)), *audit.end()] == []


def test_a_rejected_command_keeps_its_rejection_and_its_id(desk: Desk) -> None:
    first = desk.do("x", "open-float", **SUE, amount="-1")
    assert first.rejected is not None
    assert desk.do("x", "open-float", **SUE, amount="-1") == first
    assert desk.code("x", "open-float", **SUE, amount="100") == "id-used"
    desk.ok("y", "open-float", **SUE, amount="100")


def test_nobody_finds_by_trying_what_was_sent(desk: Desk) -> None:
    """The mark is made with a key: without it, equal content has unequal marks."""
    paid = {"amount": "50", "method": "cash", "reference": "s 1"}
    other = Desk(open_store("sqlite://"))
    other.ok("a", "open-account", **CASS, player="ann")
    marks = set()
    for each in (desk, other):
        (line,) = each.ok("d", "deposit", **CASS, **paid).events or ()
        marks.add(msgspec.json.decode(line)["do"]["sent"])
    assert len(marks) == 2 and all(len(mark) == 16 for mark in marks)


def test_a_copy_under_another_key_gives_the_first_answer(desk: Desk) -> None:
    paid = {"amount": "50", "method": "cash", "reference": "s 1"}
    first = desk.ok("d", "deposit", **CASS, **paid)
    copy = open_store("sqlite://")
    import_lines(copy, export_lines(desk.store))
    assert Desk(copy).ok("d", "deposit", **CASS, **paid) == first


def test_nobody_else_says_what_was_sent(desk: Desk) -> None:
    copied = {"to": "ann", "sent": "AAAA"}
    assert desk.read("r", "show-rules", **SUE, **copied).sent is None, "one copied from a log"
    forged = msgspec.structs.replace(desk.read("r", "show-rules", **SUE, to="ann"), sent="AAAA")
    (line,) = desk.floor.do("1", forged).events or ()
    assert "sent" not in msgspec.json.decode(line)["do"]


def test_older_logs_do_not_say_and_their_commands_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work, "CURRENT", 1)
    store = open_store("sqlite://")
    first = Desk(store).ok("o", "open-table", **SUE, rulebook="star-baccarat", sign=SIGN)
    monkeypatch.undo()
    other = {"rulebook": "star-baccarat", "sign": {**SIGN, "maximum": "200"}}
    assert Desk(store).ok("o", "open-table", **SUE, **other) == first


def test_the_newest_are_compared_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NEWEST", 1)
    desk.ok("r", "show-rules", **SUE, to="ann")
    desk.ok("s", "show-rules", **SUE, to="bob")
    assert desk.code("r", "show-rules", **SUE, to="bob") == "id-used"
