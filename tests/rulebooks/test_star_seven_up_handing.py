"""star-seven-up, clauses 3.7 and 8.1 to 8.3: the dealer keeps the cards."""

import pytest

from support.evening import Evening
from support.handed import as_player, only


def dealt(face: str = "down") -> Evening:
    """The printed 7 and a 5 make 2, against 3: the Player draws."""
    evening = Evening("star-seven-up", face=face)
    evening.join("ann", 1)
    evening.bet("ann", "player")
    for card in ("KH", "5S", "3D"):
        evening.card(card)
    return evening


def test_3_7_no_player_turns_a_card() -> None:
    evening = dealt()
    evening.no_turn("not-your-cards", "player", **as_player("ann"))
    evening.no("not-your-cards", "return-hand", hand="player", **as_player("ann"))


def test_3_7_nearest_miss_the_dealer_does() -> None:
    dealt().turn("player")


def test_8_1_no_hand_is_passed_to_a_player() -> None:
    evening = dealt()
    for hand in ("player", "banker"):
        assert evening.no("dealer-keeps", "pass-hand", hand=hand, player="ann").clause == "8.1"


def test_8_1_nearest_miss_not_even_by_a_casino_supervisor() -> None:
    evening = dealt()
    asked = {"hand": "player", "player": "ann", "role": "casino supervisor"}
    assert evening.no("dealer-keeps", "pass-hand", **asked).clause == "8.1"
    evening.no("no-rule", "approve", what="nominate", player="ann", role="casino supervisor")


def test_8_2_1_three_cards_lie_up_or_are_turned_by_the_dealer() -> None:
    assert all(slot.up for slot in dealt("up").table.round.slots)
    evening = dealt()
    turned = only(evening.turn())
    assert turned.clause == "8.2.1"


def test_8_2_1_nearest_miss_no_card_follows_while_some_lie_face_down() -> None:
    assert dealt().no("not-exposed", "deal-card").clause == "8.2.1"


@pytest.mark.parametrize("face", ["up", "down"])
def test_8_3_a_drawn_card_lies_as_the_first_three(face: str) -> None:
    evening = dealt(face)
    evening.between()
    evening.card("9C")
    assert evening.table.round.slots[-1].up is (face == "up")


def test_8_3_nearest_miss_it_does_not_stay_face_down() -> None:
    evening = dealt()
    evening.between()
    evening.card("9C")
    evening.no("not-exposed", "deal-card")
    turned = only(evening.turn())
    assert turned.clause == "8.3"
