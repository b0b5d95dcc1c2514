"""A person's own cases and coups: they do not act for the casino in them, though they have left."""

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import msgspec

from sabot.core.alike import is_sender
from sabot.core.refusal import Refusal, named
from sabot.engine.streams import Command
from sabot.parts.past import PastCoup
from sabot.table.irregularities.report import DecideReport
from sabot.table.state import Mispaid, Table
from sabot.table.stream import TABLE


@cache
def of_payments() -> tuple[type[Command], ...]:
    """Return the commands whose `number` is that of a wrong payment: their `record` is one."""
    return tuple(each for each in TABLE.commands if Mispaid in get_args(_record_of(each)))


def _record_of(command: type[Command]) -> object:
    fields = {each.name: each.type for each in msgspec.structs.fields(command)}
    return fields.get("record")


ABOUT: Final = frozenset({"player", "by_player", "record", "coup", "report"})
"""Fields by which a command says whom it is about."""


@cache
def _is_about_people(command: type[Command]) -> bool:
    return not ABOUT.isdisjoint(command.__struct_fields__)


def check_not_theirs(table: Table, command: Command) -> None:
    """Refuse a person who would act for the casino in a coup in which they had a wager, or in a
    case about them."""
    if not _is_about_people(type(command)):
        return
    if any(is_sender(command, each) for each in people_in(table, command)):
        message = "{actor} takes part in what this is about: another person acts for the casino."
        raise Refusal("own-case", None, message, actor=named(command.actor))


def named_in(command: Command) -> Iterator[str | None]:
    """Return the persons whom a command names."""
    yield getattr(command, "player", None)
    yield getattr(command, "by_player", None)


def people_in(table: Table, command: Command) -> Iterator[str | None]:
    """Return whom a command is about: the persons it names, and who had a wager in a coup or was
    paid in a case that it names, as far as the table or the record filled in from the log knows."""
    yield from named_in(command)
    record, coup = getattr(command, "record", None), getattr(command, "coup", None)
    if isinstance(command, of_payments()):
        record = record or table.payments.get(getattr(command, "number", 0))
    if isinstance(command, DecideReport) and command.report is not None:
        yield from people_in(table, command.report)
    if isinstance(record, Mispaid):
        yield record.player
        coup = record.coup if record.player is None else None
    past = record if isinstance(record, PastCoup) else table.past
    if past is not None and past.number == coup:
        yield from past.players
