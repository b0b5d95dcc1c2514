"""A table as everybody sees it."""

from datetime import timedelta

import pytest

from sabot import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.table import Table
from sabot.views import TableView, Watching, changed, view_of
from support.evening import Evening
from support.handed import dealt
from support.irregular import SUPERVISOR, report
from views.gallery import Gallery, text_of


def look(evening: Evening) -> TableView:
    return Gallery(evening).look()


def test_an_unopened_table_is_closed_and_empty() -> None:
    view = view_of(Table(name="7"), Watching())
    assert (view.id, view.phase, view.wait.step) == ("7", "closed", "closed")
    assert (view.rulebook, view.sign, view.wagers, view.hands) == (None, None, (), ())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_open_table_says_what_it_plays(rulebook: str) -> None:
    evening = Evening(rulebook)
    view, book = look(evening), RULEBOOKS[rulebook]
    assert (view.title, view.casino, view.coup.word) == (book.title, book.casino, book.coup)
    assert view.scheme == book.scheme()
    assert view.sign is not None and (view.sign.least, view.sign.most) == (500, 100_000)
    assert [wager.id for wager in view.wagers] == [
        wager.id for wager in book.wagers if wager.id in evening.table.opened.wagers
    ]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_pay_line_has_its_odds_clause_and_words_from_the_catalogue(rulebook: str) -> None:
    book, clauses = RULEBOOKS[rulebook], catalogue(rulebook)
    view = look(Evening(rulebook))
    for wager in view.wagers:
        lines = book.by_id[wager.id].in_scheme(view.scheme)
        assert [(line.pays, line.clause) for line in wager.lines] == [
            (str(line.pays), line.clause) for line in lines
        ]
        for line in wager.lines:
            assert line.when == clauses.clause(line.clause).summary
        assert wager.with_decision is (book.by_id[wager.id].played_when is not None)


def test_another_scheme_shows_other_pay_lines() -> None:
    evening = Evening("star-baccarat")
    banker = {wager.id: wager for wager in look(evening).wagers}["banker"]
    evening.ok("switch-scheme", role="gaming manager", scheme=other_scheme(evening))
    switched = {wager.id: wager for wager in look(evening).wagers}["banker"]
    assert banker.lines != switched.lines


def other_scheme(evening: Evening) -> str:
    return next(name for name in evening.table.book.schemes if name != evening.table.opened.scheme)


def test_the_sign_of_one_wager_and_a_restriction_are_on_it() -> None:
    evening = Evening(
        "star-baccarat",
        side_bets=["pairs-player"],
        sign={"wagers": {"pairs-player": {"minimum": "2", "maximum": "50"}}},
    )
    pair = {wager.id: wager for wager in look(evening).wagers}["pairs-player"]
    assert (pair.least, pair.most, pair.side, pair.settles) == (200, 5000, True, "end")
    assert pair.restricted is None
    (event,) = evening.ok(
        "restrict-side-bet",
        role=SUPERVISOR,
        wager="pairs-player",
        told=[*evening.table.conduct.side_bets[0].tells, "surveillance"],
        sign=True,
    )
    pair = {wager.id: wager for wager in look(evening).wagers}["pairs-player"]
    assert pair.restricted == event.clause  # type: ignore[attr-defined]


# Hands


def test_cards_face_down_have_no_name_and_no_total() -> None:
    view = look(dealt("star-baccarat", {"alice": (1, "player", "100")}, face="down"))
    for hand in view.hands:
        assert [(each.card, each.up) for each in hand.cards] == [(None, False), (None, False)]
        assert (hand.total, hand.natural) == (None, False)


def test_a_hand_with_one_card_down_has_no_total_yet() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, face="down", method="B")
    evening.ok("refuse-cards", hand="player", player="alice")
    evening.turn(slot=0)
    player = look(evening).hands[0]
    assert [each.card for each in player.cards] == ["2S", None]
    assert player.total is None


def test_the_printed_seven_counts() -> None:
    evening = Evening("star-seven-up")
    evening.join("alice", 1)
    evening.bet("alice", "player")
    empty = look(evening).hands[0]
    assert (empty.hand, empty.printed, empty.total) == ("player", ("7",), None)
    evening.deal("2S AH 3D")
    player = look(evening).hands[0]
    assert (player.printed, player.total, player.natural) == (("7",), 8, True)


