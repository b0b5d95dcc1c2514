"""Reasons for a next step: one sentence, in every language."""

from typing import TypedDict

from sabot.core.refusal import Refusal
from sabot.sentences.vocabulary import in_words, refused


class Because(TypedDict):
    """A reason in English, and in the other languages."""

    why: str
    why_words: dict[str, str]


def because(form: str, **slots: object) -> Because:
    """Return a reason in all languages. Names go into slots, so that every language says the same.

    >>> because("{hand} lies face down", hand="Box 3")
    {'why': 'Box 3 lies face down', 'why_words': {'zh': '3 號注區的牌未翻'}}
    """
    return {"why": form.format(**slots), "why_words": in_words(form, slots)}


def told_no(no: Refusal) -> Because:
    """Return a refusal as a reason."""
    return {"why": no.message, "why_words": refused(no.code, no.form or no.message, no.slots)}
