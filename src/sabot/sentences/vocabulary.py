"""Fixed words of a log, refusals and reasons in each language.

The pages read the same files: the names of wagers, situations and outcomes have one source in each
language.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sabot.core.languages import ENGLISH, kept, languages, phrases, read, rows
from sabot.rulebooks import EDITIONS
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS


@dataclass(frozen=True)
class Tongue:
    """A language: its fixed words, and the names of the rulebooks' terms."""

    words: Mapping[str, str]
    wagers: Mapping[str, str]
    games: Mapping[str, str]
    situations: Mapping[str, str]
    outcomes: Mapping[str, str]
    circumstances: Mapping[str, Mapping[str, str]]
    titles: Mapping[str, str]
    between: str

    def word(self, text: str, kind: str = "") -> str:
        """A fixed word of the log, perhaps of one kind such as a role; English words are told as
        they are."""
        found = self.words.get(f"{kind}.{text}") if kind else None
        return found or self.words.get(text) or text.replace("-", " ")

    def phrase(self, key: str, **fields: object) -> str:
        return self.words[key].format(**fields)

    def counted(self, key: str, count: int) -> str:
        """So many of something, in the number that the language asks for."""
        one = f"{key}.one" if count == 1 and f"{key}.one" in self.words else key
        return self.words[one].format(count=count)


@kept
def tongue(language: str) -> Tongue:
    own, english = read(language, "house.json"), read(ENGLISH, "house.json")
    rules, layouts = read(language, "matrix.json"), read(language, "pages/layouts.json")
    situations = _over({each.name: each.title for each in SITUATIONS}, rules.get("situations"))
    answers = rules.get("circumstances", {})
    return Tongue(
        words=_filled(own, english),
        wagers=_over(
            {
                id_: name
                for editions in EDITIONS.values()
                for book in editions.values()
                for id_, name in book.names.items()
            },
            _named(layouts, "wager."),
        ),
        games=_over(
            {id_: next(iter(editions.values())).title for id_, editions in EDITIONS.items()},
            _named(layouts, "title."),
        ),
        situations=situations,
        outcomes=_over({each.name: each.value.said for each in Outcome}, rules.get("outcomes")),
        circumstances={
            name: _over({answer(value): said for value, said in each.items()}, answers.get(name))
            for name, each in CIRCUMSTANCES.items()
        },
        titles={each.title: situations[each.name] for each in SITUATIONS},
        between=languages()[language].between,
    )


def _over(english: dict[str, str], own: dict[str, str] | None) -> dict[str, str]:
    return {**english, **(own or {})}


def _filled(own: dict[str, str], english: dict[str, str]) -> dict[str, str]:
    """A language's words, in English where it has none; but one that says nothing of a single
    thing, or of where a card goes, says it as it says the rest."""
    kinds = {key.partition(".")[0] for key in own}
    lent = {
        key: word
        for key, word in english.items()
        if not (key.endswith(".one") and key.removesuffix(".one") in own)
        and not (key.startswith("to.") and "hand" in kinds)
    }
    return {**lent, **own}


def _named(words: dict[str, str], start: str) -> dict[str, str]:
    return {key.removeprefix(start): name for key, name in words.items() if key.startswith(start)}


def answer(value: object) -> str:
    """A circumstance's value as the word files have it.

    >>> answer(True), answer("no money")
    ('true', 'no money')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


# Sentences with slots

BETWEEN: Final = re.compile(r"( or | and |, | \(\d[\d.]*\))")
"""Separators of a list, and the clause after an item."""


def in_words(form: str, slots: Mapping[str, object]) -> dict[str, str]:
    """A sentence in the languages that are not English, as far as they have it, by what it is in
    English with its slots open."""
    said = {each: _said(form, slots, each) for each in languages() if each != ENGLISH}
    return {language: text for language, text in said.items() if text}


def refused(code: str, form: str, slots: Mapping[str, object]) -> dict[str, str]:
    """Return a refusal in the languages other than English: the whole sentence with names and
    amounts, else the meaning of its code."""
    meant = {each: rows(each, "refusals.tsv").get(code, "") for each in languages()}
    del meant[ENGLISH]
    return {language: text for language, text in (meant | in_words(form, slots)).items() if text}


def _said(form: str, slots: Mapping[str, object], language: str) -> str:
    said = phrases(language).get(form, "")
    return said.format(**{slot: slot_in(slot, str(text), language) for slot, text in slots.items()})


def slot_in(slot: str, text: str, language: str) -> str:
    """Translate the content of a slot if it is a fixed word of the kind that the slot is called
    after."""
    words = tongue(language).words
    if slot == "hand":
        start, _, box = text.lower().partition(" ")
        word = words.get(f"hand.{start}")
        return text if word is None else word.format(box=box)
    known = _names(language)
    one = words.get(f"{slot}.{text}") or known.get(text)
    parts = [text] if one else BETWEEN.split(text)
    return one or "".join(known.get(each.strip(), known.get(each, each)) for each in parts)


@kept
def _names(language: str) -> dict[str, str]:
    """Roles, wagers, games and other fixed words of the house, by what they are in English."""
    house = read(language, "house.json")
    books = [book for editions in EDITIONS.values() for book in editions.values()]
    return {
        **{key.partition(".")[2] or key: said for key, said in house.items()},
        **{book.title: tongue(language).games[book.id] for book in books},
        **tongue(language).titles,
        **phrases(language),
        # Last: "Player" is a wager here, and at the head of a report's column a person.
        **{
            name: tongue(language).wagers[id_] for book in books for id_, name in book.names.items()
        },
    }
