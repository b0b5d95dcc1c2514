"""Rules that meet at a live table: draws in chips and tokens, declared hands, help, refusals."""

import pytest

from sabot.core.money import TOKENS
from sabot.engine.ledger import LAYOUT
from sabot.table import Table
from support.collusion_checks import BACCARAT, LUCKY_DRAW, THREE_CARD
from support.evening import VOUCHER, Evening

SUE = {"actor": "sue", "role": "casino supervisor"}


def with_tokens(evening: Evening, amount: str) -> None:
    evening.ok("exchange-voucher", player="ada", amount=amount, **VOUCHER)


# Lucky Draw 5.4, 8.2, 8.3


def to_draw(stake: str = "100") -> Evening:
    """Ada has to decide on box 1, beside tokens of $50."""
    evening = Evening("star-lucky-draw")
    evening.join("ada", 1)
    with_tokens(evening, "50")
    evening.bet("ada", "enter", stake, box=1)
    evening.ok("no-more-bets")
    for card in ("2S", "5H", "3D"):
        evening.ok("deal-card", card=card)
    evening.ok("announce-counts")
    return evening


def test_lucky_draw_8_2_chips_and_tokens_together_make_a_draw() -> None:
    evening = to_draw()
    (decided,) = evening.ok("decide-hand", box=1, decision="draw", tokens="30")
    laid = (decided.stake, decided.beside)  # type: ignore[attr-defined]
    assert [(each.currency, each.live) for each in laid] == [("chips", 70_00), ("tokens", 30_00)]
    assert evening.chips("ada") == 10_000_00 - 170_00 and evening.chips("ada", TOKENS) == 20_00
    evening.ok("deal-card", card="4C")  # 9, the Lucky 9 at 3 to 1
    evening.ok("deal-card", card="KS")
    evening.finish()
    assert evening.chips("ada") == 10_000_00 + 100_00 + 300_00
    assert evening.money(LAYOUT, TOKENS) == 0


@pytest.mark.parametrize("tokens", ["100.50", "30.25", "60"])
def test_lucky_draw_8_2_nearest_miss_the_parts_make_the_enter_wager(tokens: str) -> None:
    """Not more than it, not in parts of a chip, and not more tokens than there are."""
    evening = to_draw()
    code = "short-of-money" if tokens == "60" else "bad-amount"
    evening.no(code, "decide-hand", box=1, decision="draw", tokens=tokens)
    evening.no("bad-amount", "decide-hand", box=1, decision="draw", tokens="30", currency="tokens")


def test_lucky_draw_8_2_all_of_it_in_tokens_is_one_stake() -> None:
    evening = to_draw("50")
    (decided,) = evening.ok("decide-hand", box=1, decision="draw", tokens="50")
    stake = decided.stake  # type: ignore[attr-defined]
    assert (stake.currency, decided.beside) == (TOKENS, None)  # type: ignore[attr-defined]


def test_lucky_draw_8_3_the_count_is_announced_after_the_drawn_card() -> None:
    evening = to_draw()
    evening.ok("decide-hand", box=1, decision="draw")
    (dealt,) = evening.ok("deal-card", card="4C")
    assert dealt.count == 9  # type: ignore[attr-defined]
    (dealt,) = evening.ok("deal-card", card="KS")
    assert dealt.count is None  # type: ignore[attr-defined]


# Three Card 9.8, 9.9


def test_three_card_9_8_the_hand_is_declared_by_rule_7() -> None:
    evening = THREE_CARD.evening()
    evening.bet("ada", "player", "20", box=1)
    evening.ok("no-more-bets")
    for card in ("9S", "5H", "KD", "JC", "QS", "AH"):
        evening.ok("deal-card", card=card)
    (called,) = evening.ok("announce-counts")
    assert called.orders == {"box 1": 2, "banker": 12}  # type: ignore[attr-defined]


def test_three_card_9_9_the_total_is_marked_though_nobody_bet_on_it() -> None:
    evening = THREE_CARD.evening()
    evening.bet("ada", "player", "20", box=1)
    evening.ok("no-more-bets")
    for card in ("9S", "5H", "KD", "JC", "QS", "AH"):
        evening.ok("deal-card", card=card)
    evening.ok("announce-counts")
    evening.ok("announce-result")
    assert evening.no("not-marked", "settle-wagers").clause == "9.9"
    (marked,) = evening.says("mark-point-total")
    assert marked.total == 6  # type: ignore[attr-defined]
    evening.says("settle-wagers")


# Baccarat 1.1, Proxy Betting's exception


def helping(evening: Evening, **more: str) -> dict[str, str]:
    return {"actor": "ben", "role": "player", "player": "ada", "on": "player", "amount": "20"}


def test_baccarat_1_1_a_player_helps_another_with_a_supervisors_approval() -> None:
    evening = BACCARAT.evening()
    assert evening.no("proxy", "place-wager", **helping(evening)).clause == "14.21"
    leave = {"what": "physical help", "player": "ada", "way": "ben"}
    evening.no("wrong-role", "approve", **leave)
    evening.no("bad-command", "approve", **SUE, **{**leave, "way": "ada"})
    evening.no("not-at-table", "approve", **SUE, **{**leave, "way": "zoe"})
    evening.ok("approve", **SUE, **leave)
    (placed,) = evening.ok("place-wager", **helping(evening))
    assert placed.stake.player == "ada" and evening.chips("ben") == 10_000_00  # type: ignore[attr-defined]


