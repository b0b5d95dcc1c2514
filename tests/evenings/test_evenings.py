"""Every way of getting money by a word, as an evening of commands at a real table: the dealer alone
gains nothing, and what was tried is on the exceptions report; honestly confirmed, the clause is
done. Of either the log is audited."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evenings.script import BY_NAME, Json, Script
from sabot.core.money import cents

CASES = sorted(Path(__file__).parent.glob("cases/*.toml"))


def evenings() -> Iterator[Any]:
    """Return the scripts for each game that an evening names, with that game's own words put in."""
    for path in CASES:
        for told in tomllib.loads(path.read_text(encoding="utf-8"))["evening"]:
            games = told.get("games") or [told["game"]]
            for game in games:
                yield pytest.param(game, told, id=f"{path.stem} {told['name']} {game}")


def worded(told: Json, game: str, part: str, otherwise: str = "") -> str:
    """The lines of one part, for that game: `{on}` and its like are the game's own words."""
    played = BY_NAME[game]
    own: dict[str, str] = {
        "game": game,
        "on": played.on,
        "other": json.dumps(played.other),
        "box": "box=2" if played.box else "",
        "own_box": "box=1" if played.box else "",
        **told.get("words", {}).get(game, {}),
    }
    text = str(told.get(part, otherwise))
    for word, value in own.items():
        text = text.replace(f"{{{word}}}", value)
    return text


def for_game(told: Json, game: str, part: str) -> Json:
    """Return the lines for all games, and those of this one."""
    found: Json = told.get(part, {})
    return found.get(game, found)  # type: ignore[no-any-return]


def begun(told: Json, game: str) -> Script:
    script = Script(game, **for_game(told, game, "open"))
    script.run(worded(told, game, "before"))
    return script


def check(script: Script, worth: Json) -> None:
    due = {player: 0 if amount == "0" else cents(amount) for player, amount in worth.items()}
    assert {player: script.worth(player) for player in worth} == due
    assert script.findings() == []


@pytest.mark.parametrize(("game", "told"), list(evenings()))
def test_the_dealer_alone(game: str, told: Json) -> None:
    script = begun(told, game)
    before = script.table
    script.run(worded(told, game, "says"))
    after, pending = script.table, tuple(script.table.statements.pending.values())
    assert (after.balances, after.round, after.stack) == (
        before.balances, before.round, before.stack
    )  # fmt: skip
    rows = script.reported()
    waiting = [row.stated_by for row in rows if row.rests == "pending" and row.table == "1"]
    assert waiting == [each.actor for each in pending]
    for each in pending:
        for accomplice in (each.actor, *list(after.patrons)[:1]):
            code = "plays-here" if accomplice in after.patrons else "own-statement"
            script.line(f"{accomplice} confirm-statement number={each.number} reason=so"
                        f" as='{each.by}' -> {code}")  # fmt: skip
        script.line(f"ines confirm-statement number={each.number} reason=so -> wrong-role")
        script.line(f"vera refuse-statement number={each.number} reason='not so' as='{each.by}'")
    script.run(worded(told, game, "then", "@finish"))
    rows = script.reported()
    assert sum(row.rests == "refused" for row in rows) >= len(pending)
    assert not any(row.rests == "confirmed" for row in rows)
    check(script, for_game(told, game, "alone"))


@pytest.mark.parametrize(
    ("game", "told"), [each for each in evenings() if "confirmed" in each.values[1]]
)
def test_honestly_confirmed(game: str, told: Json) -> None:
    script = begun(told, game)
    script.run(worded(told, game, "says"))
    for each in tuple(script.table.statements.pending.values()):
        script.line(f"vera confirm-statement number={each.number} reason=seen as='{each.by}'")
    script.run(worded(told, game, "done", "@finish"))
    rests, by = told.get("rests", "confirmed"), told.get("by", "vera")
    rows = [row for row in script.reported() if row.rests == rests]
    assert rows and all(row.decided_by == by for row in rows)
    found = {effect for row in rows for effect in row.effects}
    assert found >= set(told["report"]), found
    check(script, for_game(told, game, "confirmed"))
