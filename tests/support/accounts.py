"""Players' accounts for tests: opened, with a Player Card and money, on a floor or for one table.

Accounts for tests: a virtual table takes no player without one. `funded` and `coming` are how every
test that seats a player at one gets there.
"""

import itertools
from typing import Any

import msgspec

from sabot.floor import Floor
from sabot.store import Store

CASS = {"actor": "cass", "role": "cashier"}
CARL = {"actor": "carl", "role": "cashier"}
_ids = itertools.count(1)


def ask(floor: Floor, do: str, player: str, /, **fields: Any) -> None:
    """A command to a player's account; what one cashier states another confirms."""
    said = {"id": f"support {next(_ids)}", "do": do, "stream": f"player:{player}", **fields}
    answer = floor.do("", floor.read(msgspec.json.encode(said)))
    assert answer.rejected is None, (said, answer.rejected)
    for number in [*floor.account(player).statements.pending]:
        ask(floor, "confirm-statement", player, **CARL, number=number, reason="counted")


def opened(store: Store, *players: str) -> Floor:
    """A floor with an account for each of these."""
    floor = Floor(store)
    for player in players:
        ask(floor, "open-account", player, **CASS, player=player)
    return floor


def funded(floor: Floor, player: str, amount: str = "10000", card: str | None = None) -> None:
    """Open the player's account if there is none, with that Player Card, and pay money in."""
    account = floor.account(player)
    if not account.player:
        ask(floor, "open-account", player, **CASS, player=player)
    if account.card is None and card is not None:
        ask(floor, "issue-player-card", player, **CASS, card=card)
    if float(amount):
        slip = {"amount": amount, "method": "cash", "reference": f"slip {next(_ids)}"}
        ask(floor, "deposit", player, **CASS, **slip)


def coming(player: str, card: str | None = None, **visit: Any) -> dict[str, Any]:
    """Statement of `join-table` for a player who comes from an account, for a table without a
    store: the player's own word, and the account's."""
    said: dict[str, Any] = {"actor": player, "role": "player", "player": player}
    own = {"card": card} if card is not None else {}
    return {**said, **own, "visit": {"card": card, **visit}}
