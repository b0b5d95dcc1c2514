"""`sabot rules --check` names each part that a game lacks, with the file to touch."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sabot import RULEBOOKS, Rulebook
from sabot.cli import main
from sabot.cli.documents.completeness import PARTS, Subject, document, subject_of, surroundings
from sabot.cli.documents.completeness.document import (
    clauses,
    editions,
    folder,
    house_rules,
    irregularities,
)
from sabot.cli.documents.completeness.figures import facts, robots
from sabot.cli.documents.completeness.subject import PACKAGE, checkout_tests
from sabot.core.languages import languages, phrases
from sabot.rulebooks.catalogue import AMENDMENTS, catalogue
from sabot.rules import pairing
from sabot.rules.coup.wager import Wager
from support.editions import FIRST, SECOND, enact

GAME = "canberra-mini"
BOOK = RULEBOOKS[GAME]
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_registered_game_is_complete(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--check", game]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == f"{game} is complete.\n"


def said(part: str, game: Subject) -> list[tuple[str, str]]:
    return [(each.file, each.sentence) for each in PARTS[part](game)]


def without(**changes: Any) -> Subject:
    return Subject(replace(BOOK, **changes), tests=TESTS)


def changed(id_: str, **changes: Any) -> tuple[Wager, ...]:
    """Return the wagers with one of them changed."""
    return tuple(replace(each, **changes) if each.id == id_ else each for each in BOOK.wagers)


def test_an_amended_clause_without_its_row_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The made-up edition changes pay lines, a limit and an irregularity."""
    enact(monkeypatch, FIRST, SECOND)
    game = Subject(SECOND, tests=TESTS)
    (lack,) = PARTS["editions"](game)
    assert lack.sentence == "Add a row to AMENDMENTS: the folder of what version 99 says anew."
    monkeypatch.setitem(AMENDMENTS, (SECOND.id, SECOND.version), tmp_path)
    wanted = ["6.7", "11.1.5", "11.2.3", "12.3"]
    told = [f"Clause {each} differs in version 99: add its row." for each in wanted]
    assert [each.sentence for each in PARTS["editions"](game)] == told
    (tmp_path / "clauses.tsv").write_text("".join(f"{each}\trest\n" for each in wanted[1:]))
    assert [each.sentence for each in PARTS["editions"](game)] == told[:1]


# A copy of the game's files, from which one is taken


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Subject]:
    package = tmp_path / "src" / "sabot"
    for each in ("rulebooks/canberra_mini", "web/layouts", "words/zh"):
        shutil.copytree(PACKAGE / each, package / each)
    shutil.copytree(TESTS / "games", tmp_path / "tests" / "games")
    (tmp_path / "tests" / "rulebooks").mkdir()
    for file in (TESTS / "rulebooks").glob("test_canberra_mini*.py"):
        shutil.copy(file, tmp_path / "tests" / "rulebooks")
    yield Subject(BOOK, package, checkout_tests(package))


@pytest.mark.parametrize("name", ["clauses.tsv", "definitions.tsv", "duties.tsv", "rulings.toml"])
def test_a_file_of_the_document_that_is_missing(copy: Subject, name: str) -> None:
    (copy.folder / name).unlink()
    [(file, told)] = said("document", copy)
    assert file == f"src/sabot/rulebooks/canberra_mini/{name}" and "missing" in told


def test_a_layout_that_is_missing(copy: Subject) -> None:
    file = copy.package / "web" / "layouts" / f"{GAME}.js"
    file.unlink()
    [(named, told)] = said("layout", copy)
    assert named == f"src/sabot/web/layouts/{GAME}.js" and "No cloth is drawn" in told


def test_a_layout_that_lacks_a_wager(copy: Subject) -> None:
    file = copy.package / "web" / "layouts" / f"{GAME}.js"
    lines = file.read_text().splitlines()
    file.write_text("\n".join(each for each in lines if "canberra-pairs-player" not in each))
    [(_, told)] = said("layout", copy)
    assert told == "The cloth has no area and no name for canberra-pairs-player."


