"""The inspector's desk: the log as it is, found and held against what was signed and bound."""

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.audit.shoes import shoe_checks
from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, INSPECTOR, PLAYER, SURVEILLANCE
from sabot.server.inspect import logbook
from sabot.server.inspect.audit import AuditTable, VerifyCheckpoints, audit_table, verify_all
from sabot.server.inspect.logbook import EventFilter, coup_span, search
from sabot.server.inspect.shoes import opening, shoes
from sabot.shoe.commitment import commit
from sabot.store import Batch, Entry, Signer, Store, Witness, import_lines, open_store, verify_lines
from server.harness import House

TABLE = "table:baccarat"
NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
COUPS = 3


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """A casino in which three coups were played, and a fourth has a wager."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(COUPS):
        casino.done("baccarat", "alice", "place-wager", player="alice", on="tie", amount="20")
        casino.play("baccarat")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="30")
    return casino


def asked(house: House, path: str, who: str = INSPECTOR, **query: Any) -> Any:
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    answer = house.ask(who, "GET", f"{path}?{pairs}" if pairs else path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(house: House, path: str, who: str = INSPECTOR) -> tuple[int, str]:
    answer = house.ask(who, "GET", path)
    return answer.status_code, answer.json()["error"]["code"]


# The log


@pytest.mark.parametrize("path", ["/api/log", "/api/log/tail"])
def test_lines_are_exactly_what_the_log_keeps(house: House, path: str) -> None:
    given = asked(house, path, stream=TABLE, limit=500)
    kept = [each.line for each in house.casino.store.read(TABLE)]
    assert [line.encode() for line in given["lines"]] == kept
    assert not list(verify_lines(line.encode() for line in given["lines"]))
    last = given["lines"][-1].encode()
    digest = hashlib.sha256(last[: -len(',"hash":"') - 66] + b"}").hexdigest()
    assert digest == given["head"]["hash"]


def test_pages_of_lines_follow_one_another(house: House) -> None:
    whole = asked(house, "/api/log", stream=TABLE, limit=500)["lines"]
    paged: list[str] = []
    while page := asked(house, "/api/log", stream=TABLE, after=len(paged), limit=7)["lines"]:
        paged += page
    assert paged == whole


def test_every_stream_has_its_head(house: House) -> None:
    given = {
        each["stream"]: (each["seq"], each["hash"]) for each in asked(house, "/api/log/streams")
    }
    heads = house.casino.store.heads()  # asking may have signed the inspector in
    assert given == {stream: tuple(head) for stream, head in heads.items()}
    assert {"table:baccarat", "player:alice", "person:ines"} <= given.keys()


def test_what_cannot_be_asked_is_refused_in_a_sentence(house: House) -> None:
    assert refused(house, "/api/log?stream=table:nowhere") == (404, "unknown-stream")
    assert refused(house, "/api/log?stream=") == (404, "unknown-stream")
    assert refused(house, f"/api/log?stream={TABLE}&limit=501") == (400, "bad-query")
    assert refused(house, f"/api/log?stream={TABLE}&limit=0") == (400, "bad-query")
    assert refused(house, f"/api/log?stream={TABLE}&after=-1") == (400, "bad-query")
    assert refused(house, "/api/log?nonsense=1") == (400, "bad-query")


def test_only_those_who_watch_may_read(house: House) -> None:
    for path in ("/api/log/streams", f"/api/log?stream={TABLE}",
                 "/api/export/log.jsonl", "/api/audit/baccarat", "/api/checkpoints"):  # fmt: skip
        for who in (PLAYER, DEALER, DUTY_MANAGER, "administrator"):
            assert refused(house, path, who) == (403, "wrong-role")
        assert refused(house, path, "") == (401, "not-signed-in")
        assert house.ask(SURVEILLANCE, "GET", path).status_code == 200


# Looking for something


def test_a_coup_is_found_from_its_first_wager_to_its_end(house: House) -> None:
    found = asked(house, "/api/log/search", stream=TABLE, coup=2, limit=200)
    assert found["done"] and {each["coup"] for each in found["found"]} == {2}
    kinds = [each["what"] for each in found["found"]]
    assert kinds[0] == "wager-placed/1" and kinds[-1] == "coup-ended/1"
    assert found["found"][0]["text"] == "alice bets $20.00 on Tie."


def test_the_coup_that_is_bet_on_is_found_too(house: House) -> None:
    found = asked(house, "/api/log/search", stream=TABLE, coup=COUPS + 1)["found"]
    assert [each["what"] for each in found] == ["wager-placed/1"]
    assert "coup" not in found[0]  # it is not over
    path = f"/api/log/search?stream={TABLE}&coup={COUPS + 2}"
    assert refused(house, path) == (404, "unknown-coup")


def test_a_coup_is_looked_for_at_a_table(house: House) -> None:
    assert refused(house, "/api/log/search?coup=1") == (400, "bad-query")
    assert refused(house, "/api/log/search?coup=1&stream=player:alice") == (400, "bad-query")
    assert refused(house, "/api/log/search?stream=table:nowhere") == (404, "unknown-stream")


def test_events_of_one_kind_and_of_one_player(house: House) -> None:
    settled = asked(house, "/api/log/search", stream=TABLE, what="wagers-settled")["found"]
    assert [each["coup"] for each in settled] == [1, 2, 3]
    alices = asked(house, "/api/log/search", player="alice", limit=200)["found"]
    assert {"player:alice", "person:alice"} <= {each["stream"] for each in alices}
    own = house.casino.store.head("player:alice").seq
    assert own == sum(each["stream"] == "player:alice" for each in alices), "all of her account"
    streams = {each["stream"] for each in alices}
    assert {TABLE, "player:alice"} <= streams
    placed = [each for each in alices if each["what"] == "wager-placed/1"]
    assert len(placed) == COUPS + 1
    assert not asked(house, "/api/log/search", stream=TABLE, player="bob")["found"]
    # "player" is a hand here, and nobody's name.
    assert not asked(house, "/api/log/search", stream=TABLE, player="player", what="card-dealt")[
        "found"
    ]


def test_events_of_a_time(house: House) -> None:
    events = asked(house, "/api/log/search", stream=TABLE, limit=200)["found"]
    middle = events[len(events) // 2]["at"]
    since = asked(house, "/api/log/search", stream=TABLE, since=middle, limit=200)["found"]
    until = asked(house, "/api/log/search", stream=TABLE, until=middle, limit=200)["found"]
    assert since == [each for each in events if each["at"] >= middle]
    assert until == [each for each in events if each["at"] <= middle]
    assert refused(house, "/api/log/search?since=yesterday") == (400, "bad-query")
    everywhere = asked(house, "/api/log/search", until=middle, limit=200)["found"]
    assert all(each["at"] <= middle for each in everywhere)


@pytest.mark.parametrize("stream", ["", TABLE])
def test_a_long_search_goes_on_where_it_stopped(
    house: House, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logbook, "SCANNED", 9)
    store, wanted = house.casino.store, EventFilter(stream=stream, what="card-dealt")
    found, after, done = [], 0, False
    while not done:
        page = search(store, wanted, after, 2)
        found += page.found
        after, done = page.after, page.done
    whole = [
        (each.stream, each.seq)
        for each in store.read_all()
        if b'"what":"card-dealt/' in each.line and stream in ("", each.stream)
    ]
    assert [(each.stream, each.seq) for each in found] == whole
    assert {each.coup for each in found if each.stream == TABLE} == {1, 2, 3}


def test_every_coup_has_its_span(house: House) -> None:
    store = house.casino.store
    spans = [coup_span(store, TABLE, number) for number in range(1, COUPS + 2)]
    assert spans[0][0] == 1 and spans[-1][1] == store.head(TABLE).seq
    assert all(one[1] + 1 == other[0] for one, other in itertools.pairwise(spans))
    for number in (COUPS + 2, 10**6):
        with pytest.raises(Refusal, match="has no coup"):
            coup_span(store, TABLE, number)


def test_a_line_that_is_no_event_is_passed_over(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "odd.db")) as store:
        store.append(Batch("table:odd", 0, [Entry(NOW, "dora", "opened/1", b'"note":"x"')]))
        store._database._writing.execute(  # type: ignore[attr-defined]
            "INSERT INTO event VALUES (2, 'table:odd', 2, x'ff00')"
        )
        assert len(search(store, EventFilter(stream="table:odd"), 0, 10).found) == 1
        view = logbook.lines(store, "table:odd", 0, 10)
        assert view.lines[1] == "\ufffd\0"


# What bound the house


def test_a_stack_that_was_put_aside_is_listed_with_its_reason(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "odd.db")) as store:
        shuffled = b'"digest":"%b","number":%d,"reason":"%b"%b'
        opened = b',"opened":{"salt":"00","order":"AS"}'
        fields = [shuffled % (b"a" * 64, 1, b"", b""), b'"number":1',
                  shuffled % (b"b" * 64, 2, b"", opened),
                  shuffled % (b"c" * 64, 3, b"a card fell out", opened)]  # fmt: skip
        names = ["cards-shuffled/1", "coup-ended/1", "cards-shuffled/1", "cards-shuffled/1"]
        entries = [Entry(NOW, "dora", *each) for each in zip(names, fields, strict=True)]
        store.append(Batch("table:odd", 0, entries))
        listed = shoes(store, "odd", 0, 0, 10).shoes
        assert [(each.put_aside, each.reason) for each in listed] == [
            (False, ""), (True, "a card fell out"), (False, ""),
        ]  # fmt: skip
        found = list(shoe_checks((each.line for each in store.read_all()), "table:odd"))
        assert [(each.put_aside, each.reason) for each in found] == [
            (each.put_aside, each.reason) for each in listed
        ]


def test_a_stack_in_use_is_bound_and_not_shown(house: House) -> None:
    (shoe,) = asked(house, "/api/shoes/baccarat")["shoes"]
    assert shoe["cards"] == 416 and shoe["coup"] == 1 and len(shoe["digest"]) == 64
    assert "opened" not in shoe and "checks" not in shoe
    assert refused(house, f"/api/shoes/baccarat/{shoe['seq']}") == (409, "not-opened")
    assert refused(house, "/api/shoes/baccarat/1") == (409, "no-shoe")
    assert refused(house, "/api/shoes/baccarat/x") == (409, "no-shoe")
    assert refused(house, "/api/shoes/nowhere") == (404, "unknown-table")


def test_a_stack_that_was_used_up_opens_as_it_was_bound(house: House) -> None:
    house.prepare("mini")
    fields = {"reason": "a fresh stack"}
    house.done("mini", DUTY_MANAGER, "shuffle", **fields)
    first, second = asked(house, "/api/shoes/mini")["shoes"]
    assert first["checks"] is True and first["opened"] == second["seq"]
    shown = asked(house, f"/api/shoes/mini/{first['seq']}")
    text = f"sabot stack 1\n{shown['salt']}\n{shown['order']}\n"
    assert hashlib.sha256(text.encode()).hexdigest() == first["digest"] == shown["digest"]
    assert len(shown["order"].split()) == 416 and shown["checks"]


def bound(store: Store, number: int, lie: int | None = None) -> None:
    """So many stacks after one another; the opening of one of them is of another order."""
    last: Any = None
    for place in range(1, number + 1):
        commitment, opened = commit(DECK[place:] + DECK[:place])
        fields: dict[str, Any] = {"number": place, "cards": 52, "digest": commitment.digest}
        if last is not None:
            order = last.order[::-1] if place - 1 == lie else last.order
            fields["opened"] = {"salt": last.salt, "order": " ".join(map(str, order))}
        entries = [
            Entry(NOW, "dora", "cards-shuffled/1", msgspec.json.encode(fields)[1:-1]),
            Entry(NOW, "dora", "coup-ended/1", b'"number":%d' % place),
        ]
        store.append(Batch("table:x", 2 * (place - 1), entries))
        last = opened


def test_an_order_that_bound_nobody_is_told(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "forged.db")) as store:
        bound(store, 4, lie=2)
        rows = shoes(store, "x", 0, 0, 50).shoes
        assert [row.checks for row in rows] == [True, False, True, None]
        assert not opening(store, "x", rows[1].seq).checks


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_pages_of_stacks_leave_none_out(tmp_path: Path, limit: int) -> None:
    with open_store(str(tmp_path / "many.db")) as store:
        bound(store, 7)
        rows, after, coup, done = [], 0, 0, False
        while not done:
            page = shoes(store, "x", after, coup, limit)
            rows += page.shoes
            after, coup, done = page.after, page.coup, page.done
        assert [row.seq for row in rows] == [1, 3, 5, 7, 9, 11, 13]
        assert [row.coup for row in rows] == [1, 2, 3, 4, 5, 6, 7]
        assert [row.checks for row in rows] == [True] * 6 + [None]


# The audit


def said_in(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/x-ndjson"
    return [msgspec.json.decode(line) for line in answer.text.splitlines()]


def test_a_sound_table_has_no_findings(house: House) -> None:
    words = said_in(house.ask(INSPECTOR, "GET", "/api/audit/baccarat"))
    assert {word["type"] for word in words[:-1]} == {"progress"}
    done = words[-1]
    assert (done["type"], done["findings"], done["whole"]) == ("done", 0, True)
    assert (done["accounts"], done["coups"]) == (1, COUPS)
    assert refused(house, "/api/audit/nowhere") == (404, "unknown-table")


def pay_in(house: House, *players: str) -> None:
    """Deposit cash with the cashier, who is alone for so little."""
    for player in players:
        said = {"amount": "20", "method": "cash", "reference": f"{player} {house.clock()}"}
        deposit = {"id": said["reference"], "do": "deposit", **said}
        answer = house.ask(CASHIER, "POST", f"/api/players/{player}/commands", deposit)
        assert answer.status_code == 200, answer.text


def test_a_cashier_who_also_served_others_is_no_finding(house: House) -> None:
    """The table's audit reads the accounts of its visitors only; a cashier's total of the day is of
    all accounts."""
    pay_in(house, "bob", "alice", "chen", "alice")
    for path in ("/api/audit/baccarat", "/api/proof/baccarat?coup=1"):
        words = said_in(house.ask(INSPECTOR, "GET", path))
        assert [word for word in words if word["type"] == "finding"] == []


def test_a_wrong_total_of_a_visitors_cashier_is_found(house: House) -> None:
    """The basis of a visitor's deposit is compared with the cage's count."""
    pay_in(house, "bob", "alice")
    audit, found = Audit("baccarat", whole=False), Counter[str]()
    for each in house.casino.store.read_all():
        line = msgspec.json.decode(each.line)
        if line["stream"] == "player:alice" and line.get("do", {}).get("do") == "deposit":
            line["do"]["desk"] = {**line["do"]["desk"], "alone": 1}
        found.update(each.finding for each in audit.take(msgspec.json.encode(line)))
    assert found["wrong-total"]


@pytest.fixture
def copied(house: House, tmp_path: Path) -> Iterator[tuple[str, Store]]:
    """The casino's log in a store of its own, to be spoiled."""
    url = str(tmp_path / "copy.db")
    with open_store(url) as store:
        import_lines(store, [each.line for each in house.casino.store.read_all()])
        yield url, store


