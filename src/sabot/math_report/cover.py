"""The cover of a report: its purpose, its limits, and who signs it."""

from dataclasses import dataclass

from sabot.core.refusal import Refusal, quoted
from sabot.math_report.figures import Json

LONGEST_NAME, LONGEST_TEXT, MOST_LIMITS = 120, 1_000, 20
LIMITS = (
    "The figures are those of the rules and pay tables of this report, identified by their digest. "
    "They say nothing about the people, the cards and the equipment of a table.",
    "Odds, returns and bounds are of coups dealt from a full shoe. Coups deep in a shoe differ by "
    "what the sections on card counting and on the effect of removal state.",
    "Returns are stated before amounts are rounded to the chips of a table.",
    "The statement on randomness is about the shuffle of this software. Cards that people or "
    "machines shuffle are outside of it.",
)
"""Limits of every report."""


@dataclass(frozen=True)
class CoverSheet:
    """Hold the texts that a laboratory puts on a report.

    Names that are left out stay blank lines to be filled in by hand; `limits` are added to those of
    every report.

    >>> CoverSheet(author="A. Writer").told("Baccarat")["sign_off"][0]
    {'role': 'author', 'name': 'A. Writer'}
    """

    purpose: str | None = None
    author: str | None = None
    reviewer: str | None = None
    limits: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what, text, longest in (
            ("purpose", self.purpose, LONGEST_TEXT),
            ("author", self.author, LONGEST_NAME),
            ("reviewer", self.reviewer, LONGEST_NAME),
        ):
            if text is not None:
                _check(what, text, longest)
        if isinstance(self.limits, str) or len(self.limits) > MOST_LIMITS:
            raise Refusal(
                "bad-words", None, f"The limits are a list of at most {MOST_LIMITS} texts."
            )
        for text in self.limits:
            _check("limit", text, LONGEST_TEXT)
        if self.author is not None and self.author == self.reviewer:
            raise Refusal("bad-words", None, "The reviewer is another person than the author.")

    def told(self, title: str) -> Json:
        usual = (
            f"Evaluation of every wager of {title}: exact return, volatility, return bounds, "
            "vulnerability to card counting, and a simulation that confirms them."
        )
        return {
            "purpose": self.purpose or usual,
            "limits": [*LIMITS, *self.limits],
            "sign_off": [
                {"role": "author", "name": self.author},
                {"role": "reviewer", "name": self.reviewer},
            ],
        }


def _check(what: str, text: object, longest: int) -> None:
    if not isinstance(text, str) or not text.strip() or len(text) > longest:
        raise Refusal(
            "bad-words",
            None,
            f"The {what} is a text of 1 to {longest:,} characters, not {quoted(text)}.",
        )
