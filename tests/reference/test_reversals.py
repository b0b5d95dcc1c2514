"""Void coups, past coups and debts: who gets back what, and from where it is taken."""

from typing import Any

from reference.evening import Evening
from reference.facts import (
    BetsClosed,
    CardDrawn,
    CardsChecked,
    CardsCollected,
    CardShown,
    Closed,
    Contravened,
    DebtPaid,
    Decided,
    Decision,
    DeviceFailed,
    InterimSettled,
    Laid,
    Left,
    LossLimit,
    Midnight,
    NotRebuilt,
    OutcomeInvalidated,
    PaidOut,
    Rebuilt,
    ResultAnnounced,
    Resumed,
    Settled,
    TookDown,
    WrongDeal,
)
from reference.openings import deal, finish, lay, opened, put, ready, refused

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"
PLAYER_WINS = "9H 2D KH 3C"
BANKER_WINS = "KH 9D 5H KC"
SUPERVISOR = "casino supervisor"


def won_coup(game: str = BACCARAT, **changes: Any) -> Evening:
    """Return a table after a coup in which anna won 100 on Player and ben lost 100 on Banker."""
    evening = ready(game, **changes)
    lay(evening, ("anna", "player", 1, 100_00), ("ben", "banker", 2, 100_00))
    deal(evening, PLAYER_WINS)
    finish(evening)
    return evening


def test_void_past_coup_returns_stakes_and_takes_winnings() -> None:
    evening = won_coup()
    put(evening, WrongDeal())
    assert refused(evening, NotRebuilt("dealer")) == "12.1.2"
    ruling = put(evening, NotRebuilt(SUPERVISOR))
    assert ruling.money["chips:anna"] == ruling.money["chips:ben"] == 10_000_00
    assert ruling.phase == "bets"
    assert refused(evening, WrongDeal(1)) == "impossible"


def test_lying_wagers_go_back_first() -> None:
    """The winner of a void coup cannot withdraw the next wager and leave with the winnings."""
    evening = won_coup()
    put(evening, PaidOut("anna", 10_000_00), Laid("anna", "player", 1, 100_00))
    put(evening, Laid("ben", "player", 2, 50_00))
    ruling = put(evening, WrongDeal(), NotRebuilt(SUPERVISOR))
    assert "layout:anna" not in ruling.money and "chips:anna" not in ruling.money
    assert ruling.money["layout:ben"] == 50_00
    assert "debt:anna" not in ruling.money


def test_then_the_account_and_then_a_debt() -> None:
    evening = won_coup()
    put(evening, Left("anna", to="account"))
    ruling = put(evening, WrongDeal(), NotRebuilt(SUPERVISOR))
    assert ruling.money["account:anna"] == 10_000_00
    evening = won_coup()
    put(evening, Left("anna"))
    ruling = put(evening, WrongDeal(), NotRebuilt(SUPERVISOR))
    assert ruling.money["debt:anna"] == 100_00
    assert ruling.owed["anna"] == -100_00
    assert ruling.money["chips:ben"] == 10_000_00


def test_nobody_leaves_or_is_paid_out_with_a_debt() -> None:
    evening = won_coup(maximum=20_000_00)
    put(evening, Laid("anna", "player", 1, 10_100_00))
    deal(evening, BANKER_WINS)
    finish(evening)
    ruling = put(evening, OutcomeInvalidated(SUPERVISOR, "fraud", 1))
    assert ruling.money["debt:anna"] == 100_00
    assert refused(evening, Left("anna")) == "14.9"
    assert refused(evening, PaidOut("anna", 5_00)) == "14.9"
    put(evening, DebtPaid("anna", 100_00, "cash"), Left("anna"))


def test_rebuilt_past_coup_is_settled_anew() -> None:
    """Each player is settled as the rebuilt coup says."""
    evening = won_coup()
    put(evening, Laid("cleo", "player", 3, 20_00))
    ruling = put(evening, WrongDeal(), Rebuilt(("2D", "9H", "3C", "KH")))
    assert ruling.phase == "options"
    put(evening, Resumed())
    ruling = put(evening, ResultAnnounced(), Settled())
    assert ruling.money["chips:anna"] == 10_000_00 - 100_00
    assert ruling.money["chips:ben"] == 10_000_00 + 95_00
    assert ruling.money["chips:cleo"] == 10_000_00
    assert ruling.phase == "bets"


