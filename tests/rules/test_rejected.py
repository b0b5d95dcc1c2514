"""Readings that were not taken: the same cards under both, worked out by hand."""

from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.coup import deal
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.rejected_readings import REJECTED, RejectedReading
from sabot.rules import Rulebook, verdict

VALUE, TWINS = "cards of one point value are a pair", "two pairs of one point value are twins"
BESIDE, INSTEAD = "4 to 1 beside 25 or 100 to 1", "4 to 1 instead of 25 or 100 to 1"
SIX, SEVENS = "a tie of 6 to 6 wins", "only sevens that are dealt"
ZERO, PICTURES = "three pictures are no point total of 0", "Tie loses on three pictures each"
HALF = "half on order 13 only"
ENTER, ON_TOP = "3-3-3 is paid on ENTER too", "3-3-3 is paid on top of 3 to 1"
EITHER = "either hand's pair wins"


def row(game: str, comes_to: str) -> RejectedReading:
    return next(each for each in REJECTED[game] if each.comes_to == comes_to)


def end(book: Rulebook, on: str, cards: str, scheme: str | None) -> str:
    draws: dict[int, Any] = {1: "draw"} if book.procedure.takes_decisions else {}
    coup = deal(book, cards, [1] if book.procedure.takes_boxes else [], draws)
    wager = book.wager(on)
    facts = coup.facts(wager.space, 1 if wager.space.per_box else None)
    ended = verdict(wager, book.scheme(scheme), facts)
    odds = f" {ended.odds}" if ended.odds else ""
    return f"{ended.outcome}{odds} {ended.clause}"


