"""A statement that waits for a second person cannot be bypassed; and an observation is a fact."""

from typing import Any

import pytest

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
from support.evening import SIGN, Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
WORD = {"actor": "vera", "role": "casino supervisor", "reason": "I saw it"}
ESTABLISHED = {"in_doubt": False, "exposed": True}


def wrong_deal(game: Game) -> dict[str, Any]:
    return report("wrong-deal", ESTABLISHED, cards=list(game.other))


def stated(game: Game) -> Evening:
    """Clear the last coup, and report that it was dealt wrongly."""
    evening = game.cleared()
    evening.says("report-irregularity", **wrong_deal(game))
    return evening


OVER = [BACCARAT, SEVEN_UP, LUCKY_DRAW]
"""Situations in which a finished coup can be rebuilt or void for a wrong deal."""


@pytest.mark.parametrize("game", OVER, ids=by_id)
def test_whoever_had_a_wager_does_not_leave_before_it_is_decided(game: Game) -> None:
    evening = stated(game)
    evening.no("held", "leave-table", actor="ada", role="player", player="ada")
    evening.no("held", "leave-table", player="ada")
    evening.says("leave-table", player="ben")
    evening.says("confirm-statement", number=1, **WORD)
    assert not evening.table.statements.pending


@pytest.mark.parametrize("game", OVER, ids=by_id)
def test_the_cards_stay_until_it_is_decided(game: Game) -> None:
    evening = stated(game)
    commands: dict[str, dict[str, Any]] = {
        "shuffle": {**SUE, "reason": "not mixed"},
        "close-table": {"actor": "omar", "role": "casino operator"},
    }
    for do, fields in commands.items():
        assert isinstance(evening.ask(do, **fields), Rejection), do
    evening.says("confirm-statement", number=1, **WORD)


def test_three_card_12_1_a_wrong_deal_of_a_coup_that_is_over_holds_no_player() -> None:
    """A misdeal ends with the announcement: a supervisor is asked, and play does not wait."""
    evening = stated(THREE_CARD)
    assert not evening.table.statements.pending and evening.table.asked
    evening.ok("leave-table", actor="ada", role="player", player="ada")


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_what_is_pending_outlives_the_session(game: Game) -> None:
    """The statement stays on the desk, under its own number."""
    evening = game.cleared()
    evening.says("declare-chips", player="ada", amount="5000")
    pending = evening.table.statements
    for player in ("ada", "ben"):
        evening.ok("leave-table", actor=player, role="player", player=player)
    evening.ok("close-table", actor="omar", role="casino operator")
    if evening.table.stack.check:
        evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("open-table", **SUE, rulebook=game.id, sign=SIGN, feed="typed")
    assert evening.table.statements == pending
    evening.join("ada", 1)
    made: Any = evening.says("declare-chips", player="ada", amount="5000")[0]
    assert made.number == 2


@pytest.mark.parametrize("game", GAMES, ids=by_id)
@pytest.mark.parametrize("name", ["Dana", "dana ", " DANA", "ada", "Ada "])
def test_one_person_is_one_person_however_the_name_is_written(game: Game, name: str) -> None:
    evening = game.evening()
    evening.says("declare-chips", player="ada", amount="5000")
    word = {"number": 1, "reason": "I saw it"}
    code = "own-statement" if "dana" in name.lower() else "plays-here"
    evening.no(code, "confirm-statement", actor=name, role="casino supervisor", **word)
    assert evening.chips("ada") == CHIPS


# Offers


FURTHER: dict[str, dict[str, Any]] = {
    "12.5": report("face-up-card", card="9D"),
    "12.2": report("surplus-to-player-banker-draws", card="9D"),
    "12.3": report("surplus-to-banker", {"exposed": True}, card="9D"),
    "12.16": report("dealt-or-burned-in-error", {"burned": True, "exposed": True}, card="9D"),
}


@pytest.mark.parametrize("clause", FURTHER)
def test_baccarat_12_1_1_no_further_card_while_wagers_may_be_taken_down(clause: str) -> None:
    """A player who chooses has seen what the deal had shown, and no more."""
    evening = BACCARAT.evening()
    BACCARAT.bet(evening)
    evening.deal("4S KH AD KC")
    evening.ok("report-irregularity", **report("wrong-deal", ESTABLISHED,
                                               cards=["4S", "KH", "AD", "KC"]))  # fmt: skip
    assert evening.table.round.take_down == "12.1.1"
    evening.ok("announce-counts")
    before = evening.table
    assert isinstance(evening.ask("report-irregularity", **FURTHER[clause]), Rejection)
    evening.no("take-down", "deal-card", card="9D")
    assert evening.table is before
    evening.ok("take-down", actor="ada", role="player", player="ada")
    assert evening.chips("ada") == CHIPS


def peeked(game: Game, method: str) -> Evening:
    """ada had her hand, and gave it back unturned."""
    evening = game.evening(method=method)
    game.bet(evening)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    for name in game.first.split():
        evening.card(name)
    evening.ok("pass-hand", hand="player", player="ada")
    evening.ok("return-hand", hand="player", actor="ada", role="player")
    return evening


@pytest.mark.parametrize(("game", "method"), [(BACCARAT, "B"), (MINI, "down")],
                         ids=["star-baccarat 12.12", "canberra-mini 12.6(a)"])  # fmt: skip
def test_peek_return_raise(game: Game, method: str) -> None:
    """A supervisor who does not know it would reopen the wagers; the table knows."""
    evening = peeked(game, method)
    said = report("change-of-wagers", {"exposed": False, "deal_correct": True})
    evening.no("not-so", "report-irregularity", **SUE, **said)
    evening.no_bet("untouched", "ada", game.on, "1000")


@pytest.mark.parametrize(("game", "method"), [(BACCARAT, "B"), (MINI, "down")],
                         ids=["star-baccarat 12.12", "canberra-mini 12.6(a)"])  # fmt: skip
def test_nearest_miss_wagers_are_reopened_while_nobody_has_seen_a_card(
    game: Game, method: str
) -> None:
    evening = game.evening(method=method)
    game.bet(evening)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    for name in game.first.split():
        evening.card(name)
    said = report("change-of-wagers", {"exposed": False, "deal_correct": True})
    evening.ok("report-irregularity", **SUE, **said)
    evening.bet("ben", game.on, "200")
    assert sum(laid.live for laid in evening.table.round.stakes.values()) == 300_00
    evening.no("reopened", "pass-hand", hand="player", player="ada")


@pytest.mark.parametrize("name", ["ada", "Ada ", "DANA"])
def test_nobody_decides_a_report_of_their_own_or_about_their_own_wager(name: str) -> None:
    evening = BACCARAT.settled()
    said = report("wrong-call-or-settlement", {"paid": False, "rebuildable": True})
    evening.ok("report-irregularity", **said)
    decision = {"number": 1, "outcome": "COUP_VOID", "reason": "so it was"}
    decided = evening.ask("decide-report", actor=name, role="casino supervisor", **decision)
    assert isinstance(decided, Rejection)


def test_nearest_miss_another_supervisor_decides_it() -> None:
    evening = BACCARAT.settled()
    said = report("wrong-call-or-settlement", {"paid": False, "rebuildable": True})
    evening.ok("report-irregularity", **said)
    evening.no("own-statement", "decide-report", role="casino supervisor", number=1,
               outcome="COUP_VOID", reason="so it was")  # fmt: skip
    evening.ok("decide-report", **SUE, number=1, outcome="COUP_VOID", reason="so it was")
    assert evening.chips("ada") == CHIPS
