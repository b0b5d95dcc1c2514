"""Cuts of stakes derived again: maxima, playing areas, Loss Limits and the table differential."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from sabot.audit.checks.arithmetic import LimitedStake, Sign, live_of, payable_step, reduced
from sabot.audit.checks.edition import is_known
from sabot.core.money import TOURNAMENT, Odds, cash
from sabot.core.revision import FIRST, WAGERS
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import CURRENCIES, LAYOUT, of_player, purse
from sabot.rules import BANKER, PLAYER
from sabot.table.betting.totals import StakeCut, WagersReduced
from sabot.table.coup.dealing import CoupStarted
from sabot.table.irregularities.remedies.wagers import StakesCut
from sabot.table.state import Laid, Table


class _Given(msgspec.Struct):
    """Read the revision of the rules that a logged command names."""

    under: int = FIRST


def revision_of(do: bytes) -> int:
    """Return the revision of the rules that a logged command was decided under."""
    return msgspec.json.decode(do, type=_Given).under


class CutsCheck:
    """Stakes that were cut, against the arithmetic of the audit. Commands of the first release were
    decided under another reading, and are left to the re-deciding."""

    def __init__(self) -> None:
        self._under = FIRST

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        do = bytes(step.line.do)
        if do:
            self._under = revision_of(do)
        event = step.event
        if self._under < WAGERS or not is_known(step.before):
            return
        if isinstance(event, CoupStarted | WagersReduced | StakesCut):
            yield from _returned(step, event.cuts)
        if isinstance(event, CoupStarted):
            yield from _started(step, event)
        elif isinstance(event, WagersReduced):
            yield from _reduced(step, event)


def _returned(step: Step[Table], cuts: Sequence[StakeCut]) -> Iterator[Finding]:
    """Check that what was cut went back to its player, and that nothing else moved."""
    stakes, wanted = step.before.round.stakes, Counter[str]()
    for cut in cuts:
        laid = stakes.get(cut.sequence)
        if laid is None or cut.live + cut.returned != laid.live or cut.returned <= 0:
            yield step.finding("wrong-cut", f"Stake {cut.sequence} is not cut to what it had.")
            continue
        wanted[purse(LAYOUT, laid.currency)] -= cut.returned
        wanted[purse(of_player(laid.player), laid.currency)] += cut.returned
    found = Counter[str]()
    for move in getattr(step.event, "moves", ()):
        found[purse(move.source, move.currency)] -= move.amount
        found[purse(move.target, move.currency)] += move.amount
    if {k: v for k, v in found.items() if v} != {k: v for k, v in wanted.items() if v}:
        yield step.finding("wrong-cut", "What was cut is not what went back.")


def _started(step: Step[Table], event: CoupStarted) -> Iterator[Finding]:
    table = step.before
    if table.opened.currency == TOURNAMENT:
        return  # a session says itself what counts
    rooms = {
        name: each.room - each.lost
        for name, each in table.patrons.items()
        if each.room is not None and each.account
    }
    stakes = [_stake(table, laid) for laid in table.round.stakes.values()]
    wanted, found = live_of(stakes, _sign(table), rooms), {c.sequence: c.live for c in event.cuts}
    for each in stakes:
        live = found.get(each.sequence, each.live)
        if live != wanted[each.sequence]:
            yield step.finding(
                "wrong-cut",
                f"Of {each.player}'s {cash(each.live)} on {each.on}, {cash(live)} is live, and"
                f" should be {cash(wanted[each.sequence])}.",
            )


def _sign(table: Table) -> Sign:
    limits = table.conduct.limits
    area = table.sign.area
    shares = limits.pro_rata is not None
    if shares and limits.area is None:
        area = None
    return Sign(table.opened.chip, area, limits.late_maximum is not None, shares)


def _stake(table: Table, laid: Laid) -> LimitedStake:
    sign, patron = table.sign, table.patrons.get(laid.player)
    line = sign.by_wager.get(laid.on)
    most = sign.most if line is None or line.most is None else line.most
    own = 0 if patron is None or patron.own is None else patron.own.most or 0
    odds = [
        (line.pays.pays, line.pays.per)
        for line in table.book.by_id[laid.on].in_scheme(table.opened.scheme)
        if isinstance(line.pays, Odds)
    ]
    return LimitedStake(
        laid.sequence,
        laid.player,
        laid.on,
        laid.box,
        laid.area,
        laid.live,
        CURRENCIES[laid.currency].is_loss,
        max(most, own),
        max(sign.area or 0, own if table.conduct.limits.pro_rata is None else 0),
        payable_step(table.opened.chip, odds, table.book.chips is not None),
    )


def _reduced(step: Step[Table], event: WagersReduced) -> Iterator[Finding]:
    """Check what each wager on the larger hand is reduced to."""
    table = step.before
    if table.opened.currency == TOURNAMENT:
        return  # a session says itself what counts
    stakes = list(table.round.stakes.values())
    own = [_stake(table, laid) for laid in stakes if laid.on == event.side]
    other = sum(laid.live for laid in stakes if laid.on in (PLAYER, BANKER))
    other -= sum(each.live for each in own)
    sign = _sign(table)._replace(area=table.sign.area)
    wanted = reduced(own, other, sign, table.sign.differential)
    found = {cut.sequence: cut.live for cut in event.cuts}
    for each in own:
        live = found.get(each.sequence, each.live)
        if live != wanted[each.sequence]:
            yield step.finding(
                "wrong-cut",
                f"{each.player}'s {cash(each.live)} on {each.on} is reduced to {cash(live)}, and"
                f" should be to {cash(wanted[each.sequence])}.",
            )
