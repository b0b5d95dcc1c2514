"""The matrix of irregularities: complete, without dead cells, cited, and different where the
documents differ."""

import json
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from sabot import RULEBOOKS
from sabot.cli import main
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
    name: book.conduct.irregularities for name, book in RULEBOOKS.items()
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


# The sections on irregularities and on devices; what no cell cites, and why.
SECTIONS = {
    "star-baccarat": ("12", "13"),
    "star-seven-up": ("12", "13"),
    "star-three-card": ("12", "13"),
    "star-lucky-draw": ("10", "11"),
    "canberra-mini": ("12", "13"),
}
NOT_CITED = {
    ("canberra-mini", "13.1"): "hours of gaming",
    ("canberra-mini", "13.2"): "closing a table",
}


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_clause_on_irregularities_is_cited(book: str) -> None:
    cited = {
        clause_of(each) for name, _, cell in EVERY_CELL if name == book for each in cell.citations
    }
    wanted = {
        number
        for number in catalogue(book).clauses
        if number.partition(".")[0] in SECTIONS[book] and (book, number) not in NOT_CITED
    }
    assert wanted <= cited, sorted(wanted - cited)
    assert not {number for name, number in NOT_CITED if name == book} & cited


# Where the documents differ: outcome and clause in the order of the registry.
O = Outcome  # noqa: E741
NO: tuple[Outcome, str | None] = (O.NO_RULE, None)
NEVER: tuple[Outcome, str | None] = (O.NOT_APPLICABLE, None)
Expected = tuple[tuple[Outcome, str | None], ...]
# fmt: off
DIFFERENCES: list[tuple[str, str, dict[str, Value], Expected]] = [
    ("1", "surplus-to-player-banker-draws", {"handled": False},
     ((O.REASSIGN_TO_BANKER, "12.2"), (O.REASSIGN_TO_BANKER, "12.2"), (O.MISDEAL, "12.1"),
      (O.DEAL_AS_NEXT, "10.3"), (O.REASSIGN_TO_BANKER, "12.1"))),
    ("2", "surplus-to-player-banker-stands", {"exposed": True, "handled": True},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.HAND_VOID, "12.5"),
      (O.DEAL_AS_NEXT, "10.3"), (O.FIRST_OF_NO_BET, "12.2"))),
    ("2", "surplus-to-player-banker-stands", {"exposed": False, "handled": True},
     ((O.FIRST_OF_NEXT, "12.2"), (O.FIRST_OF_NEXT, "12.2"), (O.HAND_VOID, "12.5"),
      (O.DEAL_AS_NEXT, "10.3"), (O.FIRST_OF_NEXT, "12.3"))),
    ("3", "surplus-to-banker", {"exposed": True, "hand_complete": True},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.MISDEAL, "12.2"),
      (O.BURN, "10.6"), (O.FIRST_OF_NO_BET, "12.2"))),
    ("3", "surplus-to-banker", {"exposed": False, "hand_complete": True},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.MISDEAL, "12.2"),
      (O.FIRST_OF_NEXT, "10.7"), (O.FIRST_OF_NEXT, "12.3"))),
    ("3", "surplus-to-banker", {"exposed": True, "hand_complete": False},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.MISDEAL, "12.2"),
      (O.DEAL_AS_NEXT, "10.3"), (O.FIRST_OF_NO_BET, "12.2"))),
    ("5", "dealt-or-burned-in-error",
     {"burned": True, "refused": "nobody", "handled": False, "exposed": False},
     ((O.STAYS_BURNED, "12.16"), (O.STAYS_BURNED, "12.10"), NO, (O.DEAL_AS_NEXT, "10.3"), NO)),
    ("6", "wrong-deal",
     {"in_doubt": False, "handled": False, "exposed": True, "coup_over": False},
     ((O.REBUILD_THEN_TAKE_DOWN, "12.1.1"), (O.REBUILD_THEN_TAKE_DOWN, "12.1.1"),
      (O.MISDEAL, "12.1"), (O.REBUILD_BINDING, "10.8"), (O.REBUILD_BINDING, "12.4"))),
    ("6", "wrong-deal",
     {"in_doubt": False, "handled": True, "exposed": False, "coup_over": False},
     ((O.REBUILD_THEN_TAKE_DOWN, "12.1.1"), (O.REBUILD_THEN_TAKE_DOWN, "12.1.1"),
      NO, (O.REBUILD_BINDING, "10.8"), (O.REBUILD_THEN_TAKE_DOWN, "12.4"))),
    ("6", "wrong-deal",
     {"in_doubt": False, "handled": True, "exposed": True, "coup_over": True},
     ((O.REBUILD_THEN_TAKE_DOWN, "12.1.1"), (O.REBUILD_THEN_TAKE_DOWN, "12.1.1"),
      NO, (O.REBUILD_BINDING, "10.8"), NO)),
    ("6", "wrong-deal",
     {"in_doubt": True, "handled": False, "exposed": False, "coup_over": False},
     ((O.REBUILD_THEN_TAKE_DOWN, "12.1.1"), (O.REBUILD_THEN_TAKE_DOWN, "12.1.1"), NO, NO, NO)),
    ("9", "found-after-next-coup", {"in_doubt": False},
     ((O.STAND, "12.1.4"), (O.STAND, "12.1.3"), NO, NO, (O.LATE_VOID, "12.5"))),
    ("13", "wrong-scheme", {"next_started": False, "rebuildable": True},
     ((O.STAND, "12.10.1"), NEVER, (O.CORRECT, "12.6"), NEVER, NO)),
    ("13", "wrong-scheme", {"next_started": True, "rebuildable": True},
     ((O.STAND, "12.10.1"), NEVER, NO, NEVER, NO)),
    ("14", "cards-to-wrong-player", {"coup_over": False},
     ((O.STAND, "12.15"), NEVER, NO, NEVER, (O.TAKE_DOWN_ONLY, "12.9"))),
    ("15", "change-of-wagers", {"exposed": False, "method": "B", "deal_correct": True},
     ((O.REOPEN_WAGERS, "12.12"), (O.WAGERS_STAY, "5.4"), (O.WAGERS_STAY, "5.5"),
      (O.WAGERS_STAY, "5.8"), (O.REOPEN_WAGERS, "12.6(a)"))),
    ("15", "change-of-wagers", {"exposed": False, "method": "A", "deal_correct": False},
     ((O.WAGERS_STAY, "5.4"), (O.WAGERS_STAY, "5.4"), (O.WAGERS_STAY, "5.5"),
      (O.WAGERS_STAY, "5.8"), (O.WAGERS_STAY, "4.6"))),
    ("16", "first-card-exposed", {"face_up": True},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.BURN, "12.8"),
      (O.BURN, "10.1"), NO)),
    ("16", "first-card-exposed", {"face_up": False},
     ((O.FIRST_OF_NO_BET, "12.3"), (O.FIRST_OF_NO_BET, "12.3"), (O.BURN, "12.8"),
      NO, (O.FIRST_OF_NO_BET, "12.2"))),
    ("17", "face-up-card", {},
     ((O.PLAY_AS_DEALT, "12.5"), (O.PLAY_AS_DEALT, "12.5"), (O.PLAY_AS_DEALT, "12.9"),
      (O.BURN, "10.1"), NO)),
    ("19", "order-seen", {"in_shuffle": False},
     (NO, (O.VOID_SHOE, "4.5"), NO, NO, NO)),
    ("20", "cards-run-out", {},
     ((O.COUP_VOID, "12.6"), (O.COUP_VOID, "12.6"), (O.COUP_VOID, "12.7"),
      (O.RESHUFFLE_AND_FINISH, "10.10"), (O.COUP_VOID, "12.7"))),
    ("21", "missing-or-foreign-card", {},
     ((O.VOID_AND_CHECK, "12.11.2"), (O.VOID_AND_CHECK, "12.8.2"), (O.VOID_AND_CHECK, "12.13.2"),
      (O.VOID_SAVE_SETTLED, "10.15.2"), NO)),
    ("34c", "device-harms", {},
     ((O.END_COUP, "13.4"), (O.COUP_VOID, "13.4"), (O.END_COUP, "13.4"),
      (O.END_COUP, "11.4"), NEVER)),
    ("34d", "device-without-spare", {"damaged": False},
     ((O.REFUND_OR_FINISH, "13.5"), (O.COUP_VOID, "13.2"), (O.REFUND_OR_FINISH, "13.5"),
      (O.REFUND_OR_FINISH, "11.5"), NEVER)),
    ("34d", "device-without-spare", {"damaged": True},
     ((O.REFUND_OR_FINISH, "13.5"), NO, (O.REFUND_OR_FINISH, "13.5"),
      (O.REFUND_OR_FINISH, "11.5"), NEVER)),
    ("35", "below-minimum", {},
     ((O.VALID, "6.4"), (O.VALID, "6.4"), (O.VALID, "6.2"), (O.VALID, "6.2"),
      (O.VALID_WITH_WARNING, "3.4"))),
    ("35b", "above-maximum", {"when": "past"},
     ((O.STAND, "6.5.1"), (O.STAND, "6.5.1"), (O.STAND, "6.3"), NEVER, NO)),
    ("35c", "area-maximum", {"when": "during", "several": False},
     ((O.PRO_RATA, "6.5"), (O.PRO_RATA, "6.5"), (O.TO_MAXIMUM, "6.3"), (O.TO_MAXIMUM, "6.3"),
      NEVER)),
    ("35c", "area-maximum", {"when": "during", "several": True},
     ((O.PRO_RATA, "6.5"), (O.PRO_RATA, "6.5"), NO, (O.TO_MAXIMUM, "6.3"), NEVER)),
    ("42", "prohibited-device", {"device": True},
     ((O.SANCTION, "14.8"), (O.SANCTION, "14.3"), (O.SANCTION, "14.3"), (O.SANCTION, "12.3"), NO)),
    ("45", "no-exact-pay", {},
     ((O.ROUND_UP, "5.8"), (O.ROUND_UP, "5.7"), (O.ROUND_UP, "5.11"), (O.ROUND_UP, "5.9"), NO)),
    ("50", "only-side-bets", {"restricted": False},
     ((O.ALLOWED, "10.2"), (O.NOT_ALLOWED, "5.6.8"), (O.BANKER_ONLY, "8.2"), NEVER,
      (O.ALLOWED, "9.4"))),
]
# fmt: on


