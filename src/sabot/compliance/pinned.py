"""The rulebook that a table was opened under, against the one that the auditor has."""

from collections.abc import Iterator

import msgspec

from sabot.finding import Finding, Step
from sabot.refusal import quoted
from sabot.rulebooks import RULEBOOKS
from sabot.rules.digest import digest
from sabot.streams import Event
from sabot.table.opening import TableOpened
from sabot.table.state import Table


def rulebook_pinned(step: Step[Table]) -> Iterator[Finding]:
    """Whether the table was opened under a rulebook that decides as today's does."""
    if not isinstance(step.event, TableOpened):
        return
    setup = step.event.setup
    if not is_known(step.after):
        yield step.finding(
            "unknown-rulebook",
            f"There is no rulebook {quoted(setup.rulebook)}: nothing can be decided.",
        )
    elif digest(RULEBOOKS[setup.rulebook]) != setup.digest:
        yield step.finding(
            "rulebook-changed",
            f"The table was opened under another version of {setup.rulebook}: what is decided again"
            " here is decided under today's.",
        )


def is_known(table: Table) -> bool:
    """Whether the auditor has the table's rulebook and overlay; so too for a table not opened."""
    if table.setup is None:
        return True
    book = RULEBOOKS.get(table.setup.rulebook)
    return book is not None and (
        table.setup.overlay is None or table.setup.overlay in book.overlays
    )


def under_its_digest(decided: Event, logged: Event | None) -> Event:
    """A table opened with the digest of its own day: `rulebook_pinned` has spoken of that."""
    if not isinstance(decided, TableOpened) or not isinstance(logged, TableOpened):
        return decided
    setup = msgspec.structs.replace(decided.setup, digest=logged.setup.digest)
    return msgspec.structs.replace(decided, setup=setup)
