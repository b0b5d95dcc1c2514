"""Shuffle, cut, burn and the cutting card."""

import pytest

from reference.facts import (
    Burned,
    CardDrawn,
    CardShown,
    CardsPassed,
    CardsReplaced,
    CardTurned,
    Cut,
    CutDeclined,
    CutGivenToPlayers,
    CuttingCardSeen,
    Laid,
    Shuffled,
    ShuffleOrdered,
)
from reference.openings import deal, finish, lay, opened, prepare, put, ready, refused

BACCARAT = "star-baccarat"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
NATURAL = "KH 9D 5H KC"
TIE = "KH 9D 9H KC"


def test_the_casino_supervisor_cuts_at_the_star_baccarat_table() -> None:
    """4.3: the default is not the dealer's; players cut at the supervisor's discretion."""
    evening = opened(BACCARAT)
    put(evening, Shuffled())
    assert refused(evening, Cut("anna", 60, 20)) == "4.3"
    assert refused(evening, Cut("dealer", 60, 20)) == "4.3"
    assert refused(evening, CutGivenToPlayers("dealer")) == "4.3"
    put(evening, CutGivenToPlayers("casino supervisor"))
    assert refused(evening, Cut("casino supervisor", 60, 20)) == "4.3"
    put(evening, CutDeclined("anna"), Cut("ben", 60, 20))


@pytest.mark.parametrize(
    ("game", "cutter", "clause", "good", "bad"),
    [
        (BACCARAT, "casino supervisor", "4.6", 20, 19),
        (THREE_CARD, "anna", "4.6", 65, 66),
        (THREE_CARD, "anna", "4.6", 39, 38),
        (LUCKY_DRAW, "anna", "4.9", 156, 157),
        (CANBERRA, "anna", "5.4", 12, 11),
    ],
)
def test_where_the_cutting_card_goes(
    game: str, cutter: str, clause: str, good: int, bad: int
) -> None:
    evening = opened(game)
    put(evening, Shuffled())
    assert refused(evening, Cut(cutter, 60, bad)) == clause
    assert refused(evening, Cut(cutter, 51, good)) in {"4.5", "4.8", "5.4"}
    put(evening, Cut(cutter, 52, good))


def test_lucky_draw_is_cut_by_the_player_on_whose_area_the_cutting_card_came() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 5_00), ("ben", "enter", 2, 5_00))
    put(evening, CardShown("2H"), CuttingCardSeen())
    table = evening.table
    assert table.shoe.cut_from == "ben"


def test_burns() -> None:
    evening = opened(BACCARAT)
    put(evening, Shuffled(), Cut("casino supervisor", 60, 20))
    assert refused(evening, Burned(count=6, first="5H")) == "4.7.2"
    assert refused(evening, Burned(count=5, first="5H", approved="casino supervisor")) == "4.7"
    put(evening, Burned(count=11, first="KH", approved="casino supervisor"))
    evening = opened(THREE_CARD)
    put(evening, Shuffled(), Cut("anna", 60, 52))
    assert refused(evening, Burned()) == "4.11"
    assert refused(evening, Burned(count=2, first="AH", forgotten=True)) == "12.11"
    put(evening, Burned(count=1, first="AH", forgotten=True))
    evening = opened("star-seven-up")
    put(evening, Shuffled())
    assert refused(evening, Burned(count=2, first="AH")) == "4.4"
    put(evening, Burned())


def test_the_first_card_waits_for_shuffle_cut_and_burn() -> None:
    evening = opened(BACCARAT)
    put(evening, Laid("anna", "player", 1, 5_00))  # a wager may lie while a shuffle is due
    assert refused(evening, CardShown("2H")) == "4.1"
    assert refused(evening, CardShown("2H", unshuffled=True)) == "4.1"
    put(evening, Shuffled())
    assert refused(evening, CardShown("2H")) == "4.3"
    put(evening, Cut("casino supervisor", 60, 20))
    assert refused(evening, CardShown("2H")) == "4.7"
    assert refused(evening, CardShown("2H", uncut=True)) == "12.7"
    put(evening, CardShown("2H", unburned=True))


def test_an_uncut_coup_is_completed_and_then_shuffled() -> None:
    evening = opened(BACCARAT)
    put(evening, Shuffled(), Laid("anna", "player", 1, 5_00), CardShown("KH", uncut=True))
    deal(evening, "9D 5H KC")
    assert finish(evening).phase == "shuffle"
    put(evening, Laid("anna", "player", 1, 5_00))
    assert refused(evening, CardShown("2H")) == "12.7"
    assert refused(evening, CardShown("2H", unshuffled=True)) == "12.7"
    prepare(evening)
    put(evening, CardShown("2H"))


