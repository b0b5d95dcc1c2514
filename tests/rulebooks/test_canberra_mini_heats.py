"""canberra-mini, rule 15: how a session is played at its table."""

from datetime import timedelta

from sabot.core.money import TOURNAMENT
from sabot.engine.ledger import FLOAT
from support.heat_checks import clause_of, named
from support.heat_evening import HOUSE, HeatEvening

GAME = "canberra-mini"


def test_15_12_chips_stay_at_the_table() -> None:
    evening = HeatEvening(GAME)
    evening.ok("leave-table", player="cy")
    assert evening.stack("cy") == 1000
    (found,) = evening.ok("count-chips", counts=dict.fromkeys(("ann", "bea", "cy"), "1000"))
    assert found.books["cy"] == 100_000  # type: ignore[attr-defined]


def test_15_12_nearest_miss_who_comes_back_finds_them() -> None:
    evening = HeatEvening(GAME)
    evening.ok("leave-table", player="cy")
    evening.sit("cy")
    assert evening.stack("cy") == 1000


def test_15_13_no_chips_are_added_swapped_or_taken_away() -> None:
    evening = HeatEvening(GAME, coups=1)
    for do in ("buy-chips", "declare-chips"):
        assert evening.no("wrong-currency", do, player="ann", amount="100").clause == "15.13"
    evening.all_bet("300")
    evening.plays("banker")
    counts = {**evening.counts(), "cy": "800"}
    assert evening.no("too-many-chips", "count-heat", counts=counts).clause == "15.13"
    asked = {"player": "cy", "grounds": "added chips", "reason": "from a pocket"}
    evening.no("wrong-role", "disqualify-entrant", **evening.head, **asked)
    out = evening.ok("disqualify-entrant", **evening.operator, **asked)
    assert clause_of(out, "EntrantDisqualified") == "15.13"


def test_15_13_nearest_miss_won_and_lost_by_the_rules_they_move() -> None:
    evening = HeatEvening(GAME, coups=1)
    evening.all_bet("300")
    evening.plays("player")
    (done,) = evening.ok("count-heat", counts=evening.counts())
    assert {each.chips for each in done.standing} == {130_000}  # type: ignore[attr-defined]
    assert evening.money(FLOAT, TOURNAMENT) == 10_000_000


def test_15_14_who_cannot_wager_the_minimum_is_out() -> None:
    evening = HeatEvening(GAME, chips=25_000)
    for player, on in (("ann", "player"), ("bea", "banker"), ("cy", "banker")):
        evening.bet(player, on, "200")
        evening.does(player, "end-turn")
    (out,) = named(evening.plays("banker"), "EntrantEliminated")
    assert (out.player, out.clause, out.residual) == ("ann", "15.14", 5_000)


def test_15_14_wagers_have_to_risk_the_minimum() -> None:
    evening = HeatEvening(GAME)
    evening.ok("approve", **evening.operator, what="both hands", player="ann")
    evening.bet("ann", "player", "100")
    assert evening.no_bet("no-risk", "ann", "banker", "100").clause == "15.14"


def test_15_14_nearest_miss_the_minimum_itself_and_more_on_one_hand() -> None:
    evening = HeatEvening(GAME, chips=20_000)
    evening.ok("approve", **evening.operator, what="both hands", player="ann")
    evening.bet("ann", "player", "100")
    evening.bet("ann", "tie", "100")
    rich = HeatEvening(GAME)
    rich.ok("approve", **rich.operator, what="both hands", player="ann")
    rich.bet("ann", "player", "300")
    rich.bet("ann", "banker", "100")


def test_15_14_who_does_not_wager_is_for_the_operator() -> None:
    """No clause says what follows: the coup waits until the operator lets it go by."""
    evening = HeatEvening(GAME)
    evening.bet("ann", "player")
    evening.does("ann", "end-turn")
    evening.bet("bea", "player")
    evening.does("bea", "end-turn")
    evening.ok("no-more-bets")
    assert evening.no("no-wager", "deal-card", card="9S").clause == "15.14"
    asked = {"player": "cy", "grounds": "no wager", "reason": "would not"}
    assert evening.no("no-rule", "disqualify-entrant", **evening.operator, **asked).clause == "14.2"
    evening.no("wrong-role", "excuse-wager", **evening.head, player="cy", reason="ill")
    evening.ok("excuse-wager", **evening.operator, player="cy", reason="ill")
    evening.plays()
    assert evening.entrant("cy").out is None


def test_15_15_the_marker_moves_and_a_wager_out_of_order_stands() -> None:
    evening = HeatEvening(GAME)
    assert evening.heat.marker == 1
    out, placed = evening.bet("cy", "player", "200")
    assert (out.clause, out.again) == ("15.15", False)  # type: ignore[attr-defined]
    assert placed.stake.live == 20_000  # type: ignore[attr-defined]
    evening.all_bet()
    evening.plays("tie")
    assert evening.heat.marker == 2


