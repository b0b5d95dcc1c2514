"""Chips of the float by denomination, and who counted a drop box."""

from collections.abc import Iterator

from sabot.core.denominations import worth
from sabot.core.money import cash
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import FLOAT, balance
from sabot.parts.statements import is_same
from sabot.table.chips.change import ChipsBought
from sabot.table.chips.drop_box import DropBoxRemoved, DropCollected
from sabot.table.chips.drop_count import DropCounted
from sabot.table.chips.fills import FloatCredited, FloatFilled
from sabot.table.state import Table

Workers = frozenset[str]


class ChipsCheck:
    """Check that the float by denomination is worth its amount, that chips are worth the move that
    names them, and that the team of a drop box did not work at its table."""

    def __init__(self) -> None:
        self._workers: Workers = frozenset()
        self._boxes: dict[str, Workers] = {}

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        yield from self._worth(step)
        match step.event:
            case ChipsBought(taker=taker) if taker:
                self._workers |= {taker}
            case FloatFilled(signed_by=signed) | FloatCredited(signed_by=signed):
                self._workers |= set(signed[1:])
            case DropCollected(seal=seal) | DropBoxRemoved(seal=seal) if seal:
                self._boxes[seal] = self._workers | {step.line.by}
                self._workers = frozenset()
            case DropCounted():
                yield from self._team(step, step.event)

    def _worth(self, step: Step[Table]) -> Iterator[Finding]:
        for move in getattr(step.event, "moves", ()):
            if move.chips is not None and worth(move.chips) != move.amount:
                message = f"Chips worth {cash(worth(move.chips))} move as {cash(move.amount)}."
                yield step.finding("chips-differ", message)
        before, after = step.before, step.after
        tray, is_same_tray = after.tray, after.tray is before.tray
        if tray is None or (is_same_tray and after.balances is before.balances):
            return
        held = balance(after.balances, FLOAT)
        if worth(tray) != held:
            message = f"The float has chips worth {cash(worth(tray))}, and {cash(held)} by amount."
            yield step.finding("chips-differ", message)

    def _team(self, step: Step[Table], event: DropCounted) -> Iterator[Finding]:
        barred = self._boxes.pop(event.seal, frozenset())
        if len(event.team) != 2 or is_same(*event.team):
            yield step.finding("wrong-team", "The drop box was not counted by two persons.")
        for person in event.team:
            if any(is_same(person, each) for each in barred):
                message = f"{person} worked at the table and counted its drop box."
                yield step.finding("wrong-team", message)
