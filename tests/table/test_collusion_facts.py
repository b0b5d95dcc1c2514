"""A fact is what the record shows to everybody, not what one side may choose to see or to say."""

from typing import Any

import pytest

from sabot.engine.ledger import FLOAT
from sabot.engine.streams import Rejection
from support.collusion_checks import (
    BACCARAT,
    CHIPS,
    GAMES,
    LUCKY_DRAW,
    MINI,
    SEVEN_UP,
    THREE_CARD,
    Game,
    by_id,
    report,
)
from support.den import wealth
from support.evening import SIGN, Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
ESTABLISHED = {"in_doubt": False, "exposed": True}


def wrong_deal(game: Game) -> dict[str, Any]:
    return report("wrong-deal", ESTABLISHED, cards=list(game.other))


def account(room: int | None) -> Evening:
    evening = Evening("star-baccarat")
    visit = {"card": "card of ada", "room": room}
    evening.ok("join-table", player="ada", place=1, chips="10000", card="card of ada", visit=visit)
    return evening


PASSED = {"duties_kept": False}


def test_baccarat_12_22_1_a_wager_inside_the_limit_is_lost() -> None:
    """The cost of this coup is not charged to its own stake a second time."""
    evening = account(1_000_00)
    evening.bet("ada", "player", "1000")
    BACCARAT.deal(evening)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    for amount in ("0", "1000"):
        said = report("loss-limit", PASSED, player="ada", amount=amount)
        assert isinstance(evening.ask("report-irregularity", **said), Rejection)
    assert evening.chips("ada") == CHIPS - 1_000_00


def test_baccarat_12_22_1_a_limit_lowered_in_a_coup_frees_no_stake_of_it() -> None:
    evening = account(None)
    evening.bet("ada", "player", "1000")
    BACCARAT.deal(evening)
    lowered = {"card": "card of ada", "room": 0}
    evening.ok("change-visit", actor="house", role="casino operator", player="ada", visit=lowered)
    said = report("loss-limit", PASSED, player="ada", amount="0")
    decided = evening.ask("report-irregularity", **said)
    assert isinstance(decided, Rejection) or type(decided[0]).__name__ == "StatementMade"


def test_baccarat_12_22_1_a_limit_lowered_before_the_first_card_is_no_free_roll() -> None:
    """The excess is dealt with when the first card comes, before any result is known."""
    evening = account(None)
    evening.bet("ada", "player", "1000")
    lowered = {"card": "card of ada", "room": 0}
    evening.ok("change-visit", actor="house", role="casino operator", player="ada", visit=lowered)
    BACCARAT.deal(evening)
    said = report("loss-limit", PASSED, player="ada", amount="0")
    decided = evening.ask("report-irregularity", **said)
    assert isinstance(decided, Rejection) or type(decided[0]).__name__ == "StatementMade"


def burned(game: Game) -> Evening:
    """A coup in which a card is due, and a dealer who says that every card left was burned."""
    evening = game.begun()
    said = report("dealt-or-burned-in-error", {"burned": True, "exposed": False})
    while evening.table.stack.dealt < evening.table.stack.cards:
        if isinstance(evening.ask("report-irregularity", **said), Rejection):
            break
        if type(evening.says("report-irregularity", **said)[0]).__name__ == "StatementMade":
            break
    return evening


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_12_6_a_shoe_that_a_dealer_says_is_empty_is_not_seen_to_be(game: Game) -> None:
    evening = burned(game)
    decided = evening.ask("report-irregularity", **report("cards-run-out"))
    assert isinstance(decided, Rejection) or type(decided[0]).__name__ == "StatementMade"
    assert evening.chips("ada") == CHIPS - 100_00


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_12_16_a_card_between_two_draws_is_not_burned_by_the_dealer_alone(game: Game) -> None:
    """Baccarat 12.16, 7-Up 12.10: it chooses the next card, and so the result."""
    evening = game.begun()
    said = report("dealt-or-burned-in-error", {"burned": True, "exposed": True}, card="9D")
    before = evening.table.stack
    evening.says("report-irregularity", **said)
    assert evening.table.stack == before


def test_lucky_draw_10_3_the_next_card_is_not_shown_by_the_dealer_alone() -> None:
    """A DRAW wager would rest on it."""
    evening = LUCKY_DRAW.evening()
    LUCKY_DRAW.bet(evening)
    evening.deal(LUCKY_DRAW.first)
    circumstances = {"burned": False, "exposed": True, "refused": "nobody"}
    said = report("dealt-or-burned-in-error", circumstances, card="2D")
    evening.says("report-irregularity", **said)
    assert not evening.table.stack.carried


