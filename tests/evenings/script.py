"""Evenings written down: a line is a person, a command and its fields, and what becomes of it.

    dana report-irregularity situation=wrong-deal circumstances='{"in_doubt": true}' -> waits
    ada place-wager player=ada on=player amount=500 -> untouched

Run scripts of an evening. Without an arrow the command is done at once; `-> waits` states it, and
nothing moves before another person confirms it; any other word is the code of its rejection.
`again` gives the last command once more, under its old number. `table=2` and `stream=player:ada`
say where, `as='casino operator'` in which role. What a careful dealer does next: `@bet`, `@first`
(card), `@deal` (all of them), `@settle`, `@finish` and their like below; `@wait hours=2` lets time
pass.
"""

import json
import shlex
from collections.abc import Iterable
from datetime import timedelta
from itertools import chain, cycle
from typing import Any

from compliance.nights import Night, audited
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import ExceptionRow
from sabot.engine.ledger import balance, of_player
from sabot.table.limits.displays import missing_displays
from sabot.table.shoe.cards import due
from sabot.table.state import DEALING, SETTLED
from support.collusion_checks import GAMES, Game
from support.routine import but_routine

Json = dict[str, Any]
CAST = {
    "ada": "player",
    "ben": "player",
    "cleo": "player",
    "dana": "dealer",
    "gil": "gaming supervisor",
    "sue": "casino supervisor",
    "vera": "casino supervisor",
    "omar": "casino operator",
    "cass": "cashier",
    "carl": "cashier",
    "ines": "inspector",
}
PLACES = {"ada": 1, "ben": 2, "cleo": 3}
WHOLE = {"coup", "number", "place", "box", "depth", "from_back", "hours", "seconds"}
BY_NAME = {game.id: game for game in GAMES}
WAITS = "waits"


class Script(Night):
    """Tables of one game with real cards, at which ada's first wager of $100 loses; ada and ben
    have sat down with $10,000 each."""

    def __init__(self, game: str, **options: Any):
        self.game: Game = BY_NAME[game]
        self.sign = {"minimum": "5", "maximum": "1000", **options.pop("sign", {})}
        self.seated: list[str] = options.pop("seated", ["ada", "ben"])
        self.ready: bool = options.pop("ready", True)
        self.said: Json = {}
        self.where = "1"
        up = {"method": "up"} if game == "canberra-mini" else {}
        super().__init__(game, **{"feed": "typed", **up, **options})
        self.restart()

    def open(self) -> None:
        self.do("open-table", "sue", "casino supervisor", sign=self.sign, **self._options)
        if not self.ready:
            return
        self.do("open-float", "sue", "casino supervisor", amount="100000")
        if any(missing_displays(self.table)):
            self.do("show-odds")
        self.cards()
        for player in self.seated:
            self.do("join-table", player=player, chips="10000", place=PLACES[player],
                    card=f"{player} 1")  # fmt: skip

    def restart(self) -> None:
        """The next coup's cards are those of the last; a hand that wants more draws twos."""
        cards = (*self.game.first.split(), *self.game.rest.split())
        names = chain(cards, cycle(("2S", "2H", "2D", "2C")))
        self.card = (lambda: next(names)) if self._options["feed"] == "typed" else None

    def decision(self, box: int) -> str:
        return "stand"

    # Lines

    def run(self, lines: str) -> None:
        for line in filter(None, map(str.strip, lines.splitlines())):
            if not line.startswith("#"):
                self.line(line)

    def line(self, line: str) -> None:
        told, _, expected = (part.strip() for part in line.partition("->"))
        who, *words = shlex.split(told)
        if who.startswith("@"):
            getattr(self, f"then_{who[1:]}")(**fields_of(words))
            return
        if who != "again":
            fields = fields_of(words[1:])
            role, self.where = fields.pop("as", CAST[who]), fields.pop("table", self.name)
            number = fields.pop("id", None) or str(next(self._ids))
            self.said = {"id": number, "do": words[0], "actor": who, "role": role, **fields}
        answer = self.floor.do(self.where, self.floor.read(json.dumps(self.said)))
        if answer.rejected is not None:
            assert answer.rejected.code == expected, (line, answer.rejected)
            return
        first = bytes(answer.events[0]) if answer.events else b"{}"
        waits = json.loads(first).get("what", "").startswith("statement-made/")
        assert expected == (WAITS if waits else ""), (line, answer.events)

    # What a careful dealer does next

    def then_bet(self) -> None:
        box = {"box": 1} if self.game.box else {}
        bet = {"player": "ada", "on": self.game.on, "amount": "100"}
        self.do("place-wager", "ada", "player", **bet, **box)

    def then_close(self) -> None:
        if not self.table.round.called:
            self.do("no-more-bets")

    def then_first(self) -> None:
        self.restart()
        self.then_close()
        self.deal()

    def then_deal(self) -> None:
        if self.table.phase != DEALING:
            self.then_first()
        while self.table.phase == DEALING and due(self.table) is not None:
            self._step()

    def then_turn(self) -> None:
        """Name the cards that lie face down."""
        named = enumerate(zip(self.game.first.split(), self.table.round.slots, strict=True))
        cards = [{"slot": at, "card": name} for at, (name, slot) in named if not slot.up]
        self.do("expose-cards", cards=cards)

    def then_settle(self) -> None:
        while self.table.phase == DEALING:
            self._step()

    def then_finish(self) -> None:
        self.then_settle()
        if self.table.phase == SETTLED:
            self.do("clear-cards")

    def then_coup(self) -> None:
        self.then_bet()
        self.then_deal()
        self.then_finish()

    def then_shuffle(self) -> None:
        self.cards()

    def then_wait(self, **time: int) -> None:
        self.now += timedelta(**time)

    def then_tell(self) -> None:
        """Every notice that is due."""
        for number, notice in self.table.notices.due.items():
            if notice.given is None:
                said = {"number": number, "channel": "telephone"}
                self.do("give-notice", "sue", "casino supervisor", **said)

    def then_account(self, player: str) -> None:
        """An account with $1,000 and a Player Card."""
        self.account("open-account", player, player=player, zone="Australia/Sydney")
        self.account("issue-player-card", player, card=f"{player} 1")
        self.account("deposit", player, amount="1000", method="cash", reference=player)

    def then_open(self, table: str) -> None:
        """Open another table of the house, still without players."""
        first, seated = self.name, self.seated
        self.name, self.seated = table, []
        self.open()
        self.name, self.seated = first, seated

    # What is there afterwards

    def worth(self, player: str) -> int:
        """All that is a player's when nothing lies on the layout: chips here, and on account."""
        account = self.floor.account_seen(player)
        held = balance(self.table.balances, of_player(player))
        return held + (account.balance if account else 0)

    def reported(self) -> list[ExceptionRow]:
        """Return the exceptions report without the lines that every evening has."""
        report = ExceptionsReport()
        rows = [row for line in self.lines() for row in report.take(line)]
        assert report.unread == 0
        return but_routine([*rows, *report.rest(), *report.waiting()])

    def findings(self) -> list[Any]:
        return audited(self.lines())


def fields_of(words: Iterable[str]) -> Json:
    """`key=value` each: an amount stays a text, a whole number, a list or a record is one."""
    fields: Json = {}
    for word in words:
        key, _, value = word.partition("=")
        whole = key in WHOLE and value.isdigit()
        plain = whole or value[:1] in ("[", "{") or value in ("true", "false")
        fields[key] = json.loads(value) if plain else value
    return fields
