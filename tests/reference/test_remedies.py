"""Devices, reopened wagers, wrong recipients, invalid wagers and wrong payments."""

from reference.facts import (
    Burned,
    CardCorrected,
    CardDrawn,
    CardShown,
    CardsPassedWrong,
    CardTurned,
    Cut,
    Decided,
    DeviceFailed,
    Laid,
    Mispaid,
    PaymentDecided,
    PlayerCardInvalid,
    Rectified,
    Reopened,
    ResultAnnounced,
    Resumed,
    ScannerDisagrees,
    Settled,
    SettlingError,
    Shuffled,
    TookDown,
    WagerInvalid,
    Withdrew,
)
from reference.openings import deal, finish, lay, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
SUPERVISOR = "casino supervisor"


def test_a_failing_device() -> None:
    for game in (BACCARAT, SEVEN_UP, THREE_CARD):
        evening = ready(game, source="device")
        lay(evening, ("anna", "player", 1, 5_00), ("ben", "player", 2, 5_00))
        assert refused(evening, DeviceFailed()) == "13.1"
        deal(evening, "2H")
        assert put(evening, DeviceFailed(damaged=True)).phase == "dealing"
        ruling = put(evening, DeviceFailed(disadvantage=True))
        assert ruling.owed["anna"] == 10_000_00
    evening = ready(SEVEN_UP)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert put(evening, DeviceFailed(spare=False)).phase == "bets"
    assert refused(ready(BACCARAT), DeviceFailed()) == "13.1"


def test_boxes_whose_stake_went_back_get_no_further_card() -> None:
    """Boxes without a stake get no further card: Three Card 13.5.4, Lucky Draw 11.5.4."""
    evening = ready(THREE_CARD, source="device")
    lay(evening, ("anna", "player", 1, 5_00), ("ben", "player", 2, 5_00))
    deal(evening, "2H 3H 4H")
    put(evening, DeviceFailed(practicable=False), TookDown("anna", "player", 1), Resumed())
    put(evening, Shuffled(), Cut("anna", 60, 52), Burned(count=3, first="2C"))
    deal(evening, "5H 6H 7H 8H")
    coup = evening.table.coup
    assert coup is not None
    assert coup.hands == {
        "box 1": ["2H"],
        "box 2": ["3H", "5H", "7H"],
        "banker": ["4H", "6H", "8H"],
    }
    finish(evening)


def test_reopened_wagers_keep_every_limit() -> None:
    """Areas and the differential hold while wagers are placed by leave (12.12)."""
    evening = ready(BACCARAT, method="B", areas={"player": 100_00}, differential=150_00)
    lay(evening, ("anna", "player", 1, 50_00))
    put(evening, CardDrawn())
    assert refused(evening, Reopened("dealer")) == "12.12"
    put(evening, Reopened(SUPERVISOR))
    assert refused(evening, Laid("ben", "player", 1, 55_00, found=True)) == "6.1"
    assert refused(evening, Laid("ben", "banker", 2, 205_00)) == "6.1"
    put(evening, Laid("ben", "player", 1, 50_00), Laid("cleo", "banker", 3, 250_00))
    put(evening, CardDrawn())
    assert refused(evening, Laid("ben", "player", 2, 5_00)) == "5.4"


def test_reopening_needs_hidden_cards_and_method_b() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 50_00))
    put(evening, CardDrawn())
    assert refused(evening, Reopened(SUPERVISOR)) == "12.12"
    evening = ready(BACCARAT, method="B")
    lay(evening, ("anna", "player", 1, 50_00))
    put(evening, CardShown("2H"))
    assert refused(evening, Reopened(SUPERVISOR)) == "12.12"
    assert refused(ready(SEVEN_UP), Reopened(SUPERVISOR)) == "no rule"


def test_canberra_reopens_and_goes_on_without_wagers() -> None:
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 50_00))
    deal(evening, "")
    put(evening, CardDrawn(), Reopened(SUPERVISOR), Withdrew("anna", "player", 1))
    put(evening, *[CardDrawn()] * 3)
    for hand, card in (("player", "9H"), ("player", "KH"), ("banker", "9D"), ("banker", "KC")):
        put(evening, CardTurned(hand, card))
    assert put(evening, ResultAnnounced()).phase == "bets"


def test_cards_to_the_wrong_player() -> None:
    evening = ready(BACCARAT, method="B")
    lay(evening, ("anna", "player", 1, 50_00))
    put(evening, CardDrawn())
    assert put(evening, CardsPassedWrong("player", "ben")).phase == "dealing"
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 50_00))
    deal(evening, "2H")
    assert put(evening, CardsPassedWrong("player", "ben")).phase == "options"
    put(evening, TookDown("anna", "player", 1), Resumed())


def test_the_scanner_disagrees() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 50_00))
    deal(evening, "9H 2D KH 3C")
    assert put(evening, ScannerDisagrees(True, SUPERVISOR)).phase == "result"
    ruling = put(evening, ScannerDisagrees(False, SUPERVISOR))
    assert ruling.owed["anna"] == 10_000_00 and ruling.phase == "bets"


