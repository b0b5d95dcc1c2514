"""What a notice is about, in the language of whoever reads it: the log has it in English."""

import re
from typing import Final

from sabot.compliance.vocabulary import tongue

CHINESE: Final = tuple(
    (re.compile(english), chinese)
    for english, chinese in (
        (r"the terms of (.+)", "{} 的條款"),
        (r"the integrity of (.+)", "{} 的公正性"),
        (r"prize ([0-9]+), ticket ([0-9]+)", "第 {} 獎，{} 號"),
        (r"claim (?P<claim>[0-9]+) of prize (?P<prize>[0-9]+)", "第 {prize} 獎的申領 {claim}"),
        (r"version ([0-9]+) of the conditions", "賽事條件第 {} 版"),
        (r"(.+) is detained with a prohibited device", "{} 因管有違禁裝置被扣留"),
        (r"wrong payment ([0-9]+) of (.+)", "錯誤賠付 {}，{}"),
    )
)
"""What the rules write, and what it is in Chinese."""


def about_in(language: str, about: str) -> str:
    """
    >>> about_in("zh", "claim 2 of prize 1"), about_in("en", "claim 2 of prize 1")
    ('第 1 獎的申領 2', 'claim 2 of prize 1')
    """
    if (title := tongue(language).titles.get(about)) is not None:
        return title
    if language == "zh":
        for english, chinese in CHINESE:
            if found := english.fullmatch(about):
                return chinese.format(*found.groups(), **found.groupdict())
    return about
