"""A whole tournament by robots at tables of this process: desk, cage, dealers and entrants."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from math import ceil
from typing import Any, Final

import msgspec

from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.floor import Answer, Floor
from sabot.floor.kinds import ACCOUNTS, TOURNAMENTS
from sabot.robots.dealer import RobotDealer
from sabot.robots.programme import CHIP, conditions_of, schedule_of
from sabot.robots.session import RobotSession, fresh_ids
from sabot.rulebooks import in_force
from sabot.rules.roles import (
    CASHIER,
    CASINO_OPERATOR,
    CASINO_SUPERVISOR,
    DEALER,
    PLAYER,
)
from sabot.table.heat.duty import waiting
from sabot.table.heat.words import purse_of
from sabot.table.state import BETTING, Table
from sabot.tournament.desk.next import next_step
from sabot.tournament.desk.state import PLAY_OFF, RUNNING, Contest
from sabot.tournament.sessions.open_questions import leg_of, lines, open_levels

OPERATORS: Final = ("robot operator", "robot deputy")
CASHIERS: Final = ("robot cashier", "robot teller")
HEAD: Final = "robot head"
REASON: Final = "as the robots have it"
PATIENCE: Final = 100_000


class RobotRejected(Refusal):
    """A robot's command that was refused: it does not know what else to do."""


