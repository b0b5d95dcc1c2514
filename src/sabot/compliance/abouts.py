"""What a notice is about, in the language of whoever reads it: the log has it in English."""

import re

from sabot.compliance.vocabulary import tongue
from sabot.languages import kept, rows


@kept
def _forms(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What the rules write, and what that language makes of it: `{name}` is anything."""
    return tuple(
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(english))), said)
        for english, said in rows(language, "abouts.tsv").items()
    )


def about_in(language: str, about: str) -> str:
    """
    >>> about_in("zh", "claim 2 of prize 1"), about_in("en", "claim 2 of prize 1")
    ('第 1 獎的申領 2', 'claim 2 of prize 1')
    """
    if (title := tongue(language).titles.get(about)) is not None:
        return title
    for english, said in _forms(language):
        if found := english.fullmatch(about):
            return said.format(**found.groupdict())
    return about
