"""Accounts that are open already."""

import msgspec

from sabot.floor import Floor
from sabot.store import Store


def opened(store: Store, *players: str) -> Floor:
    """A floor with an account for each of these."""
    floor = Floor(store)
    for player in players:
        who = {"id": f"open {player}", "actor": "sue", "role": "casino supervisor"}
        asked = {"do": "open-account", "player": player, **who}
        answer = floor.do("", floor.read(msgspec.json.encode(asked)))
        assert answer.rejected is None, answer
    return floor
