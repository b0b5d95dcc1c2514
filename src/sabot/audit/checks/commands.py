"""Compare commands with what their events did to the money: the wagers that were laid, went back,
were declared void or were forfeited.

The check reads the command as the log has it and the document's clauses, and asks none of the
functions that decided it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar

from sabot.audit.checks.cuts import revision_of
from sabot.audit.checks.edition import is_known
from sabot.core.money import cash, cents
from sabot.core.revision import WAGERS
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES, LAYOUT, of_player, purse
from sabot.engine.streams import Event
from sabot.parts.statements import is_same
from sabot.rules import box_name
from sabot.table.betting.sides import WagerDisplaced
from sabot.table.betting.wagers import WagerPlaced, WagerWithdrawn
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.players.offers import WagersReturned
from sabot.table.players.sanctions import VOID, PlayerSanctioned
from sabot.table.result.invalidation import OutcomeInvalidated, StakesForfeited
from sabot.table.result.void_wagers import CoupVoided, WagersVoided
from sabot.table.state import DEALING, Laid, Table

OFF_THE_LAYOUT = (WagerWithdrawn, WagersReturned)
"""Events by which stakes go back to their players as they lie."""
Said = dict[str, Any]
Way = Callable[[Said, list[Step[Table]]], Iterator[Finding]]
E = TypeVar("E", bound=Event)


class CommandsCheck:
    """Follow the commands of one table, each with its events."""

    def __init__(self) -> None:
        self._do = b""
        self._steps: list[Step[Table]] = []

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        do = bytes(step.line.do)
        if do:
            yield from self.end(step.line.at)
            self._do = do
        if is_known(step.after):
            self._steps.append(step)
        yield from _handed_back(step)

    def end(self, now: datetime) -> Iterator[Finding]:
        """Compare the last command with its events."""
        do, steps, self._do, self._steps = self._do, self._steps, b"", []
        ways = [way for step in steps if (way := _way(step)) is not None]
        if do and ways and revision_of(do) >= WAGERS:
            yield from ways[0](json.loads(do), steps)


def _way(step: Step[Table]) -> Way | None:
    """Return how a command with such an event is read."""
    match step.event:
        case PlayerSanctioned():
            return _sanctioned
        case OutcomeInvalidated():
            return _invalidated
        case WagerPlaced():
            return _laid
        case WagerWithdrawn():
            return _taken_off
        case WagersReturned() if step.event.clause == step.before.round.take_down:
            return _taken_off
        case _:
            return None


# Wagers laid and taken off


def _handed_back(step: Step[Table]) -> Iterator[Finding]:
    """Stakes that leave the layout go to those who laid them."""
    event = step.event
    if isinstance(event, OFF_THE_LAYOUT):
        sequences: tuple[int, ...] = event.sequences
    elif isinstance(event, WagerDisplaced):
        sequences = (event.sequence,)
    else:
        return
    due, found = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for sequence in sequences:
        laid = step.before.round.stakes.get(sequence)
        if laid is None:
            yield step.finding("wrong-stake", f"No stake {sequence} lay there.")
        else:
            due[of_player(laid.player), laid.currency] += laid.live
    for move in event.moves:
        found[move.target, move.currency] += move.amount * (move.source == LAYOUT)
    if +due != +found:
        yield step.finding("wrong-stake", "What went back is not what lay there.")


def _laid(said: Said, steps: list[Step[Table]]) -> Iterator[Finding]:
    if "on" not in said or "amount" not in said:
        return
    placed = [step for step in steps if isinstance(step.event, WagerPlaced)]
    if len(placed) != 1:
        yield steps[0].finding("wrong-stake", "One wager was to be laid.")
        return
    step, event = placed[0], placed[0].event
    assert isinstance(event, WagerPlaced)
    stake, own = event.stake, step.before.opened.currency
    amount, currency = cents(said["amount"]), said.get("currency") or own
    is_so = (
        is_same(stake.player, said["player"])
        and (stake.on, stake.box) == (said["on"], said.get("box"))
        and (stake.staked, stake.live, stake.currency) == (amount, amount, currency)
    )
    moved = [(each.source, each.target, each.amount, each.currency) for each in event.moves]
    if not is_so or moved != [(of_player(stake.player), LAYOUT, amount, currency)]:
        yield step.finding("wrong-stake", f"{cash(amount)} was to be laid, and nothing else.")


def _taken_off(said: Said, steps: list[Step[Table]]) -> Iterator[Finding]:
    """Only the player's own stakes go back, and all of those that are meant."""
    if "player" not in said:
        return
    for step in steps:
        if not isinstance(step.event, OFF_THE_LAYOUT):
            continue
        stakes = step.before.round.stakes
        off = [stakes[each] for each in step.event.sequences if each in stakes]
        meant = {
            laid.sequence
            for laid in _lying(step.before)
            if is_same(laid.player, said["player"])
            and said.get("on") in (None, laid.on)
            and said.get("box") in (None, laid.box)
            and said.get("area") in (None, laid.area)
        }
        others = [laid for laid in off if not is_same(laid.player, said["player"])]
        if others or not meant <= {laid.sequence for laid in off}:
            yield step.finding("wrong-stake", "Other wagers went back than those that were meant.")


# A person's wagers declared void