def test_a_description_that_is_missing(copy: Subject) -> None:
    assert copy.tests is not None
    (copy.tests / "games" / "canberra_mini.py").unlink()
    [(named, _)] = said("tests", copy)
    assert named == "tests/games/canberra_mini.py"


def test_a_clause_test_that_is_missing(copy: Subject) -> None:
    assert copy.tests is not None
    (copy.tests / "rulebooks" / "test_canberra_mini_pairs.py").unlink()
    told = said("tests", copy)
    assert told and all(file == "tests/rulebooks/test_canberra_mini*.py" for file, _ in told)


def test_nearest_lawful_case_the_copy_is_complete(copy: Subject) -> None:
    parts = (folder, surroundings.layout, surroundings.description)
    assert not [each for part in parts for each in part(copy)]


def test_without_a_checkout_no_test_is_asked_for(tmp_path: Path) -> None:
    assert checkout_tests(tmp_path / "lib" / "sabot") is None
    assert said("tests", Subject(BOOK)) == []


# Words


def test_words_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    known = phrases("zh")
    summary = catalogue(GAME).clauses["2.1"].summary
    left = {english: told for english, told in known.items() if english != summary}
    monkeypatch.setattr(surroundings, "phrases", lambda code: left)
    monkeypatch.setattr(surroundings, "read", lambda code, name: {})
    told = dict(reversed(said("words", Subject(BOOK))))
    assert '"title.canberra-mini" is missing' in told["src/sabot/words/zh/pages/layouts.json"]
    assert "One of the clauses is not said" in told["src/sabot/words/zh/clauses.tsv"]
    assert len(told) == 2 * (len(languages()) - 1)


# Clauses


