"""Which events answered which command: known for ever, in little room."""

import msgspec
import pytest

from sabot import live
from sabot.floor import Floor
from sabot.live import BY_NAME, SPAN, Answered
from sabot.store import open_store

MANY = 9 * BY_NAME


def filled(number: int = MANY) -> Answered:
    answered = Answered()
    for place in range(number):
        answered.put(f"id-{place}", 3 * place + 1, 3)
    return answered


def test_every_command_is_known_however_old() -> None:
    answered = filled()
    for place in range(MANY):
        assert answered.spans(f"id-{place}") == [(3 * place + 1) * SPAN + 3]
    assert answered.spans(f"id-{MANY}") == answered.spans("") == []


def test_there_are_few_runs_and_few_whole_ids() -> None:
    newest, runs = filled().kept()
    assert len(newest) <= 2 * BY_NAME
    assert len(newest) + sum(len(hashes) for hashes, _ in runs) == MANY
    sizes = [len(hashes) for hashes, _ in runs]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


def test_a_snapshot_keeps_it_whole() -> None:
    answered = filled()
    kept = msgspec.msgpack.encode(answered.kept())
    newest, runs = msgspec.msgpack.decode(kept, type=tuple[dict[str, int], list[live.Run]])
    again = Answered(newest, runs)
    assert again.kept() == answered.kept()
    assert again.spans("id-5") == answered.spans("id-5") != []


def test_events_of_one_command_are_counted_as_they_are_read() -> None:
    answered = Answered()
    for seq, id_ in enumerate(["a", "b", "b", "b", "c"], 1):
        answered.add(id_, seq)
    assert [answered.spans(id_) for id_ in "abc"] == [[SPAN + 1], [2 * SPAN + 3], [5 * SPAN + 1]]


def opening(id_: str, amount: str) -> bytes:
    fields = {"id": id_, "do": "open-float", "actor": "sue", "role": "casino supervisor"}
    return msgspec.json.encode(fields | {"amount": amount})


def test_ids_with_one_hash_are_told_apart_by_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_hash", lambda id_: 7)
    monkeypatch.setattr(live, "BY_NAME", 1)
    floor = Floor(open_store("sqlite://"))
    sign = {"minimum": "10", "maximum": "100"}
    opened = {"id": "o", "do": "open-table", "actor": "sue", "role": "casino supervisor"}
    opened |= {"rulebook": "star-baccarat", "sign": sign}  # type: ignore[dict-item]
    asked = [floor.read(msgspec.json.encode(opened)), floor.read(opening("f", "500"))]
    asked += [
        floor.read(
            msgspec.json.encode(
                {"id": f"r{n}", "do": "show-rules", "actor": "ann", "role": "player", "to": "ann"}
            )
        )
        for n in range(6)
    ]
    first = [floor.do("1", command) for command in asked]
    assert all(answer.rejected is None for answer in first)
    assert [floor.do("1", command) for command in asked] == first
    assert floor.table("1").version == len(asked)
    again = Floor(floor.store)
    again.keep_snapshot("1")
    assert [Floor(floor.store).do("1", command) for command in asked] == first
