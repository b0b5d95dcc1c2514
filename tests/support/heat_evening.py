"""An evening with a heat, for tests: entrants, forms that the house seals, the head of it."""

from typing import Any

import msgspec

from sabot.core.money import TOURNAMENT, dollars
from sabot.engine.ledger import balance, of_player
from sabot.engine.streams import Event, Rejection
from sabot.rulebooks import RULEBOOKS
from sabot.table.heat.papers.forms import form_seal, sealed_forms
from sabot.table.heat.state import Entrant, Heat
from support.evening import Evening, Json

HOUSE: Json = {"actor": "the house", "role": "casino operator"}
GAMES = tuple(id_ for id_, book in RULEBOOKS.items() if book.tournament is not None)
STAR = ("star-baccarat", "star-seven-up")
SALT = "5a" * 32
WINS = {
    "star-baccarat": {
        "player": "9S 5H KD KC",
        "banker": "5H 9S KC KD",
        "tie": "9S 9H KD KC",
    },
    "star-seven-up": {
        "player": "KC AD TH",
        "banker": "9C KD TH",
        "tie": "9C 2D TH",
    },
    "canberra-mini": {
        "player": "9S 5H KD KC",
        "banker": "5H 9S KC KD",
        "tie": "9S 9H KD KC",
    },
}
"""Cards with which a coup ends so."""


def plan(seats: dict[int, str] | None = None, **fields: Any) -> Json:
    """A session of ten coups for Ann, Bea and Cy with a thousand each, between 100 and 1,000."""
    limits = [{"since": 0 if "minutes" in fields else 1, "minimum": 10_000, "maximum": 100_000}]
    chosen = {"coups": None if "minutes" in fields else 10, **fields}
    seats = seats or {1: "ann", 2: "bea", 3: "cy"}
    basis = {"tournament": "cup", "session": 1, "chips": 100_000, "advance": 1, "limits": limits}
    return {**basis, "seats": {str(box): name for box, name in seats.items()}, **chosen}


class HeatEvening(Evening):
    """A table with a heat. `forms` are sealed as the house seals them."""

    def __init__(
        self, game: str, *, start: bool = True, seats: dict[int, str] | None = None,
        options: Json | None = None, sit: bool = True, **fields: Any,
    ) -> None:  # fmt: skip
        super().__init__(game, overlay="tournament", chip="1", **(options or {}))
        always = RULEBOOKS[game].tournament
        assert always is not None
        self.head: Json = {"actor": "tina", "role": always.desk.head}
        self.operator: Json = {"actor": "olga", "role": "casino operator"}
        self.written: dict[str, tuple[str | None, int | None]] = {}
        order = {"order": True} if always.play.order.always else {}
        self.plan = plan(seats, **{**order, **fields})
        self.ok("seat-heat", **HOUSE, plan=self.plan)
        if sit:
            for name in self.plan["seats"].values():
                self.sit(name)
        if start:
            self.ok("start-heat", **self.head)

    @property
    def heat(self) -> Heat:
        assert self.table.heat is not None
        return self.table.heat

    @property
    def heat_clause(self) -> str:
        """The clause that says how long a session lasts."""
        rules = self.table.book.tournament
        assert rules is not None
        return rules.play.session

    def entrant(self, player: str) -> Entrant:
        return self.heat.entrants[player]

    def sit(self, player: str, **more: Any) -> None:
        self.ok("join-table", player=player, card=f"card of {player}", **more)

    def stack(self, player: str) -> int:
        """All chips of a player, in whole dollars, on and off the layout."""
        lying = sum(each.live for each in self.table.round.stakes.values() if each.player == player)
        return (balance(self.table.balances, of_player(player), TOURNAMENT) + lying) // 100

    def does(self, player: str, do: str, **fields: Any) -> list[Event]:
        return self.ok(do, actor=player, role="player", player=player, **fields)

    def does_not(self, code: str, player: str, do: str, **fields: Any) -> Rejection:
        return self.no(code, do, actor=player, role="player", player=player, **fields)

    def passes(self, player: str) -> list[Event]:
        return self.does(player, "lay-pass-card")

    def writes(self, player: str, on: str | None, amount: int | None) -> list[Event]:
        """A form with so many dollars, sealed by the house."""
        cents = None if amount is None else amount * 100
        self.written[player] = on, cents
        return self.does(player, "write-form", seal=form_seal(SALT, self.heat, player, on, cents))

    def examines(self, *players: str) -> None:
        for player in players or tuple(sealed_forms(self.heat)):
            if not (form := self.entrant(player).form) or not form.examined:
                who = {"actor": "gus", "role": "gaming supervisor", "player": player}
                if not form or form.reader != "gus":
                    self.ok("read-form", **who)
                self.ok("examine-form", **who)

    def unsealed(self) -> list[Json]:
        found = []
        for player in sealed_forms(self.heat):
            on, amount = self.written[player]
            found.append({"player": player, "salt": SALT, "on": on, "amount": amount})
        return found

    def announces(self) -> list[Event]:
        return self.ok(
            "announce-forms", actor="gus", role="gaming supervisor", forms=self.unsealed()
        )

    def plays(self, result: str = "player") -> list[Event]:
        """The coup dealt and finished, forms announced, with everything that follows from it."""
        if not self.table.round.called:
            self.examines()
            self.ok("no-more-bets")
        if sealed_forms(self.heat):
            self.announces()
        before = len(self.log)
        self.coup(WINS[self.table.opened.rulebook][result])
        return [event for event, _ in self.log[before:]]

    def all_bet(self, amount: str = "100", on: str = "player") -> None:
        """Everybody who still owes a wager makes it, in the order that there is."""
        while self.waiting():
            player = self.waiting()[0]
            self.bet(player, on, amount)
            if self.heat.plan.order:
                self.does(player, "end-turn")

    def waiting(self) -> list[str]:
        from sabot.table.heat.duty import waiting  # what the dealer's page shows

        owing = waiting(self.table)
        if self.heat.plan.order and owing:
            first = [name for name in owing if self.entrant(name).box == self.heat.turn]
            return first or owing
        return owing

    def counts(self, **missing: int) -> Json:
        """Return the chips of each player still in."""
        return {name: dollars(self.stack(name) * 100) for name in self.heat.still_in}

    def issued(self) -> int:
        return msgspec.convert(self.plan["chips"], int) * len(self.plan["seats"])