def test_rebuilding_when_the_players_have_left() -> None:
    evening = won_coup()
    put(evening, Left("anna"), Left("ben"))
    put(evening, WrongDeal(), Rebuilt(("2D", "9H", "3C", "KH")), Resumed())
    ruling = put(evening, ResultAnnounced(), Settled())
    assert ruling.money["debt:anna"] == 200_00
    assert ruling.money["account:ben"] == 195_00
    assert "chips:anna" not in ruling.money and "chips:ben" not in ruling.money


def test_a_wager_may_come_down_after_a_reconstruction() -> None:
    evening = ready(BACCARAT)
    lay(
        evening, ("anna", "player", 1, 100_00), ("anna", "tie", 1, 5_00), ("ben", "banker", 2, 5_00)
    )
    deal(evening, "9H 2D")
    put(evening, WrongDeal(), Rebuilt(("2D", "9H")), TookDown("anna", "player", 1))
    assert refused(evening, Laid("anna", "player", 1, 100_00)) == "5.4"
    put(evening, Resumed())
    deal(evening, "3C KH")
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 - 5_00
    assert ruling.money["chips:ben"] == 10_000_00 + 5_00  # 4.75, paid up to the next chip


def test_without_wagers_the_rebuilt_coup_is_a_no_bet_coup() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 100_00))
    deal(evening, "9H 2D")
    put(evening, WrongDeal(), Rebuilt(("2D", "9H")), TookDown("anna", "player", 1), Resumed())
    deal(evening, "3C KH")
    assert put(evening, ResultAnnounced()).phase == "bets"
    assert evening.table.history[-1].status == "no bet"


def test_a_card_left_over_opens_a_no_bet_coup() -> None:
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 100_00))
    deal(evening, "2H 9D")
    put(evening, WrongDeal(), Rebuilt(("2H", "9D", "3H", "KD", "5C")), Resumed())
    assert finish(evening).phase == "no-bet coup"
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "12.4"
    assert refused(evening, CardShown("6C")) == "12.3"
    put(evening, CardShown("5C"))


def test_an_error_found_after_the_next_coup_began() -> None:
    for game, clause in ((BACCARAT, "12.1.4"), (SEVEN_UP, "12.1.3")):
        evening = ready(game)
        lay(evening, ("anna", "player", 1, 100_00))
        deal(evening, "9H 2D KH 3C" if game == BACCARAT else "2D AH 3C")
        finish(evening)
        lay(evening, ("anna", "player", 1, 100_00))
        deal(evening, "2H")
        assert refused(evening, WrongDeal(1)) == clause


def test_canberra_voids_that_round_only() -> None:
    """Canberra 12.5: stakes and payouts are reversed; the round in progress stays as it is."""
    evening = won_coup(CANBERRA)
    lay(evening, ("anna", "player", 1, 50_00))
    deal(evening, "2H")
    ruling = put(evening, WrongDeal(1))
    assert ruling.money["chips:anna"] == 10_000_00 - 50_00
    assert ruling.money["layout:anna"] == 50_00
    assert ruling.money["chips:ben"] == 10_000_00
    assert refused(evening, WrongDeal(1)) == "impossible"


def test_canberra_12_5_with_the_winner_gone_credits_no_float() -> None:
    evening = won_coup(CANBERRA)
    before = put(evening, Left("anna")).money["float"]
    lay(evening, ("ben", "player", 1, 50_00))
    deal(evening, "2H")
    ruling = put(evening, WrongDeal(1))
    assert ruling.money["float"] == before - 100_00  # ben's stake; anna's 100 is a debt
    assert ruling.money["debt:anna"] == 100_00


def test_canberra_between_two_rounds_has_no_rule() -> None:
    evening = won_coup(CANBERRA)
    assert refused(evening, WrongDeal()) == "no rule"
    ruling = put(evening, Decided("wrong deal", "void", SUPERVISOR, "seen on the screen"))
    assert ruling.money["chips:anna"] == 10_000_00


def test_canberra_12_4_while_the_cards_still_lie() -> None:
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 100_00))
    deal(evening, PLAYER_WINS)
    put(evening, ResultAnnounced(), Settled(collected=False), WrongDeal())
    assert put(evening, NotRebuilt(SUPERVISOR)).money["chips:anna"] == 10_000_00


def test_void_reverses_pairs_that_were_paid() -> None:
    """Ruling on Canberra 9.9: the definition of Void reverses those payments too."""
    evening = ready(CANBERRA, offered=frozenset({"pair-player"}), pairs="perfect")
    lay(evening, ("anna", "pair-player", 1, 10_00), ("ben", "pair-player", 2, 10_00))
    lay(evening, ("cleo", "player", 3, 10_00))
    put(evening, BetsClosed(at=60), *[CardShown(card) for card in ["2H", "3D", "2H", "4C"]])
    ruling = put(evening, InterimSettled())
    assert ruling.money["chips:anna"] == 10_000_00 + 250_00
    ruling = put(evening, WrongDeal())
    assert ruling.money["layout:anna"] == 10_00
    ruling = put(evening, NotRebuilt(SUPERVISOR))
    assert [ruling.owed[name] for name in ("anna", "ben", "cleo")] == [10_000_00] * 3


