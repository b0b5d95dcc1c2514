"""The wagers that a clause touches, and their edges: those that it names or pays, and all of them
where it says how cards are dealt."""

from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

from sabot.annotation.evidence import function_of
from sabot.odds import odds
from sabot.rules import Rulebook, Wager
from sabot.rules.clause import Clause, clause_of

NAMES: Final = "names it"
PAYS: Final = "pays it"
LOSES: Final = "loses it"
DECIDES: Final = "decides it"
DEALS: Final = "deals its cards"
ALLOWS: Final = "allows it"
READS: Final = "depends on its reading"
HOWS: Final = (NAMES, PAYS, LOSES, DECIDES, DEALS, ALLOWS, READS)
"""Relations of a clause to a wager."""
DEEPEST: Final = 6


class Touch(NamedTuple):
    """A wager, by its id, and what the clause does to it."""

    wager: str
    how: str


def touches_of(book: Rulebook, clause: Clause, read: Collection[str]) -> list[Touch]:
    """Return the wagers that a clause touches, each once, in the rulebook's order. `read` are those
    whose edge depends on how the clause is read."""
    cited = clause.number
    deals = cited in set(_clauses_in(book.procedure)) | {book.preparation.decks.clause}
    allowed = {
        wager
        for each in book.together.pairings
        if clause_of(each.clause) == cited
        for wager in each.wagers
    }
    condition = function_of(clause.where)
    found = []
    for wager in book.wagers:
        how = _how(wager, cited)
        if not how and any(line.when is condition for line in wager.lines):
            how = DECIDES
        how = how or (READS if wager.id in read else "")
        how = how or (ALLOWS if wager.id in allowed else DEALS if deals else "")
        if how:
            found.append(Touch(wager.id, how))
    return found


def _how(wager: Wager, cited: str) -> str:
    if any(clause_of(line.clause) == cited for line in wager.lines):
        return PAYS
    if clause_of(wager.loses) == cited:
        return LOSES
    return NAMES if clause_of(wager.clause) == cited else ""


def _clauses_in(record: Any, depth: int = 0) -> Iterator[str]:
    """Yield every clause that a record cites in a field named for one."""
    if depth > DEEPEST:
        return
    if is_dataclass(record) and not isinstance(record, type):
        for each in fields(record):
            value = getattr(record, each.name)
            if isinstance(value, str) and each.name.endswith("clause"):
                yield clause_of(value)
            else:
                yield from _clauses_in(value, depth + 1)
    elif isinstance(record, (tuple, list)):
        for value in record:
            yield from _clauses_in(value, depth + 1)


def edges_of(book: Rulebook) -> dict[str, float]:
    """Return the exact edge of every wager with the most decks and the first scheme."""
    return {each.wager: float(each.edge) for each in odds(book, book.decks(), book.scheme()).wagers}
