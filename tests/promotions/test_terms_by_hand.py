"""`sabot promotion check` against terms that were broken by hand, one thing at a time, with the
clause that each document has for it: read off the documents, and off nothing of this project."""

import json
import re
from pathlib import Path

import pytest

from sabot.cli import main

GAMES = {
    "B": "star-baccarat",
    "S": "star-seven-up",
    "T": "star-three-card",
    "L": "star-lucky-draw",
}
ROWS = [
    tuple(row.split("\t"))
    for row in Path(__file__).with_name("terms_by_hand.tsv").read_text().splitlines()[1:]
]
HEAD = {
    "name": '"Lantern night"',
    "submitted": "2026-11-28T10:00:00+11:00",
    "starts": "2026-12-01T10:00:00+11:00",
}
TERMS = {
    "awarded": '"by draw"',
    "where": '"main floor"',
    "when": "2026-12-24T21:00:00+11:00",
    "eligible": '"members"',
    "minimum_wager": '"none"',
    "nature": '"as listed"',
    "entries_close": "2026-12-24T20:00:00+11:00",
    "held": '"main floor, 24 December 2026, 9 pm"',
    "claim": '"at the desk"',
    "attendance": "true",
    "notified": '"called out"',
    "published": '"on the web"',
    "delivery": '"over the counter"',
    "marketing": "true",
    "available": '"at the desk"',
    "scrutineer": '"M. Lee"',
}
PRIZE = {
    "kind": '"goods"',
    "description": '"a hamper"',
    "value": '"250.00"',
    "conditions": '"none"',
}
KINDS = {
    "goods": {},
    "appliance": {"make": '"Kelvin"', "model": '"K2"', "accessories": '"none"'},
    "vehicle": {
        "make": '"Ampère"',
        "model": '"Two"',
        "accessories": '"a cable"',
        "on_road_costs": '"included"',
    },
    "travel": {
        "persons": "2",
        "includes": '"flights"',
        "dates": '"by June"',
        "spending_money": '"none"',
    },
    "real-estate": {
        "dwelling": '"a flat"',
        "plans": '"shown"',
        "contract": '"shown"',
        "easements": '"none"',
        "address": '"Kiama"',
        "includes": '"legal costs"',
    },
    "liquor": {"litres": "9"},
}
CHANGE = re.compile(r'(-?)((?:terms|prize)\.)?([a-z_-]+)(?:=("[^"]*"|\[[^]]*\]|\S+))?')


def broken(games: str, changes: str) -> str:
    """Complete terms of these games with the changes of a row: `-key` leaves one out, `key=value`
    puts another in its place, and a kind stands for a prize of that kind."""
    head = {"rulebooks": json.dumps([GAMES[each] for each in games]), **HEAD}
    terms, prize, tables = dict(TERMS), dict(PRIZE), {"terms", "prizes"}
    where = {None: head, "terms.": terms, "prize.": prize}
    for out, table, key, value in CHANGE.findall(changes):
        if not (out or value):
            prize |= {"kind": f'"{key}"', **KINDS[key]}
            continue
        where[table or None].pop(key, None)
        tables -= {key}
        if value:
            where[table or None][key] = value
    parts = [_written(head)]
    parts += [f"[terms]\n{_written(terms)}"] if "terms" in tables else []
    parts += [f"[[prizes]]\n{_written(prize)}"] if "prizes" in tables else []
    return "\n".join(parts)


def _written(table: dict[str, str]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in table.items())


@pytest.mark.parametrize(("games", "changes", "lines"), ROWS)
def test_terms_by_hand(
    games: str, changes: str, lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each document by itself, and all of them at once."""
    for touched in dict.fromkeys((*games, games)):
        file = tmp_path / "terms.toml"
        file.write_text(broken(touched, changes))
        status = main(("promotion", "check", str(file)))
        out, err = capsys.readouterr()
        if lines == "unreadable":
            assert (status, out) == (2, ""), out
            assert err.startswith("sabot: ") and err.count("\n") == 1
            continue
        wanted = [each.split(":") for each in lines.split() if each[0] in touched]
        found = [json.loads(line) for line in out.splitlines()]
        assert sorted((each["rulebook"], each["item"], each["clause"]) for each in found) == sorted(
            (GAMES[game], item, clause.replace("_", " ")) for game, item, clause in wanted
        )
        assert all(re.fullmatch(r"[A-Z].+\.", each["message"]) for each in found)
        assert (status, err) == (1 if wanted else 0, "")


def test_a_hundred_are_broken_and_ten_complete() -> None:
    complete = sum(len(games) for games, _, lines in ROWS if not lines)
    wrong = sum(len(games) for games, _, lines in ROWS if lines)
    assert complete >= 40 and wrong >= 300
