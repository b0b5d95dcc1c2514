"""`sabot rules --diff`: an amendment clause by clause, and its effect on every edge."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules.test_conduct import CHANGES, other_cell
from sabot import RULEBOOKS, Rulebook
from sabot.cli import main
from sabot.cli.documents.amendment import ClauseChange, amendment
from sabot.cli.documents.editions import compared, named
from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal
from sabot.odds import odds
from sabot.rulebooks import EDITIONS
from sabot.rules.overlay import Overlay
from support.editions import FIRST, SECOND, enact

DRAFT = """
from dataclasses import replace
from sabot.rulebooks.star_baccarat.rulebook import RULEBOOK as FOUR
RULEBOOK = replace(FOUR, version="version 6", in_force="2027-07-01", wagers=FOUR.wagers[:3])
"""


def test_an_amendment_is_told_clause_by_clause() -> None:
    found = [(each.part, each.clause, str(each)) for each in amendment(FIRST, SECOND)]
    assert found == [
        ("Wagers", "11.1.5", "Tie pays, by commission: 9:1, not 8:1"),
        ("Wagers", "11.2.3", "Tie pays, by even-money: 9:1, not 8:1"),
        ("Conduct", "6.7", "limits, change, minutes: 30, not 20"),
        (
            "Irregularities",
            "12.3",
            "The coming coup's first card is seen: the card is burned (12.3), not the card opens"
            " a no-bet coup (12.3)",
        ),
    ]
    back = amendment(SECOND, FIRST)
    assert [(each.old, each.new) for each in back] == [
        (each.new, each.old) for each in amendment(FIRST, SECOND)
    ]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_whatever_changes_the_digest_is_told(change: Callable[[Rulebook], Rulebook]) -> None:
    found = amendment(FIRST, change(FIRST))
    assert found and all(each.part and each.where for each in found)
    assert all(
        "<" not in str(each) and "'" not in str(each).replace("coup's", "") for each in found
    )


@pytest.mark.parametrize("game", RULEBOOKS)
def test_nothing_is_otherwise_in_the_same_edition(game: str) -> None:
    book = RULEBOOKS[game]
    assert amendment(book, replace(book, version="another", in_force="2030-01-01")) == []


def test_what_comes_and_what_goes() -> None:
    without = replace(
        FIRST,
        wagers=FIRST.wagers[:-1],
        schemes={"commission": "11.1"},
        conduct=replace(FIRST.conduct, methods=FIRST.conduct.methods[:1]),
        overlays={"gala": Overlay("gala", "15.2.1", ("6.4", "6.5"), TOURNAMENT)},
    )
    gone = {each.where: each for each in amendment(FIRST, without)}
    last = FIRST.wagers[-1]
    assert gone[last.name] == ClauseChange(
        "Wagers", last.clause, last.name, f"a wager that pays {last.lines[0].pays}", None
    )
    assert str(gone["schemes"]) == "schemes: no longer even-money: 11.2"
    assert gone["methods"].clause == "8.8" and gone["methods"].new is None
    assert str(gone["gala"]) == "gala: an overlay without 6.4, 6.5, which is new"
    new = {each.where: each for each in amendment(without, FIRST)}
    assert str(new[last.name]).endswith(", which is new")


def test_a_table_is_told_row_by_row() -> None:
    found = [str(each) for each in amendment(FIRST, other_cell(FIRST))]
    assert len(found) == 1 and found[0].startswith("banker draws, draws, row 10: ")
    rows = FIRST.tables["9.4"]
    other = replace(FIRST, tables={"9.4": (*rows[:-1], ("9", *"D" * 11))})
    (change,) = amendment(FIRST, other)
    assert change.where == "tables, 9.4, row 11" and change.new == f"9, {', '.join('D' * 11)}"


def test_what_has_no_words_is_not_passed_over() -> None:
    tie = FIRST.by_id["tie"]
    other = replace(tie, space=replace(tie.space, per_box=True))
    wagers = tuple(other if each is tie else each for each in FIRST.wagers)
    (change,) = amendment(FIRST, replace(FIRST, wagers=wagers))
    assert str(change) == "what it decides: otherwise, not as before"


def test_every_edge_is_exact_before_and_after() -> None:
    edges = {(each.wager, each.scheme): each for each in compared(FIRST, SECOND)[1]}
    assert {wager for wager, _ in edges} == set(FIRST.by_id)
    assert {scheme for _, scheme in edges} == set(FIRST.schemes)
    tie = edges["tie", "commission"]
    assert tie.old == -odds(FIRST)["tie"].ev
    assert tie.old is not None and tie.new is not None
    ways = odds(FIRST)["tie"]
    assert tie.old - tie.new == Fraction(ways.win, ways.total), "one unit more for every tie"
    assert all(each.old == each.new for key, each in edges.items() if key[0] != "tie")


def test_editions_are_named_by_version_day_or_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    enact(monkeypatch, FIRST, SECOND)
    assert named("star-baccarat") is SECOND
    assert named("star-baccarat@version 4") is named("star-baccarat@2025-08-13") is FIRST
    draft = tmp_path / "draft.py"
    draft.write_text(DRAFT)
    assert named(str(draft)).version == "version 6"


def refused(word: str) -> str:
    with pytest.raises(Refusal) as caught:
        named(word)
    return caught.value.message


def test_what_names_no_edition_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("draft.py")
    known = ", ".join(EDITIONS["star-baccarat"])
    assert refused("star-baccarat@5") == f'star-baccarat has no edition "5"; it has {known}.'
    assert refused("poker@5").startswith('There is no rulebook "poker"')
    assert refused(str(file)) == f'There is no file "{file}" with a rulebook.'
    for text, why in (
        ("x = 1\nx = 1 +* 2\n", "line 2, SyntaxError: invalid syntax."),
        ("x = 1\nimport nowhere\n", 'line 2, ModuleNotFoundError: No module named "nowhere".'),
    ):
        file.write_text(text)
        assert refused(str(file)) == f'"{file}" is no rulebook: {why}'
    file.write_text("RULEBOOK = 5\n")
    assert refused(str(file)) == f'"{file}" defines no rulebook RULEBOOK.'


def test_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    enact(monkeypatch, FIRST, SECOND)
    assert main(("rules", "--diff", "star-baccarat@2025-08-13", "star-baccarat")) == 0
    shown = capsys.readouterr().out
    assert "version 4, in force from 2025-08-13; then version 99, in force from 2026-03-16" in shown
    assert "  11.1.5  Tie pays, by commission: 9:1, not 8:1" in shown
    assert "tie           commission  14.3596%   4.8440%  -9.5156%" in shown
    assert main(("rules", "--diff", "star-baccarat", "star-baccarat@version 99", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["changes"] == [] and told["new"]["edition"] == "version 99"
    assert {Fraction(each["old"]) == Fraction(each["new"]) for each in told["edges"]} == {True}


@pytest.mark.parametrize(
    "words",
    [
        ("star-baccarat", "--diff", "star-baccarat", "star-baccarat"),
        ("--diff", "star-baccarat", "canberra-mini"),
        ("--diff", "star-baccarat", "star-baccarat", "--coverage"),
        ("--diff", "star-baccarat", "star-baccarat", "--irregularities"),
    ],
)
def test_words_that_make_no_amendment(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(("rules", *words)) == 2
    assert capsys.readouterr().err.endswith(".\n")