def test_lucky_draw_interim_payments_stand_and_collected_stakes_go_back() -> None:
    """Ruling on Lucky Draw 10.15.2."""
    evening = ready(LUCKY_DRAW)
    for box, name in enumerate(("anna", "ben", "cleo"), start=1):
        lay(evening, (name, "enter", box, 10_00))
    deal(evening, "9H 2D 9C 4D KH KD KC")
    for box, name in enumerate(("anna", "ben", "cleo"), start=1):
        put(evening, Decision(name, box, False))
    deal(evening, "2S")
    put(evening, ResultAnnounced(), Settled((1,)), Settled((2,)))
    ruling = put(evening, CardsChecked(missing=("7H",)))
    assert ruling.money["chips:anna"] == 10_000_00 + 10_00
    assert ruling.money["chips:ben"] == ruling.money["chips:cleo"] == 10_000_00


def test_lucky_draw_final_settlement_is_no_interim_one() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 10_00), ("ben", "enter", 2, 10_00))
    deal(evening, "9H 2D 4D KH KD")
    put(evening, Decision("anna", 1, False), Decision("ben", 2, False))
    deal(evening, "2S")
    put(evening, ResultAnnounced(), Settled(collected=False))
    ruling = put(evening, CardsChecked(missing=("7H",)))
    assert ruling.money["chips:anna"] == ruling.money["chips:ben"] == 10_000_00


def test_a_card_found_missing_when_the_round_is_over_leaves_it_alone() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 10_00))
    deal(evening, "9H 4D KH")
    put(evening, Decision("anna", 1, False))
    deal(evening, "2S")
    put(evening, ResultAnnounced(), Settled(collected=False), CardsCollected())
    ruling = put(evening, CardsChecked(missing=("7H",)))
    assert ruling.money["chips:anna"] == 10_000_00 + 10_00
    assert ruling.phase == "shuffle"


def test_a_missing_card_found_in_the_coup_voids_it_and_is_notified() -> None:
    """A missing card in mid-coup voids it, and those named are told."""
    for game, clause, told in (
        (BACCARAT, "12.11", 2),
        (SEVEN_UP, "12.8", 2),
        (THREE_CARD, "12.13", 0),
    ):
        evening = ready(game)
        lay(evening, ("anna", "player", 1, 100_00))
        deal(evening, "2H")
        ruling = put(evening, CardsChecked(missing=("7H",)))
        assert ruling.money["chips:anna"] == 10_000_00
        assert len(ruling.duties) == told
        lay(evening, ("anna", "player", 1, 100_00))
        assert refused(evening, CardShown("2H")) == clause
    evening = ready(CANBERRA)
    lay(evening, ("anna", "player", 1, 100_00))
    deal(evening, "2H")
    assert refused(evening, CardsChecked(missing=("7H",))) == "no rule"


def test_invalidated_without_refund_keeps_the_stakes() -> None:
    """Without a refund the casino keeps the wagers."""
    evening = ready(BACCARAT)
    lay(evening, ("anna", "player", 1, 100_00), ("ben", "banker", 2, 50_00))
    deal(evening, "2H")
    ruling = put(evening, OutcomeInvalidated(SUPERVISOR, "disruption", refund=False))
    assert (ruling.owed["anna"], ruling.owed["ben"]) == (9_900_00, 9_950_00)


def test_a_cheats_wager_is_forfeited() -> None:
    evening = ready(LUCKY_DRAW)
    lay(evening, ("anna", "enter", 1, 10_00), ("ben", "enter", 2, 20_00))
    deal(evening, "9H")
    cheats = frozenset({"anna"})
    fraud = OutcomeInvalidated(SUPERVISOR, "fraud", cheats=cheats)
    assert refused(evening, fraud) == "12.5"  # it must be forfeited
    fraud = OutcomeInvalidated(SUPERVISOR, "fraud", cheats=cheats, forfeit=True)
    ruling = put(evening, fraud)
    assert (ruling.owed["anna"], ruling.owed["ben"]) == (9_990_00, 10_000_00)
    evening = won_coup(CANBERRA)
    assert refused(evening, fraud) == "14.3"


