"""A tournament's desk, and the tables at which its sessions are played, as steps."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from typing import Any

from sabot.core.money import dollars
from sabot.floor.kinds import TOURNAMENTS
from sabot.table.heat.duty import waiting
from sabot.table.heat.state import Heat
from sabot.table.heat.words import purse_of
from sabot.table.state import BETTING
from sabot.tournament.desk.state import Contest
from support.contests import SMALL, limits
from support.tour.dealing import Dealing
from support.tour.house import MEMBERS, TourHouse, card_of
from support.tour.steps import At, Say, Steps, wait

NATURALS = ("9S", "5H", "KD", "KC"), ("9D", "5C", "QD", "JC"), ("9H", "4H", "KS", "QC")
"""Coups that the Player wins with four cards."""


class HeatTable(Dealing):
    """A table at which a session of a tournament is played, with cards that are typed in."""

    def __init__(self, house: TourHouse, name: str) -> None:
        super().__init__(house, name)
        self.cards: Iterator[str] = cycle(card for coup in NATURALS for card in coup)

    @property
    def heat(self) -> Heat:
        assert self.table.heat is not None
        return self.table.heat

    def sitting(self, player: str) -> Say:
        """An entrant takes the seat that was drawn."""
        return self("dora", "join-table", player=player, card=card_of(player))

    def ready(self, game: str) -> Steps:
        """The table opens for heats."""
        yield from self.opened(game, overlay="tournament", chip="1")

    def lay(self, player: str, on: str = "player", units: int = 1) -> Steps:
        """A wager of so many minima, and the end of the player's turn where turns are called."""
        yield self.bet(player, on, dollars(self.heat.least * units))
        entrant = self.heat.entrants[player]
        if self.heat.plan.order and self.heat.turn == entrant.box:
            yield self(player, "end-turn", player=player)

    def wagered(self, level: bool = False) -> Steps:
        """Everybody who has to lay a wager does so, in turn: by their box, or all the same."""
        while owing := waiting(self.table):
            turn = [each for each in owing if self.heat.entrants[each].box == self.heat.turn]
            player = (turn or owing)[0]
            units = 1 if level else self.heat.entrants[player].box
            yield from self.lay(player, units=units)

    def dealt_out(self) -> Steps:
        """From closed bets to the end of the coup, as the table says itself."""
        coup = self.table.coups
        while self.table.coups == coup or self.table.phase != BETTING:
            yield from self.next(self.cards)

    def round(self, level: bool = False) -> Steps:
        """Play one coup of the heat."""
        yield from self.wagered(level)
        yield from self.dealt_out()

    def played(self, level: bool = False, head: str = "") -> Steps:
        """The heat to its end, counted and left; `level`: all have the same chips then. `head`
        decides about chips that were not found at first."""
        while self.heat.over is None:
            yield from self.round(level)
        if head:
            yield from self.recounted(head)
        yield from self.counted()

    def recounted(self, head: str) -> Steps:
        """A chip of a player is not found, and then it is."""
        player = next(iter(self.heat.still_in))
        found = dollars(purse_of(self.table, player) - 100_00)
        yield self("dora", "show-difference", player=player, found=found, missing={"100": 1})
        yield self(player, "answer-difference", player=player, agrees=False, note="it fell down")
        yield self(head, "decide-difference", player=player, stands=False, reason="it was found")

    def counted(self) -> Steps:
        """The chips are counted by two, and everybody leaves."""
        counts = {each: dollars(purse_of(self.table, each)) for each in self.heat.still_in}
        yield self("dora", "count-heat", counts=counts)
        yield from self.left()


