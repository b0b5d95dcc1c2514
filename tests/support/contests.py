"""A tournament's desk for tests: commands by people, decided by the tournament's own stream. What
tables would tell it is told by the test."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from sabot.engine.streams import Command, Event, Rejection
from sabot.parts.draw import OpenDraw, SealDraw, commitment
from sabot.parts.statements import ConfirmStatement
from sabot.rules.roles import CASHIER, CASINO_OPERATOR, CASINO_SUPERVISOR
from sabot.tournament.desk.kind import TOURNAMENT_KIND
from sabot.tournament.desk.state import Contest, TableCount
from support.conditions import SHOWN

START = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
TOURNAMENT = TOURNAMENT_KIND.rules
SECRET = "5e" * 32
SMALL: dict[str, dict[str, Any]] = {
    game: {**SHOWN[game], "sessions": 2, "minimum_players": 4, "maximum_players": 12}
    for game in ("star-baccarat", "star-seven-up", "canberra-mini")
}
"""The manual's conditions for a tournament of two sessions."""
STAR = ("star-baccarat", "star-seven-up")
MINI = "canberra-mini"


def limits(game: str, place: int = 0) -> list[dict[str, Any]]:
    listed = SMALL[game]["limits"][min(place, len(SMALL[game]["limits"]) - 1)]
    return [{"since": 1, "minimum": listed["minimum"], "maximum": listed["maximum"]}]


def session(game: str, hours: int = 2, **more: Any) -> dict[str, Any]:
    starts = START + timedelta(hours=hours)
    said = {"starts": starts, "seats": 3, "advance": 1, "coups": 5, "limits": limits(game)}
    return {**said, **more}


def final(game: str, hours: int = 4, **more: Any) -> dict[str, Any]:
    said = {"stage": "final", "seats": 7, "advance": 3, "limits": limits(game, 1)}
    return session(game, hours, **{**said, **more})


