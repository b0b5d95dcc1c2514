"""Baccarat at The Star Sydney: wagers without an own Player Card, or past a Loss Limit."""

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    at_table,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-baccarat"
MANAGER = "gaming manager"
NATURAL = "9S 5H KD 2C"
ALICE = {"player": "alice", "on": "player"}
SIDE = {"minimum": "5", "maximum": "1000"}


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


def paid(evening: Evening, player: str = "alice") -> int:
    """Return a player's win or loss, with the coup finished."""
    evening.between()
    evening.finish()
    sound(evening)
    return evening.chips(player) - 1_000_000


@cell("invalid-player-card", 0)
def test_12_21_1_a_wager_without_an_own_card_goes_back_before_the_coup() -> None:
    evening = at_table(GAME, "player")
    said = {"when": "before", "winning": False}
    events = report(evening, "invalid-player-card", said, **ALICE)
    assert outcome(events) == ("RETURN_WAGER", "12.21.1")
    assert evening.chips("alice") == 1_000_000


def test_12_21_1_nearest_miss_once_the_first_card_is_out() -> None:
    evening = coup("9S")
    said = {"when": "before", "winning": False}
    assert refused(evening, "wrong-phase", "invalid-player-card", said, **ALICE).clause == "12.21.1"


@cell("invalid-player-card", 2)
def test_12_21_2_a_winner_without_an_own_card_gets_the_stake_and_nothing_more() -> None:
    evening = coup(NATURAL, "player", "tie")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.chips("alice") == 1_000_000
    said = {"when": "during", "winning": True}
    events = report(evening, "invalid-player-card", said, **ALICE)
    assert outcome(events) == ("RETURN_WITHOUT_WINNINGS", "12.21.2")
    assert paid(evening) == -100_00  # the tie


def test_12_21_2_nearest_miss_nobody_elses_winnings_are_touched() -> None:
    evening = at_table(GAME, "player")
    evening.bet("bob", "player", "200")
    evening.deal(NATURAL)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "invalid-player-card", {"when": "during", "winning": True}, **ALICE)
    assert paid(evening, "bob") == 200_00
    assert evening.chips("alice") == 1_000_000


@cell("invalid-player-card", 3)
def test_12_17_a_loser_without_an_own_card_gets_the_stake_back_too() -> None:
    evening = coup("4S 5H KD KC 8H")
    said = {"when": "during", "winning": False}
    events = report(evening, "invalid-player-card", said, **ALICE)
    assert outcome(events) == ("RETURN_WAGER", "12.17")
    assert paid(evening) == 0


@cell("invalid-player-card", 1)
def test_12_21_3_coups_already_settled_stand() -> None:
    evening = coup(NATURAL)
    evening.finish()
    said = {"when": "past", "winning": True}
    events = report(evening, "invalid-player-card", said, **ALICE)
    assert outcome(events) == ("STAND", "12.21.3")
    assert evening.chips("alice") == 1_010_000


def test_12_21_3_nearest_miss_until_the_cards_are_cleared_it_is_this_coup() -> None:
    evening = coup(NATURAL)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "invalid-player-card", {"when": "during", "winning": True}, **ALICE)
    assert paid(evening) == 0


def test_12_21_nearest_miss_the_coup_is_over() -> None:
    evening = coup(NATURAL)
    evening.finish()
    said = {"when": "during", "winning": True}
    assert refused(evening, "wrong-phase", "invalid-player-card", said, **ALICE).clause == "12.21.2"


def loss_limit(*bets: str) -> Evening:
    """Alice may lose 250 more than the table knows of when the first card is out."""
    evening = at_table(GAME, *bets)
    evening.deal("9S")
    return evening


@cell("loss-limit", 2)
def test_12_22_only_what_is_inside_the_loss_limit_is_live() -> None:
    evening = loss_limit("player", "tie")
    said = {"duties_kept": True}
    assert refused(evening, "wrong-role", "loss-limit", said).clause == "12.22"
    limit = {"player": "alice", "amount": "150"}
    events = report(evening, "loss-limit", said, role=MANAGER, **limit)
    assert outcome(events) == ("PARTIAL_STAKE", "12.22")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [100_00, 50_00]
    assert evening.table.patrons["alice"].reminded == 0
    evening.deal("5H KD 2C")
    assert paid(evening) == 100_00 - 50_00


@cell("loss-limit", 1)
def test_12_22_1_where_duties_were_broken_the_excess_goes_back_last_bet_first() -> None:
    evening = loss_limit("player", "tie")
    limit = {"player": "alice", "amount": "80"}
    events = report(evening, "loss-limit", {"duties_kept": False}, **limit)
    assert outcome(events) == ("RETURN_LAST_FIRST", "12.22.1")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [80_00, 0]
    assert evening.table.patrons["alice"].reminded == 1
    evening.deal("5H KD 2C")
    assert paid(evening) == 80_00


def test_12_22_found_after_settlement_the_excess_is_undone() -> None:
    evening = coup("4S 5H KD KC 8H")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    limit = {"player": "alice", "amount": "30"}
    report(evening, "loss-limit", {"duties_kept": False}, **limit)
    assert paid(evening) == -30_00
    assert evening.table.patrons["alice"].lost == 30_00


def test_12_22_nearest_miss_all_wagers_are_inside_the_limit() -> None:
    evening = loss_limit("player", "tie")
    limit = {"player": "alice", "amount": "200"}
    said = {"duties_kept": False}
    assert refused(evening, "not-so", "loss-limit", said, **limit).clause == "12.22.1"
    refused(evening, "say-more", "loss-limit", said, player="alice")


@cell("loss-limit", 0)
def test_12_22_2_earlier_rounds_stand() -> None:
    evening = coup(NATURAL)
    evening.finish()
    events = report(evening, "loss-limit", {"duties_kept": False})
    assert outcome(events) == ("STAND", "12.22.2")
    assert evening.chips("alice") == 1_010_000
