"""The books of a coup: what its end keeps for later payments and reversals, added up again.

A wrong payment is put right, and a coup is reversed, by what the end of the coup says was at stake
and was paid. The check adds both up from the stakes and settlements that the log has of the coup.
"""

from collections import Counter
from collections.abc import Iterator

from sabot.core.money import TOKENS, cash
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import of_player, purse
from sabot.table.result.clearance import CoupEnded
from sabot.table.state import Table

Place = tuple[str, str, int | None]
"""Player, bet, and the box where the bet has one."""


def books(step: Step[Table]) -> Iterator[Finding]:
    """Compare what a coup's end keeps with its stakes, wager by wager and purse by purse."""
    event = step.event
    if not isinstance(event, CoupEnded):
        return
    round_ = step.before.round
    staked, live, paid = Counter[str](), Counter[Place](), Counter[Place]()
    tokens, back = Counter[Place](), Counter[Place]()
    for laid in round_.stakes.values():
        place = laid.player, laid.on, laid.box
        staked[purse(of_player(laid.player), laid.currency)] += laid.live
        live[place] += laid.live
        paid[place] += round_.returns.get(laid.sequence, 0)
        if laid.currency == TOKENS:
            tokens[place] += laid.live
            back[place] += laid.live if round_.returns.get(laid.sequence, 0) else 0
    if event.staked and +staked != Counter(event.staked):
        yield step.finding("wrong-books", "What was at stake adds up to something else.")
    if event.paid is None:
        return
    for wager in event.paid.wagers:
        live[wager.player, wager.on, wager.box] -= wager.live
        place = wager.player, wager.on, wager.box
        paid[place] -= wager.paid + (back[place] if wager.tokens else 0)
        if wager.tokens not in (0, tokens[place]):
            yield step.finding("wrong-books", f"The tokens of {wager.player} are others.")
    for player, on, amount in _off(live):
        yield step.finding("wrong-books", f"The stake of {player} on {on} is {amount} off.")
    for player, on, amount in _off(paid):
        yield step.finding("wrong-books", f"The payment to {player} on {on} is {amount} off.")


def _off(left: Counter[Place]) -> Iterator[tuple[str, str, str]]:
    """Yield player, bet and difference of each place whose sum is not zero."""
    for (player, on, _), amount in left.items():
        if amount:
            yield player, on, cash(abs(amount))
