"""A table that cannot be read: the others open, and the people at it are told."""

import itertools
import json
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from compliance.nights import Night
from sabot.compliance.reports.records import Records
from sabot.core.refusal import Refusal
from sabot.engine.messages import Command
from sabot.floor.kinds import TABLES
from sabot.people import Hashing, People
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.server.live.load_failures import CLOSE_UNREADABLE, CODES, UNREADABLE
from sabot.server.tables import tables
from sabot.store import Batch, Entry, Store, open_store
from sabot.table import Table
from sabot.views import Watching, card_of
from sabot.views.felt.projection import first_line
from support.in_process import PAGE, Socket, casino_of, first_message, serving

LATER = "invented-later/1"
"""An event type of some later release."""


def written_later(store: Store, stream: str) -> None:
    """Append an event that this release does not know, as a later release would."""
    entry = Entry(datetime.now(UTC), "sue", LATER, b'"id":"later","number":[1]')
    store.append(Batch(stream, store.head(stream).seq, [entry]))


def two_tables(store: Store) -> Night:
    first = Night("star-baccarat", "one", store, feed="typed")
    cards = itertools.cycle(("4S", "5H", "KD", "KC", "8H", "2D"))
    first.card = lambda: next(cards)
    Night("canberra-mini", "two", beside=first)
    return first


def bearer(store: Store, name: str, role: str) -> dict[str, str]:
    people = People(store, hashing=Hashing(memory=8), asks_factor=False)
    people.add(name, "a long enough phrase for a test", role, "a test")
    return {"authorization": f"Bearer {people.sign_in_as(name, 'a test')[0]}"}


def test_after_a_voucher_every_table_opens_again() -> None:
    """Issue 26, A1: a voucher's number is a text, a coup's a whole number."""
    with open_store("sqlite://") as store:
        played = two_tables(store)
        played.do("exchange-voucher", player="alice", amount="50", number="V7",
                  conditions="one wager")  # fmt: skip
        with serving(casino_of(store)) as client:
            assert client.get("/readyz").json() == {"status": "ready"}
            assert [each["id"] for each in client.get("/api/tables").json()] == ["one", "two"]


def test_a_table_is_taken_up_at_the_same_line_with_a_voucher_as_without() -> None:
    def taken_up(voucher: bool) -> tuple[str, list[int]]:
        played = two_tables(open_store("sqlite://"))
        played.coup()
        if voucher:
            played.do("exchange-voucher", player="alice", amount="50", number="3",
                      conditions="one wager")  # fmt: skip
        played.coups(2)
        played.cards()
        played.coup()
        lines = [*played.floor.events("one")]
        begin = first_line(played.table, lines, whole=True)
        assert begin is not None and played.table.version == len(lines)
        past = Watching.resume(played.table, lambda after: lines[after:]).past
        return json.loads(lines[begin])["what"], [each.coup for each in past]

    assert taken_up(voucher=True) == taken_up(voucher=False)


def test_only_the_table_that_cannot_be_read_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    with open_store("sqlite://") as store:
        two_tables(store)
        written_later(store, "table:two")
        head = bearer(store, "vera", CASINO_SUPERVISOR)
        with caplog.at_level(logging.ERROR), serving(casino_of(store)) as client:
            assert [each["id"] for each in client.get("/api/tables").json()] == ["one"]
            said = client.get("/readyz")
            assert said.status_code == 200 and said.json()["status"] == "ready"
            assert [*said.json()["closed"]] == ["table:two"]
            told = client.get("/api/tables/two")
            assert told.status_code == 503 and told.json()["error"]["code"] in CODES
            assert told.json()["error"]["message"] == said.json()["closed"]["table:two"]
            assert told.json()["error"]["words"]["zh"].startswith("two")
            body = {"id": "c1", "do": "call-supervisor", "reason": "a question"}
            refused = client.post("/api/tables/two/commands", json=body, headers=head)
            assert refused.status_code == 503 and refused.json()["error"]["code"] in CODES
            assert first_message(client, "/api/tables/two/live", head) == CLOSE_UNREADABLE
            assert '"type":"snapshot"' in str(first_message(client, "/api/tables/one/live", head))
            done = client.post("/api/tables/one/commands", json=body, headers=head)
            assert done.status_code in (200, 409), "the table that can be read decides"
    found = [each for each in caplog.records if getattr(each, "stream", "") == "table:two"]
    assert len(found) == 1 and found[0].exc_info is not None, "told once, with its trace"


def test_an_event_that_cannot_have_been_decided_closes_its_own_table_only(tmp_path: Path) -> None:
    """A fill of a float that was never opened; a report says which event it is."""
    url = str(tmp_path / "casino.db")
    with open_store(url) as store:
        two_tables(store)
        filled = b'"id":"odd","amount":100,"slip":"F 1","clause":null,"moves":[]'
        store.append(
            Batch("table:odd", 0, [Entry(datetime.now(UTC), "s", "float-filled/1", filled)])
        )
        with serving(casino_of(store)) as client:
            assert [each["id"] for each in client.get("/api/tables").json()] == ["one", "two"]
            assert [*client.get("/readyz").json()["closed"]] == ["table:odd"]
            assert client.get("/api/tables/odd").json()["error"]["code"] == UNREADABLE
    with open_store(url) as store, pytest.raises(Refusal, match="Event 1 of table:odd cannot be"):
        Records(store, datetime.now(UTC), "UTC", tuple).state_at(TABLES, "table:odd", 1)


