"""The matrix of irregularities: complete, without dead cells, cited, and different where the
documents differ."""

import json
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from games import GAMES
from games.description import case_of
from sabot import RULEBOOKS
from sabot.cli import main
from sabot.cli.documents.irregularities import narrowest
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import clause_of
from sabot.rules.irregularities.irregularity import Irregularities, Situation, Value, rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.rules.roles import ROLES

NUMBERS = [
    *map(str, range(1, 34)),
    *("34a", "34b", "34c", "34d", "35", "35b", "35c", "35d"),
    *map(str, range(36, 51)),
    *("51", "52", "53", "54"),
]
MATRIX: dict[str, Irregularities] = {
    name: game.book.conduct.irregularities for name, game in GAMES.items()
}
BY_NAME = {each.name: each for each in SITUATIONS}
EVERY_CELL = [
    (book, each, cell)
    for book in RULEBOOKS
    for each in SITUATIONS
    for cell in MATRIX[book][each.name]
]
SILENT = (Outcome.NO_RULE, Outcome.NOT_APPLICABLE)


def combinations(situation: Situation) -> Iterator[dict[str, Value]]:
    for values in product(*(CIRCUMSTANCES[name] for name in situation.asks)):
        yield dict(zip(situation.asks, values, strict=True))


def test_there_is_a_situation_for_every_row_in_order() -> None:
    assert [each.number for each in SITUATIONS] == NUMBERS
    assert len(BY_NAME) == len(SITUATIONS)


def test_every_circumstance_is_asked_somewhere() -> None:
    assert {name for each in SITUATIONS for name in each.asks} == set(CIRCUMSTANCES)
    assert all(len(values) >= 2 for values in CIRCUMSTANCES.values())


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_document_has_every_situation_in_order(book: str) -> None:
    assert list(MATRIX[book]) == list(BY_NAME)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_the_cells_cover_everything_and_none_is_dead(book: str) -> None:
    for situation in SITUATIONS:
        cells = MATRIX[book][situation.name]
        reached = []
        for circumstances in combinations(situation):
            found = rule_for(MATRIX[book], situation.name, circumstances)
            assert found is not None, (situation.name, circumstances)
            reached.append(found)
        for cell in cells:
            assert any(cell is each for each in reached), (situation.name, cell)


def test_cells_ask_only_what_their_situation_asks() -> None:
    for book, situation, cell in EVERY_CELL:
        for name, value in cell.when.items():
            assert name in situation.asks, (book, situation.name, name)
            assert value in CIRCUMSTANCES[name], (book, situation.name, name)


def test_no_circumstance_is_asked_that_no_document_distinguishes() -> None:
    for situation in SITUATIONS:
        used = {name for _, each, cell in EVERY_CELL if each is situation for name in cell.when}
        assert used == set(situation.asks), situation.name


def test_a_cell_cites_a_clause_unless_there_is_none() -> None:
    for book, situation, cell in EVERY_CELL:
        silent = cell.outcome in SILENT
        assert (cell.clause is None) == silent, (book, situation.name)
        assert not silent or not (cell.by or cell.duties or cell.also), (book, situation.name)
        assert cell.outcome is not Outcome.NOT_APPLICABLE or cell.note, (book, situation.name)
        for citation in cell.citations:
            assert catalogue(book).clause(citation), (book, situation.name)


def test_roles_and_people_to_tell_are_known() -> None:
    for book, situation, cell in EVERY_CELL:
        named = [role for role in (cell.by, cell.or_by) if role] + [each.to for each in cell.duties]
        assert set(named) <= set(ROLES), (book, situation.name)


def test_every_outcome_is_used() -> None:
    assert {cell.outcome for *_, cell in EVERY_CELL} == set(Outcome)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_clause_on_irregularities_is_cited(book: str) -> None:
    game = GAMES[book]
    cited = {
        clause_of(each) for name, _, cell in EVERY_CELL if name == book for each in cell.citations
    }
    wanted = {
        number
        for number in catalogue(book).clauses
        if number.partition(".")[0] in game.irregularity_sections and number not in game.not_cited
    }
    assert wanted <= cited, sorted(wanted - cited)
    assert not set(game.not_cited) & cited


# Where the documents differ: each document's outcome and clause stand in its description.
CASES: list[tuple[str, str, dict[str, Value]]] = [
    ("1", "surplus-to-player-banker-draws", {"handled": False}),
    ("2", "surplus-to-player-banker-stands", {"exposed": True, "handled": True}),
    ("2", "surplus-to-player-banker-stands", {"exposed": False, "handled": True}),
    ("3", "surplus-to-banker", {"exposed": True, "hand_complete": True}),
    ("3", "surplus-to-banker", {"exposed": False, "hand_complete": True}),
    ("3", "surplus-to-banker", {"exposed": True, "hand_complete": False}),
    (
        "5",
        "dealt-or-burned-in-error",
        {"burned": True, "refused": "nobody", "handled": False, "exposed": False},
    ),
    ("6", "wrong-deal", {"in_doubt": False, "handled": False, "exposed": True, "coup_over": False}),
    ("6", "wrong-deal", {"in_doubt": False, "handled": True, "exposed": False, "coup_over": False}),
    ("6", "wrong-deal", {"in_doubt": False, "handled": True, "exposed": True, "coup_over": True}),
    ("6", "wrong-deal", {"in_doubt": True, "handled": False, "exposed": False, "coup_over": False}),
    ("9", "found-after-next-coup", {"in_doubt": False}),
    ("13", "wrong-scheme", {"next_started": False, "rebuildable": True}),
    ("13", "wrong-scheme", {"next_started": True, "rebuildable": True}),
    ("14", "cards-to-wrong-player", {"coup_over": False}),
    ("15", "change-of-wagers", {"exposed": False, "method": "B", "deal_correct": True}),
    ("15", "change-of-wagers", {"exposed": False, "method": "A", "deal_correct": False}),
    ("16", "first-card-exposed", {"face_up": True}),
    ("16", "first-card-exposed", {"face_up": False}),
    ("17", "face-up-card", {}),
    ("19", "order-seen", {"in_shuffle": False}),
    ("20", "cards-run-out", {}),
    ("21", "missing-or-foreign-card", {}),
    ("34c", "device-harms", {}),
    ("34d", "device-without-spare", {"damaged": False}),
    ("34d", "device-without-spare", {"damaged": True}),
    ("35", "below-minimum", {}),
    ("35b", "above-maximum", {"when": "past"}),
    ("35c", "area-maximum", {"when": "during", "several": False}),
    ("35c", "area-maximum", {"when": "during", "several": True}),
    ("42", "prohibited-device", {"device": True}),
    ("45", "no-exact-pay", {}),
    ("50", "only-side-bets", {"restricted": False}),
]


