"""canberra-mini, clause 15: how tournaments are run."""

from datetime import timedelta

from sabot.engine.streams import Rejection
from sabot.rulebooks import RULEBOOKS
from sabot.tournament import tournament_of
from sabot.tournament.desk.state import owed
from support import contest_checks
from support.contests import PLAYERS, SMALL, START, Desk, player
from support.rows import Row, clause_tests

GAME = "canberra-mini"


def test_15_1_tournament_rules_prevail() -> None:
    overlay = tournament_of(RULEBOOKS[GAME]).overlay
    assert (overlay.clause, overlay.switched_off) == ("15.1", ())
    assert RULEBOOKS[GAME].conduct_under("tournament").overlaid == "15.1"


def test_15_2_documented_available_and_at_the_commission_first() -> None:
    desk = Desk(GAME).drafted()
    desk.no("wrong-phase", "open-entry")
    answer = desk.do("publish-conditions", conditions=SMALL[GAME])
    assert not isinstance(answer, Rejection)
    published, due = answer
    assert published.clause == "15.2"  # type: ignore[attr-defined]
    assert due.notice.clause == "15.2(c)"  # type: ignore[attr-defined]
    assert desk.no("notice-due", "open-entry").clause == "15.2(c)"
    desk.ok("give-notice", number=1, channel="e-mail")
    desk.ok("open-entry")
    desk.enter("ann")


def test_15_2_nearest_miss_changed_conditions_go_there_again() -> None:
    desk = Desk(GAME).opened()
    desk.ok("publish-conditions", conditions={**SMALL[GAME], "entry_fee": "50"})
    asked = desk.no("notice-due", "enter-tournament", **desk.cage, player="ann",
                    **contest_checks.FORM)  # fmt: skip
    assert asked.clause == "15.2(c)"
    desk.ok("give-notice", number=2, channel="e-mail")
    desk.enter("ann")
    contest_checks.copies(GAME, "15.2(b)")
    contest_checks.copies_nearest_miss(GAME)


def test_15_6_one_entry_a_person() -> None:
    desk = Desk(GAME).entered()
    again = desk.no("entered", "enter-tournament", **desk.cage, player="ann", **contest_checks.FORM)
    assert again.clause == "15.6"
    desk.ok("withdraw-entry", **player("ann"), player="ann")
    desk.no("entered", "enter-tournament", **desk.cage, player="ann", **contest_checks.FORM)


def test_15_6_nearest_miss_an_eliminated_player_buys_back() -> None:
    said = {"buy_back": "once, for 40", "buy_back_when": "before the final", "sessions": 2}
    desk = Desk(GAME).entered(*PLAYERS, **said)
    pay = {"method": "cash", "reference": "slip"}
    desk.schedule(buy_backs=1, buy_back_fee="40", buy_back_before=2)
    desk.ok("close-entry", **desk.head)
    desk.ok("start-tournament", **desk.head)
    desk.played("T1", "T2")
    out = next(each for each in desk.contest.entries.values() if each.status == "out").player
    stays = desk.contest.alive[0]
    desk.no("not-out", "buy-back", **desk.cage, player=stays, **pay)
    pool = desk.contest.pool
    assert desk.ok("buy-back", **desk.cage, player=out, **pay).clause == "15.3(a)(ii)(f)"
    assert desk.contest.pool == pool + 40_00 and out in desk.contest.alive
    desk.seated("T1")
    other = next(each for each in desk.contest.entries.values() if each.status == "out").player
    desk.no("too-late", "buy-back", **desk.cage, player=other, **pay)
    none = Desk(GAME).started()
    none.no("no-buy-back", "buy-back", **none.cage, player="ann", **pay)


def test_15_7_seats_by_ballot_and_the_start_after_notice() -> None:
    desk = Desk(GAME).started()
    found = desk.seated("T1", "T2")
    assert desk.contest.draw.is_open and sorted(map(len, found.values())) == [3, 3]
    assert desk.log[-1][0].clause == "15.7"  # type: ignore[attr-defined]
    contest_checks.start_moved(GAME, "15.7")
    contest_checks.tables_nearest_miss(GAME)


