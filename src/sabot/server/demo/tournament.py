"""The demo's tournament: a small one every half hour.

A visitor enters with one click. Robots take the other seats and are the staff. An absent visitor
delays no one.
"""

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS, TOURNAMENTS
from sabot.people import People
from sabot.robots.dealer import RobotDealer
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.session import RobotSession
from sabot.robots.tournaments import RobotCup
from sabot.rulebooks import RULEBOOKS, in_force
from sabot.rules.roles import CASHIER, DUTY_MANAGER, PLAYER, TOURNAMENT_MANAGER
from sabot.server.casino import Casino
from sabot.server.demo.demo import HOUSE, UNGUESSABLE, open_account
from sabot.table.state import BETWEEN, CLOSED, READY
from sabot.tournament.conditions import CHINESE_NAME
from sabot.tournament.desk.next import next_step
from sabot.tournament.desk.state import (
    FINISHED,
    NOTHING,
    ON,
    OPEN,
    PLAY_OFF,
    RUNNING,
    SEATED,
    Contest,
    Sitting,
)
from sabot.tournament.entries.fees import entry_fee

TABLES: Final = ("cup-1", "cup-2")
PLAYERS, SEATS = 6, 3
ABSENT_COUPS: Final = 3
"""Coups after which an absent player's position is cancelled (15.5.6)."""
DEALER_NAME: Final = "robot-dealer"
HEAD: Final = "robot-head"
TELLER: Final = "robot-teller"
ENTRANTS: Final = ("Pia", "Quin", "Rosa", "Sami", "Tove", "Ulf")
"""Robots that play in every tournament, as far as visitors leave them seats."""
PREFIX: Final = TOURNAMENTS.stream("half-hour-cup-")


@dataclass(frozen=True)
class Beat:
    """Timing of the tournaments: the `first` after the doors open, then one `every` interval.
    Entries close `seats` before the start, and a session waits as long for absent players. A wager
    is made within `seconds`."""

    first: timedelta = timedelta(minutes=3)
    every: timedelta = timedelta(minutes=30)
    seats: timedelta = timedelta(seconds=45)
    seconds: int = 25
    coups: int = 5


HALF_HOURLY: Final = Beat()


def game() -> str:
    """Return the first game with tournaments and a rule for absent players."""
    books = ((id_, book.tournament) for id_, book in RULEBOOKS.items())
    return next(id_ for id_, rules in books if rules is not None and rules.betting.absence)


def table_name(table: str) -> str:
    """Return the display name of a tournament table, numbered after the game's first table."""
    return f"{RULEBOOKS[game()].title} {TABLES.index(table) + 2}"