def test_wagers_of_a_person_with_a_device_are_void_in_past_coups_too() -> None:
    evening = won_coup()
    lay(evening, ("anna", "player", 1, 20_00))
    assert refused(evening, Contravened("anna", "dealer", (1,))) == "14.8.1"
    ruling = put(evening, Contravened("anna", SUPERVISOR, (1,), exclude=True))
    assert ruling.money["chips:anna"] == 10_000_00
    assert ruling.money["chips:ben"] == 10_000_00 - 100_00
    assert refused(evening, Laid("anna", "player", 1, 5_00)) == "14.8.2"


def test_canberra_wagers_come_down_only_while_no_card_was_exposed() -> None:
    for card, phase in ((CardDrawn(), "options"), (CardShown("2H"), "dealing")):
        evening = ready(CANBERRA)
        lay(evening, ("anna", "player", 1, 50_00))
        deal(evening, "")
        put(evening, card, CardDrawn(), WrongDeal())
        faces = ("??" if isinstance(card, CardDrawn) else "2H", "??")
        assert put(evening, Rebuilt(faces)).phase == phase


def test_a_tie_goes_back_with_the_player_wager_beside_it() -> None:
    evening = ready(THREE_CARD, source="device")
    lay(evening, ("anna", "player", 1, 5_00), ("anna", "tie", 1, 5_00), ("ben", "player", 2, 5_00))
    deal(evening, "2H 3H")
    put(evening, DeviceFailed(spare=False))
    ruling = put(evening, TookDown("anna", "player", 1))
    assert "layout:anna" not in ruling.money and ruling.money["layout:ben"] == 5_00


def test_closing_ends_the_time_for_errors() -> None:
    for game, clause in ((BACCARAT, "12.1.4"), (THREE_CARD, "no rule"), (CANBERRA, "no rule")):
        evening = opened(game, players=())
        put(evening, Closed())
        assert refused(evening, WrongDeal()) == clause


def test_a_loss_of_yesterday_is_not_given_back_to_today() -> None:
    evening = won_coup()
    put(evening, LossLimit("ben", 50_00), Midnight())
    put(evening, OutcomeInvalidated(SUPERVISOR, "disruption", 1))
    assert refused(evening, Laid("ben", "player", 2, 50_50)) == "14.3"
    put(evening, Laid("ben", "player", 2, 50_00))


def test_a_person_s_wagers_are_reversed_once() -> None:
    evening = won_coup()
    put(evening, Contravened("anna", SUPERVISOR, (1,)))
    ruling = evening.put(Contravened("anna", SUPERVISOR, (1,)))
    assert ruling.refused == "impossible"
    assert ruling.money["chips:anna"] == 10_000_00
    ruling = put(evening, OutcomeInvalidated(SUPERVISOR, "disruption", 1))
    assert ruling.money["chips:anna"] == ruling.money["chips:ben"] == 10_000_00


def test_a_rebuilt_deal_keeps_the_interim_wagers_of_all() -> None:
    """Pairs of anna won and those of ben lost; rebuilt, it is the other way round."""
    evening = ready(CANBERRA, offered=frozenset({"pair-player", "pair-banker"}), pairs="canberra")
    lay(evening, ("anna", "pair-player", 1, 10_00), ("ben", "pair-banker", 2, 10_00))
    deal(evening, "9H 8D 9S 6C")
    ruling = put(evening, WrongDeal(), Rebuilt(("8D", "9H", "6C", "9S")))
    assert ruling.phase == "interim"
    ruling = put(evening, InterimSettled())
    assert (ruling.owed["anna"], ruling.owed["ben"]) == (9_990_00, 10_110_00)


def test_a_loss_given_back_makes_room_under_the_loss_limit() -> None:
    evening = ready(BACCARAT)
    put(evening, LossLimit("ben", 100_00))
    lay(evening, ("ben", "banker", 2, 100_00))
    deal(evening, PLAYER_WINS)
    finish(evening)
    assert refused(evening, Laid("ben", "player", 2, 5_00)) == "14.3"
    put(evening, WrongDeal(), NotRebuilt(SUPERVISOR), Laid("ben", "player", 2, 100_00))


def test_a_rebuilt_loss_counts_under_the_loss_limit() -> None:
    evening = ready(BACCARAT)
    put(evening, LossLimit("anna", 150_00))
    lay(evening, ("anna", "player", 1, 100_00))
    deal(evening, PLAYER_WINS)
    finish(evening)
    put(evening, WrongDeal(), Rebuilt(("2D", "9H", "3C", "KH")), Resumed())
    put(evening, ResultAnnounced(), Settled())
    assert refused(evening, Laid("anna", "player", 1, 50_50)) == "14.3"
    put(evening, Laid("anna", "player", 1, 50_00))