class Desk:
    """A tournament and its staff: olga and otto for the operator, tim or the director at its head,
    cass and carl at the cage."""

    def __init__(self, game: str = "star-baccarat", now: datetime = START) -> None:
        self.game, self.now = game, now
        self.contest = Contest(name="cup")
        self.log: list[tuple[Event, datetime]] = []
        self._ids = itertools.count(1)
        self.operator = {"actor": "olga", "role": CASINO_OPERATOR}
        self.other = {"actor": "otto", "role": CASINO_OPERATOR}
        self.cage = {"actor": "cass", "role": CASHIER}
        self.cage2 = {"actor": "carl", "role": CASHIER}

    @property
    def head(self) -> dict[str, str]:
        return {"actor": "tim", "role": self.contest.desk.head}

    def do(self, do: str, **fields: Any) -> tuple[Event, ...] | Rejection:
        who = {"id": f"c{next(self._ids)}", "do": do, **self.operator}
        return self.give(TOURNAMENT.read_command(msgspec.json.encode({**who, **fields})))

    def give(self, command: Command) -> tuple[Event, ...] | Rejection:
        if isinstance(command, SealDraw):
            digest = commitment(SECRET, command.beacon)
            command = msgspec.structs.replace(command, digest=digest)
        if isinstance(command, OpenDraw) and not command.secret:
            command = msgspec.structs.replace(command, secret=SECRET)
        command = self._with_secret(command)
        events = TOURNAMENT.decide(self.contest, command, self.now)
        if isinstance(events, Rejection):
            return events
        for event in events:
            self.contest = TOURNAMENT.evolve(self.contest, event, self.now)
            self.log.append((event, self.now))
        return tuple(events)

    def _with_secret(self, command: Command) -> Command:
        """Fill in the secret of the draw that is called off."""
        if not isinstance(command, ConfirmStatement) or not self.contest.draw.is_sealed:
            return command
        pending = self.contest.statements.pending.get(command.number)
        opens = ("call-off-session", "cancel-tournament")
        if pending is None or pending.command["do"] not in opens:
            return command
        return msgspec.structs.replace(command, filled={**pending.command, "secret": SECRET})

    def absent(self, table: str, box: int) -> None:
        """The starting time has come, and sue notes that a player has not."""
        sitting = self.contest.sitting
        assert sitting is not None
        self.now = max(self.now, sitting.starts)
        sue = {"actor": "sue", "role": CASINO_SUPERVISOR}
        self.ok("note-absence", **sue, table=table, box=box)

    def ok(self, do: str, **fields: Any) -> Any:
        events = self.do(do, **fields)
        assert not isinstance(events, Rejection), events
        return events[0]

    def no(self, code: str, do: str, **fields: Any) -> Rejection:
        before = self.contest
        answer = self.do(do, **fields)
        assert isinstance(answer, Rejection), answer
        assert (answer.code, self.contest) == (code, before), answer
        assert answer.message.endswith((".", ")"))
        return answer

    def told(self, do: str, by: dict[str, str], other: dict[str, str], **fields: Any) -> Any:
        """Stated by one, confirmed by another."""
        self.ok(do, **by, **fields)
        number = self.contest.statements.count
        answer = self.do("confirm-statement", **other, number=number, reason="seen")
        assert not isinstance(answer, Rejection), answer
        return answer[1]

    def replayed(self) -> Contest:
        state = Contest(name="cup")
        for event, at in self.log:
            read = TOURNAMENT.read_event(msgspec.json.encode(event))
            state = TOURNAMENT.evolve(state, read, at)
        return state

    # Along the way

    def drafted(self) -> "Desk":
        self.ok("draft-tournament", rulebook=self.game, title="Spring Cup")
        self.ok("appoint-head", person="tim", licence="L 1")
        return self

    def published(self, **said: Any) -> "Desk":
        self.drafted()
        self.ok("publish-conditions", conditions={**SMALL[self.game], **said})
        if self.contest.desk.told is not None:
            self.ok("give-notice", number=1, channel="e-mail")
        return self

    def opened(self, **said: Any) -> "Desk":
        self.published(**said)
        free = self.contest.desk.withdrawal is not None
        until = self.now + timedelta(hours=1) if free else None
        self.ok("open-entry", free_until=until)
        return self

    def enter(self, *players: str, **more: Any) -> None:
        for player in players:
            said = {"method": "cash", "reference": f"slip {player}", "form": "F", "copy": "printed"}
            self.ok("enter-tournament", **self.cage, player=player, **{**said, **more})

    def entered(self, *players: str, **said: Any) -> "Desk":
        self.opened(**said)
        self.enter(*(players or PLAYERS))
        return self

    def started(self, *players: str, schedule: Any = None, **said: Any) -> "Desk":
        self.entered(*players, **said)
        self.schedule(schedule)
        self.ok("close-entry", **self.head)
        self.ok("start-tournament", **self.head)
        return self

    def schedule(self, sessions: Any = None, **more: Any) -> Any:
        legs = sessions or [session(self.game), final(self.game)]
        return self.ok("set-schedule", **self.head, sessions=legs, **more)

    def seated(self, *tables: str, **more: Any) -> dict[str, dict[int, str]]:
        """The next session, called to these tables and seated."""
        self.ok("seal-draw", **self.head)
        self.ok("call-session", **self.head, tables=tables, **more)
        self.ok("open-draw", **self.head)
        sitting = self.contest.sitting
        assert sitting is not None
        return sitting.seats

    def play_off(self, **tables: str) -> dict[str, dict[int, str]]:
        self.ok("seal-draw", **self.head)
        self.ok("call-play-off", **self.head, tables=tables)
        self.ok("open-draw", **self.head)
        sitting = self.contest.sitting
        assert sitting is not None
        return sitting.seats

    def begin(self) -> None:
        """The session's time has come, and all its tables start."""
        sitting = self.contest.sitting
        assert sitting is not None
        self.now = max(self.now, sitting.starts)
        self.ok("start-session", **self.head)
        for table in sitting.seats:
            self.ok("hear-start", table=table, number=sitting.number)

    def count(self, table: str, chips: dict[str, int], **more: Any) -> Any:
        """A table's count: chips by player; none of those who are named elsewhere on the sheet."""
        sitting = self.contest.sitting
        assert sitting is not None
        total = sum(chips.values()) + sum(each["residual"] for each in more.get("out", ()))
        issued = len(sitting.seats[table]) * 10_000_00
        sheet = {"standing": chips, "issued": issued, "returned": total, "won": total - issued}
        said = msgspec.to_builtins(msgspec.convert({**sheet, **more}, TableCount))
        return self.ok("hear-count", table=table, number=sitting.number, sheet=said)

    def counted(self, best: str = "") -> None:
        """Everybody at every table has other chips, by box; `best` has the most."""
        sitting = self.contest.sitting
        assert sitting is not None
        for table, seats in sitting.seats.items():
            chips = {each: 100_00 * (box + (best == each) * 50) for box, each in seats.items()}
            self.count(table, chips)

    def played(self, *tables: str, **more: Any) -> None:
        """A whole session, announced."""
        self.seated(*tables, **more)
        self.begin()
        self.counted()
        self.ok("announce-session", **self.head)

    def finished(self, *players: str, **said: Any) -> "Desk":
        self.started(*players, **said)
        self.played("T1", "T2")
        self.played("T1")
        return self

    def paid(self) -> None:
        if self.contest.phase == "finished":
            self.told("award-prizes", self.operator, self.other)
        while self.contest.phase == "awarded":
            self.told("pay-owed", self.cage, self.cage2, method="cash", reference="R")


PLAYERS = ("ann", "bob", "cy", "di", "ed", "flo")


def player(name: str) -> dict[str, str]:
    return {"actor": name, "role": "player"}
