"""A tournament of eight at two virtual tables on a real floor, and people who try to bend it."""

import itertools
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

import msgspec

from sabot.audit.audit import Audit
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import ExceptionRow
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.floor.kinds import TOURNAMENTS
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.tournaments import RobotCup, card_of
from sabot.rulebooks import in_force
from sabot.store import open_store

START = datetime(2026, 3, 14, 9, tzinfo=UTC)
PLAYERS = ("ann", "bob", "cy", "di", "ed", "flo", "gus", "hal")
CUP = TOURNAMENTS.stream("cup")
OPERATOR = "casino operator"


class Bent:
    """The tournament `cup`, its robots, and a clock that moves a little with each reading."""

    def __init__(self, game: str = "star-baccarat", hours: float = 0, **conditions: Any) -> None:
        self.now = START
        self.floor = Floor(open_store("sqlite://"), self.clock)
        self.robots = RobotCup(self.floor, "cup", self.clock, 1)
        self.book = in_force(game, START)
        self.tables = ["cup-1", "cup-2"]
        self.starts = START + timedelta(hours=hours)
        self.conditions = conditions
        self._ids = itertools.count(1)

    def clock(self) -> datetime:
        self.now += timedelta(milliseconds=20)
        return self.now

    @property
    def contest(self) -> Any:
        return self.robots.contest

    @property
    def head(self) -> dict[str, str]:
        return {"actor": self.robots.head, "role": self.contest.desk.head}

    def started(self, players: Sequence[str] = PLAYERS) -> "Bent":
        """Entered and started; no session is called yet."""
        sessions = schedule_of(len(players), 5, 2, self.starts)
        said = conditions_of(self.book, "Cup", 12, len(sessions), self.starts)
        self.robots.publish({**said, **self.conditions})
        self.robots.enter(players, "500")
        self.robots.start(sessions, chip=CHIP)
        for table in self.tables:
            self.robots.open(table)
        return self

    def seated(self) -> "Bent":
        for do in ("seal-draw", "call-session", "open-draw"):
            self.robots.go_on(do, self.tables)
        return self

    def ask(
        self,
        where: str,
        do: str,
        actor: str = "olga",
        role: str = OPERATOR,
        more: Mapping[str, Any] = MappingProxyType({}),
        **fields: Any,
    ) -> Any:
        """Send a command; return its code if it is refused, and its events otherwise."""
        who = {"id": f"bent{next(self._ids)}", "do": do, "actor": actor, "role": role}
        if ":" in where:
            who["stream"] = where
        try:
            text = msgspec.json.encode({**who, **more, **fields})
            answer = self.floor.do(where, self.floor.read(text))
        except Refusal as refused:
            return refused.code
        if answer.rejected is not None:
            return answer.rejected.code
        return [msgspec.json.decode(line) for line in answer.events or ()]

    def ok(
        self, where: str, do: str, actor: str = "olga", role: str = OPERATOR, **fields: Any
    ) -> Any:
        events = self.ask(where, do, actor, role, **fields)
        assert not isinstance(events, str), (do, events)
        return events

    def sit(self, *players: str) -> None:
        """Players take the seats that were drawn."""
        for table, boxes in self.contest.sitting.seats.items():
            for player in boxes.values():
                if player in players:
                    self.ok(
                        table, "join-table", player, "player", player=player, card=card_of(player)
                    )

    def confirm(self, where: str, actor: str, role: str = OPERATOR) -> Any:
        """Another person confirms the newest statement."""
        state = self.contest if where == CUP else self.floor.table(where)
        number = max(state.statements.pending)
        return self.ask(where, "confirm-statement", actor, role, number=number, reason="seen")

    def findings(self) -> list[str]:
        audit = Audit()
        found = [each for line in self.floor.store.read_all() for each in audit.take(line.line)]
        return [str(each) for each in (*found, *audit.end())]

    def exceptions(self) -> list[ExceptionRow]:
        report = ExceptionsReport()
        rows = [row for line in self.floor.store.read_all() for row in report.take(line.line)]
        return [*rows, *report.rest()]