def test_15_7_nearest_miss_no_seat_is_given() -> None:
    desk = Desk(GAME).started()
    desk.ok("seal-draw", **desk.head)
    place = {"ann": {"table": "T1", "box": 1, "reason": "a wheelchair"}}
    refused = desk.no("by-ballot", "call-session", **desk.head, tables=["T1", "T2"], fixed=place)
    assert refused.clause == "15.7"
    contest_checks.start_moved_nearest_miss(GAME, "15.7")


def test_15_8_nearest_miss_one_more_does_not_fit() -> None:
    desk = Desk(GAME).started(*PLAYERS, "gus")
    desk.ok("seal-draw", **desk.head)
    two = desk.no("bad-tables", "call-session", **desk.head, tables=["T1", "T2"])
    assert two.clause == "15.8"
    desk.ok("call-session", **desk.head, tables=["T1", "T2", "T3"])


def test_15_9_who_is_not_there_at_the_start_forfeits() -> None:
    """The table says so when it starts; the fee stays in the pool."""
    desk = Desk(GAME).started()
    seats = desk.seated("T1", "T2")
    desk.begin()
    pool, gone = desk.contest.pool, seats["T1"][1]
    heard = {"table": "T1", "number": 1, "player": gone, "breach": "15.9"}
    assert desk.ok("hear-disqualified", **heard).clause == "15.9"
    assert desk.contest.pool == pool and gone not in desk.contest.alive
    chips = {each: 100 * box for box, each in seats["T1"].items() if box > 1}
    desk.count("T1", chips, disqualified={gone: "15.9"})
    desk.count("T2", {each: 100 * box for box, each in seats["T2"].items()})
    announced = desk.ok("announce-session", **desk.head)
    assert gone not in announced.out
    refused = desk.no("no-refund", "approve-refund", **desk.head, player=gone, reason="a jam")
    assert refused.clause == "15.23"


def test_15_9_nearest_miss_who_is_there_keeps_the_position() -> None:
    desk = Desk(GAME).started()
    desk.seated("T1", "T2")
    desk.begin()
    assert len(desk.contest.alive) == 6
    assert all(each.played for each in desk.contest.entries.values())


def test_15_10_a_reserve_pays_and_takes_the_seat() -> None:
    desk = Desk(GAME).started()
    desk.ok("list-reserve", **desk.head, player="rex")
    seats = desk.seated("T1", "T2")
    late, pool = seats["T1"][2], desk.contest.pool
    said = {"player": "rex", "table": "T1", "box": 2}
    pay = {"player": "rex", "method": "cash", "reference": "slip", "copy": "printed"}
    desk.no("no-reserve", "seat-reserve", **desk.cage, **pay)
    assert desk.no("not-absent", "offer-seat", **desk.head, **said).clause == "15.10"
    too_early = desk.no("too-early", "note-absence", **desk.head, table="T1", box=2)
    assert too_early.clause == "15.9"
    desk.absent("T1", 2)
    assert desk.ok("offer-seat", **desk.head, **said).instead_of == late
    taken = desk.ok("seat-reserve", **desk.cage, **pay)
    assert (taken.clause, taken.instead_of) == ("15.10", late)
    fee = desk.contest.entries["rex"].fee
    assert desk.contest.pool == pool + fee and desk.contest.entered == 7
    assert desk.contest.entries[late].status == "gone" and desk.contest.entries[late].fee == fee
    assert desk.contest.sitting is not None and desk.contest.sitting.seats["T1"][2] == "rex"
    assert desk.replayed() == desk.contest


def test_15_10_nearest_miss_not_in_a_later_session_nor_after_the_start() -> None:
    desk = Desk(GAME).started()
    desk.ok("list-reserve", **desk.head, player="rex")
    desk.no("entered", "list-reserve", **desk.head, player="rex")
    desk.no("entered", "list-reserve", **desk.head, player="ann")
    said = {"player": "rex", "table": "T1", "box": 1}
    desk.no("not-seated", "offer-seat", **desk.head, **said)
    desk.seated("T1", "T2")
    desk.no("wrong-place", "offer-seat", **desk.head, **{**said, "box": 7})
    desk.absent("T1", 1)
    desk.no("no-reserve", "offer-seat", **desk.head, **{**said, "player": "zed"})
    desk.begin()
    desk.no("not-seated", "offer-seat", **desk.head, **said)
    desk.counted()
    desk.ok("announce-session", **desk.head)
    desk.seated("T1")
    desk.absent("T1", 1)
    assert desk.no("not-the-first", "offer-seat", **desk.head, **said).clause == "15.10"


