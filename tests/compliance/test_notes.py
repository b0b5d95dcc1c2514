"""An audit that goes on from a verified place finds what an audit of the whole log finds."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from compliance.nights import START, Night, forged, night
from compliance.test_forgeries import FORGERIES, Forgery
from games import GAMES
from sabot.audit import notes as notes_module
from sabot.audit.answers import RECENT, AnsweredCommands
from sabot.cli import main
from sabot.floor import Floor
from sabot.robots.tournaments import RobotCup
from sabot.store import Signer, Witness, export_lines, open_store

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*/*.jsonl"))


@pytest.fixture(autouse=True)
def auditor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(notes_module.KEY, "a0d1" * 16)


class Auditor:
    """A reader who keeps notes in a folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.log, self.notes = folder / "log.jsonl", folder / "notes"
        self._capsys = capsys

    def finds(self, lines: Iterable[bytes], *words: str) -> list[str]:
        self.log.write_bytes(b"".join(lines))
        return self.asks(self.log, *words)

    def asks(self, source: object, *words: str) -> list[str]:
        status = main(["audit", str(source), *words])
        captured = self._capsys.readouterr()
        assert status in (0, 1), captured.err
        return captured.out.splitlines()

    def in_parts(self, lines: list[bytes], *places: int) -> list[str]:
        self.notes.unlink(missing_ok=True)
        for place in (*places, len(lines)):
            found = self.finds(lines[:place], "--notes", str(self.notes), "--json")
        return found


@pytest.fixture
def auditing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Auditor:
    return Auditor(tmp_path, capsys)


@pytest.mark.parametrize("game", GAMES)
def test_in_parts_as_in_one(game: str, auditing: Auditor) -> None:
    lines = list(night(game, 3))
    assert auditing.in_parts(lines, 1, 20, len(lines) // 2) == []


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_casino_in_parts_as_in_one(golden: Path, auditing: Auditor) -> None:
    lines = golden.read_bytes().splitlines(keepends=True)
    whole = auditing.finds(lines, "--json")
    assert sorted(auditing.in_parts(lines, len(lines) // 3, len(lines) // 2)) == sorted(whole)


def test_a_tournament_in_parts_as_in_one(auditing: Auditor) -> None:
    store, now = open_store("sqlite://"), START

    def clock() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    cup = RobotCup(Floor(store, clock), "cup", clock)
    cup.run("star-baccarat", [f"p{n}" for n in range(7)], 4, 2)
    lines = list(export_lines(store))
    assert auditing.in_parts(lines, *range(50, len(lines), len(lines) // 4)) == []


@pytest.mark.parametrize(
    ("game", "forgery", "expected"), FORGERIES[::4], ids=lambda each: getattr(each, "__name__", "")
)
def test_a_forgery_before_or_after_the_place_is_found(
    game: str, forgery: Forgery, expected: set[str], auditing: Auditor
) -> None:
    lines = list(forged(night(game, 4), forgery))
    whole = auditing.finds(lines, "--json")
    for place in (len(lines) // 3, len(lines) - 5):
        found = auditing.in_parts(lines, place)
        assert set(whole) <= set(found)
        assert any(f'"{kind}"' in line for kind in expected for line in found)


def test_it_does_not_read_what_was_read(auditing: Auditor) -> None:
    lines = list(night("star-baccarat", 4))
    place = len(lines) // 2
    auditing.in_parts(lines[:place])
    rubbish = [b"rubbish\n"] * (place - 1)
    found = auditing.finds([*rubbish, *lines[place - 1 :]], "--notes", str(auditing.notes))
    assert found[0].startswith(f"Audited {len(lines)} events, 1 table, 2 accounts, 4 coups: noth")
    assert found[1].startswith(f"Begun after {place} events")


def test_checkpoints_go_on_too(tmp_path: Path, auditing: Auditor) -> None:
    store = open_store(f"sqlite:///{tmp_path}/casino.db")
    played = Night("star-baccarat", store=store).coups(1)
    signer, witness = Signer(tmp_path / "key"), Witness(tmp_path / "witness")
    words = ["--witness", str(tmp_path / "witness"), "--key", signer.key]
    kept = [*words, "--notes", str(auditing.notes)]
    for _ in range(3):
        played.store.checkpoint(signer, witness)
        found = auditing.asks(tmp_path / "casino.db", *kept)
        assert "nothing found" in found[0]
        played.coups(1)
    seen = (tmp_path / "witness").read_bytes().splitlines(keepends=True)
    (tmp_path / "witness").write_bytes(seen[0] + seen[2])
    assert any("witness-behind" in each for each in auditing.asks(tmp_path / "casino.db", *kept))
    (tmp_path / "witness").write_bytes(b"".join(seen))
    played.store.checkpoint(signer, witness)
    seen = (tmp_path / "witness").read_bytes().splitlines(keepends=True)
    forged_one = seen[-1].replace(b'"checkpoint":4', b'"checkpoint":5')
    (tmp_path / "witness").write_bytes(b"".join((*seen[:-1], forged_one)))
    assert any("bad-signature" in each for each in auditing.asks(tmp_path / "casino.db", *kept))
    store.close()


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["audit", *map(str, words)]) == 2
    return capsys.readouterr().err


def test_notes_of_another_are_not_believed(
    auditing: Auditor, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(night("star-baccarat", 2))
    auditing.in_parts(lines)
    sealed = auditing.notes.read_bytes()
    assert auditing.notes.stat().st_mode & 0o077 == 0
    auditing.notes.write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    assert "no notes that this auditor wrote" in refused(
        capsys, auditing.log, "--notes", auditing.notes
    )
    auditing.notes.write_bytes(sealed)
    monkeypatch.setenv(notes_module.KEY, "b0d1" * 16)
    assert "no notes that this auditor wrote" in refused(
        capsys, auditing.log, "--notes", auditing.notes
    )


def test_a_log_that_was_cut_or_written_anew_is_not_gone_on_with(
    auditing: Auditor, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(night("star-baccarat", 2))
    auditing.in_parts(lines)
    words = ("--notes", auditing.notes)
    auditing.log.write_bytes(b"".join(lines[:-1]))
    assert "cut or written anew" in refused(capsys, auditing.log, *words)
    auditing.log.write_bytes(b"".join(night("star-seven-up", 9)))
    assert "cut or written anew" in refused(capsys, auditing.log, *words)
    assert "whole log" in refused(capsys, auditing.log, *words, "--table", "1")


def test_a_command_is_remembered_however_many_follow() -> None:
    answered, many = AnsweredCommands(), 2 * RECENT + 10
    assert not any(answered.add(f"dan {n}") for n in range(many))
    assert all(answered.add(f"dan {n}") for n in range(0, many, 997))
    assert not answered.add("eve 1")
