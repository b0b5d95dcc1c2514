"""star-lucky-draw, clause 3.6: only the dealer touches a card."""

from support.evening import Evening
from support.handed import as_player


def dealt() -> Evening:
    evening = Evening("star-lucky-draw")
    evening.join("ann", 1)
    evening.bet("ann", "enter", box=1)
    for card in ("5S", "KH", "3D"):
        evening.card(card)
    return evening


def test_3_6_no_hand_is_passed_to_a_player() -> None:
    evening = dealt()
    assert evening.no("dealer-keeps", "pass-hand", hand="box 1", player="ann").clause == "3.6"
    ann = as_player("ann")
    assert evening.no_turn("not-your-cards", "box 1", **ann).clause == "3.6"
    assert evening.no("not-your-cards", "return-hand", hand="box 1", **ann).clause == "3.6"


def test_3_6_nearest_miss_not_even_by_a_casino_supervisor() -> None:
    evening = dealt()
    asked = {"hand": "box 1", "player": "ann", "role": "casino supervisor"}
    assert evening.no("dealer-keeps", "pass-hand", **asked).clause == "3.6"
    evening.no("no-rule", "approve", what="standing", player="ann", role="casino operator")
