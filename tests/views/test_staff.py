"""Staff's view beyond the table: payments in chips, players, money, and notices due."""

import re
from pathlib import Path
from typing import Any

import pytest

import sabot
from sabot.engine.streams import Event
from sabot.sentences.words import about
from sabot.table import TABLE, Table
from sabot.table.irregularities.report import BY_NAME
from sabot.table.players.seats import Visit
from sabot.table.players.visits import ChangeVisit
from sabot.views import StaffView, TableCard, Watching, card_of, notice_views, staff_of
from sabot.views.desk.chips import CHIPS, in_chips
from support.evening import Evening
from support.handed import dealt
from support.irregular import SUPERVISOR, report
from views.gallery import Gallery, text_of

NATURAL = "KS 4S KD 5H"
"""Player 0, Banker 9."""


def staff(evening: Evening) -> StaffView:
    gallery = Gallery(evening)
    gallery.look()
    return staff_of(evening.table, gallery.watching.ends)


def with_room(evening: Evening, player: str, room: int) -> None:
    """Give a player at the table a Loss Limit, as their account does."""
    told = ChangeVisit(
        id="v",
        actor="house",
        role="casino operator",
        player=player,
        visit=Visit(card=f"card of {player}", room=room),
    )
    decided: Any = TABLE.decide(evening.table, told, evening.now)
    for event in decided:
        assert isinstance(event, Event)
        evening.table = TABLE.evolve(evening.table, event, evening.now)
        evening.log.append((event, evening.now))


# Chips


@pytest.mark.parametrize("smallest", [1, 5, 50, 100, 250, 500, 700, 2500])
@pytest.mark.parametrize("amount", [50, 350, 1_234_500, 99_999_950, 17_500, 7_000])
def test_chips_add_up_and_none_is_below_the_smallest(amount: int, smallest: int) -> None:
    made = in_chips(amount, smallest)
    assert sum(chip.value * chip.count for chip in made) == amount
    whole = [chip for chip in made if amount % smallest == 0]
    assert all(chip.value >= smallest for chip in whole)
    assert [chip.value for chip in made] == sorted((c.value for c in made), reverse=True)


def test_a_value_that_smallest_chips_cannot_change_is_not_used() -> None:
    assert [(chip.value, chip.count) for chip in in_chips(300, 100)] == [(100, 3)]
    assert [(chip.value, chip.count) for chip in in_chips(300, 50)] == [(250, 1), (50, 1)]


def test_nothing_is_paid_in_no_chips() -> None:
    assert in_chips(0, 50) == ()


def test_every_chip_has_a_colour_of_its_own() -> None:
    assert len({colour for _, colour in CHIPS}) == len(CHIPS)
    assert [value for value, _ in CHIPS] == sorted((v for v, _ in CHIPS), reverse=True)


def test_the_pages_draw_the_same_chips() -> None:
    page = (Path(sabot.__file__).parent / "web/shared/cards/chip-values.js").read_text()
    drawn = re.findall(r'value: (\d+), colour: "(\w+)"', page)
    assert sorted(CHIPS) == sorted((int(value), colour) for value, colour in drawn)


# Payments


def test_what_to_pay_is_shown_when_the_result_is_called() -> None:
    evening = dealt(
        "star-baccarat", {"alice": (1, "banker", "25"), "bob": (2, "player", "10")}, NATURAL
    )
    evening.ok("announce-counts")
    assert staff(evening).pay == ()
    evening.ok("announce-result")
    wins, loses = staff(evening).pay
    assert (wins.player, wins.outcome, wins.pays, wins.returns) == ("alice", "win", 2400, 4900)
    assert [(chip.value, chip.count, chip.colour) for chip in wins.chips] == [
        (1000, 2, "blue"), (250, 1, "pink"), (100, 1, "white"), (50, 1, "bronze"),
    ]  # fmt: skip
    assert (loses.outcome, loses.pays, loses.returns, loses.chips) == ("lose", 0, 0, ())
    evening.ok("settle-wagers")
    assert staff(evening).pay == (wins, loses)


def test_only_what_settles_early_is_paid_early() -> None:
    pair = "canberra-pairs-player"
    evening = Evening("canberra-mini", side_bets=[pair])
    evening.join("alice", 1)
    evening.bet("alice", "player")
    evening.bet("alice", pair, "10")
    evening.ok("no-more-bets")
    for card in ["2S", "3H", "2D", "4C"]:
        evening.card(card)
    (only,) = staff(evening).pay
    assert (only.on, only.pays) == (pair, 11000)


def test_a_payment_without_a_rule_is_marked() -> None:
    evening = Evening("canberra-mini", chip="5", sign={"minimum": "20", "maximum": "1000"})
    evening.join("alice", 1)
    evening.bet("alice", "tie", "20")
    first, rest = NATURAL.split(" ", 1)
    evening.deal(first)
    found = {"player": "alice", "on": "banker", "amount": "15"}
    evening.ok("report-irregularity", situation="below-minimum", **found)
    evening.deal(rest)
    evening.ok("announce-result")
    tie, banker = staff(evening).pay
    assert (banker.outcome, banker.chips) == ("no rule", ())
    assert tie.outcome == "lose"


# People and money


def test_players_with_their_money_and_standing() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1, chips="500")
    evening.bet("alice", "player", "100")
    evening.ok("set-personal-limits", role="duty manager", player="alice", minimum="50",
               maximum="5000")  # fmt: skip
    view = staff(evening)
    (alice,) = view.patrons
    assert (alice.balance, alice.place, alice.card) == (40000, 1, "…lice")
    assert (alice.own_least, alice.own_most, alice.near_limit) == (5000, 500000, False)
    assert (view.float, view.drop) == (10_000_000, 0)
    assert (view.cards_dealt, view.cards) == (evening.table.stack.dealt, evening.table.stack.cards)


