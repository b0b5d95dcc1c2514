"""The cage as robots: accounts with play money for robot players at a table of this process."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from sabot.core.money import dollars
from sabot.floor import Answer, Floor
from sabot.floor.kinds import ACCOUNTS
from sabot.robots.second import REASON
from sabot.rules.roles import CASHIER

CASHIERS: Final = ("robot cashier", "robot teller")
ENOUGH: Final = 5_000_00
"""In cents: who has less than that is paid so much in before coming to the table."""


class RobotCage:
    """Opens accounts for robot players, each with a Player Card, pays in what they lack, and
    confirms what they ask for. `send` hands a command to the floor, and `ids` numbers it."""

    def __init__(
        self, floor: Floor, ids: Iterator[str], send: Callable[[str, bytes], Answer]
    ) -> None:
        self._floor = floor
        self._ids = ids
        self._send = send
        self._left: set[tuple[str, int]] = set()
        """Statements that this robot could not confirm: they wait for another person."""

    def serve(self, player: str) -> bool:
        """Open the player's account if there is none, and confirm what waits there; return whether
        there was anything to do."""
        account = self._floor.account(player)
        if not account.player:
            self._do("open-account", player, player=player)
            self._do("issue-player-card", player, card=f"card of {player}")
            return True
        pending = account.statements.pending
        if account.stay is None and account.balance < ENOUGH and not pending:
            slip = {"method": "cash", "reference": f"play money {next(self._ids)}"}
            paid = self._do("deposit", player, amount=dollars(ENOUGH), **slip)
            return paid.rejected is None
        waiting = [number for number in pending if (player, number) not in self._left]
        for number in waiting:
            second = CASHIERS[pending[number].actor == CASHIERS[0]]
            said = {"number": number, "reason": REASON}
            if self._do("confirm-statement", player, second, **said).rejected is not None:
                self._left.add((player, number))
        return bool(waiting)

    def _do(self, do: str, player: str, actor: str = CASHIERS[0], /, **fields: Any) -> Answer:
        who = {"id": next(self._ids), "do": do, "actor": actor, "role": CASHIER}
        said = {**who, "stream": ACCOUNTS.stream(player), **fields}
        return self._send("", msgspec.json.encode(said))