def test_15_15_a_repeat_may_be_void() -> None:
    evening = HeatEvening(GAME)
    evening.bet("cy", "player", "200")
    asked = {"player": "cy"}
    evening.no("not-so", "void-out-of-turn", **evening.head, **asked)
    evening.all_bet()
    evening.plays("tie")
    out, _ = evening.bet("ann", "player")
    assert not out.again  # type: ignore[attr-defined]
    evening.bet("bea", "player")
    evening.does("bea", "end-turn")
    evening.bet("cy", "player")
    evening.does("cy", "end-turn")
    evening.plays("tie")
    assert evening.heat.turn == 3
    out, _ = evening.bet("ann", "player", "200")
    assert out.again  # type: ignore[attr-defined]
    evening.no("wrong-role", "void-out-of-turn", player="ann")
    (void,) = evening.ok("void-out-of-turn", **evening.head, player="ann")
    assert void.clause == "15.15"  # type: ignore[attr-defined]
    assert evening.stack("ann") == 1000 and not evening.table.round.stakes
    evening.all_bet()
    evening.plays()
    assert evening.stack("ann") == 1000


def test_15_15_nearest_miss_within_the_turn_it_may_be_changed() -> None:
    evening = HeatEvening(GAME)
    evening.bet("ann", "player")
    evening.does("ann", "withdraw-wager", on="player")
    evening.bet("ann", "banker")
    evening.does("ann", "end-turn")
    refused = evening.does_not("turn-over", "ann", "withdraw-wager", on="banker")
    assert refused.clause == "15.15"
    assert evening.no_bet("turn-over", "ann", "banker").clause == "15.15"


def test_15_16_the_turn_ends_when_the_next_is_asked() -> None:
    evening = HeatEvening(GAME)
    (asked,) = evening.ok("call-turn")
    assert (asked.clause, asked.player) == ("15.16", "ann")  # type: ignore[attr-defined]
    evening.bet("ann", "player")
    (asked,) = evening.ok("call-turn")
    assert (asked.over, asked.player) == ("ann", "bea")  # type: ignore[attr-defined]
    assert evening.no_bet("turn-over", "ann", "player").clause == "15.15"


def test_15_16_nearest_miss_until_then_it_goes_on() -> None:
    evening = HeatEvening(GAME)
    evening.ok("call-turn")
    evening.bet("ann", "player")
    evening.bet("ann", "tie")
    evening.no("wrong-role", "call-turn", actor="ann", role="player")


def test_15_18_a_break_with_its_length() -> None:
    evening = HeatEvening(GAME)
    evening.no("wrong-role", "offer-break", minutes=15)
    (offered,) = evening.ok("offer-break", **evening.head, minutes=15)
    assert offered.clause == "15.18"  # type: ignore[attr-defined]
    assert offered.until == evening.now + timedelta(minutes=15)  # type: ignore[attr-defined]
    assert evening.no_bet("break", "ann", "player").clause == "15.18"


def test_15_18_nearest_miss_it_ends_and_none_is_offered_in_a_coup() -> None:
    evening = HeatEvening(GAME)
    evening.no("bad-number", "offer-break", **evening.head, minutes=0)
    evening.ok("offer-break", **evening.head, minutes=15)
    evening.wait(minutes=15)
    evening.bet("ann", "player")
    evening.no("wagers-lie", "offer-break", **evening.head, minutes=15)


def test_15_19_the_director_sets_the_pace() -> None:
    evening = HeatEvening(GAME)
    said = {"seconds": 20, "direction": "wager quickly"}
    evening.no("wrong-role", "set-pace", **said)
    (paced,) = evening.ok("set-pace", **evening.head, **said)
    assert paced.clause == "15.19"  # type: ignore[attr-defined]
    evening.ok("call-turn")
    assert evening.heat.until == evening.now + timedelta(seconds=20)


def test_15_19_nearest_miss_nobody_is_held_to_the_minimum() -> None:
    evening = HeatEvening(GAME, seconds=20)
    evening.ok("call-turn")
    evening.no("time-left", "call-turn")
    evening.wait(seconds=21)
    evening.bet("ann", "player", "300")
    assert evening.stack("ann") == 1000


def test_who_does_not_sit_at_the_start_has_lost_the_seat() -> None:
    evening = HeatEvening(GAME, sit=False, start=False)
    evening.sit("ann")
    evening.sit("bea")
    events = evening.ok("start-heat", **evening.head)
    (out,) = named(events, "EntrantDisqualified")
    assert (out.player, out.clause) == ("cy", "15.9")


def test_nearest_miss_in_time_or_replaced() -> None:
    """A reserve takes the seat before the start, and not afterwards."""
    evening = HeatEvening(GAME, sit=False, start=False)
    for player in ("ann", "bea"):
        evening.sit(player)
    evening.no("place-taken", "replace-entrant", **HOUSE, box=1, player="dee")
    (replaced,) = evening.ok("replace-entrant", **HOUSE, box=3, player="dee")
    assert replaced.instead_of == "cy"  # type: ignore[attr-defined]
    evening.sit("dee")
    events = evening.ok("start-heat", **evening.head)
    assert not named(events, "EntrantDisqualified") and evening.stack("dee") == 1000
    evening.no("heat-on", "replace-entrant", **HOUSE, box=3, player="eve")
