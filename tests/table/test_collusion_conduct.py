"""Tricks of a dealer with cards, signs and limits, all refused."""

from datetime import timedelta
from typing import Any

import pytest

from sabot.engine.streams import Rejection
from sabot.table import TABLE
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
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}


# The cut, the cutting card, the burn


def shuffled(game: Game) -> Evening:
    evening = Evening(game.id, ready=False)
    evening.ok("open-float", **SUE, amount="100000")
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE, reason="fresh cards")
    return evening


CUTS = {
    # the document's clause for the cut, at least so many from either end; then the cutting card
    # from the back: its clause, the nearest, the farthest
    BACCARAT: ("4.5", 52, "4.6", 20, None),
    THREE_CARD: ("4.5", 52, "4.6", 39, 65),
    LUCKY_DRAW: ("4.8", 52, "4.9", 1, 208),
    MINI: ("5.4", 52, "5.4", 12, None),
}


@pytest.mark.parametrize("game", CUTS, ids=by_id)
def test_the_cut_lies_a_deck_in_from_either_end(game: Game) -> None:
    clause, depth, *_ = CUTS[game]
    cards = shuffled(game).table.stack.cards
    for wrong in (0, depth - 1, cards - depth + 1, cards, -1):
        refused = shuffled(game).no("wrong-cut", "cut-cards", depth=wrong, from_back=52)
        assert refused.clause == clause
    for right in (depth, cards - depth):
        shuffled(game).ok("cut-cards", depth=right, from_back=52)


@pytest.mark.parametrize("game", CUTS, ids=by_id)
def test_the_cutting_card_lies_where_the_document_has_it(game: Game) -> None:
    _, depth, clause, nearest, farthest = CUTS[game]
    evening = shuffled(game)
    wrong = [nearest - 1] + ([] if farthest is None else [farthest + 1])
    for from_back in wrong:
        decided = evening.ask("cut-cards", depth=depth, from_back=from_back)
        assert isinstance(decided, Rejection) and decided.clause == clause
    for from_back in [nearest] + ([] if farthest is None else [farthest]):
        done = shuffled(game)
        done.ok("cut-cards", depth=depth, from_back=from_back)
        assert done.table.stack.cutting == done.table.stack.cards - from_back


@pytest.mark.parametrize(("way", "clause"), [("shown on request", "4.7.2"), ("counted", "4.7.3")])
def test_baccarat_4_7_a_burn_that_shows_a_card_is_approved_beforehand(
    way: str, clause: str
) -> None:
    said: dict[str, Any] = {"way": way, "card": "7D"}
    said |= {"shown": True} if way == "shown on request" else {}
    evening = shuffled(BACCARAT)
    evening.ok("cut-cards", depth=208, from_back=52)
    assert evening.no("needs-approval", "burn-cards", **said).clause == clause
    evening.ok("approve", **SUE, what="burn", way=way)
    evening.ok("burn-cards", **said)
    assert evening.table.stack.burned


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_nearest_miss_a_burn_is_not_forgotten_before_anything_has_begun(game: Game) -> None:
    """Baccarat, Canberra 12.8; 7-Up 12.7; Three Card 12.11; Lucky Draw 10.13."""
    evening = shuffled(game)
    if evening.table.stack.stage != "ready":
        evening.ok("cut-cards", depth=208, from_back=52)
    evening.no("not-so", "report-irregularity", **report("burn-forgotten"))


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_burn_is_forgotten_only_once_the_first_card_is_out(game: Game) -> None:
    evening = shuffled(game)
    if evening.table.stack.stage != "ready":
        evening.ok("cut-cards", depth=208, from_back=52)
    evening.join("ada", 1)
    game.bet(evening)
    decided = evening.ask("report-irregularity", **report("burn-forgotten"))
    assert isinstance(decided, Rejection)


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, MINI], ids=by_id)
def test_a_first_card_that_was_seen_returns_no_wager_on_the_dealers_word(game: Game) -> None:
    """Baccarat, 7-Up 12.3; Canberra 12.2: bets are closed, and only the dealer has seen it."""
    evening = game.evening()
    game.bet(evening)
    evening.ok("no-more-bets")
    said = report("first-card-exposed", {"face_up": False}, card="9D")
    evening.says("report-irregularity", **said)
    assert evening.chips("ada") == CHIPS - 100_00 and evening.table.round.stakes


def test_three_card_3_5_pre_shuffled_cards_are_checked_too() -> None:
    evening = Evening(THREE_CARD.id, ready=False)
    evening.ok("bring-cards", **OMAR, back="red", pre_shuffled="casino", secured=True)
    evening.no("not-checked", "shuffle", **SUE)


def test_three_card_9_9_the_marker_lies_there_before_wagers_on_the_point_total_are_settled() -> (
    None
):
    evening = THREE_CARD.evening()
    THREE_CARD.bet(evening)
    evening.bet("ada", "point-total-9")
    THREE_CARD.deal(evening)
    evening.ok("announce-result")
    before = evening.table
    decided = evening.ask("settle-wagers")
    assert isinstance(decided, Rejection) and decided.clause == "9.9"
    assert evening.table is before
    evening.ok("mark-point-total")
    evening.ok("settle-wagers")


