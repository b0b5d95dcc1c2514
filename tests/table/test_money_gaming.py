"""Loss Limits at the table: breaks, reminders, declarations, and wagers past a limit."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.money import TOKENS
from sabot.table.betting.totals import StakeCut
from sabot.table.players.gaming import (
    PlayerReminded,
    loss_limit_cuts,
    reminder,
    room_left,
    within_room,
)
from sabot.table.players.seats import PlayerLeft
from sabot.table.state import Laid, Table
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}
BREAK = {"player": "alice", "reason": "a new week begins at six"}
NATURAL = "9S 5H KD KC"


def table(room: int | None = 500_00, **options: Any) -> Evening:
    """Alice may lose 500 here."""
    evening = Evening("star-baccarat", **options)
    evening.join("alice", 1, chips="1000", visit={"card": "card of alice", "room": room})
    return evening


def laid(*amounts: int) -> list[Laid]:
    return [Laid(n, "alice", "player", each, each) for n, each in enumerate(amounts, 1)]


@pytest.mark.parametrize(
    ("amounts", "room", "cuts"),
    [
        ((100, 200, 300), 600, []),
        ((100, 200, 300), 599, [(3, 299, 1)]),
        ((100, 200, 300), 300, [(3, 0, 300)]),
        ((100, 200, 300), 250, [(3, 0, 300), (2, 150, 50)]),
        ((100, 200, 300), 0, [(3, 0, 300), (2, 0, 200), (1, 0, 100)]),
        ((100, 200, 300), -50, [(3, 0, 300), (2, 0, 200), (1, 0, 100)]),
        ((), 0, []),
    ],
)
def test_the_last_bet_goes_back_first(
    amounts: tuple[int, ...], room: int, cuts: list[tuple[int, int, int]]
) -> None:
    assert within_room(laid(*amounts), room, "12.22.1") == [
        StakeCut(*cut, "12.22.1") for cut in cuts
    ]


def test_a_part_of_a_bet_is_live_in_whole_chips() -> None:
    assert within_room(laid(1000, 1000), 1234, "12.22", lambda on: 500) == [
        StakeCut(2, 0, 1000, "12.22")
    ]
    assert within_room(laid(1000, 1000), 1734, "12.22", lambda on: 500) == [
        StakeCut(2, 500, 500, "12.22")
    ]


@given(
    st.lists(st.integers(1, 50).map(lambda n: n * 50), max_size=8),
    st.integers(-500, 12_000),
)
def test_no_more_than_the_room_stays_and_no_chip_of_it_is_wasted(
    amounts: list[int], room: int
) -> None:
    stakes = laid(*amounts)
    cuts = {cut.sequence: cut for cut in within_room(stakes, room, "12.22", lambda on: 50)}
    live = [cuts[s.sequence].live if s.sequence in cuts else s.live for s in stakes]
    whole = max(room, 0) - max(room, 0) % 50
    assert sum(live) == min(sum(amounts), whole)
    assert all(cut.live + cut.returned == stakes[n - 1].live for n, cut in cuts.items())
    touched = [n for n, left in enumerate(live) if left < amounts[n]]
    assert touched == list(range(len(stakes) - len(touched), len(stakes))), "the last ones only"


def test_cuts_at_a_table_spare_tokens_and_other_players() -> None:
    evening = table()
    evening.join("bob", 2)
    evening.ok("exchange-voucher", player="alice", amount="50", **VOUCHER)
    evening.bet("alice", "player", "200")
    evening.bet("bob", "player", "900")
    evening.bet("alice", "tie", "100")
    evening.bet("alice", "tie", "50", currency=TOKENS)
    assert loss_limit_cuts(evening.table, "alice", 250_00, "12.22") == [
        StakeCut(3, 50_00, 50_00, "12.22")
    ]
    assert loss_limit_cuts(evening.table, "alice", 300_00, "12.22") == []
    assert loss_limit_cuts(evening.table, "carol", 0, "12.22") == []
    assert loss_limit_cuts(Evening("canberra-mini").table, "alice", 0, "1") == []


def test_the_room_shrinks_with_losses_and_grows_with_wins() -> None:
    evening = table()
    assert room_left(evening.table.patrons["alice"]) == 500_00
    evening.bet("alice", "banker", "400")
    evening.coup(NATURAL)
    assert room_left(evening.table.patrons["alice"]) == 100_00
    evening.no_bet("loss-limit", "alice", "player", "100.50")
    evening.bet("alice", "player", "100")
    evening.coup(NATURAL)
    assert room_left(evening.table.patrons["alice"]) == 200_00
    assert room_left(table(room=None).table.patrons["alice"]) is None


def test_a_break_and_its_end() -> None:
    evening = table()
    evening.bet("alice", "player", "100")
    evening.ok("pause-player", **BREAK, **SUPERVISOR)
    evening.no_bet("paused", "alice", "player", "100")
    evening.no("paused", "pause-player", **BREAK, **SUPERVISOR)
    evening.coup(NATURAL)
    assert evening.chips("alice") == 1_100_00, "the wager that lay was played"
    evening.no_bet("paused", "alice", "player", "100")
    evening.ok("resume-player", player="alice", **SUPERVISOR)
    evening.bet("alice", "player", "100")
    evening.no("not-paused", "resume-player", player="alice", **SUPERVISOR)
    assert evening.replayed() == evening.table


@pytest.mark.parametrize("do", ["pause-player", "resume-player", "remind-player"])
def test_who_may_be_sent_on_a_break_and_by_whom(do: str) -> None:
    evening = table()
    evening.join("bob", 2)
    reason = {"reason": "a new week"} if do == "pause-player" else {}
    evening.no("no-loss-limit", do, player="bob", **reason, **SUPERVISOR)
    evening.no("not-at-table", do, player="carol", **reason, **SUPERVISOR)
    for role in ("player", "surveillance"):
        evening.no("wrong-role", do, player="alice", **reason, role=role)
    evening.table = Table()
    evening.no("wrong-phase", do, player="alice", **reason, **SUPERVISOR)


@pytest.mark.parametrize(
    "game", ["star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini"]
)
def test_other_documents_know_no_loss_limits(game: str) -> None:
    evening = Evening(game)
    evening.join("alice", 1)
    evening.no("no-rule", "pause-player", **BREAK, **SUPERVISOR)
    evening.no("no-rule", "remind-player", player="alice")


def test_a_break_has_a_reason() -> None:
    table().no("no-reason", "pause-player", player="alice", reason=" ", **SUPERVISOR)


def test_reminders_are_kept() -> None:
    evening = table()
    (event,) = evening.ok("remind-player", player="alice", note="she had chips in her pocket")
    assert isinstance(event, PlayerReminded)
    assert (event.duties, event.clause) == ("14.2", "12.22.1")
    evening.ok("remind-player", player="alice")
    assert evening.table.patrons["alice"].reminded == 2
    assert reminder(evening.table, "alice").note == ""


def test_leaving_with_a_loss_limit_takes_a_declaration_of_what_is_left() -> None:
    evening = table()
    evening.no("undeclared", "leave-table", actor="alice", role="player", player="alice")
    (event,) = evening.ok("leave-table", player="alice", declared="900")
    assert isinstance(event, PlayerLeft)
    assert (event.declared, event.chips) == (900_00, 1_000_00), "both are kept: they differ"


def test_nothing_left_is_declared_too() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1, chips="0", visit={"card": "card of alice", "room": 0})
    (event,) = evening.ok("leave-table", player="alice", declared="0")
    assert isinstance(event, PlayerLeft) and event.declared == 0
