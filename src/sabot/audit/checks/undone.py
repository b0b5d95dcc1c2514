"""Coups undone, derived again: what each player gets or gives back, and what they owe after it.

The check keeps its own account of how stakes ended and of debts, from the events alone.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sabot.audit.checks.cuts import revision_of
from sabot.core.money import TOURNAMENT, cash
from sabot.core.revision import FIRST, WAGERS
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES, FLOAT, LAYOUT, WORLD, of_player, place_of, purse
from sabot.rules.irregularities.irregularity import UNRULED
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.players.debts import DebtTakenOver, DebtWrittenOff, KeptPaid
from sabot.table.players.seats import PlayerLeft
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.debts import CoupEvenedOut
from sabot.table.result.invalidation import OutcomeInvalidated, StakesForfeited
from sabot.table.result.repayments import KEPT, DebtPaid
from sabot.table.result.settlement import WagersSettled
from sabot.table.result.void_wagers import CoupVoided, WagersVoided
from sabot.table.state import IN_COUP, SETTLED, Table

LOSSES = tuple(name for name, each in CURRENCIES.items() if each.is_loss)
"""Currencies that are worth money."""


class Ended(NamedTuple):
    """The end of a stake: its player, its live amount in money, and what it earned."""

    player: str
    live: int
    lost: bool
    pays: int

    @property
    def gain(self) -> int:
        return -self.live if self.lost else self.pays

    @property
    def handed(self) -> int:
        """All that the settlement handed to the player."""
        return 0 if self.lost else self.live + self.pays


class UndoneCheck:
    """Check coups that were undone at one table, and the debts that follow. Commands of the first
    release recorded no debts; the re-deciding audit checks those."""

    def __init__(self) -> None:
        self._ends: dict[int, Ended] = {}
        self._last: dict[int, Ended] = {}
        self._more: Counter[str] = Counter()
        """Losses of players in a coup beside their stakes: forfeits."""
        self._mixed = False
        """Wagers of this coup were voided by themselves: its parts are not told apart any more."""
        self._debts: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()
        self._lent: Counter[str] = Counter()
        self._under = FIRST
        self._cheat: str | None = None
        self._refund = True
        """Money goes back where the command in hand invalidates an outcome."""
        self._record: Mapping[str, Any] = {}

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        do = bytes(step.line.do)
        if do:
            self._record = record_of(do) if b'"record"' in do else {}
            self._under = revision_of(do)
            self._cheat, self._refund = None, True
        found = [*self._undone(step), *self._debt(step)]
        yield from found if self._under >= WAGERS else ()

    def _undone(self, step: Step[Table]) -> Iterator[Finding]:
        event = step.event
        match event:
            case WagersSettled():
                self._settle(step, event)
            case StakesForfeited():
                for move in event.moves:
                    self._more[event.player] += move.amount if move.currency in LOSSES else 0
            case OutcomeInvalidated():
                self._cheat, self._refund = event.by_player, event.refund
            case CoupVoided() | WagersVoided():
                yield from self._void(step, event)
            case CoupReopened():
                yield from self._reopen(step, event)
            case CoupReversed():
                yield from self._reverse(step, event)
            case CoupEvenedOut():
                yield from self._even(step, event)
            case CoupEnded():
                yield from self._end(step, event)
            case _:
                pass

    # A coup

    def _settle(self, step: Step[Table], event: WagersSettled) -> None:
        for line in event.lines:
            laid = step.before.round.stakes.get(line.sequence)
            if laid is not None:
                live = laid.live if laid.currency in LOSSES else 0
                pays = line.pays if CURRENCIES[laid.currency].pays in LOSSES else 0
                lost = line.outcome == "lose"
                self._ends[line.sequence] = Ended(laid.player, live, lost, pays)

    def _void(self, step: Step[Table], event: CoupVoided | WagersVoided) -> Iterator[Finding]:
        """Stakes that lay go back, and what was settled is undone."""
        due = Counter[str]()
        one = isinstance(event, WagersVoided)
        back = event.sequences if isinstance(event, WagersVoided) else event.returned
        for sequence in set(back) - set(event.undone):
            laid = step.before.round.stakes.get(sequence)
            if laid is not None and laid.currency in LOSSES:
                due[laid.player] += laid.live
        for sequence in event.undone:
            ended = self._ends.pop(sequence, None)
            if ended is not None:
                due[ended.player] -= ended.gain
        self._mixed |= one
        if isinstance(event, CoupVoided) and not event.undone and not self._stands(step, event):
            yield step.finding(
                "wrong-undoing", "The coup is void, and its settlements stand.", event.clause
            )
        yield from self._given(step, due, {**event.short, **event.owed})

    def _stands(self, step: Step[Table], event: CoupVoided) -> bool:
        """Return True if nothing was settled, or what was settled stands by a clause or by the
        decision that no money goes back."""
        round_, conduct = step.before.round, step.before.conduct
        if not round_.settled or not (step.before.phase == SETTLED or conduct.void_reverses):
            return True
        cells = (cell for row in conduct.irregularities.values() for cell in row)
        saving = {str(cell.clause) for cell in cells if cell.outcome is Outcome.VOID_SAVE_SETTLED}
        return not self._refund or event.clause in {*saving, UNRULED}

    def _reopen(self, step: Step[Table], event: CoupReopened) -> Iterator[Finding]:
        over = step.before.phase not in IN_COUP
        ends = self._last if over else self._ends
        due = Counter[str]()
        for ended in ends.values():
            due[ended.player] -= ended.handed
        for laid in step.before.round.stakes.values() if over else ():
            due[laid.player] += laid.live if laid.currency in LOSSES else 0
        lent = Counter[str]()
        for key, amount in event.advanced.items():
            self._lent[key] += amount
            if place_of(key)[1] in LOSSES:
                lent[_player(key)] += amount
        if not self._mixed and not self._more and step.before.opened.currency != TOURNAMENT:
            yield from self._given(step, due, lent)
        self._ends, self._last, self._more = {}, {}, Counter()

    def _end(self, step: Step[Table], event: CoupEnded) -> Iterator[Finding]:
        gains = Counter[str]()
        for ended in self._ends.values():
            gains[ended.player] += ended.gain
        for player, forfeited in self._more.items():
            gains[player] -= forfeited
        found = Counter[str]()
        for key, gain in event.gains.items():
            found[_player(key)] += gain if place_of(key)[1] in LOSSES else 0
        for player in sorted(found.keys() | gains.keys()) if not self._mixed else ():
            if found[player] != gains[player] and step.before.opened.currency != TOURNAMENT:
                yield step.finding(
                    "wrong-gain",
                    f"The coup brought {player} {cash(gains[player])}, and the log says"
                    f" {cash(found[player])}.",
                )
        self._last, self._ends, self._more, self._mixed = self._ends, {}, Counter(), False
        self._lent = Counter()

    # A coup that is over

    def _reverse(self, step: Step[Table], event: CoupReversed) -> Iterator[Finding]:
        """Each player has again what they had before that coup, or owes it."""
        past = step.before.past
        if past is not None and past.number == event.number:
            gains, staked = dict(past.gains), dict(past.staked)
            wrong = dict(past.wrong)
            if event.only is not None:  # whose wagers do not lie again if the coup is rebuilt
                self._last = {n: e for n, e in self._last.items() if e.player != event.only}
        elif self._record.get("number") == event.number:
            gains, staked = dict(self._record["gains"]), dict(self._record.get("staked", {}))
            wrong = dict(self._record.get("wrong", {}))
        else:
            return
        due, stakes = by_player(gains), by_player(staked)
        due.subtract(by_player(wrong))
        if event.only is not None:
            due = Counter({event.only: due[event.only]})
        yield from _strangers(step, event, due)
        for player in sorted(due):
            yield from self._reversed(step, event, player, due[player], stakes[player])

    def _reversed(
        self, step: Step[Table], event: CoupReversed, player: str, gain: int, staked: int
    ) -> Iterator[Finding]:
        owes = event.owed.get(player, 0) + event.short.get(player, 0)
        amounts = {-gain} | ({-gain - staked} if player == self._cheat else set())
        if player in step.before.patrons:
            stakes = step.before.round.stakes
            lying = sum(
                stakes[each].live
                for each in event.returned
                if each in stakes
                and stakes[each].player == player
                and stakes[each].currency in LOSSES
            )
            spent = -min(0, event.kept.get(player, 0))
            found = _moved(event.moves, player) - owes - spent - lying
        else:
            found = event.absent.get(player, 0)
            due = 0 if player in event.accounts else max(0, found)
            spent = min(self._kept[player], max(0, -found))
            if owes != max(0, -found) - spent or event.kept.get(player, 0) != due - spent:
                yield step.finding("wrong-debt", f"{player} left, and owes what is not written.")
        if found not in amounts:
            yield step.finding(
                "wrong-undoing",
                f"The reversal comes to {cash(found)} for {player}, and should come to"
                f" {cash(-gain)}.",
                event.clause,
            )

    def _even(self, step: Step[Table], event: CoupEvenedOut) -> Iterator[Finding]:
        """Check that advanced money is given back, or owed; a player who has left gets the rest."""
        players = {_player(key) for key in self._lent}
        players |= {laid.player for laid in step.before.round.stakes.values()}
        for player in sorted(players):
            held = sum(
                step.before.balances.get(purse(of_player(player), each), 0) for each in LOSSES
            )
            lent = sum(self._lent[purse(of_player(player), each)] for each in LOSSES)
            gone = player not in step.before.patrons
            given = held if gone else min(held, lent)
            spent = min(self._kept[player], max(0, lent - given))
            wanted = max(0, lent - given) - spent, given - lent if gone else 0
            found = event.owed.get(player, 0), event.absent.get(player, 0)
            if found != wanted or _moved(event.moves, player) != -given:
                yield step.finding(
                    "wrong-undoing",
                    f"{player} held {cash(held)} and was advanced {cash(lent)}: the coup is not"
                    " evened out so.",
                    event.clause,
                )

    def _given(
        self, step: Step[Table], due: Mapping[str, int], more: Mapping[str, int]
    ) -> Iterator[Finding]:
        """Check that the event's moves give each player what is due, and what was left to them."""
        moves = getattr(step.event, "moves", ())
        players = due.keys() | more.keys() | {_player(each) for each in _purses(moves)}
        for player in sorted(players):
            found = _moved(moves, player) - more.get(player, 0)
            if found != due.get(player, 0):
                yield step.finding(
                    "wrong-undoing",
                    f"{player} gets {cash(found)} back, and should get {cash(due.get(player, 0))}.",
                    getattr(step.event, "clause", None),
                )

    # Debts

    def _debt(self, step: Step[Table]) -> Iterator[Finding]:
        event = step.event
        if isinstance(event, CoupReversed | CoupEvenedOut | CoupVoided | WagersVoided):
            self._debts.update(event.owed)
        if isinstance(event, CoupReversed | CoupEvenedOut):
            self._kept.update(event.kept)
        if isinstance(event, DebtPaid | DebtTakenOver | DebtWrittenOff):
            self._debts[event.player] -= event.amount
            self._kept[event.player] -= event.amount if _from_kept(event) else 0
            if event.left != self._debts[event.player] or event.amount <= 0:
                yield step.finding("wrong-debt", f"{event.player} owes another amount then.")
        elif isinstance(event, KeptPaid):
            self._kept[event.player] -= event.amount
        elif isinstance(event, PlayerLeft) and self._debts[event.player]:
            yield step.finding("wrong-debt", f"{event.player} left with a debt.")
        if step.before.debts is not step.after.debts or step.before.kept is not step.after.kept:
            debts = {name: each.amount for name, each in step.after.debts.items()}
            owed = {name: each for name, each in self._debts.items() if each}
            kept = {name: each for name, each in self._kept.items() if each}
            if debts != owed or step.after.kept != kept:
                yield step.finding("wrong-debt", "The table has other debts than its events.")


