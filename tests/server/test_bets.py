"""Accounts of every coup agree: the history, the replay, the files and the table's page give the
same stakes and returns, and the players' chips agree."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sabot.server.tables.archive import Archive
from sabot.store import open_store
from sabot.store.log.transfer import import_lines
from server.test_exports import lines_of, rows_for
from support.evening import Evening
from support.irregular import SUPERVISOR, at_table, report
from views.gallery import Gallery

BANKER_WINS, PLAYER_WINS = "2S 9H 3D KC", "9S 2H KD 3C"
CHEAT = {"cause": "fraud", "reason": "a marked card", "by_player": "alice"}


def taken_back() -> Evening:
    evening = at_table("star-baccarat", "banker")
    evening.bet("alice", "tie", "30")
    evening.ok("withdraw-wager", player="alice", on="tie")
    evening.bet("bob", "player", "50")
    evening.coup(BANKER_WINS)
    return evening


def refused() -> Evening:
    evening = at_table("star-baccarat", "banker", "tie")
    away = {"player": "alice", "on": "tie", "reason": "slow"}
    evening.ok("refuse-wager", role=SUPERVISOR, **away)
    evening.coup(BANKER_WINS)
    return evening


def cut_to_a_loss_limit() -> Evening:
    evening = at_table("star-baccarat", "banker", "tie", cards=BANKER_WINS)
    said = {"coup_over": False, "duties_kept": False}
    report(evening, "loss-limit", said, SUPERVISOR, player="alice", amount="130")
    evening.finish()
    return evening


def void_before_the_result() -> Evening:
    evening = at_table("star-baccarat", "banker", cards=BANKER_WINS)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    evening.ok("clear-cards")
    return evening


def void_after_the_settlement() -> Evening:
    evening = at_table("star-baccarat", "banker", cards=BANKER_WINS)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    evening.ok("clear-cards")
    return evening


def undone_when_over() -> Evening:
    evening = at_table("star-baccarat", "banker", cards=BANKER_WINS)
    evening.finish()
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    return evening


def undone_after_the_next() -> Evening:
    evening = at_table("canberra-mini", "banker", cards=BANKER_WINS)
    evening.finish()
    for _ in range(2):
        evening.bet("alice", "player")
        evening.coup(BANKER_WINS)
    evening.bet("alice", "banker")
    evening.deal(PLAYER_WINS)
    late = {"in_doubt": False}
    report(evening, "found-after-next-coup", late, role=SUPERVISOR, coup=1)
    evening.finish()
    return evening


def dealt_again() -> Evening:
    evening = at_table("star-baccarat", "banker", cards="4S 5H KD KC 8H")
    evening.finish()
    report(evening, "wrong-deal", {"in_doubt": False}, cards=["4S", "5H", "8H", "KC", "KD"])
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.finish()
    return evening


def one_player_void() -> Evening:
    evening = at_table("star-baccarat", "banker", "tie")
    evening.bet("bob", "banker")
    evening.deal(BANKER_WINS)
    breach = {"player": "alice", "measures": ["void"], "offence": "14.6", "reason": "seen"}
    evening.ok("sanction-player", role=SUPERVISOR, **breach)
    evening.finish()
    return evening


def forfeited() -> Evening:
    evening = at_table("star-baccarat", "banker")
    evening.bet("bob", "player")
    evening.deal(BANKER_WINS)
    evening.ok("invalidate-outcome", role="gaming manager", refund=True, forfeit=True, **CHEAT)
    evening.ok("clear-cards")
    return evening


def decided_by_box() -> Evening:
    evening = Evening("star-three-card")
    evening.join("alice", 1)
    evening.join("bob", 2)
    evening.bet("alice", "player", box=1)
    evening.bet("bob", "player", box=2)
    evening.coup("KS 2H 9D QS 3H TC JS 4H TD")
    return evening


EVENINGS = (
    taken_back, refused, cut_to_a_loss_limit, void_before_the_result, void_after_the_settlement,
    undone_when_over, undone_after_the_next, dealt_again, one_player_void, forfeited,
    decided_by_box,
)  # fmt: skip
Sums = dict[tuple[int, str], tuple[int, int]]
"""Return each player's stakes and returns in each coup, in cents."""


def added(bets: list[tuple[int, str, int, int]]) -> Sums:
    staked, back = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for coup, player, stake, returned in bets:
        staked[coup, player] += stake
        back[coup, player] += returned
    return {key: (staked[key], back[key]) for key in staked}


def in_settlements(rows: list[dict[str, Any]]) -> Sums:
    """Return the sum of the file, without rows that were reversed."""
    bets = []
    for row in rows:
        sign = -1 if row["row"] == "undone" else 1
        staked, live, back = (int(row[key]) for key in ("staked", "live", "returns"))
        bets.append((row["coup"], row["player"], sign * staked, sign * (staked - live + back)))
    return added(bets)


@pytest.mark.parametrize("played", EVENINGS)
def test_everybody_reads_the_same(played: Callable[[], Evening]) -> None:
    evening = played()
    with open_store("sqlite://") as store:
        import_lines(store, [line + b"\n" for line in lines_of(evening)])
        archive = Archive(store, "1")
        coups = [row.coup for row in archive.coups(None, 50, None)]
        history: Sums = {
            (row.coup, player): (row.staked, row.returned)
            for player in evening.table.patrons
            for row in archive.coups(None, 50, player)
        }
        told = [(coup, archive.protocol(coup)) for coup in coups]
    settled = in_settlements(rows_for(evening, "settlements.csv"))
    assert history == settled
    assert history == added(
        [
            (coup, each.player, each.staked, each.returned + each.returns)
            for coup, protocol in told
            for each in protocol.settlement
            if not each.undone
        ]
    )
    last = {row["coup"]: row for row in rows_for(evening, "coups.csv")}
    for coup, protocol in told:
        mine = [sums for (number, _), sums in history.items() if number == coup]
        row = last[coup]
        sums = [int(row[key]) for key in ("staked", "returned")]
        assert sums == [sum(column) for column in zip(*mine, strict=True)]
        assert row["void"] == protocol.void and protocol.over
        assert protocol.result is None or protocol.void is None
        assert sum(laid.staked for laid in protocol.wagers) == sums[0]
    for player in evening.table.patrons:
        won = sum(back - staked for (_, own), (staked, back) in history.items() if own == player)
        assert evening.chips(player) == 10_000_00 + won, player


def test_the_page_names_the_coup_whose_ends_it_shows() -> None:
    evening = taken_back()
    gallery = Gallery(evening)
    shown = gallery.look()
    assert shown.coup.number == 2
    assert {(end.coup, end.player, end.staked) for end in shown.ends} == {
        (1, "alice", 100_00),
        (1, "bob", 50_00),
    }