def test_three_card_4_2_a_player_can_ask_for_the_riffle() -> None:
    evening = Evening(THREE_CARD.id, ready=False)
    evening.join("ada", 1)
    evening.ok("bring-cards", **OMAR, back="red", pre_shuffled="casino", secured=True)
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE)
    evening.ok("riffle", asked_by="player", player="ada")
    evening.no("not-at-table", "riffle", asked_by="player", player="zoe")


# Signs and limits


@pytest.mark.parametrize("clause", ["3.1", "3.7"])
def test_canberra_a_sign_counts_only_for_what_it_announces(clause: str) -> None:
    """3.1, 3.7: notice of another change is no notice of this one."""
    evening = MINI.evening(sign={"differential": "500"})
    kind = "limits" if clause == "3.1" else "differential"
    when = (evening.now + timedelta(minutes=1)).isoformat()
    sign = {"minimum": "5", "maximum": "900", "differential": "500"}
    named = {"sign": sign} if kind == "limits" else {"amount": "900"}
    evening.ok("post-sign", **SUE, kind=kind, takes_effect=when, text="$900", **named)
    evening.wait(minutes=5)
    new = {"minimum": "5", "maximum": "1000", "differential": "500"}
    new |= {"maximum": "50"} if clause == "3.1" else {"differential": "20"}
    decided = evening.ask("change-limits", **OMAR, sign=new)
    assert isinstance(decided, Rejection) and decided.clause == clause


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW], ids=by_id)
def test_6_8_personal_limits_do_not_raise_a_protected_players_minimum(game: Game) -> None:
    """6.8, Three Card 6.6, Lucky Draw 6.7: they let a player bet more, not less."""
    evening = game.evening()
    evening.ok("raise-minimum", **SUE, minimum="50")
    evening.ok("set-personal-limits", **SUE, player="ada", minimum="50", maximum="2000")
    game.bet(evening, "ada", "5")


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW], ids=by_id)
def test_6_8_personal_limits_are_lifted_again(game: Game) -> None:
    evening = game.evening()
    evening.ok("set-personal-limits", **SUE, player="ada", minimum="50", maximum="2000")
    evening.ok("set-personal-limits", **SUE, player="ada")
    game.bet(evening, "ada", "5")
    evening.no("no-limit", "set-personal-limits", **SUE, player="ada")


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_12_1_1_the_choice_is_the_players_until_they_have_answered(game: Game) -> None:
    evening = game.dealt()
    said = report("wrong-deal", {"in_doubt": False, "exposed": True}, cards=list(game.other))
    evening.ok("report-irregularity", **said)
    assert evening.table.round.take_down == "12.1.1"
    assert isinstance(evening.ask("resume-play"), Rejection)


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_12_1_1_play_goes_on_when_all_have_answered_or_their_time_has_run(game: Game) -> None:
    evening = game.evening()
    game.bet(evening)
    game.bet(evening, "ben")
    game.deal(evening)
    said = report("wrong-deal", {"in_doubt": False, "exposed": True}, cards=list(game.other))
    evening.ok("report-irregularity", **said)
    evening.says("keep-wagers", actor="ada", role="player", player="ada")
    evening.no("answered", "keep-wagers", actor="ada", role="player", player="ada")
    evening.no("proxy", "keep-wagers", actor="ada", role="player", player="ben")
    assert "ben" in evening.no("not-answered", "resume-play").message
    later = evening.now + timedelta(seconds=59)
    command = evening.read("resume-play", "dana", "dealer")
    assert isinstance(TABLE.decide(evening.table, command, later), Rejection)
    later += timedelta(seconds=1)
    assert not isinstance(TABLE.decide(evening.table, command, later), Rejection)
    evening.says("take-down", actor="ben", role="player", player="ben")
    evening.says("resume-play")
    assert evening.chips("ben") == CHIPS and evening.chips("ada") == CHIPS - 100_00
    assert evening.replayed() == evening.table


DEVICES = {BACCARAT: "13.5", THREE_CARD: "13.5", LUCKY_DRAW: "11.5"}


@pytest.mark.parametrize("game", DEVICES, ids=by_id)
def test_a_stake_may_be_had_back_until_its_owner_has_answered(game: Game) -> None:
    """Baccarat, Three Card 13.5.1; Lucky Draw 11.5.1."""
    evening = game.begun(source="device")
    evening.ok("report-irregularity", **SUE, **report("device-without-spare", {"damaged": False}))
    assert evening.no("not-answered", "resume-play").clause == DEVICES[game]
    evening.wait(seconds=60)
    evening.says("resume-play")


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_nearest_miss_a_first_card_that_is_out_unburned_is_dealt_for(game: Game) -> None:
    evening = shuffled(game)
    if evening.table.stack.stage != "ready":
        evening.ok("cut-cards", depth=208, from_back=52)
    evening.join("ada", 1)
    game.bet(evening)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    first = game.first.split()[0]
    evening.no("not-burned", "deal-card", card=first)
    evening.card(first, unburned=True)
    evening.says("report-irregularity", **report("burn-forgotten"))
    assert evening.table.stack.burned and evening.table.stack.dealt == 1
    evening.no("not-so", "report-irregularity", **report("burn-forgotten"))
