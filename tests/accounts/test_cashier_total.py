"""Limits on what one cashier takes and pays alone on one day, for all players together."""

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from compliance.nights import audited, find, forged, kinds
from sabot.accounts import CAGE_STREAM
from sabot.accounts.cage import CASHIER_ABOVE
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import ExceptionRow, PersonTotals, TotalRow
from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.floor.kinds import CAGES
from sabot.store import export_lines, open_store

CASS = {"actor": "cass", "role": "cashier"}
COLIN = {"actor": "colin", "role": "cashier"}
PLAYERS = tuple(f"player{number}" for number in range(8))
EACH = "10000"
"""As much as one person takes alone for one player on one day."""
NOON = datetime(2026, 3, 14, 1, tzinfo=UTC)
"""Noon in Sydney."""


class Desk:
    """A cage with some accounts, and a clock of its own."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.now = floor, NOON
        self._ids = itertools.count(1)

    def say(self, do: str, player: str, who: dict[str, str] = CASS, /, **fields: Any) -> Answer:
        said = {"id": f"d{next(self._ids)}", "do": do, "stream": f"player:{player}", **who}
        command = {**said, "at": self.now.isoformat(), **fields}
        return self.floor.do("", self.floor.read(msgspec.json.encode(command)))

    def deposit(self, player: str, who: dict[str, str] = CASS, amount: str = EACH) -> Answer:
        slip = {"method": "cash", "reference": f"slip {next(self._ids)}"}
        return self.say("deposit", player, who, amount=amount, **slip)

    def alone(self, cashier: str) -> int:
        tally = self.floor.state(CAGES, CAGES.name(CAGE_STREAM)).alone.get(cashier)
        return 0 if tally is None else tally.amount


@pytest.fixture
def desk() -> Iterator[Desk]:
    with open_store("sqlite://") as store:
        desk = Desk(Floor(store))
        for player in PLAYERS:
            desk.say("open-account", player, player=player)
            desk.say("issue-player-card", player, card=f"card of {player}")
        yield desk


def stated(answer: Answer) -> bool:
    assert answer.rejected is None and answer.events
    return b'"what":"statement-made/' in bytes(answer.events[0])


def report(desk: Desk) -> tuple[list[ExceptionRow], list[TotalRow]]:
    reading = ExceptionsReport()
    lines = list(export_lines(desk.floor.store))
    rows = [row for line in lines for row in reading.take(line)] + [*reading.rest()]
    return rows, [each for each in PersonTotals(rows).rows() if each.by == "cashier"]


def test_a_cashier_s_total_over_all_accounts_is_bounded(desk: Desk) -> None:
    """$10,000 for each account and day made no line, for as many accounts as there are."""
    for player in PLAYERS[:5]:
        assert not stated(desk.deposit(player))
    assert desk.alone("cass") == CASHIER_ABOVE
    assert stated(desk.deposit(PLAYERS[5], amount="0.01")), "a second person is needed"
    assert not stated(desk.deposit(PLAYERS[5], COLIN)), "another cashier has a total of their own"
    yes = {"number": 1, "reason": "counted"}
    assert desk.say("confirm-statement", PLAYERS[5], COLIN, **yes).rejected is None
    assert (desk.alone("cass"), desk.alone("colin")) == (CASHIER_ABOVE, 10_000_00)
    rows, totals = report(desk)
    assert [(each.name, str(each.day), each.cents, each.times) for each in totals] == [
        ("cass", "2026-03-14", CASHIER_ABOVE, 5), ("colin", "2026-03-14", 10_000_00, 1),
    ]  # fmt: skip
    assert sum(row.cents for row in rows if "cage" in row.effects) == CASHIER_ABOVE + 10_000_01
    assert audited(export_lines(desk.floor.store)) == []


def test_a_line_of_the_cage_says_for_whom(desk: Desk) -> None:
    desk.deposit(PLAYERS[0], amount="30")
    desk.deposit(PLAYERS[1], amount="30000")
    desk.say("confirm-statement", PLAYERS[1], COLIN, number=1, reason="counted")
    rows, _ = report(desk)
    told = {row.players: (row.text, row.words["zh"]) for row in rows if "cage" in row.effects}
    for player in PLAYERS[:2]:
        english, chinese = told[(player,)]
        assert f"for {player}" in english and f"{player} 存入" in chinese


def test_what_is_paid_out_counts_with_what_is_taken(desk: Desk) -> None:
    """Take a deposit and pay it out again, both alone."""
    for player in PLAYERS[:2]:
        desk.deposit(player)
        desk.say("set-pin", player, {"actor": player, "role": "player"}, pin="73910")
        slip = {"reference": f"out {player}", "card": f"card of {player}", "pin": "73910"}
        assert not stated(desk.say("withdraw", player, amount=EACH, **slip))
    assert desk.alone("cass") == 40_000_00
    assert not stated(desk.deposit(PLAYERS[2]))
    desk.say("set-pin", PLAYERS[2], {"actor": PLAYERS[2], "role": "player"}, pin="73910")
    out = {"reference": "out 3", "card": f"card of {PLAYERS[2]}", "pin": "73910"}
    assert stated(desk.say("withdraw", PLAYERS[2], amount="0.01", **out))


def test_another_day_begins_anew(desk: Desk) -> None:
    for player in PLAYERS[:5]:
        desk.deposit(player)
    desk.now += timedelta(hours=12)  # midnight in Sydney is past
    assert not stated(desk.deposit(PLAYERS[5]))
    assert desk.alone("cass") == 10_000_00
    assert audited(export_lines(desk.floor.store)) == []


def test_a_request_counts_for_the_cashier_who_confirms_it(desk: Desk) -> None:
    for player in PLAYERS[:5]:
        desk.deposit(player)
    player = PLAYERS[5]
    own = {"actor": player, "role": "player"}
    paid = {"amount": "500", "method": "eftpos", "reference": "E 1"}
    assert stated(desk.say("deposit", player, own, **paid))
    yes = {"number": 1, "reason": "on the terminal"}
    refused = desk.say("confirm-statement", player, CASS, **yes).rejected
    assert refused is not None and refused.code == "cashier-total"
    assert refused.message.startswith("cass has taken and paid $50,000.00 alone today")
    assert desk.say("confirm-statement", player, COLIN, **yes).rejected is None
    assert desk.alone("colin") == 500_00
    assert audited(export_lines(desk.floor.store)) == []


def test_nobody_says_a_cashier_s_total_but_the_server(desk: Desk) -> None:
    paid = {"amount": "5", "method": "cash", "reference": "s"}
    total = {"cashier": "cass", "alone": 0, "above": 10**12}
    refused = desk.say("deposit", PLAYERS[0], desk=total, **paid).rejected
    assert refused is not None and "leave it out" in refused.message
    counted = {"cashier": "cass", "amount": -5000000, "day": "2026-03-14", "stream": CAGE_STREAM}
    refused = desk.say("count-alone", PLAYERS[0], **counted).rejected
    assert refused is not None and refused.code == "bad-command"


def test_a_total_that_the_accounts_do_not_show_is_found(desk: Desk) -> None:
    """The custodian of the key writes a log in which a cashier's second deposit was the first."""
    for player in PLAYERS[:2]:
        desk.deposit(player)

    def forget(events: list[dict[str, Any]]) -> None:
        find(events, "deposited", 1)["do"]["desk"]["alone"] = 0

    assert kinds(audited(forged(export_lines(desk.floor.store), forget))) == {"wrong-total"}