def test_invalid_wagers_go_back() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 50_00), ("ben", "player", 2, 50_00))
    deal(evening, "KH 9D")
    assert put(evening, WagerInvalid("anna", "player", 1)).money["chips:anna"] == 10_000_00
    put(evening, PlayerCardInvalid("ben"))
    deal(evening, "5H KC")
    put(evening, ResultAnnounced())
    assert refused(evening, Laid("ben", "player", 1, 5_00)) == "14.1"
    assert refused(ready(SEVEN_UP), PlayerCardInvalid("anna")) == "no rule"


def test_wrong_payments() -> None:
    evening = ready(BACCARAT)
    ruling = put(evening, Mispaid("anna", 1_000_50))
    assert ruling.duties and ruling.money["chips:anna"] == 11_000_50
    assert put(evening, Rectified("anna")).money["chips:anna"] == 10_000_00
    assert not put(ready(BACCARAT), Mispaid("anna", 1_000_00)).duties
    assert refused(ready(SEVEN_UP), Mispaid("anna", 5_00)) == "no rule"


def test_three_card_settling_errors_end_with_the_next_coup() -> None:
    evening = ready(THREE_CARD)
    lay(evening, ("anna", "player", 1, 5_00), ("ben", "player", 2, 5_00))
    deal(evening, "2H 2D 9H 3H 3D KD 4D 4C QD")
    finish(evening)
    put(evening, Mispaid("ben", 5_00))
    assert put(evening, SettlingError((1,), SUPERVISOR)).money["chips:anna"] == 10_000_00
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "2H")
    assert refused(evening, Rectified("ben")) == "12.6"
    assert refused(evening, SettlingError((), SUPERVISOR)) == "12.6"


def test_a_held_card_is_corrected_or_decided() -> None:
    evening = ready(BACCARAT, decks=3)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "KH KH KH KH")
    assert refused(evening, CardCorrected("9H", "dealer")) == "3.11"
    assert refused(evening, CardCorrected("KH", SUPERVISOR)) == "12.11"
    assert put(evening, CardCorrected("9H", SUPERVISOR)).phase == "result"


def test_canberra_has_no_rule_for_a_foreign_card() -> None:
    evening = ready(CANBERRA)
    for _ in range(4):
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, "KH 9D KH KC")
        finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    assert deal(evening, "KH").phase == "held"
    assert refused(evening, Decided("draw", "void", SUPERVISOR, "seen")) == "7.1"
    assert refused(evening, Decided("missing card", "void", SUPERVISOR, "")) == "no rule"
    ruling = put(evening, Decided("missing card", "void", SUPERVISOR, "nine kings of hearts"))
    assert ruling.phase == "shuffle"


def test_canberra_may_go_on_with_a_card_too_many() -> None:
    evening = ready(CANBERRA)
    for _ in range(4):
        lay(evening, ("anna", "player", 1, 5_00))
        deal(evening, "KH 9D KH KC")
        finish(evening)
    lay(evening, ("anna", "player", 1, 5_00))
    deal(evening, "KH")
    put(evening, Decided("missing card", "go on", SUPERVISOR, "keyed by hand"))
    assert evening.table.coup and evening.table.coup.hands["player"] == ["KH"]
    put(evening, *[CardDrawn()] * 3)
    assert evening.put(CardTurned("player", "KH")).phase == "held"
    put(evening, Decided("missing card", "go on", SUPERVISOR, "keyed by hand"))
    assert evening.table.coup.hands["player"] == ["KH", "KH"]


def test_one_tie_goes_back_and_the_other_stays() -> None:
    evening = ready(THREE_CARD, source="device")
    for box, name in ((1, "anna"), (2, "ben")):
        lay(evening, (name, "player", box, 5_00), (name, "tie", box, 5_00))
    deal(evening, "2H 3H")
    put(evening, DeviceFailed(spare=False))
    ruling = put(evening, TookDown("anna", "player", 1))
    assert "layout:anna" not in ruling.money and ruling.money["layout:ben"] == 10_00


def test_canberra_payment_that_chips_cannot_make_is_fixed_by_a_supervisor() -> None:
    """Ruling on 8.8: what lies all the same is paid up to whole chips, never below the odds."""
    evening = ready(CANBERRA)
    lay(evening, ("anna", "banker", 1, 5_00), ("ben", "banker", 2, 10_00), found=True)
    deal(evening, "KH 9D 5H KC")
    put(evening, ResultAnnounced())
    assert refused(evening, Settled()) == "8.8"
    assert refused(evening, PaymentDecided("anna", "banker", 1, 5_00, "dealer")) == "8.8"
    assert refused(evening, PaymentDecided("anna", "banker", 1, 4_50)) == "8.8"
    assert refused(evening, PaymentDecided("anna", "banker", 1, 4_75)) == "4.2"
    put(evening, PaymentDecided("anna", "banker", 1, 5_00))
    ruling = put(evening, Settled())
    assert (ruling.owed["anna"], ruling.owed["ben"]) == (10_005_00, 10_009_50)
    evening = ready(BACCARAT)
    lay(evening, ("anna", "banker", 1, 5_00))
    deal(evening, "KH 9D 5H KC")
    put(evening, ResultAnnounced())
    assert refused(evening, PaymentDecided("anna", "banker", 1, 5_00)) == "5.8"
