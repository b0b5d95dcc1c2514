"""What each duty is called, in English and Chinese."""

import re
from functools import cache
from importlib import resources
from typing import Final

from sabot.compliance.vocabulary import tongue
from sabot.compliance.words import Told

UNNAMED: Final = Told("Tell somebody", "通知")
"""A notice that no row speaks of is told by what it is about."""


@cache
def _names() -> dict[str, Told]:
    file = resources.files("sabot.compliance.duties") / "words.tsv"
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines()[1:])
    return {name: Told(en, zh) for name, en, zh in rows}


def called(duty: str) -> Told:
    """
    >>> called("winner").en
    'Tell the winner'
    """
    return _names().get(duty, UNNAMED)


_TO: Final = {"players": "玩家", "patron": "顧客", "cards": "紙牌", "entrants": "參賽者"}
_UNTIL: Final = {
    "at once": "立即",
    "as soon as possible": "盡快",
    "as soon as practicable": "在切實可行時盡快",
    "no time stated": "未訂時限",
    "beforehand": "事先",
    "within a reasonable time": "合理時間內",
    "prior notice": "事先通知",
    "in the daily summary or as a breach report": "於每日摘要或違規報告",
    "by the end of the month": "月底前",
    "within n hours": "n 小時內",
    "within n days": "n 天內",
    "n hours before": "n 小時前",
    "n minutes before": "n 分鐘前",
}


def people(role: str) -> Told:
    """Whom a duty is for, or whose it is."""
    return Told(role, _TO.get(role) or tongue("zh").words.get(f"role.{role}", role))


def until(words: str) -> Told:
    """
    >>> until("within 48 hours").zh
    '48 小時內'
    """
    number = re.search(r"[0-9]+", words)
    form = words if number is None else words.replace(number[0], "n", 1)
    said = _UNTIL.get(form, words)
    return Told(words, said if number is None else said.replace("n", number[0], 1))
