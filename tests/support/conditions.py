"""The complete conditions that the manual shows, whole or with something left out or changed."""

import re
import tomllib
from pathlib import Path
from typing import Any

from sabot.tournament.conditions import ConditionsFault, faults

PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
SHOWN = {
    shown["rulebook"]: shown
    for shown in map(tomllib.loads, re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.S))
}
SHOWN["star-seven-up"] = {
    key: said for key, said in SHOWN["star-baccarat"].items() if key != "dealing"
} | {"rulebook": "star-seven-up"}


def without(game: str, *keys: str) -> list[ConditionsFault]:
    return faults({key: said for key, said in SHOWN[game].items() if key not in keys})


def saying(game: str, **said: Any) -> list[ConditionsFault]:
    return faults(SHOWN[game] | said)


def cited(found: list[ConditionsFault]) -> list[tuple[str, str]]:
    for each in found:
        assert each.message.endswith(".") and each.message[0].isupper()
    return [(each.item, each.clause) for each in found]
