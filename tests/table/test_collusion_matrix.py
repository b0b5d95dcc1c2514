"""Every cell of the matrix, said by a dealer alone at every moment of a coup: not a cent moves."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from sabot.engine.streams import Event, Rejection
from sabot.parts.statements import StatementMade
from sabot.rules.irregularities.irregularity import Situation
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.table import TABLE, Table
from sabot.table.state import IN_COUP
from support.collusion_checks import GAMES, Game, by_id
from support.den import wealth
from support.evening import Evening

PLAYERS = ("ada", "ben")


def moments(game: Game) -> Iterator[Evening]:
    """Before the first card, after it, with all cards out, settled, cleared, and in the next."""
    evening = game.evening()
    game.bet(evening)
    yield evening
    yield game.begun()
    yield game.dealt()
    yield game.settled()
    yield game.cleared()
    later = game.cleared()
    game.bet(later)
    if later.table.conduct.calls.required:
        later.ok("no-more-bets")
    later.card("2D")
    yield later


def named(game: Game, evening: Evening) -> Iterator[dict[str, Any]]:
    """Contents of a report: nothing, and all that a crooked dealer would name."""
    box = {"box": 1} if game.box else {}
    all_ = {
        "card": "8D", "cards": list(game.other), "hand": "player", "player": "ada", "on": game.on,
        "coup": 1, "agreed": list(PLAYERS), "confirmed": False, "damaged": 1, "note": "as seen",
    }  # fmt: skip
    yield {}
    yield {**all_, **box, "amount": "0"}
    yield {**all_, **box, "amount": "1500"}
    yield {**all_, "player": "ben", **({"box": 2} if game.box else {}), "amount": "2"}
    yield {"player": "ada", "confirmed": True, "coup": 1, **box}


def circumstances(situation: Situation) -> Iterator[dict[str, Any]]:
    values = (CIRCUMSTANCES[ask] for ask in situation.asks)
    for said in itertools.product(*values):
        yield dict(zip(situation.asks, said, strict=True))


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_no_report_by_a_dealer_alone_moves_a_cent(game: Game) -> None:
    """A report is refused, waits for another person, or leaves every stake and chip in place."""
    waits = 0
    for evening in moments(game):
        for situation in SITUATIONS:
            for said in circumstances(situation):
                for fields in named(game, evening):
                    decided = evening.ask("report-irregularity", situation=situation.name,
                                          circumstances=said, **fields)  # fmt: skip
                    if isinstance(decided, Rejection):
                        continue
                    waits += any(isinstance(event, StatementMade) for event in decided)
                    check_still(evening, decided)
    assert waits > 50


def check_still(evening: Evening, events: list[Event]) -> None:
    before = after = evening.table
    for event in events:
        after = TABLE.evolve(after, event, evening.now)
    for player in PLAYERS:
        assert wealth(after, player) == wealth(before, player), events
    if before.phase in IN_COUP:
        assert after.balances == before.balances and after.round.stakes == before.round.stakes
        assert _choices(after) == _choices(before), events
    assert after.past == before.past, events


def _choices(table: Table) -> tuple[Any, ...]:
    """Facts that let a player take a stake back later."""
    round_ = table.round
    return round_.take_down, round_.reopened, round_.void, round_.void_hands
