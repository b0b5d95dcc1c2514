"""A heat's own rules: the nearest misses at the live table."""

import pytest
from msgspec.structs import replace

from sabot.core.refusal import Refusal
from sabot.engine.ledger import FLOAT, of_player
from sabot.table.heat.duty import _in_turn
from sabot.table.heat.papers.corrections import Correction, _move
from sabot.table.heat.turns import next_in_turn
from support.evening import Evening, Json
from support.heat_checks import named
from support.heat_evening import GAMES, STAR, HeatEvening


@pytest.mark.parametrize("game", STAR)
def test_15_7_1_only_a_pass_card_that_lies_there_is_taken_back(game: str) -> None:
    evening = HeatEvening(game, pass_cards=1)
    assert evening.does_not("pass-card", "ann", "take-pass-card").clause == "15.7.1"
    evening.passes("ann")
    evening.does("ann", "take-pass-card")
    evening.does_not("pass-card", "ann", "take-pass-card")


def test_mini_15_18_the_shortest_break_and_the_longest() -> None:
    evening = HeatEvening("canberra-mini")
    evening.no("bad-number", "offer-break", **evening.head, minutes=24 * 60 + 1)
    evening.ok("offer-break", **evening.head, minutes=1)
    longest = HeatEvening("canberra-mini")
    longest.ok("offer-break", **longest.head, minutes=24 * 60)


@pytest.mark.parametrize("game", STAR)
def test_15_6_nobody_is_noted_back_before_the_session_or_after_it(game: str) -> None:
    evening = HeatEvening(game, start=False)
    evening.no("not-started", "note-back", player="ann")


@pytest.mark.parametrize("game", STAR)
def test_a_final_is_not_determined_while_its_places_are_open(game: str) -> None:
    evening = HeatEvening(game, stage="final", advance=2, coups=3, wagers=["player", "banker"])
    evening.no("not-determined", "finish-early", **evening.head)


@pytest.mark.parametrize("game", STAR)
def test_15_8_2_5_no_form_is_examined_before_the_session(game: str) -> None:
    evening = HeatEvening(game, undisclosed=1, start=False)
    gus = {"actor": "gus", "role": "gaming supervisor"}
    evening.no("not-started", "examine-form", **gus, player="ann")


def test_15_9_nobody_ends_anothers_turn() -> None:
    evening = HeatEvening("star-baccarat", order=True)
    evening.bet("ann", "player")
    evening.no("proxy", "end-turn", actor="bea", role="player", player="ann")
    evening.no("wrong-role", "end-turn", actor="ivy", role="inspector", player="ann")
    evening.does("ann", "end-turn")


def test_15_9_who_has_wagered_out_of_turn_does_not_wager_again() -> None:
    evening = HeatEvening("star-baccarat", order=True)
    evening.bet("ann", "player")
    evening.does("ann", "end-turn")
    evening.no_bet("turn-over", "ann", "player")
    evening.bet("bea", "player")
    evening.no_bet("turn-over", "ann", "tie")


@pytest.mark.parametrize("game", STAR)
def test_only_an_entrant_is_put_out(game: str) -> None:
    evening = HeatEvening(game)
    breach = {"grounds": "breach", "reason": "x"}
    evening.no("not-an-entrant", "disqualify-entrant", **evening.head, player="zoe", **breach)
    evening.ok("disqualify-entrant", **evening.head, player="cy", **breach)
    evening.no("out", "disqualify-entrant", **evening.head, player="cy", **breach)


def test_baccarat_14_3_a_buy_in_that_could_pass_a_loss_limit_is_not_taken() -> None:
    bought: Json = {"cashed": True, "buy_in": 100_000, "advance": 3}
    evening = HeatEvening("star-baccarat", start=False, sit=False, **bought)
    said = {"player": "ann", "card": "card of ann"}
    little = {"card": "card of ann", "room": 99_999}
    evening.no("loss-limit", "join-table", **said, visit=little)
    evening.ok("join-table", **said, visit={**little, "room": 100_000})


