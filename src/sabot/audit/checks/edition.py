"""The edition that a table was opened under, against the one that the auditor has."""

from collections.abc import Iterator

import msgspec

from sabot.core.refusal import quoted
from sabot.engine.finding import Finding, Step
from sabot.engine.streams import Event
from sabot.rulebooks import EDITIONS
from sabot.rules import Rulebook
from sabot.rules.digest import digest_under
from sabot.table.running.opening import TableOpened
from sabot.table.state import Setup, Table


def rulebook_pinned(step: Step[Table]) -> Iterator[Finding]:
    """Compare the digest of the auditor's edition with that of the table's."""
    if not isinstance(step.event, TableOpened):
        return
    setup = step.event.setup
    book = _book(setup)
    if book is None:
        yield step.finding(
            "unknown-rulebook",
            f"There is no edition {quoted(setup.edition)} of a rulebook {quoted(setup.rulebook)}:"
            " nothing can be decided.",
        )
    elif not _has_overlay(book, setup):
        yield step.finding(
            "unknown-rulebook",
            f"{setup.rulebook} has no rules for {quoted(setup.overlay)}: nothing can be decided.",
        )
    elif digest_under(book, setup.overlay) != setup.digest:
        yield step.finding(
            "rulebook-changed",
            f"The table was opened under another {setup.rulebook}, {setup.edition}, than this one:"
            " what is decided again here is decided under this one.",
        )


def _book(setup: Setup) -> Rulebook | None:
    return EDITIONS.get(setup.rulebook, {}).get(setup.edition)


def _has_overlay(book: Rulebook, setup: Setup) -> bool:
    return setup.overlay is None or setup.overlay in book.overlays


def is_known(table: Table) -> bool:
    """Return True if the auditor has the table's edition and overlay, or the table was not
    opened."""
    if table.setup is None:
        return True
    book = _book(table.setup)
    return book is not None and _has_overlay(book, table.setup)


def under_its_digest(decided: Event, logged: Event | None) -> Event:
    """A table opened with the digest of its own day: `rulebook_pinned` has spoken of that."""
    if not isinstance(decided, TableOpened) or not isinstance(logged, TableOpened):
        return decided
    setup = msgspec.structs.replace(decided.setup, digest=logged.setup.digest)
    return msgspec.structs.replace(decided, setup=setup)