def with_clauses(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> list[str]:
    """Return what is said of a document in which clause 2.2 is another, or gone."""
    listing = catalogue(GAME)
    rows = dict(listing.clauses)
    if changes:
        rows["2.2"] = replace(rows["2.2"], **changes)
    else:
        del rows["2.2"]
    told = replace(listing, clauses=rows)
    monkeypatch.setattr(document, "catalogue", lambda *asked: told)
    return [each.sentence for each in clauses(Subject(BOOK))]


def test_a_clause_without_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    told = with_clauses(monkeypatch)
    assert "Clause 2.2 has no row, and a later one has: add it." in told
    assert "Clause 2.2, which conduct.py cites, has no row." in told


def test_a_row_that_names_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    [told] = with_clauses(monkeypatch, where="sabot.table:fly")
    assert told.startswith("Clause 2.2 names sabot.table:fly, which does not exist")


def test_a_row_that_names_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    told = with_clauses(monkeypatch, tests=())
    assert told == ["Clause 2.2 is enforced and names no test."]


def test_a_row_that_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    [told] = with_clauses(monkeypatch, kind="planned")
    assert "still planned" in told


# Rules of play


def test_a_situation_without_a_cell() -> None:
    cells = dict(BOOK.conduct.irregularities)
    short = {**cells, "wrong-deal": cells["wrong-deal"][:1], "fire": cells["wrong-deal"]}
    del short["hand-short"]
    told = said("irregularities", without(conduct=replace(BOOK.conduct, irregularities=short)))
    assert {file for file, _ in told} == {"src/sabot/rulebooks/canberra_mini/irregularities.py"}
    first, second, third = [sentence for _, sentence in told]
    assert first.startswith('"hand-short" has no cell')
    assert second.startswith('"wrong-deal" has no cell where it is')
    assert third.startswith('"fire" is no situation')


def test_a_cell_that_is_never_used() -> None:
    cells = dict(BOOK.conduct.irregularities)
    twice = {**cells, "hand-short": (*cells["hand-short"], cells["hand-short"][-1])}
    conduct = replace(BOOK.conduct, irregularities=twice)
    cells["hand-short"] = (*cells["hand-short"], replace(cells["hand-short"][-1], note="again"))
    conduct = replace(BOOK.conduct, irregularities=cells)
    [(_, told)] = said("irregularities", without(conduct=conduct))
    assert "never used" in told


def test_house_rules_that_name_no_wager() -> None:
    first, *rest = BOOK.conduct.side_bets
    side_bets = (replace(first, wagers=("croquet",)), *rest)
    together = replace(BOOK.together, pairings=(pairing("4.5(a)", "chess"),))
    conduct = replace(BOOK.conduct, side_bets=side_bets, methods=())
    told = said("house rules", without(conduct=conduct, together=together, schemes={"x": "8.8"}))
    assert [sentence.partition(",")[0] for _, sentence in told] == [
        "A SideBet names croquet",
        "A pairing names chess",
        "No wager has a line that pays by x: add them.",
        "There is no Method: say how the cards lie",
    ]


def test_a_zone_that_is_none() -> None:
    game = without(conduct=replace(BOOK.conduct, zone="Australia/Atlantis"))
    assert "is no time zone" in said("document", game)[0][1]


def test_facts_that_a_wager_does_not_say_it_reads() -> None:
    told = said("facts and odds", without(wagers=changed("tie", reads=("player",))))
    assert told[0][1].startswith("tie by commission depends on more than it `reads` (player)")


def test_lines_that_apply_together_or_never() -> None:
    tie = BOOK.by_id["tie"]
    first = tie.lines[0]
    told = [
        s for _, s in said("facts and odds", without(wagers=changed("tie", lines=(first,) * 2)))
    ]
    assert told[0].startswith("Two lines of tie by commission apply to")
    never = replace(first, when=lambda facts: False)
    told = [s for _, s in said("facts and odds", without(wagers=changed("tie", lines=(never,))))]
    assert told[0] == "The line 8.8(c) of tie by commission never applies."
    broken = replace(first, when=lambda facts: facts.croquet)
    told = [s for _, s in said("facts and odds", without(wagers=changed("tie", lines=(broken,))))]
    assert told[0].startswith("tie by commission cannot be decided: AttributeError")


def test_a_game_that_robots_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: Any = None
    broken = replace(BOOK, version="broken", conduct=replace(BOOK.conduct, limits=limits))
    enact(monkeypatch, broken)
    told = list(robots(Subject(broken)))
    assert told and all(each.part == "robots" for each in told)
    assert told[0].sentence.startswith("Robots cannot play from a shoe by method up, cards up: ")


# The command


def test_a_folder_that_is_not_registered(monkeypatch: pytest.MonkeyPatch,
                                         capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    monkeypatch.delitem(RULEBOOKS, GAME)
    assert main(["rules", "--check", GAME]) == 2
    assert "add its row to EDITIONS in src/sabot/rulebooks/__init__.py" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["croquet"], ["../core"], [GAME, "star-baccarat"]])
def test_what_cannot_be_checked_is_rejected(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "--check", *words]) == 2
    assert capsys.readouterr().err.startswith("sabot: ")


def test_a_lack_for_a_person_and_for_a_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken: Rulebook = replace(BOOK, version="broken", wagers=changed("tie", reads=("player",)))
    enact(monkeypatch, broken)
    assert main(["rules", "--check", GAME]) == 1
    assert "facts\n  src/sabot/rulebooks/canberra_mini/rulebook.py: tie " in capsys.readouterr().out
    assert main(["rules", "--check", GAME, "--json"]) == 1
    row = json.loads(capsys.readouterr().out)[0]
    assert (row["part"], row["rulebook"]) == ("facts", GAME) and row["sentence"]


def test_each_part_is_looked_for() -> None:
    looked = {folder, editions, clauses, irregularities, house_rules, facts, robots}
    around = {surroundings.layout, surroundings.words, surroundings.description}
    assert set(PARTS.values()) == looked | around
    assert subject_of(GAME).tests == TESTS