def _sanctioned(said: Said, steps: list[Step[Table]]) -> Iterator[Finding]:
    if "measures" not in said:
        return
    first, before = steps[0], steps[0].before
    named = [step.event for step in steps if isinstance(step.event, PlayerSanctioned)]
    player = named[0].player if named else str(said["player"])
    own = _events(steps, WagersVoided)
    past = _events(steps, CoupReversed)
    whole = _events(steps, CoupVoided)
    if VOID not in said["measures"]:
        if own or past or whole:
            yield first.finding("wrong-void", "No wager was to be void.")
        return
    if said.get("coup") not in (None, before.round.number):
        if [(each.number, each.only) for each in past] != [(said["coup"], player)]:
            yield first.finding("wrong-void", f"{player}'s wagers in that coup were to be void.")
        return
    others = [laid for laid in _lying(before) if laid.player != player]
    if before.phase == DEALING and before.round.boxes and not others:
        if not whole and not own:
            yield first.finding("wrong-void", "Without any wager the coup is void.")
        return
    if [each.player for each in own] != [player] or whole or past:
        yield first.finding("wrong-void", f"{player}'s wagers were to be void, and no others.")
        return
    lying = {laid.sequence for laid in _lying(before) if laid.player == player}
    settled = {
        laid.sequence
        for laid in before.round.stakes.values()
        if laid.player == player and laid.sequence in before.round.settled
    }
    if set(own[0].sequences) != lying or set(own[0].undone) != settled:
        yield first.finding("wrong-void", f"Not all of {player}'s wagers are void.")
    yield from _boxes(first, steps[-1])


def _boxes(first: Step[Table], last: Step[Table]) -> Iterator[Finding]:
    """A box that lost its last wager gets no further card."""
    if last.after.phase != DEALING:
        return
    had = {laid.box for laid in first.before.round.stakes.values()}
    have = {laid.box for laid in last.after.round.stakes.values()}
    for box in first.before.round.boxes:
        is_void = box_name(box) in last.after.round.void_hands
        if box in had and (box not in have) != is_void:
            yield last.finding("wrong-void", f"Box {box} is void, or is not, against its wagers.")


# An outcome invalidated


def _invalidated(said: Said, steps: list[Step[Table]]) -> Iterator[Finding]:
    if "cause" not in said:
        return
    first, before = steps[0], steps[0].before
    rule, told = before.conduct.general.invalidation, _events(steps, OutcomeInvalidated)
    if rule is None or len(told) != 1:
        return
    event = told[0]
    is_now = said.get("coup") in (None, before.round.number)
    wanted = before.round.number if is_now else said["coup"]
    refund = said.get("refund") is not False
    if event.coup != wanted or event.refund != refund:
        yield first.finding("wrong-refund", "Another outcome is invalid than was said.")
    past, whole = _events(steps, CoupReversed), _events(steps, CoupVoided)
    if is_now:
        settled = set(before.round.settled) if refund else set[int]()
        lying = {laid.sequence for laid in _lying(before)}
        right = [(set(each.undone), set(each.returned)) for each in whole]
        if past or right != [(settled, settled | lying)]:
            yield first.finding("wrong-refund", "The coup was to be void, with all its wagers.")
        yield from _forfeited(said, steps, rule.forfeit, rule.refund)
    elif [(each.number, each.only) for each in past] != [(wanted, None)] * refund or whole:
        yield first.finding("wrong-refund", "That coup was to be reversed, or to stand.")


def _forfeited(
    said: Said, steps: list[Step[Table]], power: str | None, clause: str | None
) -> Iterator[Finding]:
    """A cheat forfeits what was at stake; without a refund everybody does, where a clause lets the
    casino refuse it."""
    first, before, cheat = steps[0], steps[0].before, said.get("by_player")
    refund = said.get("refund") is not False
    stakes = [laid for laid in before.round.stakes.values() if refund or laid in _lying(before)]
    if refund:
        must = said.get("forfeit") or (power == "must" and cheat is not None)
        stakes = [laid for laid in stakes if must and laid.player == cheat]
    elif clause is None:
        stakes = []
    due = Counter[tuple[str, str]]()
    for laid in stakes:
        due[of_player(laid.player), laid.currency] += laid.live
    found, short = Counter[tuple[str, str]](), set[tuple[str, str]]()
    for step in steps:
        if not isinstance(step.event, StakesForfeited):
            continue
        for move in step.event.moves:
            key = move.source, move.currency
            found[key] += move.amount
            if move.target != CURRENCIES[move.currency].house:
                yield step.finding("wrong-forfeit", "A stake that is forfeited is the house's.")
            if not _held(step.after, *key):
                short.add(key)
    for key in due.keys() | found.keys():
        if found[key] > due[key] or (found[key] < due[key] and key not in short):
            yield first.finding(
                "wrong-forfeit",
                f"{cash(due[key])} of {_player(key[0])} was to be forfeited, and"
                f" {cash(found[key])} was.",
            )


# The state and the events


def _lying(table: Table) -> list[Laid]:
    stakes, settled = table.round.stakes, table.round.settled
    return [laid for laid in stakes.values() if laid.sequence not in settled]


def _player(place: str) -> str:
    return place.removeprefix(of_player(""))


def _held(table: Table, place: str, currency: str) -> int:
    return table.balances.get(purse(place, currency), 0)


def _events(steps: Iterable[Step[Table]], kind: type[E]) -> list[E]:
    return [step.event for step in steps if isinstance(step.event, kind)]
