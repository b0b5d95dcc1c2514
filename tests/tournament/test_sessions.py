"""Sessions of every kind: play-offs, repechage, points, level prizes, bought chips, and what is
added to the pool."""

from fractions import Fraction
from typing import Any

import pytest

from sabot.tournament.desk.state import GivenPlace, owed
from sabot.tournament.ranking import Level
from sabot.tournament.sessions.open_questions import open_levels, points_of
from sabot.tournament.sessions.seat_draw import allot
from support.contests import MINI, STAR, START, Desk, final, session

EVERY = (*STAR, MINI)


def chips(desk: Desk, table: str, *values: int) -> dict[str, int]:
    sitting = desk.contest.sitting
    assert sitting is not None
    return dict(zip(sitting.seats[table].values(), values, strict=True))


def final_of(game: str, *values: int, **said: Any) -> Desk:
    """A final at one table, counted so."""
    desk = Desk(game).started("ann", "bob", "cy", schedule=[final(game)], sessions=1, **said)
    desk.seated("T1")
    desk.begin()
    desk.count("T1", chips(desk, "T1", *values))
    return desk


@pytest.mark.parametrize("game", EVERY)
def test_level_across_the_line_they_play_off_until_one_is_ahead(game: str) -> None:
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    desk.begin()
    desk.count("T1", chips(desk, "T1", 700, 700, 400))
    desk.count("T2", chips(desk, "T2", 900, 700, 700))
    clause = desk.contest.rules.placing.play_off
    assert desk.no("level", "announce-session", **desk.head).clause == clause
    level = desk.contest.orders["T1"][0].names
    for values in ((500, 500), (400, 600)):
        seats = desk.play_off()
        assert set(seats) == {"T1"} and sorted(seats["T1"].values()) == sorted(level)
        desk.begin()
        desk.count("T1", chips(desk, "T1", *values))
        sitting = seats["T1"]
    announced = desk.ok("announce-session", **desk.head)
    assert announced.through["T1"] == (sitting[2],)
    assert len(announced.out) == 4 and desk.replayed() == desk.contest
    desk.no("not-counted", "call-play-off", **desk.head)


@pytest.mark.parametrize("game", STAR)
def test_level_at_zero_the_head_decides_where_nobody_noted_it(game: str) -> None:
    desk = Desk(game).started()
    seats = desk.seated("T1", "T2")
    desk.begin()
    out = [{"name": n, "coup": 5, "residual": 0, "wager": 100} for n in seats["T1"].values()]
    desk.count("T1", {}, out=out)
    desk.count("T2", chips(desk, "T2", 900, 700, 600))
    desk.ok("seal-draw", **desk.head)
    desk.no("no-play-off", "call-play-off", **desk.head)
    assert desk.no("level", "announce-session", **desk.head).clause == "15.10.4"
    names = list(seats["T1"].values())
    said = {"order": "T1", "names": names, "reason": "as the dealer saw it"}
    desk.no("not-level", "place-level", **desk.head, **{**said, "names": names[:2]})
    desk.no("no-reason", "place-level", **desk.head, **{**said, "reason": " "})
    assert desk.ok("place-level", **desk.head, **said).clause == "15.10.4"
    assert desk.ok("announce-session", **desk.head).through["T1"] == (names[0],)


def test_who_plays_off_is_not_placed_by_anybody() -> None:
    desk = final_of("star-baccarat", 700, 700, 400)
    names = list(desk.contest.orders["T1"][0].names)
    said = {"order": "T1", "names": names, "reason": "seen"}
    assert desk.no("plays-off", "place-level", **desk.head, **said).clause == "15.10.3"


@pytest.mark.parametrize("game", EVERY)
def test_level_players_of_a_final_play_off_for_each_prize(game: str) -> None:
    desk = final_of(game, 700, 700, 700, level_prizes="more rounds")
    desk.play_off()
    desk.begin()
    desk.count("T1", chips(desk, "T1", 300, 300, 500))
    desk.play_off()
    desk.begin()
    desk.count("T1", chips(desk, "T1", 100, 200))
    places = desk.ok("announce-session", **desk.head).places
    assert [len(each) for each in places] == [1, 1, 1]
    desk.paid()


@pytest.mark.parametrize("game", EVERY)
def test_or_divide_their_prizes_to_the_cent(game: str) -> None:
    desk = final_of(game, 700, 700, 400, level_prizes="divide", entry_fee="33.35")
    assert [len(e) for e in desk.ok("announce-session", **desk.head).places] == [2, 1]
    awarded = desk.told("award-prizes", desk.operator, desk.other)
    first, second = sorted(awarded.won.values(), reverse=True)[:2]
    assert first - second in (0, 1) and sum(awarded.won.values()) == awarded.pool


