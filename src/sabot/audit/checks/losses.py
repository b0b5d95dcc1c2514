"""Losses of players at a visit, which a Loss Limit bounds, counted again from the results of their
wagers: settled, undone, forfeited and put right."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sabot.audit.checks.cuts import revision_of
from sabot.audit.checks.undone import LOSSES, Ended, by_player, record_of
from sabot.core.money import TOURNAMENT, cash
from sabot.core.revision import FIRST, WAGERS
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES
from sabot.table.cases.rectification import PaymentRectified
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.invalidation import OutcomeInvalidated, StakesForfeited
from sabot.table.result.settlement import WagersSettled
from sabot.table.result.void_wagers import CoupVoided, WagersVoided
from sabot.table.state import IN_COUP, Mispaid, Table


class LossesCheck:
    """Compare how each event changes what a player has lost with the check's own count. Commands
    of the first release are left to the re-deciding."""

    def __init__(self) -> None:
        self._ends: dict[int, Ended] = {}
        self._last: dict[int, Ended] = {}
        self._under = FIRST
        self._cheat: str | None = None
        self._record: Mapping[str, Any] = {}

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        do = bytes(step.line.do)
        if do:
            self._under, self._cheat = revision_of(do), None
            self._record = record_of(do) if b'"record"' in do else {}
        wanted, table = self._wanted(step), step.before
        before, after = table.patrons, step.after.patrons
        if wanted is None or (before is after and not wanted) or self._under < WAGERS:
            return
        if table.setup is None or table.opened.currency == TOURNAMENT:
            return
        for player in before.keys() & after.keys():
            found = after[player].lost - before[player].lost
            if before[player].joined == after[player].joined and found != wanted[player]:
                yield step.finding(
                    "wrong-loss",
                    f"{player} has lost {cash(found)} more by this, and should have lost"
                    f" {cash(wanted[player])}.",
                )

    def _wanted(self, step: Step[Table]) -> Counter[str] | None:
        """Return what each player loses more by an event, or less, below nothing; None where the
        log's record of a past coup is not at hand."""
        event = step.event
        match event:
            case WagersSettled():
                return self._settled(step.before, event)
            case CoupVoided() | WagersVoided():
                return _undone(self._ends.pop(each, None) for each in event.undone)
            case CoupReopened():
                ends = self._ends if step.before.phase in IN_COUP else self._last
                self._ends, self._last = {}, {}
                return _undone(each for each in ends.values() if each.player not in event.void)
            case StakesForfeited():
                lost = sum(move.amount for move in event.moves if move.currency in LOSSES)
                return Counter({event.player: lost})
            case OutcomeInvalidated():
                self._cheat = event.by_player
            case CoupReversed():
                return self._reversed(step.before, event)
            case CoupEnded():
                self._last, self._ends = self._ends, {}
            case PaymentRectified():
                return _put_right(event.again or step.before.payments.get(event.number), event)
            case _:
                pass
        return Counter()

    def _settled(self, table: Table, event: WagersSettled) -> Counter[str]:
        lost = Counter[str]()
        for line in event.lines:
            laid = table.round.stakes.get(line.sequence)
            if laid is None:
                continue
            live = laid.live if laid.currency in LOSSES else 0
            pays = line.pays if CURRENCIES[laid.currency].pays in LOSSES else 0
            ended = Ended(laid.player, live, line.outcome == "lose", pays)
            self._ends[line.sequence] = ended
            lost[laid.player] -= ended.gain
        return lost

    def _reversed(self, table: Table, event: CoupReversed) -> Counter[str] | None:
        """Return what a past coup brought each player: it is lost again, and a cheat's stake."""
        past = table.past
        if past is not None and past.number == event.number:
            gains, staked, wrong = dict(past.gains), dict(past.staked), dict(past.wrong)
        elif self._record.get("number") != event.number:
            return None
        else:
            gains = dict(self._record.get("gains", {}))
            staked, wrong = (dict(self._record.get(each, {})) for each in ("staked", "wrong"))
        due = by_player(gains)
        due.subtract(by_player(wrong))
        if self._cheat is not None and self._cheat in due and event.only is None:
            mine = by_player(staked)[self._cheat]
            due[self._cheat] += mine if event.losses.get(self._cheat, 0) != due[self._cheat] else 0
        if event.only is not None:
            self._last = {n: each for n, each in self._last.items() if each.player != event.only}
            return Counter({event.only: due[event.only]})
        return due


def _undone(ends: Iterable[Ended | None]) -> Counter[str]:
    lost = Counter[str]()
    for each in ends:
        if each is not None:
            lost[each.player] += each.gain
    return lost


def _put_right(mispaid: Mispaid | None, event: PaymentRectified) -> Counter[str]:
    """Return what a player loses with a result that the books had wrong."""
    if mispaid is None or mispaid.player is None or not mispaid.in_books:
        return Counter()
    return Counter({mispaid.player: event.amount if mispaid.over else -event.amount})
