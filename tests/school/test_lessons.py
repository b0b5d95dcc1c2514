"""The school asks the rulebooks: nothing that it says is written down."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from sabot.cli import main
from sabot.core.cards import point_count, read_cards
from sabot.core.refusal import Refusal
from sabot.coup.adjudication import adjudicate
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules import Rulebook
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.school import DRAWS, HAPPENS, PAYS, Lesson, Score, is_right, lesson, subjects

BOOKS = list(RULEBOOKS.values())
MANY = 200


def course(book: Rulebook, subject: str, many: int = MANY) -> Iterator[Lesson]:
    return (lesson(book, subject, 7, number) for number in range(1, many + 1))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_payout_is_what_the_adjudicator_says(book: Rulebook) -> None:
    seen = set()
    for each in course(book, PAYS):
        asked = each.question
        wagered = {"on": asked.wager_named, "amount": f"{asked.stake / 100:.2f}"}
        said = adjudicate(
            {
                "rulebook": book.id,
                "scheme": asked.scheme,
                "chip": f"{asked.chip / 100:.2f}",
                "cards": _as_dealt(book, asked.hands),
                "wagers": [wagered | ({"box": asked.box} if asked.box else {})],
                **_boxes(book, asked.hands),
            }
        )
        (wager,) = said["wagers"]
        assert (wager["pays"], wager["clause"]) == (each.answer, each.clause)
        seen.add(asked.wager_named)
    assert seen == {wager.id for wager in book.wagers if wager.played_when is None}


def _boxes(book: Rulebook, hands: dict[str, tuple[str, ...]]) -> dict[str, object]:
    if "box 1" not in hands:
        return {}
    drew = "draw" if len(hands["box 1"]) > 2 else "stand"
    decided: dict[str, object] = (
        {"decisions": {"1": drew}} if book.procedure.takes_decisions else {}
    )
    return {"boxes": [1], **decided}


def _as_dealt(book: Rulebook, hands: dict[str, tuple[str, ...]]) -> list[str]:
    """The cards in the order in which they left the shoe."""
    left = {name: [card for card in cards if len(card) > 1] for name, cards in hands.items()}
    boxes = tuple(1 for name in hands if name.startswith("box"))
    dealt = [left[due.hand].pop(0) for due in book.procedure.initial(boxes)]
    return [*dealt, *(card for cards in left.values() for card in cards)]


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up", "canberra-mini"])
def test_who_draws_as_the_printed_table_says(game: str) -> None:
    """A naive tableau of our own: the Player on 0 to 5, the Banker by the usual table."""
    for each in course(RULEBOOKS[game], DRAWS):
        player, banker = (_count(each, name) for name in ("player", "banker"))
        held = each.question.hands["player"]
        third = read_cards(held[2:])[0].value if len(held) == 3 else None
        if third is not None:
            draws = "banker" if _banker_draws(banker, third) else "nobody"
        elif player in (8, 9) or banker in (8, 9):
            draws = "nobody"
        elif player <= 5:
            draws = "player"
        else:
            draws = "banker" if banker <= 5 else "nobody"
        assert each.question.choices[int(each.answer)] == draws


def _count(each: Lesson, hand: str) -> int:
    cards = each.question.hands[hand]
    return (point_count(read_cards(c for c in cards if len(c) > 1)) + 7 * ("7" in cards)) % 10


def _banker_draws(banker: int, third: int) -> bool:
    least = {0: 0, 1: 0, 2: 0, 3: 0, 4: 2, 5: 4, 6: 6}
    return banker <= 2 or (banker == 3 and third != 8) or (
        banker in (4, 5, 6) and least[banker] <= third <= 7
    )  # fmt: skip


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_what_happens_is_the_matrix(book: Rulebook) -> None:
    titles = {each.title: each.name for each in SITUATIONS}
    seen = set()
    for each in course(book, HAPPENS):
        name = titles[each.question.situation]
        cells = book.conduct.irregularities[name]
        cell = next(c for c in cells if _holds(c, each.question.circumstances))
        assert each.question.choices[int(each.answer)] == cell.outcome.value.words
        assert each.clause == cell.clause
        assert len(set(each.question.choices)) == len(each.question.choices) == 4
        seen.add(name)
    asked = {
        name
        for name, cells in book.conduct.irregularities.items()
        if all(cell.outcome is not Outcome.NOT_APPLICABLE for cell in cells)
    }
    assert seen == asked


def _holds(cell: Cell, circumstances: tuple[str, ...]) -> bool:
    return all(CIRCUMSTANCES[name][value] in circumstances for name, value in cell.when.items())


def test_a_changed_cell_changes_the_question() -> None:
    book = RULEBOOKS["star-baccarat"]
    number, before = next(
        (n, each) for n, each in enumerate(course(book, HAPPENS), 1)
        if each.question.situation_named == "burn-forgotten"
    )  # fmt: skip
    cells = {
        **book.conduct.irregularities,
        "burn-forgotten": (Cell("12.99", Outcome.COUP_VOID),),
    }
    amended = replace(book, conduct=replace(book.conduct, irregularities=cells))
    after = lesson(amended, HAPPENS, 7, number)
    assert after.clause == "12.99" != before.clause
    assert after.question.choices[int(after.answer)] == Outcome.COUP_VOID.value.words


def test_every_clause_of_every_lesson_is_in_its_document() -> None:
    for book in BOOKS:
        for subject in subjects(book):
            for each in course(book, subject, 60):
                if each.clause is not None:
                    assert catalogue(book.id).clause(each.clause).summary


def test_the_same_course_asks_the_same() -> None:
    book = BOOKS[0]
    assert list(course(book, PAYS, 5)) == list(course(book, PAYS, 5))
    assert lesson(book, PAYS, 1, 1) != lesson(book, PAYS, 2, 1)


def test_an_amount_is_read_as_people_write_it() -> None:
    each = next(e for e in course(BOOKS[0], PAYS) if e.answer != "0.00")
    whole = each.answer.removesuffix(".00")
    assert is_right(each, whole) and is_right(each, f" ${each.answer} ")
    assert not any(is_right(each, wrong) for wrong in ("", "x", "-1", "0", "1e3", f"{whole}1"))
    nothing = next(e for e in course(BOOKS[0], PAYS) if e.answer == "0.00")
    assert all(is_right(nothing, said) for said in ("0", "0.0", "$0.00", "0."))
    assert not any(is_right(nothing, said) for said in ("", ".", "0.5", "nothing"))


@pytest.mark.parametrize(
    ("subject", "number", "why"),
    [("poker", 1, "teaches pays, draws, happens"), (PAYS, 0, "numbered from 1")],
)
def test_what_is_not_taught_is_refused(subject: str, number: int, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        lesson(BOOKS[0], subject, 1, number)


def test_nobody_draws_in_three_card_baccarat() -> None:
    with pytest.raises(Refusal, match="No third card is drawn"):
        lesson(RULEBOOKS["star-three-card"], DRAWS, 1, 1)


def test_a_drill_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, file = RULEBOOKS["star-seven-up"], tmp_path / "score"
    for start in (1, 3):
        answers = [lesson(book, PAYS, 1, number).answer for number in (start, start + 1)]
        monkeypatch.setattr("sys.stdin", StringIO("\n".join(answers) + "\n"))
        words = ["drill", book.id, "--score", str(file), "--questions", "2"]
        assert main(words) == 0
        assert f"{start + 1} of {start + 1} right (100%)" in capsys.readouterr().out
    assert main(["drill", "star-baccarat", "--score", str(file)]) == 2
    assert "take another file" in capsys.readouterr().err
    file.write_text("rubbish")
    assert main(["drill", book.id, "--score", str(file)]) == 2
    assert "has no score" in capsys.readouterr().err


def test_a_row_of_right_answers() -> None:
    score = Score("star-baccarat", PAYS, 1)
    for right in (True, True, False, True):
        score = score.after(right, 1.0)
    assert (score.asked, score.right, score.row, score.best) == (4, 3, 1, 2)
