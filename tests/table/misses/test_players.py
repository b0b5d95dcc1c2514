"""Seats and names: the nearest misses at the live table."""

from msgspec.structs import replace

from sabot.table.players.idle_seats import SeatVacated, seat_vacated
from sabot.table.players.recipients import recipients
from sabot.table.running.closure import is_at_rest
from sabot.table.state import Patron
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}


def test_baccarat_14_21_nobody_sits_down_in_anothers_name() -> None:
    evening = Evening("star-baccarat", ready=False)
    visit = {"card": "card of ada", "room": None}
    said = {"player": "ada", "place": 1, "chips": "100", "card": "card of ada", "visit": visit}
    refused = evening.no("proxy", "join-table", actor="ben", role="player", **said)
    assert refused.clause == "14.21"
    evening.no("wrong-role", "join-table", actor="ivy", role="inspector", **said)
    evening.ok("join-table", actor="ada", role="player", **said)


def test_baccarat_14_8_whoever_is_barred_fetches_no_chips() -> None:
    evening = Evening("star-baccarat", ready=False, feed="virtual")
    for player in ("ada", "ben"):
        visit = {"card": f"card of {player}", "room": None}
        evening.ok("join-table", actor=player, role="player", player=player, place=None,
                   chips="100", card=f"card of {player}", visit=visit)  # fmt: skip
    own = {"actor": "ada", "role": "player", "player": "ada", "amount": "50"}
    evening.no("proxy", "fetch-chips", **{**own, "actor": "ben"})
    evening.ok("fetch-chips", **own)
    evening.ok("sanction-player", **SUE, player="ada", measures=["bar"], reason="x")
    assert evening.no("barred", "fetch-chips", **own).clause is not None


def test_a_table_rests_when_it_is_closed_and_nothing_is_open() -> None:
    evening = Evening("star-baccarat")
    assert not is_at_rest(evening.table)
    evening.ok("close-table", **SUE)
    assert is_at_rest(evening.table)
    here = replace(evening.table, patrons={"ada": Patron(place=None, joined=0)})
    assert not is_at_rest(here)


def test_mini_a_seat_goes_before_whoever_stands_with_a_level_wager() -> None:
    evening = Evening("canberra-mini", method="down")
    for player, place in (("ben", None), ("ada", 1)):
        evening.join(player, place)
        evening.bet(player, "player")
    assert recipients(evening.table, "player") == ["ada", "ben"]


def test_three_card_14_22_nobody_takes_a_box_for_another() -> None:
    evening = Evening("star-three-card")
    evening.join("ada", 1)
    evening.join("ben", 2)
    said = {"player": "ada", "box": 3}
    evening.no("proxy", "take-box", actor="ben", role="player", **said)
    evening.no("wrong-role", "take-box", actor="ivy", role="inspector", **said)
    evening.ok("take-box", actor="ada", role="player", **said)


def test_chips_of_an_account_are_none_that_the_dealer_counted() -> None:
    evening = Evening("star-baccarat")
    visit = {"card": "card of ada", "room": None}
    said = {"player": "ada", "place": 1, "chips": "100", "card": "card of ada", "visit": visit}
    evening.ok("join-table", actor="ada", role="player", **said)
    assert evening.table.counted_alone == 0
    evening.ok("join-table", player="ben", place=2, chips="100", card="card of ben")
    assert evening.table.counted_alone == 100_00


def test_three_card_an_idle_players_seat_goes_and_the_other_boxes_stay() -> None:
    table = Evening("star-three-card", ready=False).table
    idle = Patron(place=1, joined=0, boxes=(1, 3))
    event = SeatVacated(player="ada", clause="14.11")
    after = seat_vacated(replace(table, patrons={"ada": idle}), event)
    assert (after.patrons["ada"].place, after.patrons["ada"].boxes) == (None, (3,))
