"""A table as one player sees it."""

from datetime import timedelta

from sabot.accounts import Account, AccountLimit, Exclusion, Stay
from sabot.table import Table
from sabot.views import You, you_of
from sabot.views.felt.table_shapes import HeldCards, WagerBound
from support.evening import START, Evening
from support.handed import Bets, dealt
from support.irregular import report
from views.test_staff import with_room


def you(evening: Evening, player: str = "alice", account: Account | None = None) -> You:
    return you_of(evening.table, player, account, evening.now)


def test_chips_seat_and_bounds() -> None:
    evening = Evening("star-baccarat", sign={"wagers": {"tie": {"maximum": "200"}}})
    evening.join("alice", 2, chips="500")
    evening.bet("alice", "player", "100")
    own = you(evening)
    assert (own.at_table, own.place, own.boxes, own.balance) == (True, 2, (2,), 40000)
    assert (own.bounds["player"], own.bounds["tie"]) == (
        WagerBound(500, 100_000),
        WagerBound(500, 20000),
    )
    assert (own.account, own.room, own.elsewhere) == (None, None, None)


def test_personal_limits_and_an_old_minimum_are_in_the_bounds_of_their_player_alone() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    evening.join("bob", 2)
    evening.ok("set-personal-limits", role="duty manager", player="bob", minimum="50",
               maximum="5000")  # fmt: skip
    assert you(evening, "bob").bounds["player"] == WagerBound(5000, 500_000)
    assert you(evening, "alice").bounds["player"] == WagerBound(500, 100_000)
    evening.ok("raise-minimum", role="duty manager", minimum="25")
    evening.join("carol", 3)
    assert you(evening, "alice").bounds["player"] == WagerBound(500, 100_000)
    assert (you(evening, "alice").protected, you(evening, "carol").protected) == (500, None)
    assert you(evening, "carol").bounds["player"] == WagerBound(2500, 100_000)


def test_room_shrinks_with_what_was_lost() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    with_room(evening, "alice", 50000)
    evening.bet("alice", "player", "100")
    assert you(evening).room == 50000
    evening.coup("KS 4S KD 5H")
    assert (you(evening).room, you(evening).lost) == (40000, 10000)


def test_a_loss_limit_is_shown_as_it_was_set_and_its_room_beside_it() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    with_room(evening, "alice", 120_000)
    account = Account(
        player="alice", loss_limits=(AccountLimit(120_000), AccountLimit(500_000, "week"))
    )
    evening.bet("alice", "player", "100")
    evening.coup("9S 4S KD KH")
    own = you(evening, account=account)
    assert own.limit == AccountLimit(120_000), "winnings are no part of it"
    assert (own.room, own.lost) == (130_000, -10_000)
    assert you(evening, "bob", Account(player="bob")).limit is None


def test_cards_that_lie_before_a_player_are_theirs_alone() -> None:
    bets: Bets = {"alice": (1, "player", "100"), "bob": (2, "banker", "50")}
    evening = dealt("star-baccarat", bets, face="down", method="B")
    assert you(evening).held == ()
    evening.ok("pass-hand", hand="player", player="alice")
    assert you(evening).held == (HeldCards("player", (0, 2)),)
    assert you(evening, "bob").held == ()
    evening.turn(slot=0, actor="alice", role="player")
    assert you(evening).held == (HeldCards("player", (2,)),)


def test_a_player_decides_when_it_is_their_turn() -> None:
    evening = Evening("star-lucky-draw")
    for place, player in enumerate(("alice", "bob"), 1):
        evening.join(player, place)
        evening.bet(player, "enter", box=place)
    evening.ok("no-more-bets")
    for card in ["2S", "3H", "4D", "5S", "6H"]:
        evening.card(card)
    assert you(evening).decide == (), "the counts are called first"
    evening.between()
    assert (you(evening).decide, you(evening, "bob").decide) == ((1,), ())
    evening.choose(1, "stand", "alice")
    assert (you(evening).decide, you(evening, "bob").decide) == ((), (2,))


def test_wagers_come_down_only_while_that_is_offered() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    evening.join("bob", 2)
    assert not you(evening).may_take_down
    report(evening, "wrong-deal", {"in_doubt": False}, cards=["2S", "3H", "3D", "3C"])
    assert you(evening).may_take_down
    assert not you(evening, "bob").may_take_down, "who has no wager"


def test_somebody_who_is_not_here_sees_their_account() -> None:
    evening = Evening("star-baccarat")
    account = Account(
        player="zoe",
        balances={"cash@account": 12345},
        card="777",
        stay=Stay("2", 1000),
        loss_limits=(AccountLimit(5000),),
        exclusion=Exclusion("own wish", "14.1"),
    )
    own = you(evening, "zoe", account)
    assert (own.at_table, own.account, own.card, own.elsewhere) == (False, 12345, "…7", "2")
    assert (own.excluded, own.room, own.bounds) == ("14.1", 5000, {})


def test_nearest_miss_this_table_is_not_elsewhere() -> None:
    evening = Evening("star-baccarat")
    assert you(evening, "zoe", Account(player="zoe", stay=Stay("1", 1000))).elsewhere is None


def test_a_table_that_was_never_opened() -> None:
    own = you_of(Table(name="1"), "zoe", None, START + timedelta(days=1))
    assert own == You(name="zoe")


def test_a_sanction_shows_at_the_table_and_away_from_it() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    evening.ok("sanction-player", role="duty manager", player="alice", measures=["bar"],
               reason="a device")  # fmt: skip
    clause = you(evening).barred
    assert clause is not None
    evening.ok("leave-table", player="alice")
    assert you(evening).barred == clause


def test_own_disputes_and_nobody_elses() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    evening.ok("raise-dispute", player="alice", about="the burn")
    assert [each.about for each in you(evening).disputes] == ["the burn"]
    assert you(evening, "bob").disputes == ()


def test_8_4_a_holder_is_offered_that_others_turn_once_leave_is_given() -> None:
    bets: Bets = {"alice": (1, "player", "100"), "bob": (2, "player", "50")}
    evening = dealt("star-baccarat", bets, face="down", method="B")
    evening.ok("pass-hand", hand="player", player="alice")
    (offer,) = you(evening).nominations
    assert (offer.hand, offer.clause, offer.approved) == ("player", "8.4", False)
    assert you(evening, "bob").nominations == ()
    evening.ok("approve", role="casino supervisor", what="nominate", player="alice")
    assert you(evening).nominations[0].approved
    alice = {"actor": "alice", "role": "player", "player": "alice"}
    evening.ok("nominate-players", **alice, hand="player", nominees=["bob"])
    assert set(you(evening).nominations[0].nominees.values()) == {"bob"}
    assert not you(evening).held and len(you(evening, "bob").held[0].slots) == 2


def test_4_1_and_9_7_who_may_still_bet_can_sit_out_and_only_then() -> None:
    mini = Evening("canberra-mini")
    mini.join("alice", 1)
    mini.join("bob", 2)
    assert you(mini).may_sit_out
    mini.ok("sit-out", actor="alice", role="player", player="alice")
    mini.bet("bob", "player", "100")
    assert not you(mini).may_sit_out and not you(mini, "bob").may_sit_out
    star = Evening("star-baccarat")
    star.join("alice", 1)
    assert not you(star).may_sit_out, "nobody waits for them there"