class RobotCup:
    """Everybody who is needed for a tournament of that name. `say` hears of each step."""

    operators = OPERATORS
    cashiers = CASHIERS
    head = HEAD
    operating = CASINO_OPERATOR

    def __init__(
        self,
        floor: Floor,
        name: str,
        clock: Callable[[], datetime],
        seed: int = 1,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._floor = floor
        self._name = name
        self._clock = clock
        self._chance = random.Random(seed)
        self._say = say
        self._ids: Iterator[str] = fresh_ids()
        self._crews: dict[str, RobotSession] = {}

    @property
    def contest(self) -> Contest:
        found: Contest = self._floor.state(TOURNAMENTS, self._name)
        return found

    def do(self, where: str, do: str, actor: str, role: str, **fields: Any) -> None:
        """A command at a table, or in a stream that is named by its kind."""
        who = {"id": next(self._ids), "do": do, "actor": actor, "role": role}
        if ":" in where:
            who["stream"] = where
        answer = self.give(where, msgspec.json.encode({**who, **fields}))
        if answer.rejected is not None:
            no = answer.rejected
            raise RobotRejected(no.code, no.clause, f"{do}: {no.message}")

    def give(self, where: str, said: bytes) -> Answer:
        """Hand a command to the floor."""
        return self._floor.do(where, self._floor.read(said))

    def restart(self) -> None:
        """Begin again with nothing but the store, as another process would."""
        self._floor = Floor(self._floor.store, self._clock)
        self._crews = {table: self._crew(table) for table in self._crews}

    def _crew(self, table: str) -> RobotSession:
        book = self.contest.rulebook
        dealer = RobotDealer(book, name=table, overlay="tournament", chip=CHIP)
        return RobotSession(self._floor, table, dealer, (), ids=self._ids, send=self.give)

    def _desk(self, do: str, actor: str = "", role: str = "", **fields: Any) -> None:
        stream = TOURNAMENTS.stream(self._name)
        self.do(stream, do, actor or self.operators[0], role or self.operating, **fields)

    def _head(self, do: str, **fields: Any) -> None:
        self._desk(do, self.head, self.contest.desk.head, **fields)

    def _by_two(self, do: str, two: Sequence[str], role: str, **fields: Any) -> None:
        """Stated by one and confirmed by another."""
        self._desk(do, two[0], role, **fields)
        number = max(self.contest.statements.pending)
        self._desk("confirm-statement", two[1], role, number=number, reason=REASON)

    def run(self, rulebook: str, players: Sequence[str], seats: int, coups: int) -> None:
        """All of it, from the conditions to the last prize."""
        book, now = in_force(rulebook, self._clock()), self._clock()
        sessions = schedule_of(len(players), seats, coups, now)
        self.publish(conditions_of(book, "Robot Cup", len(players), len(sessions), now))
        self.enter(players, "500")
        self.start(sessions, chip=CHIP)
        self.play([f"{self._name}-{n}" for n in range(1, ceil(len(players) / seats) + 1)])
        self.award()

    # Before play

    def publish(self, conditions: dict[str, Any]) -> None:
        """From the draft to open entries."""
        self._desk("draft-tournament", rulebook=conditions["rulebook"], title=conditions["name"])
        self._desk("appoint-head", person=self.head, licence="R 1")
        self._desk("publish-conditions", conditions=conditions)
        for due in self.contest.notices.due.values():
            self._desk("give-notice", number=due.number, channel="by robot")
        free = self._clock() if self.contest.desk.withdrawal is not None else None
        self._desk("open-entry", free_until=free)

    def enter(self, players: Sequence[str], money: str) -> None:
        """Everybody has an account with some money, a card, and enters from it."""
        for player in players:
            account = ACCOUNTS.stream(player)
            self.do(account, "open-account", self.cashiers[0], CASHIER, player=player)
            self.do(account, "issue-player-card", self.cashiers[0], CASHIER, card=card_of(player))
            slip = {"method": "cash", "reference": f"play money {next(self._ids)}"}
            paid = {"amount": money, **slip}
            self.do(account, "deposit", self.cashiers[0], CASHIER, **paid)
            self._desk("enter-tournament", player, PLAYER, player=player, copy="shown")

    def start(self, sessions: Sequence[dict[str, Any]], **more: Any) -> None:
        self._head("set-schedule", sessions=list(sessions), **more)
        self._head("close-entry")
        self._head("start-tournament")

    # Play

    def play(self, tables: Sequence[str]) -> None:
        """All sessions and play-offs, until the places are announced."""
        self.to_start(tables)
        while self.contest.phase == RUNNING:
            step = next_step(self.contest)
            assert step is not None
            self.go_on(step.do, tables)

    def to_start(self, tables: Sequence[str]) -> None:
        """The tables opened, and the first session seated and started there."""
        for table in tables:
            self.open(table)
        for do in ("seal-draw", "call-session", "open-draw", "start-session"):
            self.go_on(do, tables)

    def go_on(self, do: str, tables: Sequence[str]) -> None:
        """Do the next step of the tournament, at these tables where it needs some."""
        contest = self.contest
        if do == "call-session":
            self._head(do, tables=self._needed(tables))
        elif do == "call-play-off":
            self._head(do)
        elif do == "place-level":
            order, names = _level(contest)
            self._head(do, order=order, names=names, reason=REASON)
        elif do == "start-session":
            self._sit_down()
            self._head(do)
            assert contest.sitting is not None
            what = "play-off" if contest.sitting.stage == PLAY_OFF else contest.sitting.stage
            self._say(f"{what} {contest.sitting.number}: {len(contest.sitting.players)} players")
        elif do == "count-heat":
            self._play_tables()
        else:
            self._head(do)

    def _needed(self, tables: Sequence[str]) -> list[str]:
        leg = leg_of(self.contest)
        assert leg is not None
        return list(tables[: ceil(len(self.contest.alive) / leg.seats)])

    def open(self, table: str) -> None:
        """Open a table for heats, with a float."""
        self._crews[table] = self._crew(table)
        while self._table(table).shift is None:
            self._crews[table].step()

    def _table(self, table: str) -> Table:
        return self._floor.table(table)

    def _sit_down(self) -> None:
        sitting = self.contest.sitting
        assert sitting is not None
        for table, boxes in sitting.seats.items():
            for player in boxes.values():
                if player not in self._table(table).patrons:
                    self.do(
                        table, "join-table", player, PLAYER, player=player, card=card_of(player)
                    )

    def _play_tables(self) -> None:
        sitting = self.contest.sitting
        assert sitting is not None
        for table in sitting.seats:
            if table not in sitting.counted:
                self.play_out(table)
                self.count(table)
                self.leave(table)

    def play_out(self, name: str) -> None:
        """Play one table to the end of its heat: wagers and coups."""
        for _ in range(PATIENCE):
            table = self._table(name)
            assert table.heat is not None
            if table.heat.over is not None:
                break
            owing = waiting(table) if table.phase == BETTING and not table.round.called else []
            if owing and not table.stack.shuffle and table.stack.stage == "ready":
                self._wager(name, table, owing)
            elif not self._crews[name].step():
                raise Refusal("stuck", None, f"The robots at {name} do not know what comes next.")

    def _wager(self, name: str, table: Table, owing: list[str]) -> None:
        heat = table.heat
        assert heat is not None
        turn = [each for each in owing if heat.entrants[each].box == heat.turn]
        player = turn[0] if turn else owing[0]
        units = min(purse_of(table, player), heat.most) // heat.least
        amount = heat.least * self._chance.randint(1, max(1, min(units, 10)))
        on = self._chance.choice(["player", "banker", "player", "banker", "tie"])
        said = {"player": player, "on": on, "amount": dollars(amount)}
        self.do(name, "place-wager", player, PLAYER, **said)
        if heat.plan.order and self._table(name).heat is not None:
            after = self._table(name).heat
            if after is not None and after.turn == heat.entrants[player].box:
                self.do(name, "end-turn", player, PLAYER, player=player)

    def count(self, name: str) -> None:
        """Chips counted by the dealer, confirmed by the supervisor."""
        table = self._table(name)
        assert table.heat is not None
        counts = {each: dollars(purse_of(table, each)) for each in table.heat.still_in}
        self.do(name, "count-heat", f"{name} dealer", DEALER, counts=counts)
        number = max(self._table(name).statements.pending)
        who = (f"{name} supervisor", CASINO_SUPERVISOR)
        self.do(name, "confirm-statement", *who, number=number, reason="counted again")

    def leave(self, name: str) -> None:
        """Everybody leaves a table."""
        for player in sorted(self._table(name).patrons):
            self.do(name, "leave-table", player, PLAYER, player=player)

    # The end

    def award(self) -> None:
        """Prizes, and all that is owed into accounts."""
        self._by_two("award-prizes", self.operators, self.operating)
        while next_step(self.contest) is not None:
            self._by_two("pay-owed", self.cashiers, CASHIER)


def card_of(player: str) -> str:
    return f"card of {player}"


def _level(contest: Contest) -> tuple[str, list[str]]:
    """Return level players whose places the head decides, in a neutral order."""
    for key, levels in contest.orders.items():
        for level, _ in open_levels(levels, lines(contest)):
            return key, sorted(level.names)
    raise AssertionError("no players are level")