class Cup(At):
    """A tournament that greta runs for the casino and `head` conducts."""

    def __init__(self, house: TourHouse, name: str, game: str, head: str) -> None:
        super().__init__(TOURNAMENTS.stream(name))
        self.house, self.name, self.game, self.head = house, name, game, head

    @property
    def contest(self) -> Contest:
        found: Contest = self.house.floor.state(TOURNAMENTS, self.name)
        return found

    def table(self, number: int) -> HeatTable:
        return HeatTable(self.house, f"{self.name}-{number}")

    def published(self, pool: tuple[str, int] | None = None, **conditions: Any) -> Steps:
        """From the draft to open entries; the `pool` is guaranteed from a number of entries."""
        said = {**SMALL[self.game], **conditions}
        yield self("greta", "draft-tournament", rulebook=self.game, title=self.name.title())
        yield self("greta", "appoint-head", person=self.head, licence="L 1")
        yield self("greta", "publish-conditions", conditions=plainly(said))
        for due in list(self.contest.notices.due):
            yield self("greta", "give-notice", number=due, channel="e-mail")
        if pool is not None:
            yield self("greta", "guarantee-pool", amount=pool[0], from_entries=pool[1])
        free = self.contest.desk.withdrawal is not None
        until = (self.house.now + timedelta(hours=1)).isoformat() if free else None
        yield self("greta", "open-entry", free_until=until)

    def entering(self, player: str) -> Say:
        """Enter a member from the account, another person with cash at the cage."""
        if player in MEMBERS:
            return self(player, "enter-tournament", player=player, copy="shown", agreed="signed")
        return self("cass", "enter-tournament", player=player, method="cash", form=f"F {player}",
                    copy="printed", agreed="signed",
                    reference=f"{self.name} {player}")  # fmt: skip

    def started(self, *players: str, sessions: list[dict[str, Any]], **more: Any) -> Steps:
        """Everybody has entered, and the tournament starts."""
        for player in players:
            yield self.entering(player)
        yield self(self.head, "set-schedule", sessions=sessions, **more)
        yield self(self.head, "close-entry")
        yield self(self.head, "start-tournament")

    def session(self, hours: float, **more: Any) -> dict[str, Any]:
        """A session of the schedule, so many hours from now."""
        starts = (self.house.now + timedelta(hours=hours)).isoformat()
        said = {"starts": starts, "seats": 3, "advance": 1, "coups": 2}
        return {**said, "limits": limits(self.game), **more}

    def final(self, hours: float, **more: Any) -> dict[str, Any]:
        said = {"stage": "final", "seats": 7, "advance": 3, "limits": limits(self.game, 1)}
        return self.session(hours, **{**said, **more})

    def seated(self, *numbers: int, **more: Any) -> Steps:
        """The next session is called to these tables, and its seats are drawn."""
        yield self(self.head, "seal-draw")
        tables = [f"{self.name}-{each}" for each in numbers]
        yield self(self.head, "call-session", tables=tables, **more)
        yield self(self.head, "open-draw")

    def sat_down(self, but: tuple[str, ...] = ()) -> Steps:
        """Everybody takes the seat that was drawn."""
        sitting = self.contest.sitting
        assert sitting is not None
        for table, seats in sitting.seats.items():
            for player in seats.values():
                if player not in but:
                    yield HeatTable(self.house, table).sitting(player)

    def begun(self, but: tuple[str, ...] = ()) -> Steps:
        """The time of the session has come, and it starts at all its tables."""
        sitting = self.contest.sitting
        assert sitting is not None
        yield from self.sat_down(but)
        left = (sitting.starts - self.house.now).total_seconds()
        yield wait(seconds=max(0.0, left))
        yield self(self.head, "start-session")

    def played(self, *numbers: int) -> Steps:
        """A whole session, announced."""
        yield from self.seated(*numbers)
        yield from self.begun()
        for number in numbers:
            yield from self.table(number).played()
        yield self(self.head, "announce-session")

    def played_off(self) -> Steps:
        """Level players play more rounds at their tables, until one is ahead."""
        yield self(self.head, "seal-draw")
        yield self(self.head, "call-play-off")
        yield self(self.head, "open-draw")
        yield from self.begun()
        sitting = self.contest.sitting
        assert sitting is not None
        for table in sitting.seats:
            yield from HeatTable(self.house, table).played()


def plainly(value: Any) -> Any:
    """Conditions as JSON has them."""
    return {key: said.isoformat() if hasattr(said, "isoformat") else said
            for key, said in value.items()}  # fmt: skip