def test_baccarat_1_1_nearest_miss_help_is_one_players_for_one_other_at_this_table() -> None:
    evening = BACCARAT.evening()
    evening.join("cy", 3)
    evening.ok("approve", **SUE, what="physical help", player="ada", way="ben")
    evening.no("proxy", "place-wager", **{**helping(evening), "actor": "cy"})
    evening.no("proxy", "place-wager", **{**helping(evening), "player": "cy"})
    evening.no("proxy", "place-wager", **{**helping(evening), "actor": "ada", "player": "ben"})
    evening.ok("leave-table", player="ben")
    assert evening.table.approvals == {}
    evening.no("proxy", "place-wager", **helping(evening))
    LUCKY_DRAW.evening().no("no-rule", "approve", **SUE, what="physical help", player="ada",
                            way="ben")  # fmt: skip


# Baccarat 14.17 and kin


def test_baccarat_14_17_a_refused_main_bet_takes_its_restricted_side_bet_off() -> None:
    evening = Evening("star-baccarat", side_bets=["super-six"])
    evening.join("ada", 1)
    told = ["surveillance"]
    evening.ok("restrict-side-bet", **SUE, wager="super-six", sign=True, told=told)
    evening.bet("ada", "player", "20")
    evening.bet("ada", "super-six", "5")
    off = {"player": "ada", "on": "player", "reason": "marked chips"}
    (refused,) = evening.ok("refuse-wager", **SUE, **off)
    assert len(refused.sequences) == 2 and not evening.table.round.stakes  # type: ignore[attr-defined]
    assert evening.chips("ada") == 10_000_00


def test_14_17_nearest_miss_a_side_bet_that_may_lie_alone_stays() -> None:
    evening = Evening("star-baccarat", side_bets=["super-six"])
    evening.join("ada", 1)
    evening.bet("ada", "player", "20")
    evening.bet("ada", "super-six", "5")
    evening.ok("refuse-wager", **SUE, player="ada", on="player", reason="marked chips")
    assert [laid.on for laid in evening.table.round.stakes.values()] == ["super-six"]


def test_three_card_a_refused_player_wager_takes_its_tie_off() -> None:
    evening = THREE_CARD.evening()
    evening.bet("ada", "player", "20", box=1)
    evening.bet("ada", "tie", "5", box=1)
    evening.bet("ada", "three-pictures", "5")
    evening.ok("refuse-wager", **SUE, player="ada", on="player", box=1, reason="marked chips")
    assert [laid.on for laid in evening.table.round.stakes.values()] == ["three-pictures"]


# 4.13, 7-Up 4.5: cards whose order players have seen


@pytest.mark.parametrize(
    ("game", "clause", "cards", "role"),
    [
        ("star-baccarat", "4.13", "9S 5H KD KC", "casino supervisor"),
        ("star-seven-up", "4.5", "5H AS KD", "gaming manager"),
    ],
)
@pytest.mark.parametrize("paid", [True, False])
def test_a_coup_that_is_paid_stands_when_the_shoe_is_void(
    game: str, clause: str, cards: str, role: str, paid: bool
) -> None:
    evening = Evening(game)
    evening.join("ada", 1)
    evening.bet("ada", "player", "20")
    evening.deal(cards)
    evening.ok("announce-result")
    if paid:
        evening.ok("settle-wagers")
    had = evening.chips("ada")
    seen = {"situation": "order-seen", "circumstances": {"in_shuffle": True}}
    said, *_ = evening.ok("report-irregularity", actor="sue", role=role, **seen)
    assert said.clause == clause  # type: ignore[attr-defined]
    assert evening.chips("ada") == (had if paid else 10_000_00) and evening.table.stack.shuffle


# Baccarat 2.2: the captions of the diagrams


@pytest.mark.parametrize("places", [3, 5, 6, 7, 8, 9])
def test_baccarat_2_2_a_layout_is_printed_with_these_numbers_of_areas(places: int) -> None:
    assert Evening("star-baccarat", ready=False, places=places).table.opened.places == places


@pytest.mark.parametrize("places", [1, 2, 4, 10])
def test_baccarat_2_2_nearest_miss_with_no_other(places: int) -> None:
    table = Evening("star-three-card", ready=False)
    opened = {"rulebook": "star-baccarat", "sign": {"minimum": "5", "maximum": "10"}}
    table.table = Table(name="2")
    no = table.no("wrong-places", "open-table", **SUE, **opened, places=places)
    assert no.clause == "2.2"


# Lucky Draw 5.6, Three Card 5.8: a box that the player does not hold


@pytest.mark.parametrize(
    ("game", "on"), [("star-lucky-draw", "enter"), ("star-three-card", "player")]
)
def test_a_refused_wager_on_the_box_of_another_says_whose_it_is_not(game: str, on: str) -> None:
    evening = Evening(game)
    evening.join("ada", 1)
    evening.join("ben", 2)
    evening.bet("ada", on, box=1)
    assert "ben does not play on box 1" in evening.no_bet("bad-box", "ben", on, box=1).message
    assert "no hand" in evening.no_bet("bad-box", "ben", on, box=40).message
    evening.bet("ben", on, box=2)
