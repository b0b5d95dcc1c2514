"""A table whose dealer is crooked, and an honest witness beside it who keeps books of their own."""

from collections import Counter
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from sabot.core.refusal import Refusal
from sabot.engine.enrichment import CONFIRMER, DECISION, EnrichmentContext
from sabot.engine.ledger import Move, balance, of_player
from sabot.engine.streams import Command, Event, Rejection
from sabot.engine.vault import Vault
from sabot.links import virtual_shoe
from sabot.shoe.randomness import Seeded
from sabot.table import TABLE, Table
from sabot.table.chips.change import ChipsBought
from sabot.table.coup.dealing import CardDealt, CoupStarted
from sabot.table.coup.decisions import HandDecided
from sabot.table.coup.exposure import CardsExposed
from sabot.table.players.seats import JoinTable, PlayerJoined, PlayerLeft
from sabot.table.players.visits import ChipsFetched
from sabot.table.result.clearance import CoupEnded
from sabot.table.state import DEALING, SETTLED, VIRTUAL, Laid
from support.evening import Evening
from support.judge import judge

STREAM = "table:1"


class Unsealed:
    """A store with an empty vault: what the evening seals stays in memory."""

    def unseal(self, stream: str, key: str) -> bytes | None:
        return None


class Den(Evening):
    """An evening that can be a virtual table's too: the house puts its cards in, from a vault that
    is only kept in memory."""

    def __init__(self, rulebook: str, seed: int, **options: Any) -> None:
        self._server: Any = SimpleNamespace(vault=Vault(Unsealed()), randomness=Seeded(seed))
        self._sealed: dict[str, bytes | None] = {}
        super().__init__(rulebook, **options)

    def ask(self, do: str, *, actor: str = "dana", role: str = "dealer", **fields: Any) -> Any:
        try:
            command = self.read(do, actor, role, **fields)
            self._sealed = {}
            if self.table.setup is None or self.table.opened.feed != VIRTUAL:
                return super().ask(do, actor=actor, role=role, **fields)
            if not isinstance(command, JoinTable):  # the account's word comes with it
                TABLE.enrichments.check_sender(self.table, command)
            if TABLE.confirmer(self.table, command) is None:
                command = self._enriched(command)
        except Refusal as refused:
            return Rejection(refused.code, refused.clause, refused.message)
        return TABLE.decide(self.table, command, self.now)

    def _enriched(self, command: Command) -> Command:
        """Return the command with what the virtual shoe fills in."""
        context = EnrichmentContext[Table](
            self._server, "1", STREAM, self.table, self.now, TABLE.enrichments
        )
        for before in (CONFIRMER, DECISION):
            for each in TABLE.enrichments.of(before, type(command)):
                if each.function.__module__ == virtual_shoe.__name__:
                    command = each.function(context, command)
        self._sealed = context.sealed
        return command

    def says(self, do: str, **fields: Any) -> list[Event]:
        events = super().says(do, **fields)
        self.keep_sealed()
        return events

    def keep_sealed(self) -> None:
        """Keep what the last command has sealed: it was taken."""
        self._server.vault.keep(STREAM, self._sealed)

    def cutter(self) -> dict[str, Any]:
        return {"declined": list(self.table.patrons)}

    def fresh_cards(self, burn: bool = True) -> None:
        """By the supervisor and the dealer, as honest people do it."""
        if self.table.opened.feed != VIRTUAL:
            super().fresh_cards(burn)
            return
        self.ok("check-cards", actor="sue", role="casino supervisor", dealer="dana")
        self.ok("shuffle", actor="sue", role="casino supervisor", reason="fresh cards")
        if self.table.stack.stage != "ready":
            depth = self.table.stack.cards // 2
            self.ok("cut-cards", depth=depth, from_back=52, **self.cutter())
        if burn:
            self.ok("burn-cards")


class Witness:
    """Return each player's due: the buy-in, and for each coup that is over what an honest
    settlement of its cards gives to the wagers that lay there when its first card came (a DRAW
    wager: when its box decided)."""

    def __init__(self) -> None:
        self.brought = Counter[str]()
        self.gained = Counter[str]()
        self.stakes: dict[int, Laid] = {}
        self.cards: list[str | None] = []
        self.decisions: dict[int, str] = {}
        self.boxes: tuple[int, ...] = ()
        self.coups = 0

    def see(self, before: Table, event: Event, after: Table) -> None:
        match event:
            case PlayerJoined() | PlayerLeft() | ChipsBought() | ChipsFetched():
                self._brought(event.moves)
            case CoupStarted():
                self.stakes, self.boxes = dict(after.round.stakes), event.boxes
                self.cards, self.decisions = [], {}
            case HandDecided():
                self.decisions[event.box] = event.decision
                if event.stake is not None:
                    self.stakes[event.stake.sequence] = event.stake
            case CardDealt():
                self.cards.append(event.card)
            case CardsExposed():
                for each in event.cards:
                    self.cards[each.slot] = each.card
            case CoupEnded():
                self.gained.update(self.honestly(before))
                self.coups += 1
                self.stakes = {}

    def _brought(self, moves: Iterable[Move]) -> None:
        for move in moves:
            for place, sign in ((move.target, 1), (move.source, -1)):
                if place.startswith(of_player("")):
                    self.brought[place.removeprefix(of_player(""))] += sign * move.amount

    def honestly(self, table: Table) -> Counter[str]:
        """Return each player's gain in the coup by the naive judge."""
        gains = Counter[str]()
        if not self.stakes:
            return gains
        setup = table.opened
        question: dict[str, Any] = {
            "rulebook": setup.rulebook,
            "decks": setup.decks,
            "chip": _dollars(setup.chip),
            "cards": self.cards,
            "boxes": list(self.boxes),
            "decisions": {str(box): said for box, said in self.decisions.items()},
            "wagers": [
                {"id": str(n), "on": s.on, "box": s.box, "amount": _dollars(s.live)}
                for n, s in self.stakes.items()
            ],
        }
        if setup.scheme is not None:
            question["scheme"] = setup.scheme
        answer = judge(question)
        for line, laid in zip(answer["wagers"], self.stakes.values(), strict=True):
            gains[laid.player] += _cents(line["returns"]) - laid.live
        return gains

    def check(self, table: Table) -> None:
        """Check that all players have their due, and that no stake changed after the first card."""
        assert table.round.void is None, f"void by {table.round.void}"
        due = Counter(self.brought)
        due.update(self.gained)
        if table.phase == SETTLED:
            due.update(self.honestly(table))
        if table.phase == DEALING:
            lying = {n: laid.live for n, laid in table.round.stakes.items()}
            assert lying == {n: laid.live for n, laid in self.stakes.items()}, "stakes touched"
            if table.round.settled:
                return
        players = {*table.patrons, *self.brought}
        for player in players:
            assert wealth(table, player) == due[player], f"{player}: {due[player]} is honest"


def wealth(table: Table, player: str) -> int:
    """A player's chips in hand and on the layout, in cents."""
    round_ = table.round
    lying = (
        laid.live
        for laid in round_.stakes.values()
        if laid.player == player and laid.sequence not in round_.settled
    )
    return balance(table.balances, of_player(player)) + sum(lying)


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _cents(text: str) -> int:
    return round(float(text) * 100)
