"""The state does not grow: it is as large as what is live."""

import msgspec
import pytest

from sabot.engine.ledger import FLOAT, LAYOUT, WORLD, Move, is_balanced, of_player, purse
from sabot.engine.streams import Event
from sabot.parts.sizes import REMEMBERED
from sabot.rulebooks import RULEBOOKS
from sabot.shoe.procedure import DEVICE
from sabot.store.log.lines import LARGEST
from sabot.table import TABLE, Table
from sabot.table.betting.wagers import WagerPlaced
from sabot.table.players.seats import PlayerJoined, PlayerLeft
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.settlement import SettledLine, WagersSettled
from sabot.table.state import Laid
from support.evening import Evening

SUPERVISOR = {"actor": "sue", "role": "casino supervisor"}
SHOE = 60
OFTEN = 10


def size(table: Table) -> int:
    return len(msgspec.msgpack.encode(table))


def quick_coup(evening: Evening, player: str) -> None:
    """Return the events of a player who comes, bets, loses and goes, as the log would have them."""
    table, place = evening.table, of_player(player)
    laid = Laid(table.sequence + 1, player, table.opened.wagers[0], 1000, 1000)
    line = SettledLine(laid.sequence, "lose", "1.1", 0, 0)
    events: list[Event] = [
        PlayerJoined(
            player=player, place=None, card=player, room=None, account=False, boxes=(),
            lapses=(), moves=(Move(WORLD, place, 5000),),
        ),
        WagerPlaced(stake=laid, moves=(Move(place, LAYOUT, 1000),)),
        WagersSettled(lines=(line,), moves=(Move(LAYOUT, FLOAT, 1000),), early=False),
        CoupEnded(
            number=table.round.number, result="player", void=None, last_coup=False, left=None,
            tie_granted=False, racked=0, gains={purse(place): -1000},
        ),
        PlayerLeft(player=player, chips=4000, lost=1000, moves=(Move(place, WORLD, 4000),)),
    ]  # fmt: skip
    for event in events:
        table = TABLE.evolve(table, event, evening.now)
    evening.table = table


def trouble(evening: Evening, nth: int) -> None:
    """Leave things behind and deal with them: a dispute, a wrong payment, its notice."""
    table = evening.table
    if (rules := table.conduct.general.disputes) is not None:
        raised = evening.ok("raise-dispute", player=table.left[-1], about="the count")[0]
        number = raised.number  # type: ignore[attr-defined]
        evening.ok("decide-dispute", actor="gus", role=rules.first.by, number=number,
                   decision="no", reason="seen")  # fmt: skip
    evening.wait(seconds=1)
    if table.conduct.mispayment is not None:
        evening.ok("fill", **SUPERVISOR, amount="2000", slip=f"{nth}")
        evening.ok("find-mispayment", of="wager", coup=table.coups, amount="2000", over=True,
                   note="seen")  # fmt: skip
        evening.ok("record-inquiry", **SUPERVISOR, number=nth, intended=False, note="asked")
        evening.ok("record-attempt", number=nth, step="identify", note="cameras")
    for number in [n for n, due in evening.table.notices.due.items() if due.given is None]:
        evening.ok("give-notice", number=number, channel="telephone")


@pytest.mark.parametrize("game", RULEBOOKS)
def test_three_thousand_coups_weigh_no_more_than_three_hundred(game: str) -> None:
    evening = Evening(game)
    sizes = {}
    for coup in range(1, 3001):
        quick_coup(evening, f"guest {coup:06}")
        if coup % OFTEN == 0:
            trouble(evening, coup // OFTEN)
        if coup % SHOE == 0 and evening.table.opened.source != DEVICE:
            evening.fresh_cards()
        if coup in (300, 3000):
            sizes[coup] = size(evening.table)
    assert evening.table.coups == 3000 and is_balanced(evening.table.balances)
    assert sizes[3000] < 1.5 * sizes[300], sizes
    assert sizes[3000] < 12_000


def test_five_hundred_players_come_and_play_one_coup() -> None:
    """Their events are as large as what they did, and far from what a log takes."""
    evening = Evening("star-baccarat", sign={"maximum": "100000", "area_maximum": None})
    for nth in range(500):
        evening.join(f"guest {nth:03}", chips="1000")
        evening.bet(f"guest {nth:03}", "player" if nth % 2 else "banker", "10")
    largest = max(len(msgspec.json.encode(event)) for event in _coup(evening))
    assert largest < LARGEST / 4
    full = size(evening.table)
    for nth in range(500):
        evening.ok("leave-table", player=f"guest {nth:03}")
    assert len(evening.table.left) == REMEMBERED
    quick_coup(evening, "the next guest")
    assert size(evening.table) < full / 10


def _coup(evening: Evening) -> list[Event]:
    before = len(evening.log)
    evening.coup("9S 5H KD QC")
    return [event for event, _ in evening.log[before:]]
