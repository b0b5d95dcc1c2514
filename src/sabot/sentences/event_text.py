"""Render an event as a sentence in the reader's language.

Each kind of stream has a `sentences.tsv` with a sentence for every event of it, a column for each
language that it knows; a language's own `sentences.tsv` has the rest. English is below.
`{path:form}` is a field of the event in one of the forms of `forms.py`; text in brackets is left
out unless every field in it is there. "declare-chips stated" is the sentence of such a command
while it waits for its confirmer.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from sabot.core.languages import ENGLISH, rows
from sabot.core.money import CHIPS
from sabot.floor.kinds import KINDS
from sabot.sentences.forms import FORMS as PLAIN
from sabot.sentences.forms import Form, FormContext
from sabot.sentences.vocabulary import tongue
from sabot.table.state import Laid

FIELD: Final = re.compile(r"\{([a-z_.]+)(?::([A-Za-z-]+))?\}")
OPTION: Final = re.compile(r"\[([^\[\]]*)\]")
NOTHING: Final[tuple[object, ...]] = (None, "", (), [], {}, False)
PEOPLE: Final = frozenset(
    {
        "asked_by", "confirmed_by", "dealer", "decider", "entrant", "instead_of", "of", "person",
        "player", "refused_by", "relieves", "reviewer", "scrutineer", "stated_by", "to",
        "validated_by", "who",
    }
)  # fmt: skip
"""Fields that name a person, unless a sentence asks for another form."""
DOUBLE_STOP: Final = re.compile(r"([!?。])[.。]")
"""A typed text that ends with its own mark, before the sentence's full stop."""
PARTS: Final = "sabot.parts"
"""Package with the sentences that any kind of stream may need."""


def tell(
    kind: str,
    fields: Mapping[str, Any],
    laid: Mapping[int, Laid] | None = None,
    language: str = "en",
    currency: str = CHIPS,
) -> str:
    """`currency` is what was wagered there, for an event that does not say so itself.

    >>> tell("wager-withdrawn", {"sequences": [7]}, {7: Laid(7, "alice", "tie", 500, 500, box=2)})
    "Taken back: alice's $5.00 on Tie, box 2."
    """
    spoken = tongue(language)
    named = {"who": spoken.words["person"], **fields}
    scene = FormContext(spoken, named, laid or {}, language, currency)
    return _told(kind, scene)


def _told(kind: str, scene: FormContext) -> str:
    spoken = _sentences()[kind]
    sentence = spoken.get(scene.language) or _own(scene.language).get(kind) or spoken[ENGLISH]
    text = OPTION.sub(lambda option: _option(option[1], scene), sentence)
    return DOUBLE_STOP.sub(r"\1", _filled(text, scene))


def sentence_of(kind: str, language: str) -> str | None:
    """Return the sentence of an event or a stated command with its slots open; None without one."""
    return _sentences().get(kind, {}).get(language)


def is_told(kind: str) -> bool:
    return kind in _sentences()


@cache
def _sentences() -> dict[str, dict[str, str]]:
    """Of all kinds of streams together: what two of them share is told the same."""
    found: dict[str, dict[str, str]] = {}
    for words in dict.fromkeys((PARTS, *(kind.words for kind in KINDS))):
        text = (files(words) / "sentences.tsv").read_text(encoding="utf-8")
        (_, *spoken), *told = (line.split("\t") for line in text.splitlines())
        for name, *said in told:
            assert len(said) == len(spoken), f"{name} is not told in every one of {spoken}"
            found[name] = dict(zip(spoken, said, strict=True))
    return found


def _own(language: str) -> dict[str, str]:
    return rows(language, "sentences.tsv")


def _option(text: str, scene: FormContext) -> str:
    found = (_at(scene.fields, path) for path, _ in FIELD.findall(text))
    return text if all(value not in NOTHING and value != 0 for value in found) else ""


def _filled(text: str, scene: FormContext) -> str:
    return FIELD.sub(
        lambda field: FORMS[field[2] or _form(field[1])](_at(scene.fields, field[1]), scene), text
    )


def _form(path: str) -> str:
    return "person" if path.rpartition(".")[2] in PEOPLE else "plain"


def _at(fields: Any, path: str) -> Any:
    for name in path.split("."):
        fields = fields.get(name) if isinstance(fields, dict) else None
    return fields


def _stated(value: Any, scene: FormContext) -> str:
    """Return the sentence of a command that waits for its confirmer.

    >>> scene = FormContext(tongue("en"), {}, {}, "en")
    >>> _stated({"do": "declare-chips", "player": "Al", "amount": "50"}, scene)
    'Al brings chips of $50.00'
    """
    kind = f"{value.get('do')} stated"
    if not is_told(kind):
        return scene.tongue.words["something"]
    return _told(kind, replace(scene, fields=value))


FORMS: Final[Mapping[str, Form]] = {**PLAIN, "stated": _stated}