@pytest.mark.parametrize(("number", "name", "circumstances", "expected"), DIFFERENCES)
def test_where_the_documents_differ(
    number: str, name: str, circumstances: Mapping[str, Value], expected: Expected
) -> None:
    assert BY_NAME[name].number == number
    assert set(circumstances) == set(BY_NAME[name].asks)
    found = [rule_for(MATRIX[book], name, circumstances) for book in RULEBOOKS]
    assert tuple((cell.outcome, cell.clause) for cell in found if cell) == expected


def told(book: str, name: str) -> list[tuple[str, str]]:
    return [(duty.to, duty.by) for cell in MATRIX[book][name] for duty in cell.duties]


def test_who_is_told_of_a_missing_card() -> None:
    name = "missing-or-foreign-card"
    assert [told(book, name) for book in RULEBOOKS] == [
        [
            ("surveillance", "at once"),
            ("inspector", "in the daily summary or as a breach report"),
        ],
        [("surveillance", "at once"), ("inspector", "at once")],
        [],
        [],
        [],
    ]


def test_who_decides_that_the_order_was_seen() -> None:
    deciders = [MATRIX[book]["order-seen"][0].by for book in RULEBOOKS]
    assert deciders == ["casino supervisor", "gaming manager", None, None, None]


def test_who_permits_no_bet_coups() -> None:
    deciders = [MATRIX[book]["no-bet-agreed"][0].by for book in RULEBOOKS]
    assert deciders == [
        "casino supervisor",
        "assistant gaming manager",
        None,
        None,
        "casino supervisor",
    ]


def test_the_order_in_doubt_has_a_limb_of_its_own() -> None:
    circumstances: dict[str, Value] = {"in_doubt": True}
    for book in list(RULEBOOKS)[:2]:
        found = rule_for(MATRIX[book], "wrong-deal", circumstances)
        assert found and found.also == ("12.1(a)",)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(("rules", *words, "--irregularities")) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [100, 160, 200])
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
