"""A session at one table of this process: robots take turns until enough coups are dealt."""

import itertools
import uuid
from collections.abc import Callable, Iterator, Sequence

from sabot.core.refusal import Refusal
from sabot.engine.streams import Rejection
from sabot.floor import Answer, Floor
from sabot.robots.cage import RobotCage
from sabot.robots.dealer import RobotDealer
from sabot.robots.player import RobotPlayer
from sabot.robots.scene import Robot, TableScene, Wish
from sabot.robots.second import REASON
from sabot.robots.view import View
from sabot.table import Table
from sabot.table.state import BETWEEN, CLOSED

Watch = Callable[[Wish, Answer], None]
Send = Callable[[str, bytes], Answer]
SECOND = "robot second"
PATIENCE = 100
"""Number of rejections in a row after which robots report that they are stuck."""


def fresh_ids() -> Iterator[str]:
    """Command ids that no other session uses."""
    session = uuid.uuid4().hex
    return (f"{session}-{number}" for number in itertools.count(1))


class RobotSession:
    """A robot dealer and robot players at a table of a floor, with accounts that a robot cage opens
    for them. `watch` sees every command and its answer; `send` hands one to the floor."""

    def __init__(
        self,
        floor: Floor,
        name: str,
        dealer: RobotDealer,
        players: Sequence[RobotPlayer],
        ids: Iterator[str] | None = None,
        watch: Watch = lambda wish, answer: None,
        send: Send | None = None,
    ) -> None:
        self._name = name
        self._view = View(floor, name)
        self._dealer = dealer
        self._players = players
        self._ids = ids or fresh_ids()
        self._watch = watch
        self._hand_in = send or (lambda table, said: floor.do(table, floor.read(said)))
        self._cage = RobotCage(floor, self._ids, self._hand_in)
        self._refused = 0

    @property
    def table(self) -> Table:
        """The table as its events tell it."""
        return self._view.table

    def play(self, coups: int) -> None:
        """Deal so many more coups. A Refusal if the robots cannot go on."""
        self._view.look()
        last = self.table.coups + coups
        while self.table.coups < last or self.table.phase not in BETWEEN:
            if not self.step():
                raise Refusal("waiting", None, "The robots wait for a human player.")

    def step(self) -> bool:
        """Let the first robot that wishes for something send it; the dealer comes last. What a
        robot has stated, another confirms at once; so does the cage what players pay in."""
        served = [self._cage.serve(player.name) for player in self._players]
        if any(served):
            return True
        self._view.look()
        if self._confirm():
            return True
        for player in self._players:
            if self._turn(player, self._view.scene(player.name)):
                return True
        return self._turn(self._dealer, self._view.scene())

    def end(self) -> None:
        """The players leave and the table closes; between coups only."""
        self._view.look()
        for player in self._players:
            scene = self._view.scene(player.name)
            if scene.you is not None and scene.you.at_table:
                self._send(player, scene, player.leave(scene.you))
        if self.table.phase != CLOSED:
            self._send(self._dealer, self._view.scene(), self._dealer.close())

    def _confirm(self) -> bool:
        """A second robot confirms what one has stated; people have people for theirs."""
        for stated in self.table.statements.pending.values():
            if stated.actor.startswith("robot "):
                said = {"number": stated.number, "reason": REASON}
                wish = Wish("confirm-statement", SECOND, stated.by, said)
                self._send(self._dealer, self._view.scene(), wish)
                return True
        return False

    def _turn(self, robot: Robot, scene: TableScene) -> bool:
        wish = robot.wish(scene)
        if wish is None or not wish.is_due(scene.now):
            return False
        self._send(robot, scene, wish)
        return True

    def _send(self, robot: Robot, scene: TableScene, wish: Wish) -> None:
        answer = self._hand_in(self._name, wish.command(next(self._ids)))
        self._watch(wish, answer)
        self._view.look()
        self._refused = self._refused + 1 if answer.rejected is not None else 0
        if isinstance(answer.rejected, Rejection):
            if self._refused > PATIENCE:
                raise Refusal("stuck", answer.rejected.clause, answer.rejected.message)
            robot.refused(scene, wish, answer.rejected)