def heard(work: Any, order: Any) -> list[Any]:
    words: list[Any] = []
    work(order, words.append)
    return words


def test_a_forged_event_is_found(copied: tuple[str, Store]) -> None:
    url, store = copied
    head = store.head(TABLE)
    fields = b'"id":"forged","result":"tie","counts":{}'
    store.append(
        Batch(
            TABLE, head.seq, [Entry(NOW + timedelta(days=900), "eve", "result-announced/1", fields)]
        )
    )
    words = heard(audit_table, AuditTable(url, "baccarat"))
    findings = [word for word in words if type(word).__name__ == "FoundWrong"]
    assert findings and {word.seq for word in findings} >= {head.seq + 1}
    assert words[-1].findings == len(findings) and words[-1].whole


def test_another_tables_forgery_is_none_of_this_one(copied: tuple[str, Store]) -> None:
    url, store = copied
    head = store.head("table:mini")
    entry = Entry(
        NOW + timedelta(days=900), "eve", "result-announced/1", b'"id":"x","result":"","counts":{}'
    )
    store.append(Batch("table:mini", head.seq, [entry]))
    assert heard(audit_table, AuditTable(url, "baccarat"))[-1].findings == 0
    assert heard(audit_table, AuditTable(url, "mini"))[-1].findings > 0


