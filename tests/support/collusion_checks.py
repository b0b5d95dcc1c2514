"""Statements of a dealer alone have no effect until another person confirms them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sabot.engine.streams import Event, Rejection
from sabot.parts.statements import StatementMade
from sabot.table.state import BETTING, DEALING, SETTLED
from support.evening import Evening

Json = dict[str, Any]
CHIPS = 1_000_000
"""Buy-in of all players, in cents."""


@dataclass(frozen=True)
class Game:
    """A game in which ada's main wager of $100 loses: `first` cards, and what is left of them."""

    id: str
    on: str
    first: str
    rest: str = ""
    box: bool = False
    other: tuple[str, ...] = ()
    """The same cards in an order that is better for ada."""

    def evening(self, **options: Any) -> Evening:
        evening = Evening(self.id, **options)
        evening.join("ada", 1)
        evening.join("ben", 2)
        return evening

    def bet(self, evening: Evening, player: str = "ada", amount: str = "100") -> None:
        box = {"box": 1 if player == "ada" else 2} if self.box else {}
        evening.bet(player, self.on, amount, **box)

    def begun(self, **options: Any) -> Evening:
        """The first card is out."""
        evening = self.evening(**options)
        self.bet(evening)
        if evening.table.conduct.calls.required:
            evening.ok("no-more-bets")
        evening.card(self.first.split()[0])
        return evening

    def dealt(self, **options: Any) -> Evening:
        """Every card is out, and ada has lost."""
        evening = self.evening(**options)
        self.bet(evening)
        self.deal(evening)
        return evening

    def deal(self, evening: Evening) -> None:
        evening.deal(self.first)
        if self.rest:
            evening.choose(1, "stand", "ada")
            evening.deal(self.rest)

    def settled(self, **options: Any) -> Evening:
        evening = self.dealt(**options)
        evening.ok("announce-result")
        evening.ok("settle-wagers")
        assert evening.chips("ada") == CHIPS - 100_00
        return evening

    def cleared(self, **options: Any) -> Evening:
        evening = self.settled(**options)
        evening.ok("clear-cards")
        return evening

    def play(self, evening: Evening) -> None:
        """Another whole coup, lost by ada."""
        self.bet(evening)
        self.deal(evening)
        evening.finish()


BACCARAT = Game("star-baccarat", "player", "KS 9H KD KC", other=("9H", "KS", "KD", "KC"))
SEVEN_UP = Game("star-seven-up", "player", "9S KH KD", other=("KH", "9S", "KD"))
THREE_CARD = Game("star-three-card", "player", "2S 3H 4D 4C KS 2D", box=True,
                  other=("3H", "2S", "4C", "4D", "2D", "KS"))  # fmt: skip
LUCKY_DRAW = Game("star-lucky-draw", "enter", "4S 9H 3D", "KD", box=True,
                  other=("9H", "4S", "KD", "3D"))  # fmt: skip
MINI = Game("canberra-mini", "player", "KS 9H KD KC", other=("9H", "KS", "KD", "KC"))
GAMES = (BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW, MINI)


def by_id(game: Game) -> str:
    return game.id


@dataclass(frozen=True)
class Case:
    """A thing that dana says at a moment of an evening, its clause, who confirms it, and what is so
    once that is done."""

    clause: str | None
    stage: Callable[[], Evening]
    do: str
    fields: Json
    done: Callable[[Evening], bool]
    confirmer: str = "casino supervisor"
    holds: bool = True
    by: Json = field(default_factory=lambda: {"actor": "dana", "role": "dealer"})

    def said(self) -> tuple[Evening, StatementMade]:
        """dana has said it; nothing has moved, and no stake and no card is touched."""
        evening = self.stage()
        before = evening.table
        made, *more = evening.says(self.do, **self.by, **self.fields)
        assert isinstance(made, StatementMade) and not more
        assert (made.clause, made.confirmer) == (self.clause, self.confirmer)
        assert made.stated_by == self.by["actor"] and made.holds is self.holds
        _unchanged(evening, before)
        return evening, made


def report(situation: str, said: Json | None = None, **fields: Any) -> Json:
    return {"situation": situation, "circumstances": said or {}, **fields}


def alone(case: Case) -> None:
    """The dealer alone: the coup waits, and no attempt moves anything."""
    evening, _ = case.said()
    before = evening.table
    for do in ("deal-card", "settle-wagers", "clear-cards"):
        decided = evening.ask(do)
        if case.holds:
            assert isinstance(decided, Rejection)
    if case.holds:
        evening.no("held", _next(evening))
    assert evening.table is before
    assert evening.replayed() == before


def _next(evening: Evening) -> str:
    """Return what would come next, were the coup not held."""
    return {BETTING: "deal-card", DEALING: "settle-wagers", SETTLED: "clear-cards"}[
        evening.table.phase
    ]


def nobody_else(case: Case) -> None:
    """Not its author in any role, nor a person without the role, nor a player."""
    evening, made = case.said()
    before = evening.table
    word: Json = {"number": made.number, "reason": "I say so"}
    own = str(case.by["actor"])
    for role in (case.confirmer, "casino operator", str(case.by["role"])):
        evening.no("own-statement", "confirm-statement", actor=own, role=role, **word)
    for role in ("dealer", "player", "surveillance", "inspector"):
        evening.no("wrong-role", "confirm-statement", actor="olga", role=role, **word)
    for accomplice in ("ada", "ben"):
        evening.no("plays-here", "confirm-statement", actor=accomplice, role=case.confirmer,
                   **word)  # fmt: skip
    evening.no("no-reason", "confirm-statement", actor="vera", role=case.confirmer,
               number=made.number, reason=" ")  # fmt: skip
    _unchanged(evening, before)


def refused(case: Case) -> None:
    """A refusal, or dana's withdrawal, leaves everything as it was, and play goes on."""
    for actor, role in (("vera", case.confirmer), (case.by["actor"], case.by["role"])):
        evening, made = case.said()
        evening.says("refuse-statement", actor=actor, role=role, number=made.number,
                     reason="not so")  # fmt: skip
        twin = case.stage()
        assert not evening.table.statements.pending
        assert evening.table.balances == twin.table.balances
        assert evening.table.round == twin.table.round
        assert evening.table.stack == twin.table.stack
        assert _answer(evening) == _answer(twin)


def _answer(evening: Evening) -> Any:
    """Return the table's answer to the next step of an honest dealer."""
    decided = evening.ask(_next(evening))
    return decided if isinstance(decided, Rejection) else [type(event) for event in decided]


def confirmed(case: Case) -> list[Event]:
    """Honestly confirmed, the clause is done, and the log tells the same table."""
    evening, made = case.said()
    events = evening.confirm(made)
    assert events and not evening.table.statements.pending
    assert case.done(evening), events
    assert evening.replayed() == evening.table
    return events


def _unchanged(evening: Evening, before: Any) -> None:
    after = evening.table
    assert (after.balances, after.round, after.stack, after.phase, after.past) == (
        before.balances, before.round, before.stack, before.phase, before.past
    )  # fmt: skip
    assert after.patrons == before.patrons
