"""Records that the table has dropped: found in the log, filled in by the server, compared with the
events."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from compliance.nights import Json, Night, audited, forged, kinds, large, typed
from sabot.core.refusal import Refusal
from sabot.engine.live import Answer
from sabot.links.records import find
from sabot.parts.disputes import AT_HAND, Dispute
from sabot.parts.past import PastCoup
from sabot.store import Batch, Entry, Store, Stored, open_store
from sabot.table import TABLE
from sabot.table.cases.records import WantedRecord
from sabot.table.irregularities.remedies.coups import CoupReversed, after_reversal
from sabot.table.players import seats
from sabot.table.result.clearance import CoupEnded, past_of_event
from sabot.table.state import Mispaid
from sabot.views.desk.staff import staff_of
from support.evening import Evening
from support.irregular import at_table
from support.irregular import report as reported

SUPERVISOR = {"actor": "sue", "role": "casino supervisor"}
LATE: Json = {"situation": "found-after-next-coup", "circumstances": {"in_doubt": False}}


def send(played: Night, do: str, actor: str = "dan", role: str = "dealer", **more: Any) -> Answer:
    said = {"id": f"{do} {played.now}", "do": do, "actor": actor, "role": role, **more}
    return played.floor.do(played.name, TABLE.read_command(json.dumps(said)))


def refusal(played: Night, do: str, **more: Any) -> tuple[str, str]:
    rejected = send(played, do, **more).rejected
    assert rejected is not None
    return rejected.code, rejected.message


def begun(played: Night) -> Night:
    """The next coup has begun."""
    played.do("place-wager", "alice", "player", player="alice", on="player", amount="100")
    played.do("no-more-bets")
    played.deal()
    return played


@pytest.fixture(scope="module")
def mini() -> Night:
    """Fifteen rounds; carol played the fifth on her account and left."""
    played = typed("canberra-mini").coups(4)
    played.account("open-account", "carol", player="carol")
    played.account("deposit", "carol", amount="5000", method="cash", reference="slip 1")
    played.do("join-table", "carol", "player", player="carol", chips="1000", place=5)
    played.do("place-wager", "carol", "player", player="carol", on="tie", amount="100")
    played.coup()
    played.do("leave-table", player="carol")
    played.coups(10)
    return begun(played)


def told_by_all_events(played: Night) -> dict[int, PastCoup]:
    """Every coup that is over, from a reading of the whole log."""
    coups: dict[int, PastCoup] = {}
    for stored in played.store.read(f"table:{played.name}"):
        event = TABLE.read_event(stored.line)
        if isinstance(event, CoupEnded):
            coups[event.number] = past_of_event(event)
        elif isinstance(event, CoupReversed):
            coups[event.number] = after_reversal(coups[event.number], event)
    return coups


def test_a_coup_long_over_is_reversed_from_its_own_events(mini: Night) -> None:
    assert mini.table.past is not None and mini.table.past.number == 15
    before = mini.floor.account("carol").balance
    record = find(mini.store, "table:1", mini.table.filed, WantedRecord(PastCoup, 5))
    assert isinstance(record, PastCoup) and record.accounts == ("carol",) and not record.void
    lost = -record.gains["chips@player/carol"]
    mini.do("report-irregularity", **SUPERVISOR, **LATE, coup=5)
    assert mini.floor.account("carol").balance == before + lost
    send(mini, "report-irregularity", **SUPERVISOR, **LATE, coup=5)
    again: Json = {"actor": "vera", "role": "casino supervisor", "number": 2, "reason": "seen"}
    said = refusal(mini, "confirm-statement", **again)
    assert said == ("void", "Round 5 is void already.")
    assert send(mini, "refuse-statement", **again).rejected is None
    mini.do("report-irregularity", **SUPERVISOR, **LATE, coup=15)
    mini.do("report-irregularity", **SUPERVISOR, **LATE, coup=2)
    known = told_by_all_events(mini)
    found = [
        find(mini.store, "table:1", mini.table.filed, WantedRecord(PastCoup, n)) for n in known
    ]
    assert found == [*known.values()]
    assert [past.number for past in known.values() if past.void] == [2, 5, 15]
    assert find(mini.store, "table:1", mini.table.filed, WantedRecord(PastCoup, 99)) is None
    assert audited(mini.lines()) == []


def test_a_stream_is_halved_and_not_read(mini: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look reads on to the end of a coup, and no further; the one that is found is followed to
    the next place where the house has signed."""
    whole, looks, read = mini.store.read, 0, 0

    def counted(stream: str, after: int) -> Iterator[Stored]:
        nonlocal looks, read
        looks += 1
        for stored in whole(stream, after):
            read += 1
            yield stored

    monkeypatch.setattr(mini.store, "read", counted)
    assert find(mini.store, "table:1", mini.table.filed, WantedRecord(PastCoup, 7)) is not None
    assert looks <= mini.table.version.bit_length() + 2
    assert read <= looks * 30 + mini.table.version


