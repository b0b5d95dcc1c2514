"""Events of a log in words, for whoever reads it: a protocol, a search, a file."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from sabot.compliance.telling import is_told, tell
from sabot.compliance.vocabulary import LANGUAGES, tongue
from sabot.finding import Step
from sabot.streams import Event
from sabot.table.state import Laid, Table

CUTS: Final = ("; cut: ", "；削減：")
"""What follows these, in each language, tells of somebody's limits."""


class Told(NamedTuple):
    """One sentence in each language."""

    en: str
    zh: str


def said_of(step: Step[Table]) -> Told:
    """One event of a table as a sentence, with the stakes that it speaks of."""
    return words_of(step.event, step.before.round.stakes)


def words_of(event: Event, laid: Mapping[int, Laid] | None = None) -> Told:
    fields = msgspec.to_builtins(event, str_keys=False)
    return told(str(fields.pop("what")), fields, laid)


def told(what: str, fields: Mapping[str, Any], laid: Mapping[int, Laid] | None = None) -> Told:
    """An event of that name as a sentence; nothing where nobody knows its kind."""
    kind = what.partition("/")[0]
    if not is_told(kind):
        return Told("", "")
    return Told(*(tell(kind, fields, laid, language) for language in LANGUAGES))


def briefly(kind: str) -> Told:
    """An event by its name alone, where the rest of it is not for everybody."""
    return told(f"{kind} briefly", {})


def stated(command: Mapping[str, Any]) -> Told:
    """What a command comes to that waits for somebody who confirms it."""
    return told(f"{command.get('do')} stated", command)


def follows(outcome: str) -> Told:
    """What happens under a rule of the irregularity matrix, by the name of its outcome."""
    return Told(*(tongue(language).outcomes[outcome] for language in LANGUAGES))


def clause_of(event: Event) -> str | None:
    clause = getattr(event, "clause", None)
    return clause if isinstance(clause, str) else None
