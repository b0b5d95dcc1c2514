"""A heat beside everything else at a table: its clock, irregularities, forged audits, cheats."""

from datetime import timedelta

import msgspec
import pytest

from sabot.core.money import TOURNAMENT
from sabot.engine.ledger import FLOAT
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantEliminated
from sabot.table.heat.rounds import RoundBegun
from sabot.views import next_step
from sabot.views.competition.heat import heat_view
from support.evening import Json
from support.heat_checks import named
from support.heat_evening import GAMES, HOUSE, STAR, HeatEvening, plan
from support.random_heats import found_in

VOID: Json = {"cause": "disturbance", "reason": "a fight", "refund": True}


@pytest.mark.parametrize("game", GAMES)
def test_by_the_clock_a_coup_begun_is_finished_and_none_begins_after(game: str) -> None:
    evening = HeatEvening(game, minutes=10)
    assert evening.heat.ends == evening.now + timedelta(minutes=10)
    evening.no("heat-on", "end-heat")
    evening.all_bet()
    evening.wait(minutes=9, seconds=59)
    evening.ok("no-more-bets")
    evening.card("9S" if game != "star-seven-up" else "KC")
    evening.wait(minutes=1)
    evening.deal("5H KD KC" if game != "star-seven-up" else "AD TH")
    evening.finish()
    assert evening.heat.over is not None and evening.stack("ann") == 1100
    between = HeatEvening(game, minutes=10)
    between.all_bet()
    between.ok("no-more-bets")
    between.wait(minutes=10)
    assert between.no("heat-over", "deal-card", card="9S").clause == between.heat_clause
    (over,) = between.ok("end-heat")
    assert len(over.returned) == 3 and between.stack("ann") == 1000  # type: ignore[attr-defined]


def test_limits_by_the_minute() -> None:
    limits = [
        {"since": 0, "minimum": 10_000, "maximum": 100_000},
        {"since": 5, "minimum": 20_000, "maximum": 100_000},
    ]
    evening = HeatEvening("star-baccarat", minutes=10, limits=limits)
    evening.all_bet()
    evening.wait(minutes=5)
    (begun,) = named(evening.plays("tie"), "RoundBegun")
    assert begun.least == 20_000


@pytest.mark.parametrize("game", GAMES)
def test_a_void_coup_does_not_count(game: str) -> None:
    evening = HeatEvening(game, coups=1)
    evening.all_bet("300")
    evening.ok("no-more-bets")
    evening.card("9S" if game != "star-seven-up" else "KC")
    evening.ok("invalidate-outcome", actor="olga", role="casino operator", **VOID)
    evening.ok("clear-cards")
    assert evening.heat.is_on and evening.heat.coup == 1 and evening.stack("ann") == 1000
    evening.all_bet()
    evening.plays()
    assert evening.heat.over is not None


def test_a_coup_reversed_after_its_end_brings_back_whom_it_put_out() -> None:
    evening = HeatEvening("star-baccarat", chips=20_000, coups=3)
    evening.bet("ann", "player", "200")
    evening.bet("bea", "player", "150")
    evening.bet("cy", "banker", "100")
    events = evening.plays("banker")
    assert [each.player for each in named(events, "EntrantEliminated")] == ["ann"]
    again = evening.ok("invalidate-outcome", actor="olga", role="casino operator", coup=1, **VOID)
    (back,) = named(again, "HeatTakenBack")
    assert back.reinstated == ("ann",)
    assert [evening.stack(name) for name in ("ann", "bea", "cy")] == [200, 200, 200]
    assert (evening.heat.coup, evening.entrant("ann").out) == (1, None)
    evening.all_bet()
    evening.plays()
    assert evening.heat.coup == 2 and evening.replayed() == evening.table


@pytest.mark.parametrize("game", GAMES)
def test_an_earlier_coup_of_a_session_stands_because_others_were_played_on_it(game: str) -> None:
    evening = HeatEvening(game, coups=4)
    for _ in range(2):
        evening.all_bet("300")
        evening.plays()
    before = evening.table
    operator: Json = {"actor": "olga", "role": "casino operator"}
    refused = evening.ask("invalidate-outcome", **operator, coup=1, **VOID)
    assert refused.code == "too-late" and refused.clause and evening.table == before
    evening.ok("invalidate-outcome", **operator, coup=2, **VOID)
    assert evening.heat.coup == 2 and evening.heat.is_on


def test_a_coup_of_the_session_before_is_not_paid_in_the_chips_of_the_next() -> None:
    evening = HeatEvening("star-baccarat", coups=1)
    evening.all_bet("300")
    evening.plays()
    evening.ok("count-heat", counts=evening.counts())
    for name in sorted(evening.table.patrons):
        evening.does(name, "leave-table")
    evening.ok("seat-heat", **HOUSE, plan={**evening.plan, "session": 2})
    operator: Json = {"actor": "olga", "role": "casino operator"}
    refused = evening.ask("invalidate-outcome", **operator, coup=1, **VOID)
    assert refused.code == "too-late" and evening.stack("ann") == 1000


def test_a_session_that_is_counted_is_not_opened_again() -> None:
    evening = HeatEvening("star-baccarat", coups=1)
    evening.all_bet()
    evening.plays()
    evening.ok("count-heat", counts=evening.counts())
    refused = evening.ask(
        "invalidate-outcome", actor="olga", role="casino operator", coup=1, **VOID
    )
    assert refused.code == "too-late"