def test_a_coup_that_was_open_again_is_what_it_ended_as_at_last() -> None:
    evening = at_table("star-baccarat", "player", cards="9S 5H KD 2C")
    evening.finish()
    reported(evening, "wrong-deal", {"in_doubt": False}, cards=["9S", "KD", "5H", "2C"])
    evening.ok("resume-play")
    evening.between()
    evening.deal("3C 4C")
    evening.finish()
    for _ in range(3):
        evening.bet("bob", "banker")
        evening.coup("9S 5H KD 2C")
    first, second = (found(evening, number) for number in (1, 2))
    assert first is not None and first.gains == {"chips@player/alice": 100_00}
    assert second is not None and second.gains == {"chips@player/bob": -100_00}
    assert found(evening, 5) is None


def found(evening: Evening, number: int) -> PastCoup | None:
    """Return the records room's answer about a coup whose log is put into a store."""
    made = []
    for event, at in evening.log:
        what = str(event.__struct_config__.tag)
        fields = msgspec.json.encode(event)[len(f'{{"what":"{what}"') : -1].removeprefix(b",")
        made.append(Entry(at, "dan", what, fields))
    with open_store("sqlite://") as store:
        store.append(Batch("table:1", 0, made))
        past = find(store, "table:1", evening.table.filed, WantedRecord(PastCoup, number))
    assert past is None or isinstance(past, PastCoup)
    return past


def test_nobody_else_says_what_the_log_has(mini: Night) -> None:
    record = {
        "number": 3,
        "result": "tie",
        "gains": {"chips@player/alice": -(10**9)},
        "void": False,
    }
    asked: Json = {**LATE, "coup": 3, "record": record}
    assert refusal(mini, "report-irregularity", **SUPERVISOR, **asked)[0] == "bad-command"
    report = {**asked, "id": "r", "actor": "sue", "role": "casino supervisor"}
    decision: Json = {"number": 1, "outcome": "LATE_VOID", "reason": "late", "report": report}
    assert refusal(mini, "decide-report", **SUPERVISOR, **decision)[0] == "bad-command"


