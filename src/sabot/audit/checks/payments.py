"""Wrong payments put right: never more than was found, between that player and the house alone."""

from collections import Counter
from collections.abc import Iterator

from sabot.core.money import cash
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES, WORLD, of_player
from sabot.table.cases.payments import MispaymentFound
from sabot.table.cases.rectification import PaymentRectified
from sabot.table.state import Mispaid, Table


def payments(step: Step[Table]) -> Iterator[Finding]:
    """Compare what puts a payment right with what was found wrong of it. Where the books have the
    wrong amount, the finding itself moves nothing."""
    event = step.event
    if isinstance(event, MispaymentFound) and event.mispaid.in_books and event.moves:
        yield step.finding("wrong-payment", "The finding moves what the books have already.")
    if not isinstance(event, PaymentRectified):
        return
    mispaid = event.again or step.before.payments.get(event.number)
    if mispaid is None:
        return
    left = mispaid.amount - mispaid.rectified
    if not 0 < event.amount <= left:
        yield step.finding(
            "wrong-payment",
            f"{cash(event.amount)} is put right, where {cash(left)} was left.",
            event.clause,
        )
    yield from _moved(step, event, mispaid)


def _moved(step: Step[Table], event: PaymentRectified, mispaid: Mispaid) -> Iterator[Finding]:
    """Compare the moves with the amount. A player who has left settles beyond the table."""
    got, player = Counter[str](), mispaid.player
    for move in event.moves:
        got[move.source] -= move.amount
        got[move.target] += move.amount
    due = -event.amount if mispaid.over else event.amount
    here = player is not None and player in step.before.patrons
    place = of_player(player) if here and player is not None else WORLD
    house = {CURRENCIES[mispaid.currency].house, WORLD}
    wrong = got.keys() - house - {place} or any(m.currency != mispaid.currency for m in event.moves)
    if wrong or (here and got[place] != due) or got[place] not in (0, due):
        yield step.finding(
            "wrong-payment",
            f"{cash(event.amount)} is put right, and the moves are others.",
            event.clause,
        )