def coup(evening_game: str, cards: str, when: str) -> tuple[str, str | None]:
    """Deal one coup with the cutting card; return the phase and what refuses the next card."""
    evening = ready(evening_game)
    bet = "enter" if evening_game == LUCKY_DRAW else "player"
    lay(evening, ("anna", bet, 1, 5_00))
    if when == "first":
        put(evening, CuttingCardSeen())
        if evening.table.shoe.step == "shuffle":
            return "shuffle", refused(evening, CardShown("2H"))
        deal(evening, cards)
    else:
        first, rest = cards.split(" ", 1)
        deal(evening, first)
        put(evening, CuttingCardSeen())
        deal(evening, rest)
    phase = finish(evening).phase
    lay(evening, ("anna", bet, 1, 5_00))
    if evening.table.document.must_call_no_more_bets:
        deal(evening, "")
    return phase, refused(evening, CardShown("2H"))


@pytest.mark.parametrize(
    ("game", "cards", "when", "phase", "clause"),
    [
        (BACCARAT, NATURAL, "during", "bets", None),  # 4.9: one more coup
        (BACCARAT, NATURAL, "first", "shuffle", "4.10"),
        (THREE_CARD, "2H 9D 3H KC 4H QC", "during", "shuffle", "4.7"),
        (THREE_CARD, "2H 9D 3H KC 4H QC", "first", "shuffle", "4.8"),
        (LUCKY_DRAW, "", "first", "shuffle", "4.1.2"),
        (CANBERRA, NATURAL, "during", "shuffle", "5.8"),
        (CANBERRA, NATURAL, "first", "shuffle", "5.8"),
        (CANBERRA, TIE, "during", "bets", None),  # a tie gives one more round
    ],
)
def test_the_cutting_card(game: str, cards: str, when: str, phase: str, clause: str | None) -> None:
    assert coup(game, cards, when) == (phase, clause)


def test_the_last_coup_after_4_9_is_refused_under_4_9() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "KH")
    put(evening, CuttingCardSeen())
    deal(evening, "9D 5H KC")
    finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, NATURAL)
    assert finish(evening).phase == "shuffle"
    lay(evening, ("anna", "player", 1, 5_00))
    assert refused(evening, CardShown("2H")) == "4.9"
    put(evening, CardShown("2H", unshuffled=True))  # 12.9: the coup is completed
    deal(evening, "9D 5H KC")
    finish(evening)
    assert refused(evening, CardShown("2H", unshuffled=True)) == "12.9"


def test_one_tie_gives_one_more_round_only() -> None:
    evening = ready(CANBERRA)
    for expected in ("bets", "shuffle"):
        lay(evening, ("anna", "player", 1, 5_00))
        if not evening.table.shoe.cutting_card_seen:
            put(evening, CuttingCardSeen())
        deal(evening, TIE)
        assert finish(evening).phase == expected


def test_no_card_comes_from_behind_the_cutting_card() -> None:
    """The log knows where the cutting card lies."""
    evening = opened(BACCARAT, decks=3)
    put(evening, Shuffled(), Cut("casino supervisor", 60, 150), Burned())
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, NATURAL)
    finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    put(evening, CardShown("KH"))
    assert refused(evening, CardShown("KD")) == "4.9"
    put(evening, CuttingCardSeen(), CardShown("KD"))


def test_a_shuffle_is_ordered_between_coups_only() -> None:
    evening = ready(BACCARAT)
    assert refused(evening, ShuffleOrdered("dealer")) == "4.1.3"
    assert refused(evening, Shuffled()) == "4.1"
    put(evening, ShuffleOrdered("casino supervisor"), Shuffled())
    assert refused(ready("star-seven-up"), ShuffleOrdered("casino supervisor")) == "no rule"


def test_handled_cards_are_replaced_after_the_shoe() -> None:
    evening = ready(BACCARAT, method="B")
    lay(evening, ("anna", "player", 1, 5_00))
    put(evening, CuttingCardSeen(), *[CardDrawn()] * 4, CardsPassed("player", "anna"))
    for hand, card in (("player", "KH"), ("player", "5H"), ("banker", "9D"), ("banker", "KC")):
        put(evening, CardTurned(hand, card))
    finish(evening)
    assert refused(evening, Shuffled()) == "3.9"
    put(evening, CardsReplaced(), Shuffled())


def test_a_card_beyond_the_decks_copies_holds_the_coup() -> None:
    evening = ready(BACCARAT, decks=3)
    lay(evening, ("anna", "player", 1, 5_00))
    ruling = deal(evening, "KH KH KH KH")
    assert ruling.phase == "held"
    assert refused(evening, CardShown("9D")) == "9.1"