def test_totals_are_shown_as_called_once_they_are() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    assert look(evening).coup.totals == {}
    evening.ok("announce-counts")
    coup = look(evening).coup
    assert (coup.counts_called, coup.totals) == (True, {"player": 5, "banker": 6})


def test_the_holder_of_a_hand_is_shown_and_a_void_hand() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, face="down", method="B")
    evening.ok("pass-hand", hand="player", player="alice")
    assert [hand.holder for hand in look(evening).hands] == ["alice", None]


# Wagers and people


def test_bets_are_open_until_they_are_called() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    assert look(evening).coup.bets_open
    evening.bet("alice", "banker")
    evening.ok("no-more-bets")
    coup = look(evening).coup
    assert (coup.bets_open, coup.called) == (False, True)
    evening.ok("place-your-bets")
    assert look(evening).coup.bets_open


def test_no_wager_is_taken_on_a_no_bet_coup() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-no-bet-coup", role=SUPERVISOR, marker=True, told=["surveillance"])
    coup = look(evening).coup
    assert not coup.bets_open and coup.no_bet is not None


def test_wagers_that_may_be_changed_after_the_first_card_are_open() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, face="down", method="B")
    assert not look(evening).coup.bets_open
    said = {"exposed": False, "method": "B", "deal_correct": True}
    report(evening, "change-of-wagers", said, role=SUPERVISOR)
    view = look(evening)
    assert view.coup.bets_open and view.coup.closes is None
    assert view.wait.step == "take-down"


def test_stakes_seats_and_what_was_cut() -> None:
    evening = Evening("star-baccarat", sign={"area_maximum": "150"})
    evening.join("alice", 1)
    evening.join("carol")
    evening.bet("alice", "player", "100")
    view = look(evening)
    (stake,) = view.stakes
    assert (stake.player, stake.staked, stake.live, stake.settled) == ("alice", 10000, 10000, False)
    assert [(seat.player, seat.place) for seat in view.seats] == [("alice", 1), ("carol", None)]


def test_that_a_stake_was_cut_for_a_loss_limit_is_nobody_elses_business() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    (_, cut, *_) = report(
        evening,
        "loss-limit",
        {"coup_over": False, "duties_kept": True},
        role="duty manager",
        player="alice",
        amount="40",
    )
    (stake,) = look(evening).stakes
    assert (stake.live, stake.returned, stake.clause) == (4000, 6000, None)
    assert cut.clause not in text_of(look(evening).stakes)


def test_signs_say_from_when_they_may_take_effect() -> None:
    evening = Evening("star-baccarat")
    soon = evening.now + timedelta(minutes=1)
    evening.ok("post-sign", role=SUPERVISOR, kind="minimum", amount="25", takes_effect=soon)
    sign = look(evening).sign
    assert sign is not None
    (posted,) = sign.posted
    change = evening.table.conduct.limits.change
    assert change is not None
    minutes = change.minutes
    assert (posted.kind, posted.amount) == ("minimum", 2500)
    assert posted.takes_effect == evening.now + timedelta(minutes=minutes)


def test_nothing_tells_how_many_cards_are_left() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    view = look(evening)
    stack = evening.table.stack
    assert set(type(view.shoe).__struct_fields__) == {
        "number", "source", "stage", "digest", "last_coups",
    }  # fmt: skip
    counts = {str(stack.dealt), str(stack.cards - stack.dealt), str(stack.cutting)}
    assert not counts & set(text_of(view.shoe).replace(",", " ").replace(":", " ").split())


def test_the_player_card_is_asked_for_from_its_day_on() -> None:
    evening = Evening("star-baccarat")
    rule = evening.table.conduct.wagering.player_card
    assert rule is not None
    assert look(evening).player_card == rule.clause
    assert look(Evening("star-three-card")).player_card is None


# Changes


def test_only_what_differs_is_told() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    before = look(evening)
    evening.bet("alice", "banker")
    after = look(evening)
    told = changed(before, after)
    assert set(told) == {"stakes", "wait", "coup"}
    assert changed(after, after) == {}