CASES = {  # cards, and how the wager ends by the reading taken and by the other
    ("star-baccarat", VALUE, "pairs-player", None): [
        ("KS 5H QD 4C", "lose 10.8", "win 11:1 11.1.4"),
    ],
    ("star-baccarat", VALUE, "pairs-banker", None): [
        ("5H KS 4C QD", "lose 10.8", "win 11:1 11.1.4"),
    ],
    ("star-baccarat", VALUE, "tiger-pair", None): [
        ("5H KS 4C QD", "lose 10.23.4", "win 4:1 11.1.8.1"),
        ("KS QS JD TD 9H 2C", "lose 10.23.4", "win 100:1 11.1.8.3"),
    ],
    ("star-baccarat", TWINS, "tiger-pair", None): [
        ("KS QS KD QD 9H 2C", "win 25:1 11.1.8.2", "win 100:1 11.1.8.3"),
        ("KS QS JD QD 9H 2C", "win 4:1 11.1.8.1", "win 4:1 11.1.8.1"),
    ],
    ("star-baccarat", BESIDE, "tiger-pair", None): [
        ("KS QS JD QD 9H 2C", "win 4:1 11.1.8.1", "win 4:1 11.1.8.1"),
        ("KS QS KD QD 9H 2C", "win 25:1 11.1.8.2", "win 29:1 11.1.8.2"),
        ("KS KC KD KH 9H 2C", "win 100:1 11.1.8.3", "win 104:1 11.1.8.3"),
    ],
    ("star-baccarat", INSTEAD, "tiger-pair", None): [
        ("KS KC KD KH 9H 2C", "win 100:1 11.1.8.3", "win 4:1 11.1.8.1"),
        ("KS QS JD TD 9H 2C", "lose 10.23.4", "lose 10.23.4"),
    ],
    ("star-baccarat", SIX, "super-six", None): [
        ("6S 6H KD KC", "lose 10.13", "win 15:1 11.1.6"),
        ("KS 6H KD KC TD", "win 15:1 11.1.6", "win 15:1 11.1.6"),
        ("7S 7H KD KC", "lose 10.13", "lose 10.13"),
    ],
    ("star-seven-up", SEVENS, "super-sevens", None): [
        ("7C 7D TH 7H", "win 17:1 11.1.3", "win 5:1 11.1.3"),
        ("KC AD TH", "lose 5.1.4", "lose 5.1.4"),
    ],
    ("star-three-card", ZERO, "point-total-0", "commission"): [
        ("2S KH 4D QC KS JD", "win 8:1 11.1.2", "lose 5.1.4"),
        ("2S TH 4D TC KS TD", "win 8:1 11.1.2", "win 8:1 11.1.2"),
    ],
    ("star-three-card", ZERO, "point-total-0", "even-money"): [
        ("2S KH 4D QC KS JD", "win 8:1 11.2.2", "lose 5.1.4"),
        ("2S TH 4D TC KS TD", "win 8:1 11.2.2", "win 8:1 11.2.2"),
    ],
    ("star-three-card", PICTURES, "tie", "commission"): [
        ("KS KH QD QC JS JD", "win 21:1 11.1.3", "lose 5.1.2"),
        ("2S 2H 3D 3C 4S 4D", "win 21:1 11.1.3", "win 21:1 11.1.3"),
    ],
    ("star-three-card", PICTURES, "tie", "even-money"): [
        ("KS KH QD QC JS JD", "win 21:1 11.2.3", "lose 5.1.2"),
        ("2S 2H 3D 3C 4S 4D", "win 21:1 11.2.3", "win 21:1 11.2.3"),
    ],
    ("star-three-card", HALF, "player", "even-money"): [
        ("2S AH 3D AC AS 2D", "win 1:2 11.2.1", "win 1:2 11.2.1"),
        ("6S AH KD AC QS 2D", "win 1:2 11.2.1", "win 1:1 11.2.1"),
        ("9S AH KD AC QS 2D", "win 1:1 11.2.1", "win 1:1 11.2.1"),
    ],
    ("star-lucky-draw", ENTER, "enter", None): [
        ("3S 2H 3S 3S KD 9D", "win 1:1 9.1.1", "win 30:1 9.1.5.2"),
        ("3S 2H 3D 3S KD 9D", "win 1:1 9.1.1", "win 9:1 9.1.5.3"),
        ("3S 2H 4D 2S KD 9D", "win 1:1 9.1.1", "win 1:1 9.1.1"),
    ],
    ("star-lucky-draw", ON_TOP, "draw", None): [
        ("3S 2H 3S 3S KD 9D", "win 30:1 9.1.5.2", "win 33:1 9.1.5.2"),
        ("3S 2H 3D 3S KD 9D", "win 9:1 9.1.5.3", "win 12:1 9.1.5.3"),
        ("3S 2H 4D 2S KD 9D", "win 3:1 9.1.5", "win 3:1 9.1.5"),
    ],
    ("canberra-mini", EITHER, "canberra-pairs-player", None): [
        ("5H KS 4C KD", "lose 9.8(d)", "win 11:1 8.8(e)"),
        ("KS 5H KD 4C", "win 11:1 8.8(e)", "win 11:1 8.8(e)"),
        ("KS 5H QD 4C", "lose 9.8(d)", "lose 9.8(d)"),
    ],
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(map(str, case)))
def test_the_same_cards_under_both_readings(case: tuple[str, str, str, str | None]) -> None:
    game, reading, on, scheme = case
    for cards, taken, other in CASES[case]:
        assert end(RULEBOOKS[game], on, cards, scheme) == taken
        assert end(row(game, reading).book, on, cards, scheme) == other


@pytest.mark.parametrize(
    ("reading", "cards"),
    [
        ("the Banker answers the dealt card", "AS 3S 2S 8S"),  # an 8 is drawn, an ace was dealt
        ("the Player never has a natural", "AS AD AC"),  # 7 and an ace
    ],
)
def test_seven_up_the_banker_draws_by_the_other_reading_alone(reading: str, cards: str) -> None:
    other = row("star-seven-up", reading).book
    deal("star-seven-up", cards)
    with pytest.raises(Refusal, match="another is due to the banker"):
        deal(other, cards)
    deal(other, f"{cards} KS")


def test_seven_up_one_seven_fewer() -> None:
    (card,) = row("star-seven-up", "a 7 is taken out of the decks").removed
    assert str(card) == "7S"
