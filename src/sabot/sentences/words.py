"""Events of a log in words, for a protocol, a search or a file."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from sabot.core.languages import ENGLISH, languages, phrase
from sabot.core.money import CHIPS
from sabot.engine.finding import Step
from sabot.engine.secrecy import SECRET, has, without_secrets
from sabot.engine.streams import Event
from sabot.floor.kinds import KINDS
from sabot.sentences.abouts import about_in
from sabot.sentences.event_text import is_told, tell
from sabot.sentences.vocabulary import tongue
from sabot.table.state import Laid, Setup, Table


class Told(dict[str, str]):
    """A sentence in each language."""

    @property
    def en(self) -> str:
        return self.get(ENGLISH, "")

    @property
    def words(self) -> dict[str, str]:
        """In the languages that are not English."""
        return {language: text for language, text in self.items() if language != ENGLISH}


def fixed(english: str, of: str = "") -> Told:
    """A fixed text of the house in each language; `of` what, where a word means several things."""
    return Told({language: phrase(english, language, of) for language in languages()})


def game(rulebook: str) -> Told:
    """Return the name of a rulebook's game."""
    return Told({each: tongue(each).games.get(rulebook, rulebook) for each in languages()})


def table_called(setup: Setup) -> Told:
    """Return the display name of a table; the game's title at its start is translated."""
    title = tongue(ENGLISH).games.get(setup.rulebook, setup.rulebook)
    if not setup.called.startswith(title):
        return Told({ENGLISH: setup.called})
    rest = setup.called.removeprefix(title)
    return Told({language: f"{name}{rest}" for language, name in game(setup.rulebook).items()})


def filled(english: str, **slots: object) -> Told:
    """The same with something filled in."""
    return Told({each: text.format(**slots) for each, text in fixed(english).items()})


def joined(*parts: Told, between: Mapping[str, str] | None = None) -> Told:
    """Sentences after one another, as each language sets them apart."""
    return Told(
        {
            language: (between or {})
            .get(language, gap_of(language))
            .join(found for part in parts if (found := part.get(language) or part.en))
            for language in languages()
        }
    )


def gap_of(language: str) -> str:
    """Return the separator of two sentences: none after a full-width stop."""
    return " " if languages()[language].stop == "." else ""


def said_of(step: Step[Table]) -> Told:
    """Return an event of a table as a sentence, with the stakes that it names."""
    setup = step.before.setup
    currency = CHIPS if setup is None else setup.currency
    return words_of(step.event, step.before.round.stakes, currency)


def words_of(
    event: Event,
    laid: Mapping[int, Laid] | None = None,
    currency: str = CHIPS,
    who: str = "",
) -> Told:
    """Return an event as a sentence. `who` is the person whose stream it is in: an account's
    holder, a member of staff."""
    fields = msgspec.to_builtins(event, str_keys=False)
    what = str(fields.pop("what"))
    return told(what, {"who": who, **fields} if who else fields, laid, currency)


def told(
    what: str,
    fields: Mapping[str, Any],
    laid: Mapping[int, Laid] | None = None,
    currency: str = CHIPS,
) -> Told:
    """An event of that name as a sentence, without secrets; nothing where its kind is unknown."""
    kind = what.partition("/")[0]
    if not is_told(kind):
        return Told()
    guards = _guards().get(kind)
    fields = fields if guards is None else without_secrets(dict(fields), guards)
    return Told(
        {language: tell(kind, fields, laid, language, currency) for language in languages()}
    )


@cache
def _guards() -> dict[str, dict[str, Any]]:
    """Return the guards of events, by name, and of stated commands that have secrets."""
    found: dict[str, dict[str, Any]] = {}
    for kind in KINDS:
        found |= {name.partition("/")[0]: node for name, node in kind.secrecy.events.items()}
        found |= {f"{name} stated": node for name, node in kind.secrecy.commands.items()}
    return {name: node for name, node in found.items() if has(node, SECRET)}


def briefly(kind: str) -> Told:
    """An event by its name alone, where the rest of it is not for everybody."""
    return told(f"{kind} briefly", {})


def stated(command: Mapping[str, Any]) -> Told:
    """Return the sentence of a command that waits for its confirmer."""
    return told(f"{command.get('do')} stated", command)


def follows(outcome: str) -> Told:
    """Return the sentence of an outcome of the irregularity matrix, by its name."""
    return Told({language: tongue(language).outcomes[outcome] for language in languages()})


def about(english: str) -> Told:
    """Return the subject of a notice, by its English text in the log."""
    return Told({language: about_in(language, english) for language in languages()})


def clause_of(event: Event) -> str | None:
    clause = getattr(event, "clause", None)
    return clause if isinstance(clause, str) else None
