"""The report for a court: what is verified of one coup, stack or visit, and what it says is not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.rules.roles import DEALER, DUTY_MANAGER, INSPECTOR
from sabot.server.inspect.proof import Prove, RangeProof, prove
from sabot.store import Signer, Store, Witness, import_lines, open_store
from server.harness import House

TABLE = "table:baccarat"


@pytest.fixture(scope="module")
def lines(casino: House) -> list[bytes]:
    """Three coups of Alice's, the stack opened afterwards, and she leaves."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(3):
        casino.done("baccarat", "alice", "place-wager", player="alice", on="tie", amount="20")
        casino.play("baccarat")
    casino.done("baccarat", DUTY_MANAGER, "shuffle", reason="a fresh stack")
    casino.done("baccarat", "alice", "leave-table", player="alice")
    return [each.line for each in casino.casino.store.read_all()]


@pytest.fixture
def copy(lines: list[bytes], tmp_path: Path) -> Iterator[tuple[str, Store]]:
    """The same log in a store of its own."""
    url = str(tmp_path / "copy.db")
    with open_store(url) as store:
        import_lines(store, lines)
        yield url, store


def proof(url: str, **asked: Any) -> RangeProof:
    words: list[msgspec.Struct] = []
    prove(Prove(url, "baccarat", **asked), words.append)
    last = words[-1]
    assert isinstance(last, RangeProof)
    return last


def held(proved: RangeProof) -> dict[str, tuple[bool | None, str]]:
    return {each.check: (each.held, each.why) for each in proved.checks}


def test_a_coup_is_verified_and_what_is_not_is_said(copy: tuple[str, Store]) -> None:
    """Nothing was signed, so that nothing but the log itself speaks for the log."""
    proved = proof(copy[0], coup=2)
    assert held(proved) == {
        "chain": (True, ""),
        "decided": (True, ""),
        "cards": (True, ""),
        "signed": (None, "no-checkpoint"),
        "witness": (None, "no-checkpoint"),
        "key": (None, "no-checkpoint"),
    }
    assert (proved.coups, proved.staked, proved.over) == ((2,), 2000, True)
    assert proved.head_hash == copy[1].head(TABLE).hash
    assert (proved.rulebook, proved.feed) == ("star-baccarat", "virtual")


def test_a_visit_has_its_own_figures(copy: tuple[str, Store]) -> None:
    proved = proof(copy[0], player="alice")
    left = msgspec.json.decode(copy[1].line(TABLE, proved.last) or b"")
    assert left["what"] == "player-left/1"
    assert (proved.coups, proved.staked) == ((1, 2, 3), 6000)
    assert proved.staked - proved.returned == left["lost"]


def test_a_stack_is_proved_by_the_event_that_bound_the_house(copy: tuple[str, Store]) -> None:
    bound = next(
        each.seq for each in copy[1].read(TABLE) if b'"what":"cards-shuffled/' in each.line
    )
    proved = proof(copy[0], shoe=bound)
    assert (proved.about, proved.over, proved.coups) == ("shoe", True, (1, 2, 3))
    (cards,) = (each for each in proved.checks if each.check == "cards")
    assert cards.held is True and cards.figures["cards"] >= 12  # type: ignore[operator]
    with pytest.raises(Refusal, match="is not the commitment to a stack"):
        proof(copy[0], shoe=1)


def test_signed_and_seen_by_a_witness(copy: tuple[str, Store], tmp_path: Path) -> None:
    signer, witness = Signer(tmp_path / "key"), Witness(tmp_path / "witness")
    copy[1].checkpoint(signer, witness)
    asked = {"witness": str(witness.path), "key": signer.key}
    proved = proof(copy[0], coup=1, **asked)
    assert {each for each, _ in held(proved).values()} == {True}
    assert held(proof(copy[0], coup=1, witness=asked["witness"]))["key"] == (None, "not-given")
    assert held(proof(copy[0], coup=1))["witness"] == (None, "no-witness")
    assert held(proof(copy[0], coup=1, witness=str(tmp_path / "none")))["witness"][0] is None
    assert held(proof(copy[0], coup=1, key="ab" * 32))["signed"] == (False, "flawed")
    witness.path.write_bytes(
        witness.path.read_bytes().replace(b'"checkpoint":1', b'"checkpoint":7')
    )
    assert held(proof(copy[0], coup=1, witness=asked["witness"]))["witness"] == (False, "differs")


def test_a_changed_line_is_found_within_or_elsewhere(copy: tuple[str, Store]) -> None:
    url, store = copy
    proved = proof(url, coup=2)
    line = store.line(TABLE, proved.first + 1)
    assert line is not None
    writing = store._database._writing  # type: ignore[attr-defined]
    triggers = writing.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        writing.execute(f"DROP TRIGGER {name}")
    writing.execute(
        "UPDATE event SET line = ? WHERE stream = ? AND seq = ?",
        (line.replace(b'"by":"', b'"by":"x', 1), TABLE, proved.first + 1),
    )
    for coup, within in ((2, True), (1, False)):
        proved = proof(url, coup=coup)
        checks = {each.check: each for each in proved.checks}
        assert checks["chain"].held is False and checks["decided"].held is False
        assert bool(checks["decided"].figures["within"]) is within
        assert proved.findings


def test_over_http_for_those_who_watch(casino: House, lines: list[bytes]) -> None:
    path = "/api/proof/baccarat?coup=1"
    said = casino.ask(INSPECTOR, "GET", path).text.splitlines()
    last = msgspec.json.decode(said[-1])
    assert (last["type"], last["about"], last["number"]) == ("done", "coup", 1)
    assert casino.ask(DEALER, "GET", path).status_code == 403
    for query in ("", "?coup=1&player=alice"):
        answer = casino.ask(INSPECTOR, "GET", f"/api/proof/baccarat{query}")
        assert answer.json()["error"]["code"] == "bad-query"
    for query, code in (("coup=99", "unknown-coup"), ("player=zoe", "not-at-table")):
        answer = casino.ask(INSPECTOR, "GET", f"/api/proof/baccarat?{query}")
        assert answer.json()["error"]["code"] == code


def test_the_commands_that_it_ends_with_say_the_same(
    copy: tuple[str, Store], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a reader of the report would type them, with the log and the witness's file."""
    signer, witness = Signer(tmp_path / "key"), Witness(tmp_path / "witness")
    copy[1].checkpoint(signer, witness)
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(each.line + b"\n" for each in copy[1].read_all()))
    asked = ("--witness", str(witness.path), "--key", signer.key)
    for options in (asked, ("--table", "baccarat"), ("--table", "baccarat", "--coup", "2")):
        assert main(["audit", str(log), *options]) == 0, capsys.readouterr()
    assert main(["audit", str(log), "--table", "baccarat", "--shoe"]) == 0
