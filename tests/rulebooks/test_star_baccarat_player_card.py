"""Baccarat, The Star Sydney: Player Cards and proxy betting, 5.5.4, 14.1 and 14.21."""

from datetime import UTC, datetime
from typing import Any

from support.evening import Evening

BET: dict[str, Any] = {"player": "alice", "on": "player", "amount": "100"}


def at_table() -> Evening:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    return evening


def test_5_5_4_play_starts_with_a_player_card() -> None:
    evening = at_table()
    assert evening.table.patrons["alice"].card == "card of alice"
    evening.bet("alice", "player")


def test_5_5_4_nearest_miss_no_card_no_play() -> None:
    evening = Evening("star-baccarat")
    refused = evening.no("player-card", "join-table", player="bob", place=2)
    assert refused.clause == "5.5.4"
    refused = evening.no("player-card", "join-table", player="bob", place=2, card="")
    assert refused.clause == "5.5.4"


def test_5_5_4_nearest_miss_before_the_day_from_which_cards_are_needed() -> None:
    evening = Evening("star-baccarat")
    evening.now = datetime(2024, 8, 18, 12, tzinfo=UTC)
    evening.ok("join-table", player="bob", place=2)
    evening.now = datetime(2024, 8, 19, 12, tzinfo=UTC)
    evening.no("player-card", "join-table", player="carol", place=3)


def test_14_1_an_own_card_opens_play() -> None:
    evening = Evening("star-baccarat")
    own = {"card": "7", "room": None}
    evening.ok("join-table", actor="bob", role="player", player="bob", card="7", visit=own)
    assert "bob" in evening.table.patrons


def test_14_1_nearest_miss_a_card_that_was_issued_to_another() -> None:
    evening = Evening("star-baccarat")
    own = {"card": "7", "room": None}
    fields = {"actor": "bob", "role": "player", "player": "bob", "card": "8", "visit": own}
    assert evening.no("player-card", "join-table", **fields).clause == "14.1"


def test_14_1_nearest_miss_a_player_does_not_vouch_for_their_own_card() -> None:
    evening = Evening("star-baccarat")
    fields = {"actor": "bob", "role": "player", "player": "bob", "card": "8"}
    evening.no("player-card", "join-table", **fields)


def test_14_1_1_no_agent_bets_for_another() -> None:
    evening = at_table()
    evening.join("agent", 2)
    refused = evening.no("proxy", "place-wager", actor="agent", role="player", **BET)
    assert refused.clause == "14.21"
    evening.no("proxy", "withdraw-wager", actor="agent", role="player", player="alice", on="player")
    evening.no("proxy", "leave-table", actor="agent", role="player", player="alice")


def test_14_1_1_nearest_miss_the_same_person_for_themselves() -> None:
    evening = at_table()
    evening.join("agent", 2)
    evening.bet("agent", "player")


def test_14_1_2_whose_money_it_is_changes_nothing() -> None:
    evening = at_table()
    evening.join("backer", 2)
    evening.no("proxy", "place-wager", actor="backer", role="player", **BET)
    assert evening.chips("alice") == evening.chips("backer") == 1_000_000


def test_14_21_proxy_betting_is_refused() -> None:
    evening = at_table()
    refused = evening.no("proxy", "place-wager", actor="stranger", role="player", **BET)
    assert refused.clause == "14.21"
    assert not evening.table.round.stakes


def test_14_21_nearest_miss_the_dealer_helps_a_player_who_is_there() -> None:
    evening = at_table()
    evening.ok("place-wager", **BET)
    assert [laid.player for laid in evening.table.round.stakes.values()] == ["alice"]