def test_one_tournament_that_cannot_be_read_keeps_nothing_else_closed() -> None:
    with open_store("sqlite://") as store:
        two_tables(store)
        written_later(store, "tournament:cup")
        with serving(casino_of(store)) as client:
            assert len(client.get("/api/tables").json()) == 2
            assert client.get("/api/tournaments").json() == []
            assert [*client.get("/readyz").json()["closed"]] == ["tournament:cup"]
            assert client.get("/api/tournaments/cup").status_code == 503
            assert first_message(client, "/api/tournaments/cup/live", PAGE) == CLOSE_UNREADABLE


def test_a_rulebook_that_is_not_known_here_closes_its_own_tournament_only() -> None:
    """A view asks for the rulebook, which refuses in a sentence of its own."""
    with open_store("sqlite://") as store:
        two_tables(store)
        fields = b'"id":"odd","person":"tim","role":"tournament manager","licence":"L","clause":""'
        entry = Entry(datetime.now(UTC), "sue", "head-appointed/1", fields)
        store.append(Batch("tournament:cup", 0, [entry]))
        with serving(casino_of(store)) as client:
            assert [each["id"] for each in client.get("/api/tables").json()] == ["one", "two"]
            assert [*client.get("/readyz").json()["closed"]] == ["tournament:cup"]


def test_a_table_that_cannot_be_shown_is_closed_and_the_lobby_shows_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table of an edition that this release does not know."""

    def unknown(table: Table, *given: Any) -> Any:
        if table.name == "two":
            raise Refusal("unknown-edition", None, "There is no such edition.")
        return card_of(table, *given)

    monkeypatch.setattr(tables, "card_of", unknown)
    with open_store("sqlite://") as store:
        two_tables(store)
        with serving(casino_of(store)) as client:
            for _ in range(2):
                assert [each["id"] for each in client.get("/api/tables").json()] == ["one"]
            assert [*client.get("/readyz").json()["closed"]] == ["table:two"]
            assert client.get("/api/tables/two").status_code == 503


def test_a_promotion_that_cannot_be_shown_is_closed_by_itself() -> None:
    """A promotion that was opened and has no terms."""
    with open_store("sqlite://") as store:
        two_tables(store)
        entry = Entry(datetime.now(UTC), "sue", "promotion-opened/1", b'"id":"odd","tables":{}')
        store.append(Batch("promotion:odd", 0, [entry]))
        with serving(casino_of(store)) as client:
            for _ in range(2):
                assert client.get("/api/promotions").json() == []
            assert [*client.get("/readyz").json()["closed"]] == ["promotion:odd"]


@pytest.mark.parametrize("wrong", [StopIteration(), KeyError("a rule that fails")])
def test_a_command_that_fails_oddly_keeps_no_other_waiting(
    wrong: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store("sqlite://") as store:
        two_tables(store)
        head = bearer(store, "vera", CASINO_SUPERVISOR)
        casino = casino_of(store)
        do = casino.floor.do

        def odd(name: str, command: Command) -> Any:
            if name == "two":
                raise wrong
            return do(name, command)

        with serving(casino) as client:
            monkeypatch.setattr(casino.floor, "do", odd)
            body = {"id": "c1", "do": "call-supervisor", "reason": "a question"}
            for table, status in (("two", (500,)), ("one", (200, 409)), ("two", (500,))):
                answer = client.post(f"/api/tables/{table}/commands", json=body, headers=head)
                assert answer.status_code in status


def test_a_table_that_another_process_makes_unreadable_closes_alone() -> None:
    """Viewers of that table are sent away with a reason; every other route goes on."""
    with open_store("sqlite://") as store:
        two_tables(store)
        casino = casino_of(store)
        with serving(casino) as client:
            with Socket(client, "/api/tables/two/live", PAGE) as line:
                assert '"type":"snapshot"' in str(line.receive())
                written_later(store, "table:two")
                casino.behind.note("two", store.head("table:two").seq)
                assert [each["id"] for each in client.get("/api/tables").json()] == ["one"]
                assert line.receive() == CLOSE_UNREADABLE
            assert client.get("/api/tables/two").status_code == 503


def test_a_closed_table_opens_once_its_log_can_be_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_store("sqlite://") as store:
        played = two_tables(store)

        def fails(*_: Any) -> Any:
            raise KeyError("a view that fails")

        with monkeypatch.context() as broken:
            broken.setattr("sabot.server.casino.Watching.resume", fails)
            with serving(casino_of(store)) as client:
                assert client.get("/api/tables").json() == []
                assert client.get("/api/tables/one").status_code == 503
                broken.undo()
                assert client.get("/api/tables/one").status_code == 503, "nothing has moved"
                played.do("call-supervisor", reason="a question")
                assert client.get("/api/tables/one").status_code == 200
                assert [*client.get("/readyz").json()["closed"]] == ["table:two"]
