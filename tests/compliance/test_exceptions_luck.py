"""Luck on the exceptions report: results and expectations counted by hand."""

from collections.abc import Iterable
from itertools import cycle
from math import sqrt

import pytest

from compliance.exceptional import SUPERVISOR, begin, bet
from compliance.nights import Night, audited, night, typed
from games import GAMES
from sabot.compliance.exceptions.luck import IMPROBABLE, LuckRow
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.odds import odds
from sabot.rulebooks import rulebook


def luck(lines: Iterable[bytes]) -> dict[tuple[str, str], LuckRow]:
    report = ExceptionsReport()
    for line in lines:
        list(report.take(line))
    list(report.rest())
    report.end()
    return {(row.of, row.name): row for row in report.luck.rows()}


def always(cards: str, coups: int, name: str = "1") -> Night:
    """Alice bets on Player, coup after coup, and the same values come every time."""
    played = typed("star-baccarat", name=name)
    dealt = cycle(f"{rank}{suit}" for suit in "SHDC" for rank in cards)
    played.card = lambda: next(dealt)
    for _ in range(coups):
        bet(played, "alice", "100")
        begin(played)
        played.finish()
    return played


def test_a_player_who_always_wins_is_improbably_lucky() -> None:
    lines = always("95K2", 12).lines()
    assert audited(lines) == []
    found = luck(lines)
    player = odds(rulebook("star-baccarat"))["player"]
    assert found.keys() == {("player", "alice"), ("dealer", "dan")}
    for row in found.values():
        assert (row.coups, row.wagers, row.staked, row.net) == (12, 12, 120_000, 120_000)
        assert row.expected == pytest.approx(float(120_000 * player.ev))
        assert row.deviation == pytest.approx(10_000 * sqrt(12 * player.variance))
        assert row.chance == pytest.approx((player.win / player.total) ** 12)
        assert row.flagged and row.error is not None and row.left_out == 0


def test_one_who_always_loses_is_not() -> None:
    (row, _) = luck(always("592K", 12).lines()).values()
    assert (row.net, row.chance, row.flagged) == (-120_000, 1.0, False)


@pytest.mark.parametrize("game", GAMES)
def test_a_night_of_every_game_is_counted(game: str) -> None:
    found = luck(night(game, 8))
    assert found.keys() >= {("player", "alice"), ("player", "bob"), ("dealer", "dan")}
    players = [row for (of, _), row in found.items() if of == "player"]
    dealer = found["dealer", "dan"]
    for figure in ("wagers", "staked", "net"):
        assert getattr(dealer, figure) == sum(getattr(row, figure) for row in players)
    assert dealer.expected == pytest.approx(sum(row.expected for row in players))
    for row in found.values():
        assert row.coups == 8 and row.left_out == 0 and row.expected < 0
        assert 0 < row.chance <= 1 and row.flagged == (row.chance <= IMPROBABLE)


def test_a_coup_counts_as_it_stands_at_last() -> None:
    """A coup that is reopened and settled otherwise counts once; a void one does not count."""
    played = always("592K", 2)
    dealt = [slot.card for slot in played.table.last.slots] if played.table.last else []
    played.do("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": True},
              cards=[dealt[1], dealt[0], dealt[3], dealt[2]], note="hands swapped")  # fmt: skip
    played.say("keep-wagers", player="alice")
    played.say("resume-play")
    played.finish()
    bet(played, "alice", "100")
    begin(played)
    played.say("invalidate-outcome", **SUPERVISOR, cause="disturbance", reason="fire", refund=True)
    played.say("clear-cards")
    assert audited(played.lines()) == []
    row = luck(played.lines())["player", "alice"]
    assert (row.coups, row.staked, row.net) == (2, 20_000, 0)


def test_coups_under_rules_that_nobody_has_are_left_out() -> None:
    lines = [line.replace(b'"on":"player"', b'"on":"dragon"') for line in always("95K2", 2).lines()]
    row = luck(lines)["player", "alice"]
    assert (row.coups, row.left_out, row.chance, row.flagged) == (0, 2, 1.0, False)


def test_what_is_asked_again_is_worked_out_once() -> None:
    report = ExceptionsReport()
    for line in always("95K2", 3).lines():
        list(report.take(line))
    assert report.luck.rows() == [] and not report.luck.work_out(lambda: False)
    assert report.luck.work_out()
    first = report.luck.rows()
    assert len(first) == 2 and report.luck.work_out(lambda: False)
    assert all(one is other for one, other in zip(first, report.luck.rows(), strict=True))
    assert [row.name for row in report.luck.rows("alice")] == ["alice"]
