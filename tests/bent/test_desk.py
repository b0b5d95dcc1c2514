"""Abuses at the desk of a tournament, by its head and by managers: refused, or seen at once."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.floor.kinds import TOURNAMENTS
from sabot.tournament.desk.seen import seen_by
from support.benders import BentTournament
from support.bent import CUP, Bent

CANBERRA = "canberra-mini"
MANAGER = ("mo", "gaming manager")
PAGE = Path(__file__).parents[2] / "docs" / "draws.md"


def test_one_person_does_not_strike_out_an_opponent_and_the_entrant_comes_back() -> None:
    """A head's word made the other finalist the winner."""
    bent = Bent().started()
    why: dict[str, Any] = {"player": "ann", "reason": "I saw a look", "ground": "advice"}
    head = (bent.head["actor"], bent.head["role"])
    bent.ok(CUP, "strike-off", *head, **why)
    assert "ann" in bent.contest.alive
    assert bent.confirm(CUP, *head) in ("own-statement", "wrong-role")
    assert not isinstance(bent.confirm(CUP, *MANAGER), str)
    (due,) = (each for each in bent.contest.notices.due.values() if each.to == "player")
    assert due.given is None and "right to complain" in due.about
    bent.ok(CUP, "give-notice", *MANAGER, number=due.number, channel="by letter")
    rows = [row for row in bent.exceptions() if "struck-off" in row.text or "ann" in row.players]
    assert rows and any("seating" in row.effects for row in rows)
    bent.ok(CUP, "reinstate-entrant", *head, player="ann", reason="no one else saw it")
    assert not isinstance(bent.confirm(CUP, *MANAGER), str)
    assert "ann" in bent.contest.alive and bent.findings() == []


def test_no_seat_is_given_away_before_the_time_or_from_under_a_player() -> None:
    """A head gave seats to friends an hour before the session, and swapped out both finalists."""
    bent = Bent(CANBERRA, hours=1).started().seated()
    head = (bent.head["actor"], bent.head["role"])
    seat: dict[str, Any] = {"table": "cup-1", "box": 1}
    friend: dict[str, Any] = {**seat, "player": "zed", "reason": "taken ill"}
    assert bent.ask(CUP, "seat-substitute", *head, **friend) == "not-absent"
    assert bent.ask(CUP, "note-absence", *MANAGER, **seat) == "too-early"
    bent.now = bent.starts
    sitting = bent.contest.sitting
    bent.sit(sitting.seats["cup-1"][1])
    assert bent.ask(CUP, "note-absence", *MANAGER, **seat) == "not-absent"
    other: dict[str, Any] = {**friend, "box": 2}
    bent.ok(CUP, "note-absence", *head, table="cup-1", box=2)
    assert bent.ask(CUP, "seat-substitute", *head, **other) == "own-statement"
    assert bent.findings() == []


def test_seats_are_not_drawn_again_until_they_please(tmp_path: Path) -> None:
    """A head called sessions off, and fixed seats against the conditions; players saw nothing."""
    bent = Bent().started()
    head = (bent.head["actor"], bent.head["role"])
    bent.robots.go_on("seal-draw", bent.tables)
    given = {"ann": {"table": "cup-1", "box": 1, "reason": "a friend"}}
    called: dict[str, Any] = {"tables": bent.tables, "fixed": given}
    assert bent.ask(CUP, "call-session", *head, **called) == "by-ballot"
    bent.robots.go_on("call-session", bent.tables)
    bent.ok(CUP, "call-off-session", *head, reason="I do not like it")
    assert bent.contest.sitting is not None
    assert not isinstance(bent.confirm(CUP, *MANAGER), str)
    bent.seated()
    bent.ok(CUP, "call-off-session", *head, reason="once more")
    assert not isinstance(bent.confirm(CUP, *MANAGER), str)
    bent.seated()
    lines = [seen_by("player", "ann", each.line) for each in bent.floor.store.read(CUP)]
    whats = [msgspec.json.decode(line)["what"] for line in lines]
    assert whats.count("draw-abandoned/1") == 1 and whats.count("session-called-off/1") == 2
    assert derived(tmp_path, lines) == ["session 2 verified", "session 3 verified"]
    forged = [each.replace(b'"1":', b'"9":') if b"seats-al" in each else each for each in lines]
    with pytest.raises(subprocess.CalledProcessError):
        derived(tmp_path, forged)
    assert bent.findings() == [] and TOURNAMENTS.name(CUP) == "cup"


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up", CANBERRA])
def test_colluders_at_a_tournament_change_no_winner_unseen(game: str) -> None:
    """A head withdrew another's entry alone. The campaign `bending.py` has thousands of them."""
    bending = BentTournament(random.Random(f"{game} 1"), game)
    bending.play()
    assert bending.found == []


def test_an_entry_is_not_withdrawn_or_refused_by_one_person() -> None:
    """A cashier withdrew a rival before the draw of the seats, and nothing showed it."""
    bent = Bent().started()
    bent.ok(CUP, "withdraw-entry", "cass", "cashier", player="ann")
    assert "ann" in bent.contest.alive and bent.confirm(CUP, "cass", "cashier") == "own-statement"
    assert not isinstance(bent.confirm(CUP, "kurt", "cashier"), str)
    rows = [row for row in bent.exceptions() if "ann" in row.players]
    assert "ann" not in bent.contest.alive and any("seating" in row.effects for row in rows)
    assert bent.findings() == []


def derived(folder: Path, lines: list[bytes]) -> list[str]:
    """Run the code of the page on what a player sees."""
    code = PAGE.read_text("utf-8").split("```python\n")[2].split("```")[0]
    script, events = folder / "seats.py", folder / "events.jsonl"
    script.write_text(code, "utf-8")
    events.write_bytes(b"\n".join(lines) + b"\n")
    done = subprocess.run(
        [sys.executable, str(script), str(events)], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()