def test_a_repechage_brings_back_who_was_out_once() -> None:
    game = "star-baccarat"
    legs = [session(game), session(game, 3, stage="repechage", seats=4), final(game)]
    plain = Desk(game).entered()
    assert plain.no("bad-schedule", "set-schedule", **plain.head, sessions=legs).clause == (
        "15.4.2(e)"
    )
    desk = Desk(game).started(schedule=legs, second_chance="one session for who is out")
    desk.played("T1", "T2")
    through = set(desk.contest.alive)
    seats = desk.seated("T1")
    assert not through & set(seats["T1"].values()) and len(seats["T1"]) == 4
    desk.begin()
    desk.counted()
    back = desk.ok("announce-session", **desk.head).through["T1"]
    assert len(back) == 1 and set(desk.contest.alive) == through | set(back)
    desk.played("T1")
    assert sum(map(len, desk.contest.places)) == 3


def test_points_over_sessions_level_players_divide_them() -> None:
    said = {"points": "3, 1", "points_elimination": "none", "level_points": "divided"}
    legs = [session(MINI, points=[3, 1]), session(MINI, 3, points=[3, 1])]
    desk = Desk(MINI).started("ann", "bob", "cy", schedule=legs, level_prizes="divide", **said)
    for values in ((700, 700, 400), (900, 400, 100)):
        desk.seated("T1")
        desk.begin()
        desk.count("T1", chips(desk, "T1", *values))
        desk.ok("announce-session", **desk.head)
    points = sum((Fraction(each.points) for each in desk.contest.entries.values()), Fraction())
    assert points == 8 and desk.contest.phase == "running"
    places = desk.ok("announce-session", **desk.head).places
    assert sum(map(len, places)) == 3 and desk.contest.phase == "finished"
    desk.paid()
    star = Desk("star-baccarat").entered()
    star.no("bad-schedule", "set-schedule", **star.head, sessions=[session(star.game, points=[3])])


def test_points_of_level_players_are_added_and_divided() -> None:
    levels = [Level(("a",), True), Level(("b", "c", "d"), True)]
    assert points_of(levels, [10, 6, 4])["d"] == Fraction(10, 3)


@pytest.mark.parametrize(
    ("sizes", "at", "expected"),
    [
        ((1, 2, 1), (2,), [(2, 1)]),
        ((2, 1), (2,), []),
        ((3,), (1, 2), [(3, 2)]),
        ((2, 2), (1, 3), [(2, 1), (2, 1)]),
        ((1, 1), (5,), []),
    ],
)
def test_who_is_level_where_it_matters(
    sizes: tuple[int, ...], at: tuple[int, ...], expected: list[tuple[int, int]]
) -> None:
    names = iter("abcdefgh")
    levels = [Level(tuple(next(names) for _ in range(size)), True) for size in sizes]
    found = [(len(level.names), places) for level, places in open_levels(levels, at)]
    assert found == expected


# Bought chips, and value added


def test_a_buy_in_is_paid_before_the_start_and_goes_to_the_pool_or_comes_back_as_cash() -> None:
    for end in ("score", "cash"):
        bought = {"buy_in": "10000", "chips_at_the_end": end}
        desk = Desk("star-baccarat").started(**bought)
        seats = desk.seated("T1", "T2")
        pool = desk.contest.pool
        pay = {"method": "cash", "reference": "R"}
        desk.no("no-entry", "pay-buy-in", **desk.cage, player="zed", **pay)
        for name in desk.contest.alive:
            desk.ok("pay-buy-in", **desk.cage, player=name, **pay)
        desk.no("bought", "pay-buy-in", **desk.cage, player="ann", **pay)
        added = 6 * 10_000_00 if end == "score" else 0
        assert desk.contest.pool == pool + added
        desk.begin()
        desk.counted()
        first = seats["T1"][1]
        assert owed(desk.contest.balances, first) == (100_00 if end == "cash" else 0)
        assert desk.replayed() == desk.contest


def test_a_session_that_is_called_off_gives_its_buy_ins_back() -> None:
    desk = Desk("star-baccarat").started(buy_in="100", chips_at_the_end="score")
    desk.seated("T1", "T2")
    desk.ok("pay-buy-in", **desk.cage, player="ann", method="cash", reference="R")
    pool = desk.contest.pool
    desk.told("call-off-session", desk.head, desk.operator, reason="a fire alarm")
    assert owed(desk.contest.balances, "ann") == 100_00 and desk.contest.pool == pool - 100_00
    assert desk.contest.sitting is None
    desk.seated("T1", "T2")


