"""Abuses at the tables of a heat, by a head, a supervisor and a dealer: refused, or on record."""

from typing import Any

import msgspec
import pytest

from sabot.core.money import dollars
from sabot.table.heat.words import purse_of
from sabot.tournament.questions import answer_wagers
from support.bent import Bent
from support.heat_evening import STAR, HeatEvening

TABLE = "cup-1"
SUPERVISOR = ("sue", "casino supervisor")
MANAGER = ("mo", "gaming manager")


@pytest.fixture(scope="module")
def played() -> Bent:
    """The first table has played its heat, and it is not counted."""
    bent = Bent().started().seated()
    bent.robots.go_on("start-session", bent.tables)
    bent.robots.play_out(TABLE)
    return bent


def books(bent: Bent) -> dict[str, str]:
    table = bent.floor.table(TABLE)
    assert table.heat is not None
    return {name: dollars(purse_of(table, name)) for name in table.heat.still_in}


def test_no_count_differs_from_a_virtual_tables_record(played: Bent) -> None:
    """A dealer and a supervisor count one player's chips short: the table knows every chip."""
    true = books(played)
    player, had = next((name, had) for name, had in true.items() if float(had) > 100)
    short = {**true, player: f"{float(had) - 100:.2f}"}
    dealer = ("dan", "dealer")
    found = played.ask(TABLE, "count-heat", *dealer, counts=short, missing={"100": 1})
    assert found == "count-differs"
    shown = {"player": player, "found": short[player], "missing": {"100": 1}}
    assert played.ask(TABLE, "show-difference", *dealer, more=shown) == "count-differs"
    assert played.ask(TABLE, "count-chips", *dealer, counts=short) == "count-differs"


def test_a_dispute_between_the_last_coup_and_the_count_holds_the_count(played: Bent) -> None:
    """The count is stated, then a player disputes the last coup: the Manager decides that first."""
    true = books(played)
    player = next(iter(true))
    played.ok(TABLE, "count-heat", "dan", "dealer", counts=true)
    played.ok(TABLE, "raise-dispute", player, "player", player=player, about="my last wager")
    assert played.confirm(TABLE, *SUPERVISOR) == "held"
    assert played.ask(TABLE, "count-heat", "dan", "dealer", counts=true) == "held"
    said: dict[str, Any] = {"number": 1, "decision": "it stands", "reason": "seen on video"}
    assert played.ask(TABLE, "decide-dispute", *SUPERVISOR, more=said) == "wrong-role"
    played.ok(TABLE, "decide-dispute", *played.head.values(), **said)
    assert not isinstance(played.confirm(TABLE, *SUPERVISOR), str)
    assert played.findings() == []


def test_a_disqualification_at_the_table_takes_two_is_told_and_comes_back() -> None:
    """A head put an opponent out at the table, on one word and for good."""
    bent = Bent().started().seated()
    bent.robots.go_on("start-session", bent.tables)
    table = bent.floor.table(TABLE)
    assert table.heat is not None
    player = list(table.heat.still_in)[-1]
    had, head = books(bent)[player], (bent.head["actor"], bent.head["role"])
    why: dict[str, Any] = {"player": player, "grounds": "hidden chips", "reason": "in a pocket"}
    bent.ok(TABLE, "disqualify-entrant", *head, **why)
    assert player in books(bent) and bent.confirm(TABLE, *head) in ("own-statement", "wrong-role")
    assert not isinstance(bent.confirm(TABLE, *SUPERVISOR), str)
    assert player not in books(bent) and player not in bent.contest.alive
    assert bent.contest.entries[player].status == "disqualified"
    (due,) = (each for each in bent.floor.table(TABLE).notices.due.values() if each.to == "player")
    assert due.given is None and "right to complain" in due.about
    rows = [row for row in bent.exceptions() if "sanction" in row.effects]
    assert rows and player in rows[0].players
    bent.ok(TABLE, "restore-entrant", *head, player=player, reason="they were a friend's keys")
    assert not isinstance(bent.confirm(TABLE, *SUPERVISOR), str)
    assert books(bent)[player] == had and player in bent.contest.alive
    again = bent.ask(TABLE, "restore-entrant", *head, more={"player": player, "reason": "x"})
    bent.ok(TABLE, "give-notice", *MANAGER, number=due.number, channel="face to face")
    assert again == "not-out" and bent.findings() == []
    bent.ok(TABLE, "disqualify-entrant", *head, **why)
    assert not isinstance(bent.confirm(TABLE, *SUPERVISOR), str)
    bent.robots.play_out(TABLE)
    late: dict[str, Any] = {"player": player, "reason": "too late"}
    assert bent.ask(TABLE, "restore-entrant", *head, more=late) == "gone-on"


@pytest.mark.parametrize("game", STAR)
def test_two_wagers_on_one_bet_count_as_they_do_on_paper(game: str) -> None:
    """150 and 150 at a minimum of 100 count 200, at the table as for a director on paper."""
    evening = HeatEvening(game, order=False)
    for amount in ("150", "150"):
        evening.bet("ann", "player", amount)
    for name in ("bea", "cy"):
        evening.bet(name, "player", "100")
    evening.plays("player")
    cards = [slot.card for slot in evening.table.round.slots] or None
    question = {
        "rulebook": game, "minimum": "100", "maximum": "1000", "chip": "1",
        "cards": cards or {"star-baccarat": ["9S", "5H", "KD", "KC"],
                           "star-seven-up": ["KC", "AD", "TH"]}[game],
        "players": [{"name": "ann", "chips": "1000", "box": 1, "undisclosed": None,
                     "open": [{"on": "player", "amount": "150"}] * 2}],
    }  # fmt: skip
    after = msgspec.json.decode(answer_wagers(msgspec.json.encode(question)))
    (ann,) = after["players"]
    assert [each["counts"] for each in ann["settled"]] == ["100.00", "100.00"]
    assert ann["chips"] == f"{evening.stack('ann')}.00" == "1200.00"
