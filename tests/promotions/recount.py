"""A naive recount of what tables earn, from the lines of a log and nothing of our own code.

It walks one table's lines, keeps what lies on the layout in a dict, and looks at every settled line
of every coup that was ended and neither reversed nor opened again.
"""

from collections import Counter
from datetime import datetime
from typing import Any

Json = dict[str, Any]
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def recounted(
    lines: list[Json], rule: Json, starts: datetime, closes: datetime, after: int, table: str
) -> Counter[tuple[str, int, int]]:
    """Return how often each player has earned a ticket, by coup and stake."""
    stakes: dict[int, tuple[Json, datetime, int]] = {}
    coups: dict[int, list[tuple[str, int]]] = {}
    settled: list[Json] = []
    for line in lines:
        what, at = line["what"].partition("/")[0], datetime.fromisoformat(line["at"])
        if what == "wager-placed":
            stakes[line["stake"]["sequence"]] = (line["stake"], at, line["seq"])
        elif what == "wagers-settled":
            settled += line["lines"]
        elif what == "coup-ended":
            timely = starts <= at < closes
            coups[line["number"]] = [
                (stakes[each["sequence"]][0]["player"], each["sequence"])
                for each in settled
                if timely
                and each["sequence"] in stakes
                and stakes[each["sequence"]][0]["player"] in line["accounts"]
                and stakes[each["sequence"]][1] >= starts
                and stakes[each["sequence"]][2] > after
                and _earns(rule, stakes[each["sequence"]][0], each, at)
            ]
            settled = []
        elif what == "coup-reversed":
            gone = line.get("only")
            coups[line["number"]] = [
                each for each in coups[line["number"]] if gone not in (None, each[0])
            ]
        elif what == "coup-reopened":
            coups.pop(line["number"], None)
            settled = []
        elif what == "coup-voided":
            settled = []
    earned = Counter[tuple[str, int, int]]()
    for coup, ends in coups.items():
        for player, stake in ends:
            earned[player, coup, stake] += 1
    return earned


def _earns(rule: Json, stake: Json, line: Json, at: datetime) -> bool:
    if rule.get("wager") not in (None, stake["on"]):
        return False
    if stake["live"] < rule.get("minimum_cents", 1):
        return False
    sydney = at.timestamp() + 11 * 3600  # in December
    day = DAYS[(int(sydney // 86_400) + 3) % 7]
    if day not in rule.get("days", DAYS):
        return False
    if rule["on"] == "wager":
        return line["outcome"] in ("win", "lose", "standoff")
    return bool(
        line["outcome"] == rule.get("outcome", "win")
        and rule.get("odds") in (None, line.get("odds"))
    )