def handed(game: Game, method: str, hand: str) -> Evening:
    evening = game.evening(method=method)
    game.bet(evening)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    for name in game.first.split():
        evening.card(name)
    evening.ok("pass-hand", hand=hand, player="ada")
    return evening


@pytest.mark.parametrize(("game", "method", "hand"), [
    (BACCARAT, "B", "player"), (THREE_CARD, "B", "box 1"), (MINI, "down", "player"),
], ids=["star-baccarat 8.15", "star-three-card", "canberra-mini"])  # fmt: skip
def test_a_player_does_not_name_the_cards_that_pay_them(game: Game, method: str, hand: str) -> None:
    """With real cards the player turns them, and the dealer keys what lies there."""
    evening = handed(game, method, hand)
    faces = [{**each, "card": "3D"} for each in evening.faces(hand)]
    who = {"actor": "ada", "role": "player"}
    decided = evening.ask("expose-cards", hand=hand, cards=faces, **who)
    assert isinstance(decided, Rejection)


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_6_5_a_maximum_lowered_in_a_coup_frees_no_stake_of_it(game: Game) -> None:
    """The limits of a coup are those when its first card came."""
    evening = game.evening(sign={"area_maximum": "500"})
    game.bet(evening, "ada", "500")
    game.deal(evening)
    evening.ok("change-limits", **SUE, sign={**SIGN, "area_maximum": "100"})
    said = report("area-maximum", {"when": "during", "several": True})
    decided = evening.ask("report-irregularity", **said)
    assert isinstance(decided, Rejection) or type(decided[0]).__name__ == "StatementMade"


def test_baccarat_12_10_1_a_coup_is_settled_by_the_scheme_of_its_first_card() -> None:
    evening = BACCARAT.evening()
    evening.bet("ada", "banker")
    evening.coup("KS 9H KD KC")
    assert evening.chips("ada") == CHIPS + 95_00
    agreed = {"scheme": "even-money", "consent": ["ada", "ben"]}
    decided = evening.ask("switch-scheme", actor="omar", role="casino operator", **agreed)
    if not isinstance(decided, Rejection):
        evening.ok("switch-scheme", actor="omar", role="casino operator", **agreed)
    cards = ["KS", "9H", "KD", "KC"]
    evening.ok("report-irregularity", **report("wrong-deal", ESTABLISHED, cards=cards))
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("ada") == CHIPS + 95_00


def test_baccarat_12_1_1_a_coup_reversed_for_one_player_is_not_undone_again() -> None:
    evening = BACCARAT.cleared()
    evening.ok("sanction-player", **SUE, player="ada", measures=["void"], reason="a device",
               coup=1)  # fmt: skip
    assert evening.chips("ada") == CHIPS
    decided = evening.ask("report-irregularity", **wrong_deal(BACCARAT))
    if not isinstance(decided, Rejection):
        evening.ok("report-irregularity", **wrong_deal(BACCARAT))
        evening.ask("take-down", actor="ada", role="player", player="ada")
    assert wealth(evening.table, "ada") == CHIPS


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_fraud_found_the_day_after_is_undone_too(game: Game) -> None:
    """Baccarat 14.9.2; 7-Up, Three Card 14.4.2; Lucky Draw 12.4.2; Canberra 14.3: no clause sets a
    time, and the cage pays when the tray is locked."""
    evening = game.cleared()
    omar = {"actor": "omar", "role": "casino operator"}
    for player in ("ada", "ben"):
        evening.ok("leave-table", actor=player, role="player", player=player)
    evening.ok("close-float", **SUE, counted="100100")
    evening.ok("close-table", **omar)
    found = {"cause": "fraud", "reason": "marked cards", "refund": True, "coup": 1}
    events = evening.ok("invalidate-outcome", **omar, **found)
    assert any(getattr(event, "absent", {}) == {"ada": 100_00} for event in events)
    assert evening.money(FLOAT) == 0


@pytest.mark.parametrize(("game", "method", "hand"), [
    (BACCARAT, "B", "player"), (THREE_CARD, "B", "box 1"), (MINI, "down", "player"),
], ids=["star-baccarat 8.15", "star-three-card", "canberra-mini"])  # fmt: skip
def test_nearest_miss_the_dealer_keys_what_the_player_has_turned(
    game: Game, method: str, hand: str
) -> None:
    evening = handed(game, method, hand)
    evening.no("cards-out", "expose-cards", hand=hand, cards=evening.faces(hand))
    faces = evening.faces(hand)
    evening.no("not-your-cards", "expose-cards", hand=hand, cards=faces, turned_by="ben")
    evening.says("expose-cards", hand=hand, cards=faces, turned_by="ada")
    assert all(slot.up for slot in evening.table.round.slots if slot.hand == hand)