def test_a_line_that_was_changed_is_no_record(mini: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Store.line

    def bent(store: Store, stream: str, seq: int) -> bytes | None:
        line = whole(store, stream, seq)
        return None if line is None else line.replace(b"chips@player/bob", b"chips@player/rob")

    monkeypatch.setattr(Store, "line", bent)
    with pytest.raises(Refusal, match="not as it was written: audit the log"):
        find(mini.store, "table:1", mini.table.filed, WantedRecord(PastCoup, 7))


@pytest.mark.parametrize("forged_end", [1, 2])
def test_a_past_that_was_written_anew_with_its_hash_is_no_record(forged_end: int) -> None:
    """The line is sound by itself, but the house never signed that anything follows it. Nor is the
    first coup told from its own line if the next one could say that it ended once more."""
    played = begun(typed("canberra-mini").coups(3))
    connection = played.store._database._writing  # type: ignore[attr-defined]
    connection.execute("DROP TRIGGER event_stands")
    ends = [each for each in played.store.read("table:1") if b'"what":"coup-ended/' in each.line]
    end = ends[forged_end - 1]
    if forged_end == 1:
        changed = end.line.replace(b"chips@player/bob", b"chips@player/rob")
    else:
        changed = end.line.replace(b'"number":2', b'"number":7')
    text = changed[: changed.rfind(b',"hash"')]
    line = b'%b,"hash":"%b"}' % (text, sha256(text + b"}").hexdigest().encode())
    assert line != end.line
    connection.execute(
        "UPDATE event SET line = ? WHERE stream = ? AND seq = ?", (line, "table:1", end.seq)
    )
    with pytest.raises(Refusal, match="not as it was written"):
        find(played.store, "table:1", played.table.filed, WantedRecord(PastCoup, 1))


def test_a_forged_record_is_found() -> None:
    played = begun(typed("canberra-mini").coups(3))
    played.do("report-irregularity", **SUPERVISOR, **LATE, coup=1)

    def richer(events: list[Json]) -> None:
        for event in events:
            if "filled" in event.get("do", {}):
                event["do"]["filled"]["record"]["gains"]["chips@player/alice"] -= 100_00

    assert audited(played.lines()) == []
    found = audited(forged(played.lines(), richer))
    assert "forged-record" in kinds(found)
    (one,) = [each for each in found if each.finding == "forged-record"]
    assert one.message == (
        "The command carries a record of coup 1 that its events do not bear out."
    )


def test_a_dispute_on_file_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Night("star-baccarat").coups(1)
    decider = {"actor": "gus", "role": "gaming manager"}
    for number in range(1, AT_HAND + 4):
        played.do("raise-dispute", "alice", "player", player="alice", about=f"matter {number}")
        played.do("decide-dispute", **decider, number=number, decision="no", reason="seen")
    assert min(played.table.disputes.cases) == 4
    assert refusal(played, "decide-dispute", **decider, number=1, decision="x", reason="y") == (
        "decided", "Dispute 1 is decided, and on file.",
    )  # fmt: skip
    assert refusal(played, "ask-review", number=999)[0] == "no-such-dispute"
    assert refusal(played, "ask-review", actor="bob", role="player", number=1)[0] == "proxy"
    played.do("ask-review", "alice", "player", number=1)
    first = staff_of(played.table).disputes[0]
    assert (first.number, first.about, first.open) == (1, "matter 1", True)
    assert len(staff_of(played.table).disputes) == AT_HAND + 1
    played.do("review-dispute", "rex", "duty manager", number=1, decision="yes", reason="r")
    assert 1 not in played.table.disputes.cases
    assert refusal(played, "ask-review", number=1)[0] == "asked-already"
    played.do("advise-complaint", number=1)
    assert refusal(played, "advise-complaint", number=1)[0] == "told"
    record = find(played.store, "table:1", played.table.filed, WantedRecord(Dispute, 1))
    assert isinstance(record, Dispute) and (record.review, record.advised is None) == ("yes", False)
    played.do("raise-dispute", "alice", "player", player="alice", about="more")
    assert played.table.disputes.count == AT_HAND + 4
    assert audited(played.lines()) == []


def test_a_wrong_payment_is_taken_out_of_the_files_again() -> None:
    played = large().coups(1)
    played.do("find-mispayment", of="wager", coup=1, amount="50", over=True, player="alice",
              note="counted")  # fmt: skip
    played.do("record-inquiry", **SUPERVISOR, number=1, intended=False, note="a slip")
    played.do("rectify-payment", **SUPERVISOR, number=1)
    assert (played.table.payments, played.table.mispaid) == ({}, 1)
    played.say("rectify-payment", **SUPERVISOR, number=1)  # its record is filled in on confirmation
    (stated,) = played.table.statements.pending
    answer: Json = {"actor": "walt", "role": "casino supervisor", "number": stated, "reason": "so"}
    assert refusal(played, "confirm-statement", **answer)[0] == "rectified"
    played.say("refuse-statement", **answer)
    assert refusal(played, "rectify-payment", **SUPERVISOR, number=2)[0] == "no-payment"
    played.do("raise-payment", **SUPERVISOR, number=1, channel="letter")
    record = find(played.store, "table:1", played.table.filed, WantedRecord(Mispaid, 1))
    assert isinstance(record, Mispaid) and record.raised is not None
    played.do("find-mispayment", of="wager", coup=1, amount="2000", over=True, note="more")
    played.do("record-inquiry", **SUPERVISOR, number=2, intended=True, note="he laughed")
    played.do("record-attempt", number=2, step="identify", note="cameras", player="bob")
    played.do("record-attempt", number=2, step="request", note="by letter")
    assert [*played.table.payments] == [2], "the regulator has to be told"
    played.do("give-notice", number=1, channel="letter")
    assert played.table.payments == {}
    assert audited(played.lines()) == []


def test_somebody_long_gone_disputes_a_coup_that_they_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seats, "REMEMBERED", 1)
    played = Night("star-seven-up").coups(3)
    for player in ("alice", "bob"):
        played.do("leave-table", player=player)
    alice: Json = {"actor": "alice", "role": "player", "player": "alice", "about": "the pay"}
    assert refusal(played, "raise-dispute", **alice)[0] == "not-at-table"
    assert refusal(played, "raise-dispute", **alice, coup=99)[0] == "not-at-table"
    bets: Json = {**alice, "actor": "zoe", "player": "zoe"}
    assert refusal(played, "raise-dispute", **bets, coup=1)[0] == "not-at-table"
    played.do("raise-dispute", **alice, coup=1)
    played.do("raise-dispute", "bob", "player", player="bob", about="the door")
    assert played.table.disputes.count == 2
    assert audited(played.lines()) == []