def test_15_11_a_substitute_if_the_director_approves() -> None:
    desk = Desk(GAME).started()
    seats = desk.seated("T1", "T2")
    late, pool = seats["T1"][1], desk.contest.pool
    said = {"player": "sid", "table": "T1", "box": 1, "reason": "taken ill"}
    assert desk.no("wrong-role", "seat-substitute", **desk.cage, **said).clause == "15.11"
    desk.no("no-reason", "seat-substitute", **desk.head, **{**said, "reason": " "})
    assert desk.no("not-absent", "seat-substitute", **desk.head, **said).clause == "15.11"
    desk.absent("T1", 1)
    assert desk.ok("seat-substitute", **desk.head, **said).clause == "15.11"
    assert desk.contest.pool == pool and desk.contest.entered == 6
    assert desk.contest.entries["sid"].number == desk.contest.entries[late].number
    assert desk.contest.entries[late].fee == 0 and desk.contest.entries["sid"].fee > 0


def test_15_11_nearest_miss_nobody_plays_for_who_is_in_already() -> None:
    desk = Desk(GAME).started()
    desk.seated("T1", "T2")
    said = {"player": "ann", "table": "T1", "box": 1, "reason": "taken ill"}
    desk.no("entered", "seat-substitute", **desk.head, **said)
    star = Desk("star-baccarat").started()
    star.seated("T1", "T2")
    star.no("no-rule", "seat-substitute", **star.head, **{**said, "player": "sid"})
    star.no("no-rule", "list-reserve", **star.head, player="rex")


def test_15_22_no_more_is_kept_than_was_approved() -> None:
    desk = Desk(GAME).drafted()
    greedy = {**SMALL[GAME], "commission": "11"}
    found = desk.no("bad-conditions", "publish-conditions", conditions=greedy)
    assert found.clause == "15.22"
    done = Desk(GAME).finished()
    awarded = done.told("award-prizes", done.operator, done.other)
    assert (awarded.commission, awarded.pool) == (60_00, 540_00)


def test_15_23_cancelled_with_fees_and_commission_back() -> None:
    contest_checks.cancelling(GAME, "15.23")
    desk = Desk(GAME).entered()
    desk.told("cancel-tournament", desk.operator, desk.other, reason="too few")
    assert {owed(desk.contest.balances, name) for name in PLAYERS} == {100_00}


def test_15_23_nearest_miss_no_fee_back_otherwise() -> None:
    contest_checks.cancelling_nearest_miss(GAME)
    desk = Desk(GAME).entered()
    gone = desk.ok("withdraw-entry", **player("ann"), player="ann")
    assert (gone.free, gone.clause) == (False, "15.23")
    late = Desk(GAME).published()
    refused = late.no("no-refund", "open-entry", free_until=START + timedelta(days=1))
    assert refused.clause == "15.23"
    assert late.contest.phase == "published"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("15.4", "the shift manager names the director", contest_checks.appointing, "gaming manager"),
    ("15.4", "nearest miss who was not named has no say", contest_checks.appointing_nearest_miss),
    ("15.5", "agreement in writing if it is wanted", contest_checks.agreement),
    ("15.8", "the director says how many sit at a table", contest_checks.tables),
]

# Rows whose check is not given the clause.
UNCITED: list[Row] = [
    ("15.1", "nearest miss all other rules hold", contest_checks.overlaid_nearest_miss),
    ("15.5", "nearest miss nobody is asked otherwise", contest_checks.agreement_nearest_miss),
    ("15.21", "the live pool is paid out to the cent", contest_checks.all_in_prizes),
]
globals().update(clause_tests(GAME, ROWS, uncited=UNCITED))