def test_value_is_added_by_two_and_goods_go_to_their_place() -> None:
    desk = Desk("star-baccarat").started()
    desk.told("add-value", desk.operator, desk.other, amount="500")
    desk.told("add-value", desk.operator, desk.other, amount="900", what="a watch", place=1)
    desk.no("bad-prizes", "add-value", amount="900", what="a watch")
    desk.played("T1", "T2")
    desk.played("T1")
    awarded = desk.told("award-prizes", desk.operator, desk.other)
    assert awarded.pool == 6 * 250_00 + 500_00
    (winner,) = desk.contest.places[0]
    assert awarded.goods[winner][0].what == "a watch"


@pytest.mark.parametrize(("entries", "pool"), [(6, 9_000_00), (7, 6 * 250_00)])
def test_a_guarantee_is_due_from_its_number_of_entries(entries: int, pool: int) -> None:
    desk = Desk("star-baccarat").drafted()
    desk.no("no-guarantee", "guarantee-pool", amount="9000", from_entries=6)
    desk = Desk("star-baccarat").published()
    desk.ok("guarantee-pool", amount="9000", from_entries=entries)
    desk.ok("open-entry", free_until=START)
    desk.enter("ann", "bob", "cy", "di", "ed", "flo")
    desk.schedule()
    desk.ok("close-entry", **desk.head)
    desk.ok("start-tournament", **desk.head)
    desk.played("T1", "T2")
    desk.played("T1")
    assert desk.told("award-prizes", desk.operator, desk.other).pool == pool
    mini = Desk(MINI).published()
    assert mini.no("no-rule", "guarantee-pool", amount="1", from_entries=1).clause == "15.21"


def test_prizes_in_words_are_given_as_amounts_that_are_the_pool() -> None:
    desk = Desk("star-baccarat").finished(prizes="the first two of the final share it")
    desk.ok("award-prizes", prizes=["1000", "500"])
    other = Desk("star-baccarat").finished(prizes="the first two of the final share it")
    other.no("bad-prizes", "award-prizes", prizes=["1000", "499.99"])
    other.no("bad-prizes", "award-prizes", prizes=["500", "500", "500"])


def test_nobody_confirms_what_they_have_stated_or_are_paid() -> None:
    desk = Desk("star-baccarat").finished()
    desk.told("award-prizes", desk.operator, desk.other)
    (winner,) = desk.contest.places[0]
    desk.ok("pay-owed", **desk.cage, players=[winner], method="cash", reference="R")
    number = {"number": desk.contest.statements.count, "reason": "seen"}
    desk.no("own-statement", "confirm-statement", **desk.cage, **number)
    desk.no("plays-here", "confirm-statement", **{**desk.cage, "actor": winner}, **number)
    desk.no("no-reference", "pay-owed", **desk.cage, players=[winner], method="cash")
    desk.no("unknown-method", "pay-owed", **desk.cage, players=[winner], method="barter")
    desk.no("nothing-owed", "pay-owed", **desk.cage, players=["zed"], method="cash", reference="R")


# Seats


def test_groups_are_apart_and_tables_even_whatever_was_drawn() -> None:
    names = [f"p{n}" for n in range(23)]
    groups = [tuple(names[:4]), tuple(names[4:7]), tuple(names[7:9])]
    fixed = {"p20": GivenPlace("c", 5, "a wheelchair")}
    for turn in range(40):
        drawn = names[turn % 23 :] + names[: turn % 23]
        seats = allot(drawn, ["a", "b", "c", "d"], fixed, groups, "15.5.4")
        assert seats["c"][5] == "p20"
        assert sorted(map(len, seats.values())) == [5, 6, 6, 6]
        assert sorted(n for boxes in seats.values() for n in boxes.values()) == sorted(names)
        for group in groups:
            assert all(len({*group} & {*boxes.values()}) <= 1 for boxes in seats.values())


def test_who_has_entered_acts_for_nobody_at_the_desk() -> None:
    """Under a staff name too: the server fills in the player's name of the sender."""
    desk = Desk("star-baccarat").entered()
    linked = {**desk.cage, "plays_as": "ann"}
    paid = {"method": "cash", "reference": "R 9", "form": "F 9", "copy": "printed"}
    desk.no("plays-here", "enter-tournament", **linked, player="gus", **paid)
    desk.no("plays-here", "close-entry", **{**desk.head, "plays_as": "ann"})
    desk.ok("enter-tournament", **{**linked, "plays_as": "zed"}, player="gus", **paid)
    desk.ok("close-entry", **desk.head)