class DemoCup(RobotCup):
    """The desk of one tournament. Robots deal and play at its tables over the network."""

    operators = ("robot-manager", "robot-supervisor")
    cashiers = ("robot-cashier", TELLER)
    head = HEAD
    operating = DUTY_MANAGER

    def __init__(
        self,
        floor: Floor,
        number: int,
        starts: datetime,
        clock: Callable[[], datetime],
        beat: Beat = HALF_HOURLY,
    ) -> None:
        super().__init__(floor, f"half-hour-cup-{number}", clock, seed=uuid.uuid4().int)
        self.number = number
        self.starts = starts
        self._beat = beat

    def next(self) -> "DemoCup":
        """Return the next tournament: at its hour, or as soon as possible."""
        now, beat = self._clock(), self._beat
        starts = max(self.starts + beat.every, now + beat.first)
        return DemoCup(self._floor, self.number + 1, starts, self._clock, beat)

    @property
    def contest(self) -> Contest:
        found: Contest = self._floor.catch_up(TOURNAMENTS, self._name)
        return found

    def _crew(self, table: str) -> RobotSession:
        names, called = (DEALER_NAME, self.operators[0]), table_name(table)
        dealer = RobotDealer(game(), names=names, overlay="tournament", chip=CHIP, called=called)
        return RobotSession(self._floor, table, dealer, (), ids=self._ids, send=self.give)

    def attend(self) -> bool:
        """Carry out what is due at the desk; return True if more will be due. Work that a visitor
        has done first counts as done."""
        try:
            return self._attend()
        except Refusal:
            return self.contest.phase == NOTHING or next_step(self.contest) is not None

    def _attend(self) -> bool:
        contest, now = self.contest, self._clock()
        if contest.phase == NOTHING:
            self._announce()
        elif contest.phase == OPEN:
            if now >= self.starts - self._beat.seats:
                self._fill(contest)
                self._head("close-entry")
                self._head("start-tournament")
        elif contest.phase == RUNNING:
            self._run(contest, now)
        elif contest.phase == FINISHED:
            self._by_two("award-prizes", self.operators, self.operating)
        elif next_step(contest) is not None:
            self._by_two("pay-owed", self.cashiers, CASHIER)
        else:
            self._close()
            return False
        return True

    def _announce(self) -> None:
        """Announce conditions and schedule, and open the entries."""
        book = in_force(game(), self._clock())
        sessions = schedule_of(PLAYERS, SEATS, self._beat.coups, self.starts)
        sessions[0]["advance"] = 2
        sessions[-1]["seats"] = 2 * len(TABLES)
        title = f"Half-hour cup {self.number}"
        conditions = conditions_of(book, title, PLAYERS, len(sessions), self.starts)
        self.publish({**conditions, CHINESE_NAME: f"半小時盃 第 {self.number} 屆"})
        self._head("set-schedule", sessions=sessions, chip=CHIP, seconds=self._beat.seconds)

    def _fill(self, contest: Contest) -> None:
        """Enter robots for the seats that are free, after giving them the fee if needed."""
        fee = entry_fee(contest)
        for player in ENTRANTS[: max(1, PLAYERS - len(contest.alive))]:
            account = self._floor.account(player)
            if player in contest.entries:
                continue
            if account.balance < fee:
                slip = {"method": "cash", "reference": f"play money {uuid.uuid4().hex}"}
                paid = {"amount": dollars(100 * fee), **slip}
                stream = ACCOUNTS.stream(player)
                self.do(stream, "deposit", self.cashiers[0], CASHIER, **paid)
            self._desk("enter-tournament", player, PLAYER, player=player, copy="shown")

    def _run(self, contest: Contest, now: datetime) -> None:
        sitting, step = contest.sitting, next_step(contest)
        assert step is not None
        if sitting is None or sitting.state not in (SEATED, ON):
            if step.do == "open-draw":
                self._open_tables(contest)
            self.go_on(step.do, TABLES)
        elif sitting.state == SEATED:
            if now >= sitting.starts and self._are_there(sitting, now):
                self._head("start-session")
        else:
            self._see_to_absence(sitting)

    def heats(self) -> dict[tuple[str, int], list[str]]:
        """Return the robots that play now, by table and session."""
        sitting = self.contest.sitting
        if sitting is None:
            return {}
        return {
            (table, sitting.number): [each for each in seats.values() if each in ENTRANTS]
            for table, seats in sitting.seats.items()
            if table not in sitting.counted
        }

    def _needed(self, tables: Any) -> list[str]:
        """Return the tables of the session; the final is at the first table."""
        return [*TABLES[:1]] if self.contest.leg else [*TABLES]

    def _open_tables(self, contest: Contest) -> None:
        assert contest.sitting is not None
        for table in contest.sitting.tables:
            self.open(table)

    def open(self, table: str) -> None:
        """Open a table for heats, if it is not open."""
        crew = self._crew(table)
        while self._table(table).phase == CLOSED or self._table(table).shift is None:
            crew.step()

    def _are_there(self, sitting: Sitting, now: datetime) -> bool:
        """Return True if all players sit or the time for it is over; the cards must be ready before
        that."""
        for name, seats in sitting.seats.items():
            table = self._table(name)
            heat = table.heat
            if heat is None or table.stack.stage != READY:
                return False
            if now < heat.seated + self._beat.seats and not {*seats.values()} <= {*table.patrons}:
                return False
        return True

    def _see_to_absence(self, sitting: Sitting) -> None:
        """Deduct the minimum for each missed coup, then cancel the position; in a play-off cancel
        at once."""
        for name in sitting.seats:
            table = self._table(name)
            heat = table.heat
            if heat is None or not heat.is_on or table.phase not in BETWEEN:
                continue
            for player, each in heat.still_in.items():
                away = player not in table.patrons or each.away is not None
                if away and (each.deducted >= ABSENT_COUPS or sitting.stage == PLAY_OFF):
                    said = {"grounds": "absent", "reason": "not at the table"}
                    role = self.contest.desk.head
                    self.do(name, "disqualify-entrant", self.head, role, player=player, **said)
                    return
                if away and min(each.missed, ABSENT_COUPS) > each.deducted:
                    role = self.contest.desk.head
                    self.do(name, "deduct-absence", self.head, role, player=player)
                    return

    def _close(self) -> None:
        """Close the tables until the next tournament."""
        manager = self.operators[0]
        for table in TABLES:
            if self._table(table).phase != CLOSED:
                self.do(table, "close-table", manager, self.operating)


def open_cups(casino: Casino) -> None:
    """Add the people that the tournaments need beside the demo's staff."""
    people = People(casino.store, casino.clock, UNGUESSABLE)
    staff = ((TOURNAMENT_MANAGER, HEAD), (CASHIER, TELLER))
    for role, name in (*staff, *((PLAYER, each) for each in ENTRANTS)):
        if people.person(name) is None:
            people.add(name, secrets.token_urlsafe(24), role, HOUSE)
    for number, name in enumerate(ENTRANTS, 1):
        open_account(casino, name, f"5551 {number:04}")


def last_cup(casino: Casino, beat: Beat) -> DemoCup:
    """Return the newest tournament, which may be over, or the first one."""
    number = len(casino.store.streams_like(PREFIX)) or 1
    cup = DemoCup(casino.floor, number, casino.clock() + beat.first, casino.clock, beat)
    schedule = cup.contest.schedule
    if schedule is not None:
        cup.starts = schedule.legs[0].starts
    return cup