def test_mini_15_19_a_pace_of_a_second() -> None:
    evening = HeatEvening("canberra-mini")
    evening.no("bad-number", "set-pace", **evening.head, seconds=0)
    evening.ok("set-pace", **evening.head, seconds=1)


@pytest.mark.parametrize("game", STAR)
def test_15_5_8_chips_of_who_went_out_are_returned_too(game: str) -> None:
    evening = HeatEvening(game, coups=1)
    evening.ok("disqualify-entrant", **evening.head, player="cy", grounds="breach", reason="x")
    evening.all_bet()
    evening.plays("tie")
    (counted,) = named(evening.ok("count-heat", counts=evening.counts()), "HeatCounted")
    assert (counted.returned, counted.issued, counted.won) == (300_000, 300_000, 0)


def test_a_heats_table_runs_under_the_tournaments_rules() -> None:
    evening = HeatEvening("star-baccarat")
    book = evening.table.book
    assert evening.table.conduct is book.conduct_under("tournament")
    assert evening.table.conduct != book.conduct
    assert Evening("star-baccarat", ready=False).table.conduct == book.conduct


@pytest.mark.parametrize("game", STAR)
def test_15_8_4_nobody_asks_for_a_form_in_anothers_name(game: str) -> None:
    evening = HeatEvening(game, undisclosed=1)
    evening.writes("ann", "player", 100)
    evening.all_bet()
    evening.plays("tie")
    said = {"player": "bea", "of": "ann"}
    evening.no("proxy", "ask-form", actor="cy", role="player", **said)
    evening.ok("ask-form", actor="bea", role="player", **said)


@pytest.mark.parametrize("game", GAMES)
def test_play_waits_for_a_dispute(game: str) -> None:
    evening = HeatEvening(game)
    evening.all_bet()
    evening.does("ann", "raise-dispute", about="the cards")
    evening.ok("no-more-bets")
    rules = evening.table.book.tournament
    assert rules is not None
    if rules.desk.held is not None:
        assert evening.no("held", "deal-card", card="9S").clause == rules.desk.held


@pytest.mark.parametrize("game", STAR)
def test_15_5_5_stakes_that_lie_at_an_early_end_go_back(game: str) -> None:
    evening = HeatEvening(game, advance=2)
    evening.ok("disqualify-entrant", **evening.head, player="cy", grounds="breach", reason="x")
    evening.bet("ann", "player", "100")
    evening.ok("finish-early", **evening.head)
    assert not evening.stakes.lying and evening.stack("ann") == 1000


def test_15_8_3_a_cent_is_put_right_either_way() -> None:
    own = of_player("ann")
    more, less = (_move(Correction("ann", 100, change)) for change in (1, -1))
    assert (more.source, more.target, more.amount) == (FLOAT, own, 1)
    assert (less.source, less.target, less.amount) == (own, FLOAT, 1)


def test_15_9_3_from_the_marker_when_nobody_had_the_turn() -> None:
    evening = HeatEvening("star-baccarat", order=True)
    heat = replace(evening.heat, turn=None, marker=2)
    assert next_in_turn(evening.table, heat) == "bea"


def test_15_9_5_whoever_has_ended_the_turn_does_not_wager_even_with_nothing_there() -> None:
    evening = HeatEvening("star-baccarat", order=True)
    heat, ann = replace(evening.heat, turn=2), replace(evening.entrant("ann"), done=True)
    with pytest.raises(Refusal) as refused:
        _in_turn(evening.table, heat, "ann", ann)
    assert refused.value.code == "turn-over"


@pytest.mark.parametrize("game", STAR)
def test_15_8_2_5_only_a_form_that_lies_there_goes_back(game: str) -> None:
    evening = HeatEvening(game, undisclosed=1)
    gus = {"actor": "gus", "role": "gaming supervisor"}
    evening.no("no-form", "return-form", **gus, player="ann", faulty=True)
    evening.writes("ann", "player", 100)
    evening.ok("read-form", **gus, player="ann")
    evening.ok("return-form", **gus, player="ann", faulty=True)