def _strangers(step: Step[Table], event: CoupReversed, due: Mapping[str, int]) -> Iterator[Finding]:
    """Check that a reversal moves money of those alone whose wagers it is about, between them and
    the float, or the world while no float is open."""
    shift = step.before.shift
    house = FLOAT if shift is not None and shift.is_open else WORLD
    for move in event.moves:
        ends = {move.source, move.target}
        players = {end.removeprefix(of_player("")) for end in ends if end.startswith(of_player(""))}
        known = {LAYOUT, WORLD, house, CURRENCIES[move.currency].house}
        if players - due.keys() or not ends - {of_player(name) for name in players} <= known:
            yield step.finding("wrong-undoing", "The reversal moves other money than it may.")
        elif players and move.currency in LOSSES and WORLD in ends and house != WORLD:
            yield step.finding("wrong-undoing", "The float pays and collects while it is open.")


def _from_kept(event: DebtPaid | DebtTakenOver | DebtWrittenOff) -> bool:
    return isinstance(event, DebtPaid) and event.means == KEPT


def record_of(do: bytes) -> Mapping[str, Any]:
    """Return the record of an earlier coup that the server put into a command."""
    waiting: list[Any] = [json.loads(do)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if isinstance(each.get("record"), dict) and "gains" in each["record"]:
                found: Mapping[str, Any] = each["record"]
                return found
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return {}


def _player(key: str) -> str:
    return place_of(key)[0].removeprefix(of_player(""))


def by_player(amounts: Mapping[str, int]) -> Counter[str]:
    """Add up amounts of money by player, whose purses they are named by."""
    sums = Counter[str]()
    for key, amount in amounts.items():
        sums[_player(key)] += amount if place_of(key)[1] in LOSSES else 0
    return sums


def _purses(moves: Iterable[Any]) -> Iterator[str]:
    for move in moves:
        for place in (move.source, move.target):
            if place.startswith(of_player("")) and move.currency in LOSSES:
                yield purse(place, move.currency)


def _moved(moves: Iterable[Any], player: str) -> int:
    """Return what moves hand to a player, in money."""
    place, net = of_player(player), 0
    for move in moves:
        if move.currency in LOSSES:
            net += move.amount * ((move.target == place) - (move.source == place))
    return net