def test_the_dealer_is_led_through_a_whole_heat() -> None:
    """The named role's next step, repeated, plays it to the end."""
    evening = HeatEvening("star-baccarat", coups=2, order=True, start=False)
    for _ in range(200):
        step = next_step(evening.table)
        if evening.heat.closed:
            break
        player = next(
            (n for n, e in evening.heat.still_in.items() if e.box == evening.heat.turn), ""
        )
        if step is None or (step.do == "call-turn" and evening.entrant(player).asked):
            evening.bet(player, "player", "100")
            step = next_step(evening.table)
        assert step is not None
        fields = dict(step.fields)
        if step.do == "deal-card":
            fields["card"] = ["9S", "5H", "KD", "KC"][len(evening.table.round.slots) % 4]
        if step.do == "count-heat":
            fields["counts"] = evening.counts()
        evening.ok(step.do, actor="x", role=step.role or "dealer", **fields)
    assert evening.heat.closed
    shown = heat_view(evening.table)
    assert shown is not None and shown.state == "counted"


def test_a_bad_plan_is_refused_in_one_sentence() -> None:
    free = HeatEvening("star-baccarat", start=False, sit=False)
    free.ok("cancel-heat", **HOUSE, reason="another plan")
    wrong: tuple[Json, ...] = (
        {"coups": None}, {"coups": 5, "minutes": 5}, {"seats": {"1": "ann", "2": "ann"}},
        {"seats": {"0": "ann"}}, {"seats": {}}, {"seats": {"1": "a/b"}}, {"advance": 0},
        {"chips": 0}, {"chips": 150}, {"chip": 0}, {"wagers": []}, {"wagers": ["roulette"]},
        {"limits": []}, {"limits": [{"since": 2, "minimum": 1, "maximum": 2}]},
        {"limits": [{"since": 1, "minimum": 20_000, "maximum": 10_000}]},
        {"limits": [{"since": 1, "minimum": 10_000, "maximum": 25_000}]},
        {"pass_cards": -1}, {"seconds": 0}, {"stage": "gala"}, {"session": 0}, {"buy_in": -1},
    )  # fmt: skip
    for each in wrong:
        given = {**plan(), **each}
        refused = free.ask("seat-heat", **HOUSE, plan=given)
        assert refused.code in ("bad-plan", "bad-limits", "not-offered"), (each, refused)
        assert refused.message.endswith(".") and "{" not in refused.message


FORGED = {
    "wrong-marker": (RoundBegun, {"marker": 3}),
    "not-eliminated": (RoundBegun, {"least": 10_000_000}),
    "wrong-stack": (EntrantEliminated, {"residual": 1}),
    "chips-lost": (HeatCounted, {"returned": 1}),
}


@pytest.mark.parametrize("finding", FORGED)
def test_a_forged_heat_is_found(finding: str) -> None:
    kind, fields = FORGED[finding]
    evening = HeatEvening("star-baccarat", chips=20_000, coups=2, order=True)
    evening.bet("ann", "player", "200")
    evening.does("ann", "end-turn")
    evening.all_bet()
    evening.plays("banker")
    evening.all_bet("100", "banker")
    evening.plays("banker")
    evening.ok("count-heat", counts=evening.counts())
    assert found_in(evening) == []
    place = next(i for i, (event, _) in enumerate(evening.log) if isinstance(event, kind))
    if finding == "wrong-marker":
        place = max(i for i, (event, _) in enumerate(evening.log) if isinstance(event, kind))
    event, at = evening.log[place]
    evening.log[place] = msgspec.structs.replace(event, **fields), at
    assert finding in {each.finding for each in found_in(evening)}


@pytest.mark.parametrize("game", STAR)
def test_a_crooked_dealer_cannot_hurry_a_player_out(game: str) -> None:
    evening = HeatEvening(game)
    evening.bet("ann", "player")
    evening.bet("bea", "player")
    evening.no("time-left", "no-more-bets")
    evening.ok("ask-wager", player="cy")
    evening.ok("note-away", player="cy")
    evening.bet("cy", "player")
    assert evening.entrant("cy").away is None
    out = {"player": "cy", "grounds": "no wager", "reason": "I do not like cy"}
    evening.no("has-wagered", "disqualify-entrant", **evening.head, **out)


@pytest.mark.parametrize("game", GAMES)
def test_no_command_of_a_player_moves_chips_but_wagers(game: str) -> None:
    """Nor does one of staff between coups, for all that is said."""
    evening = HeatEvening(game)
    floats, stacks = evening.money(FLOAT, TOURNAMENT), evening.stack("cy")
    for do, fields in (
        ("seat-heat", {"plan": plan()}),
        ("start-heat", {}),
        ("count-heat", {"counts": {"ann": "9999"}}),
        ("deduct-absence", {"player": "cy"}),
        ("announce-forms", {}),
        ("end-heat", {}),
        ("finish-early", {}),
        ("void-out-of-turn", {"player": "cy"}),
    ):
        for role in ("player", "dealer", "casino supervisor", "inspector"):
            refused = evening.ask(do, actor="cy", role=role, **fields)
            assert hasattr(refused, "code"), (do, role, refused)
    assert (evening.money(FLOAT, TOURNAMENT), evening.stack("cy")) == (floats, stacks)