def test_an_event_under_another_number_is_found(copied: tuple[str, Store]) -> None:
    url, store = copied
    head = store.head(TABLE)
    line = next(store.read(TABLE, head.seq - 1)).line
    with open_store(url) as other:
        other._database._writing.execute(  # type: ignore[attr-defined]
            "INSERT INTO event SELECT max(position) + 1, ?, ?, ? FROM event",
            (TABLE, head.seq + 1, line),
        )
    kinds = {
        getattr(word, "finding", "") for word in heard(audit_table, AuditTable(url, "baccarat"))
    }
    assert {"misfiled", "repeated-seq"} <= kinds


def test_a_log_full_of_faults_is_given_up(
    copied: tuple[str, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, store = copied
    monkeypatch.setattr("sabot.server.inspect.audit.MOST_FINDINGS", 3)
    entry = Entry(
        NOW + timedelta(days=900), "eve", "result-announced/1", b'"id":"x","result":"","counts":{}'
    )
    store.append(Batch(TABLE, store.head(TABLE).seq, [entry] * 9))
    done = heard(audit_table, AuditTable(url, "baccarat"))[-1]
    assert (done.findings, done.whole) == (3, False)


# Checkpoints


def test_without_checkpoints_there_is_nothing_to_verify(house: House) -> None:
    assert asked(house, "/api/checkpoints") == {"checkpoints": []}
    assert refused(house, "/api/checkpoints/verify") == (409, "no-checkpoint")
    assert refused(house, "/api/checkpoints/verify?key=12") == (400, "bad-query")


def test_checkpoints_are_held_against_the_whole_log(
    copied: tuple[str, Store], tmp_path: Path
) -> None:
    url, store = copied
    signer = Signer(tmp_path / "key")
    store.checkpoint(signer, Witness(tmp_path / "witness"), NOW)
    done = heard(verify_all, VerifyCheckpoints(url))[-1]
    assert (done.findings, done.checkpoints, done.key) == (0, 1, signer.key)
    assert done.events == sum(head.seq for head in store.heads().values())
    other = heard(verify_all, VerifyCheckpoints(url, "0" * 64))
    assert {getattr(word, "finding", "") for word in other} >= {"wrong-key"}


# Notices


def test_notices_of_all_tables_with_their_deadlines(house: House) -> None:
    assert asked(house, "/api/notices") == []
    house.prepare("seven-up")
    house.done(
        "seven-up",
        DUTY_MANAGER,
        "sanction-player",
        player="Mallory",
        measures=["detain"],
        reason="a camera in the sleeve",
    )
    (notice,) = asked(house, "/api/notices")
    assert (notice["table"], notice["to"], notice["clause"]) == (
        "seven-up",
        "inspector",
        "14.3.4",
    )
    assert notice["deadline_words"] == {"zh": "立即"} and notice["to_words"] == {"zh": "督察"}
    assert notice["about_words"]["zh"] != notice["about"]
    assert notice["deadline"] == "at once" and "late" not in notice and "given" not in notice
    house.done(
        "seven-up", DUTY_MANAGER, "give-notice", number=notice["number"], channel="telephone"
    )
    assert asked(house, "/api/notices") == []
    (given,) = asked(house, "/api/notices", given="true")
    assert given["given"] and given["number"] == notice["number"]
    assert asked(house, "/api/notices", DUTY_MANAGER) == []
    assert refused(house, "/api/notices", DEALER) == (403, "wrong-role")