def test_a_player_near_their_loss_limit_is_flagged() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    with_room(evening, "alice", 10000)
    evening.bet("alice", "player", "79.50")
    assert not staff(evening).patrons[0].near_limit
    evening.bet("alice", "player", "5")
    (alice,) = staff(evening).patrons
    assert (alice.near_limit, alice.room) == (True, 10000)
    assert card_of(evening.table, Watching(), True).loss_flags == 1
    assert card_of(evening.table, Watching(), False).loss_flags == 0


def test_nearest_miss_without_a_limit_nobody_is_flagged() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "1000")})
    assert not staff(evening).patrons[0].near_limit


# Calls, questions, notices


def test_a_question_is_open_until_it_is_decided() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    report(evening, "wrong-call-or-settlement", {"paid": False, "rebuildable": True})
    view = staff(evening)
    (question,) = view.questions
    assert view.calling == question.about
    assert view.calling_words == question.about_words == about(question.about).words
    assert view.next is None
    evening.ok("decide-report", role=SUPERVISOR, number=1, outcome="CONTINUE", reason="as seen")
    assert (staff(evening).questions, staff(evening).calling) == ((), None)


def test_the_dealers_own_call_comes_first() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-supervisor", reason="a spilt drink")
    assert staff(evening).calling == "a spilt drink"
    assert staff(evening).calling_words == {}
    assert card_of(evening.table, Watching(), True).calling == "a spilt drink"
    assert card_of(evening.table, Watching(), False).calling is None


def test_a_call_about_a_situation_is_read_in_every_language() -> None:
    """The guide of irregularities calls with the situation's title and the clause behind it."""
    evening = Evening("star-baccarat")
    title = BY_NAME["missing-or-foreign-card"].title
    evening.ok("call-supervisor", reason=f"{title} (15.6.4)")
    said = f"{about(title)['zh']} (15.6.4)"
    assert staff(evening).calling_words["zh"] == said != f"{title} (15.6.4)"
    assert card_of(evening.table, Watching(), True).calling_words["zh"] == said
    assert card_of(evening.table, Watching(), False).calling_words == {}


def test_notices_wait_until_they_are_given() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    report(evening, "order-seen", {"in_shuffle": True}, role=SUPERVISOR)
    notices = staff(evening).notices
    assert notices and notices == notice_views(evening.table)
    assert notices[0].table == "1"
    assert all(each.deadline_words.get("zh", each.deadline) != each.deadline for each in notices)
    for notice in notices:
        evening.ok("give-notice", number=notice.number, channel="telephone")
    assert staff(evening).notices == ()


def test_disputes_stay_listed_once_they_are_decided() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    evening.ok("raise-dispute", player="alice", about="the burn")
    (dispute,) = staff(evening).disputes
    assert (dispute.player, dispute.about, dispute.decision) == ("alice", "the burn", None)
    assert dispute.open and glance(evening).disputes == 1
    evening.ok("raise-dispute", player="alice", about="the shuffle")
    evening.ok("decide-dispute", role=SUPERVISOR, number=1, decision="it stands", reason="filmed",
               actor="gus")  # fmt: skip
    waiting, decided = staff(evening).disputes
    assert (waiting.number, waiting.open) == (2, True)
    assert (decided.decision, decided.decider, decided.open) == ("it stands", "gus", False)
    assert decided.decided == evening.now
    assert glance(evening).disputes == 1


def test_wrong_payments_say_what_is_still_to_do() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, NATURAL)
    evening.between()
    evening.finish()
    evening.ok("find-mispayment", of="wager", coup=1, amount="10", over=True, note="a chip",
               player="alice")  # fmt: skip
    (wrong,) = staff(evening).mispayments
    assert (wrong["player"], wrong["amount"], bool(wrong["to_do"])) == ("alice", 1000, True)


def test_a_statement_says_what_it_comes_to_and_who_may_confirm_it() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, NATURAL)
    evening.says("report-irregularity", situation="invalid-wager", player="alice", on="player")
    (waits,) = staff(evening).statements
    assert waits.about == "Wager found to be invalid when the first card is out, alice, Player"
    assert waits.about_words["zh"] == "首張牌派出後發現注碼無效，alice，閒"
    assert (waits.then, waits.then_words["zh"]) == ("The wager is returned", "退回注碼")
    assert "dealer" not in waits.may_confirm and "gaming supervisor" in waits.may_confirm
    assert waits.holds and glance(evening).statements == 1


# At a glance


def glance(evening: Evening) -> TableCard:
    return card_of(evening.table, Watching(), True)


def test_a_card_for_the_lobby_has_nothing_for_staff() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, NATURAL)
    evening.between()
    evening.finish()
    gallery = Gallery(evening)
    gallery.look()
    public = card_of(evening.table, gallery.watching, False)
    assert (public.players, public.coup, public.least, public.most) == (1, 2, 500, 100_000)
    assert [past.result for past in public.past] == ["banker"]
    assert [mark.coup for mark in public.big] == [1]
    assert (public.wait, public.float, public.signs) == (None, None, ())
    pit = card_of(evening.table, gallery.watching, True)
    assert pit.wait is not None and pit.wait.step == "bets"
    assert pit.float == evening.money("float")
    assert "wait" not in text_of(public)


def test_a_box_game_has_no_big_road_and_an_unopened_table_nothing() -> None:
    assert card_of(Evening("star-three-card").table, Watching(), False).big == ()
    empty = card_of(Table(name="9"), Watching(), True)
    assert (empty.id, empty.title, empty.least, empty.wait) == ("9", "", None, None)
