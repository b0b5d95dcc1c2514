"""Promotions hear the tables: the server reads on in each table's log from where it was heard.

How far each table was heard is in the promotion's own log, so that nothing is missed and nothing
counts twice.
"""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.streams import read_line
from sabot.links.promotion_people import Context, bar_in_words
from sabot.parts.case_files import verified
from sabot.promotions.running import PROMOTION
from sabot.promotions.running.entries.earned_tickets import HEARD, Earned, Struck, TableListener
from sabot.promotions.running.entries.entry_list import CloseList, Hearing, HearTables
from sabot.promotions.running.opening import OpenPromotion
from sabot.promotions.running.state import Heard, zone_of
from sabot.store.backends.queries import Reading
from sabot.table import TABLE, TABLE_KIND

AT_ONCE: Final = 2**17
"""Maximum bytes of earned entries in one command."""
COUNTS: Final = re.compile(rb'"what":"(?:%b)"' % b"|".join(sorted(map(str.encode, HEARD))))
"""Lines of the events that earn or lose a ticket."""
replace = msgspec.structs.replace


@PROMOTION.enriches(OpenPromotion, "tables")
def start_hearing(context: Context, command: OpenPromotion) -> OpenPromotion:
    """Fill in where each table stands, and its game: they are heard from there on."""
    tables = {}
    for stream in context.log.streams_like(TABLE_KIND.prefix):
        table = context.newest(stream)
        book = "" if table.setup is None else table.setup.rulebook
        tables[table.name] = Heard(table.version, table.version, book)
    return replace(command, tables=tables)


@PROMOTION.enriches(HearTables, "hearing")
def hear(context: Context, command: HearTables) -> HearTables:
    """Fill in what was earned at the tables since they were heard last."""
    return replace(command, hearing=_heard(context)[0])


@PROMOTION.enriches(CloseList, "hearing")
def hear_the_rest(context: Context, command: CloseList) -> CloseList:
    """Fill in what was earned since then, which has to be all of it."""
    hearing, is_all = _heard(context)
    if not is_all:
        message = "More tickets were earned than one step can record: try again."
        raise Refusal("busy", None, message)
    return replace(command, hearing=hearing)


def _heard(context: Context) -> tuple[Hearing, bool]:
    """Return what the tables say since the last time, and whether that is all."""
    standing, log = context.state, context.log
    tables: dict[str, Heard] = {}
    earned: list[Earned] = []
    struck: list[Struck] = []
    left = AT_ONCE
    for stream in log.streams_like(TABLE_KIND.prefix) if standing.terms else ():
        table = TABLE_KIND.name(stream)
        before = standing.tables.get(table, Heard(0, 0))
        if log.head(stream).seq <= before.upto or left <= 0:
            continue
        ear = TableListener(table, standing.told, zone_of(standing), before)
        _listen(log, stream, before, ear, left)
        tables[table] = ear.heard
        earned += ear.earned
        struck += ear.struck
        left -= size_of(ear.earned)
    barred = {each.player: bar_in_words(context, each.player) for each in earned}
    found = {player: why for player, why in barred.items() if why}
    return Hearing(tables, tuple(earned), tuple(struck), found), left > 0


def _listen(log: Reading, stream: str, heard: Heard, ear: TableListener, most: int) -> None:
    size = known = 0
    for stored in log.read(stream, heard.begin):
        counts = COUNTS.search(stored.line) is not None
        event = verified(TABLE, stream, stored.seq, stored.line) if counts else None
        ear.put(stored.seq, read_line(stored.line).at, event)
        size += size_of(ear.earned[known:])
        known = len(ear.earned)
        if size >= most and stored.seq > heard.upto:
            return


def size_of(earned: Sequence[Earned]) -> int:
    """Return about how many bytes these take in the log."""
    return len(msgspec.json.encode(earned)) if earned else 0
