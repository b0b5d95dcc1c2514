"""Forms of an annotated rulebook, by the ending of its file."""

from collections.abc import Callable
from typing import Final

import msgspec

from sabot.annotation.akoma_ntoso import akoma_ntoso
from sabot.annotation.book import AnnotatedRulebook
from sabot.annotation.page import page


def as_json(book: AnnotatedRulebook) -> str:
    """Return the whole book as one JSON object."""
    return msgspec.json.format(msgspec.json.encode(book), indent=2).decode() + "\n"


FORMS: Final[dict[str, Callable[[AnnotatedRulebook], str]]] = {
    ".html": page,
    ".json": as_json,
    ".xml": akoma_ntoso,
}