@pytest.mark.parametrize(("number", "name", "circumstances"), CASES)
def test_where_the_documents_differ(
    number: str, name: str, circumstances: Mapping[str, Value]
) -> None:
    assert BY_NAME[name].number == number
    assert set(circumstances) == set(BY_NAME[name].asks)
    for book, game in GAMES.items():
        cell = rule_for(MATRIX[book], name, circumstances)
        assert cell and (cell.outcome.name, cell.clause) == game.cell(case_of(name, circumstances))


def test_a_description_speaks_of_cases_that_are_compared() -> None:
    known = {case_of(name, circumstances) for _, name, circumstances in CASES}
    assert len(known) == len(CASES)
    for game in GAMES.values():
        assert set(game.matrix) <= known and set(game.deciders) <= set(BY_NAME)


def told(book: str, name: str) -> tuple[tuple[str, str], ...]:
    return tuple((duty.to, duty.by) for cell in MATRIX[book][name] for duty in cell.duties)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_who_is_told_of_a_missing_card(book: str) -> None:
    assert told(book, "missing-or-foreign-card") == GAMES[book].told_of_a_missing_card


@pytest.mark.parametrize("situation", ["order-seen", "no-bet-agreed"])
@pytest.mark.parametrize("book", RULEBOOKS)
def test_who_decides(book: str, situation: str) -> None:
    assert MATRIX[book][situation][0].by == GAMES[book].deciders.get(situation)


def test_the_order_in_doubt_has_a_limb_of_its_own() -> None:
    circumstances: dict[str, Value] = {"in_doubt": True}
    for book in ("star-baccarat", "star-seven-up"):
        found = rule_for(MATRIX[book], "wrong-deal", circumstances)
        assert found and found.also == ("12.1(a)",)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(("rules", *words, "--irregularities")) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [narrowest(list(RULEBOOKS)), 160, 200])
def test_the_matrix_is_printed_side_by_side(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = printed(capsys).splitlines()
    assert lines[0].split() == ["situation", *RULEBOOKS]
    assert all(len(line) <= width and line == line.rstrip() for line in lines)
    for each in SITUATIONS:
        assert any(line.startswith(f"{each.number}. ") for line in lines), each.number


def test_the_matrix_without_a_window_is_wide(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = printed(capsys)
    assert out.splitlines()[0].split() == ["situation", *RULEBOOKS]
    assert out.endswith("No rule: a supervisor decides, with a reason.\n")


def test_a_narrow_window_gets_a_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = printed(capsys)
    assert out.startswith("1. Surplus card to the Player's hand, Banker has to draw\n")
    assert all(len(line) <= 80 for line in out.splitlines())
    assert out.count("  canberra-mini\n") == len(SITUATIONS)


def test_one_document_is_a_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    out = printed(capsys, "star-lucky-draw")
    assert "star-baccarat" not in out
    assert "17. A card turns up face up after the first card (face-up-card)\n" in out
    assert "    - seen, hand already complete: the card is burned (10.6)\n" in out
    assert "    the coup is void and every stake goes back (10.8, by casino supervisor)\n" in out
    assert "    cannot happen: players never handle the cards\n" in out
    assert "or inspector" in out


def test_the_matrix_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    objects = json.loads(printed(capsys, "--json"))
    assert list(objects) == list(BY_NAME)
    row = objects["found-after-next-coup"]
    assert (row["number"], row["asks"]) == ("9", ["in_doubt"])
    assert list(row["cells"]) == list(RULEBOOKS)
    assert row["cells"]["star-baccarat"] == [
        {
            "clause": "12.1.4",
            "also": [],
            "outcome": "STAND",
            "means": "results stand",
            "when": {},
            "by": None,
            "or_by": None,
            "duties": [],
            "note": "",
            "rests": None,
        }
    ]
    run_out = objects["cards-run-out"]["cells"]["star-baccarat"][0]["rests"]
    seen = "the count of the cards"
    assert run_out == {"seen": seen, "confirmer": "casino supervisor", "alone": False}
    foreign = objects["missing-or-foreign-card"]["cells"]["star-seven-up"][0]
    assert foreign["duties"][1] == {"to": "inspector", "by": "at once", "clause": "12.8.4"}
    assert objects["surplus-to-banker"]["cells"]["canberra-mini"][0]["when"] == {"exposed": True}


def test_one_document_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    objects = json.loads(printed(capsys, "canberra-mini", "--json"))
    assert {tuple(row["cells"]) for row in objects.values()} == {("canberra-mini",)}


@pytest.mark.parametrize("words", [("poker",), ("star-baccarat", "12.2")])
def test_a_matrix_that_does_not_exist_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("rules", *words, "--irregularities")) == 2
    assert capsys.readouterr().err.startswith("sabot: ")
