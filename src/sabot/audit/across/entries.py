"""Entries of promotions: what each took down is what the tables' log says, counted again."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from sabot.engine.finding import Finding, Step
from sabot.engine.streams import Event
from sabot.floor.kinds import PROMOTIONS, TABLES
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.entries.earned_tickets import HEARD, TableListener
from sabot.promotions.running.entries.entry_list import EntriesEarned, Hearing, ListClosed
from sabot.promotions.running.opening import PromotionOpened
from sabot.promotions.running.state import OPEN, Heard, zone_of
from sabot.table.state import Table


class KeptTickets(NamedTuple):
    seq: int
    at: datetime
    event: Event


class _Asked(msgspec.Struct, frozen=True):
    hearing: Hearing | None = None


class EntriesCheck:
    """Promotions against tables. Of a table is kept what an open promotion has still to hear."""

    def __init__(self) -> None:
        self._kept: dict[str, list[KeptTickets]] = {}
        self._last: dict[str, int] = {}
        self._since: dict[str, int] = {}
        self._open: dict[str, PublishedTerms] = {}

    def at_table(self, step: Step[Table]) -> Iterator[Finding]:
        table = TABLES.name(step.line.stream)
        self._last[table] = step.line.seq
        if self._open:
            self._since.setdefault(table, step.line.seq - 1)
            if step.line.what in HEARD:
                kept = KeptTickets(step.line.seq, step.line.at, step.event)
                self._kept.setdefault(table, []).append(kept)
        yield from ()

    def at_promotion(self, step: Step[PublishedTerms]) -> Iterator[Finding]:
        event, name = step.event, PROMOTIONS.name(step.line.stream)
        if isinstance(event, EntriesEarned):
            yield from self._recounted(step, event)
        elif isinstance(event, ListClosed):
            yield from self._missed(step)
        if step.after.phase == OPEN:
            self._open[name] = step.after
        else:
            self._open.pop(name, None)
        if isinstance(event, PromotionOpened | EntriesEarned | ListClosed):
            self._forget()

    def _recounted(self, step: Step[PublishedTerms], event: EntriesEarned) -> Iterator[Finding]:
        asked = msgspec.json.decode(bytes(step.line.do) or b"{}", type=_Asked).hearing
        said = Hearing({}) if asked is None else asked
        for table, upto in said.tables.items():
            ear = self._ear(step.before, table, upto.upto)
            if ear is None:
                continue
            earned = [each for each in said.earned if each.table == table]
            struck = [each for each in said.struck if each.table == table]
            if (ear.earned, ear.struck) != (earned, struck):
                message = (
                    f"Table {table} earned {_sum(ear.earned)} tickets by its log, and"
                    f" {_sum(earned)} were taken down."
                )
                yield step.finding("wrong-entries", message)

    def _missed(self, step: Step[PublishedTerms]) -> Iterator[Finding]:
        """At the closing everything was heard that counts."""
        for table, last in self._last.items():
            ear = self._ear(step.before, table, last)
            if ear is not None and ear.earned:
                message = f"{_sum(ear.earned)} tickets that table {table} earned are not there."
                yield step.finding("missed-entries", message)

    def _ear(self, standing: PublishedTerms, table: str, upto: int) -> TableListener | None:
        """The log of a table heard again; None where it was not read from early enough."""
        heard = standing.tables.get(table, Heard(0, 0))
        known = self._since.get(table)
        if known is None or known > heard.begin:
            return None
        ear = TableListener(table, standing.told, zone_of(standing), heard)
        for each in self._kept.get(table, ()):
            if heard.begin < each.seq <= upto:
                ear.put(*each)
        return ear

    def _forget(self) -> None:
        """Drop the events that every open promotion has read."""
        if not self._open:
            self._kept, self._since = {}, {}
        for table in [*self._kept]:
            begin = min(each.tables.get(table, Heard(0, 0)).begin for each in self._open.values())
            self._kept[table] = [each for each in self._kept[table] if each.seq > begin]
            self._since[table] = max(self._since[table], begin)


def _sum(earned: Any) -> int:
    return sum(each.tickets for each in earned)
