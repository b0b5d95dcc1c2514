"""Steps of a careful dealer at one table."""

from collections.abc import Iterable, Iterator
from typing import Any

from sabot.engine.ledger import balance, of_player
from sabot.floor.kinds import TABLES
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, DEALER
from sabot.table import Table
from sabot.table.players.offers import undecided
from sabot.table.state import DEALING, PREPARING, SETTLED
from sabot.views.steps.next_step import next_step, wait_of
from support.tour.house import TourHouse, card_of
from support.tour.steps import At, Say, Steps

SIGN = {"minimum": "5", "maximum": "1000"}

BY = {DEALER: "dora", CASINO_SUPERVISOR: "carla", CASINO_OPERATOR: "greta"}
"""Return who does a step of that role."""


def plain(amount: int) -> str:
    """Cents as commands are given them."""
    return f"{amount // 100}.{amount % 100:02d}"


class Dealing(At):
    """A table, which dora deals and carla supervises unless a step says otherwise."""

    def __init__(self, house: TourHouse, name: str) -> None:
        super().__init__(TABLES.stream(name))
        self.house = house
        self.name = name

    @property
    def table(self) -> Table:
        return self.house.table(self.name)

    # Beginning

    def opened(self, rulebook: str, burn: bool = True, **options: Any) -> Steps:
        """The table opens with a float and fresh cards. Cards are typed in unless told."""
        sign = {**SIGN, **options.pop("sign", {})}
        yield self("carla", "open-table", rulebook=rulebook, sign=sign,
                   **{"feed": "typed", **options})  # fmt: skip
        yield self("carla", "open-float", amount="200000")
        yield from self.fresh_cards(burn)

    def fresh_cards(self, burn: bool = True) -> Steps:
        """Cards are checked, shuffled, cut and burned."""
        yield self("carla", "check-cards", dealer="dora")
        yield self("carla", "shuffle", reason="fresh cards")
        if self.table.phase == PREPARING:
            declined = list(self.table.patrons)
            depth = self.table.stack.cards // 2
            yield self("dora", "cut-cards", depth=depth, from_back=52, declined=declined)
        if burn and self.table.book.preparation.burn_required:
            yield self.burning()

    def burning(self) -> Say:
        preparation, typed = self.table.book.preparation, self.table.opened.feed == "typed"
        shown = {"card": "AS"} if typed and preparation.burns[0].counted else {}
        return self("dora", "burn-cards", **shown)

    def seated(self, *players: str, chips: str = "2000") -> Steps:
        """Players come to the table, each with the Player Card, to the places from 1 on."""
        for place, player in enumerate(players, 1):
            yield self.joining(player, chips, place=place)

    def joining(self, player: str, chips: str = "2000", **fields: Any) -> Say:
        said = {"player": player, "chips": chips, "card": card_of(player), **fields}
        return self(player if self.table.opened.feed == "virtual" else "dora", "join-table", **said)

    def told(self) -> Steps:
        """Every notice that is due is given."""
        for number, notice in list(self.table.notices.due.items()):
            if notice.given is None:
                yield self("carla", "give-notice", number=number, channel="telephone")

    def left(self) -> Steps:
        """Everybody leaves; who has a Loss Limit declares the chips that are left."""
        for player, patron in list(self.table.patrons.items()):
            held = balance(self.table.balances, of_player(player))
            declared = {"declared": plain(held)} if patron.limits else {}
            yield self(player, "leave-table", player=player, **declared)

    # A coup

    def bet(self, player: str, on: str, amount: str = "100", **fields: Any) -> Say:
        return self(player, "place-wager", player=player, on=on, amount=amount, **fields)

    def dealt(self, cards: str = "") -> Steps:
        """Bets are closed, and the cards are dealt as far as the table asks for them: those named
        here, or the next of the shoe."""
        if not self.table.round.called and self.table.phase != DEALING:
            yield self("dora", "no-more-bets")
        for card in cards.split():
            yield self("dora", "deal-card", card=card)

    def finished(self, cards: Iterable[str] = ()) -> Steps:
        """All that is done from here to the end of the coup, as the table says itself. `cards` are
        typed in where it asks for more of them."""
        more = iter(cards)
        while self.table.phase in (DEALING, SETTLED) or self.table.round.called:
            yield from self.next(more)

    def next(self, cards: Iterator[str]) -> Steps:
        """The one next step at the table: the dealer's, or what a player is waited for."""
        table, step = self.table, next_step(self.table)
        if step is None:
            yield self._player()
            return
        if step.do == "resume-play" and table.round.take_down is not None:
            for player in undecided(table):
                yield self(player, "keep-wagers", player=player)
        fields = dict(step.fields)
        if step.card is not None and step.do == "deal-card":
            fields["card"] = next(cards)
        elif step.card is not None:
            fields["cards"] = [{"slot": slot, "card": next(cards)} for slot in self._down(fields)]
        yield self(BY.get(step.role or DEALER, "dora"), step.do, **fields)

    def _player(self) -> Say:
        """A player does what the table waits for, in the simplest way."""
        waits = wait_of(self.table)
        if waits.step == "expose" and self.table.opened.feed == "virtual":
            assert waits.player is not None and waits.hand is not None
            return self(waits.player, "expose-cards", hand=waits.hand)
        assert waits.step == "decision" and waits.player is not None, waits
        return self(waits.player, "decide-hand", box=waits.box, decision="stand")

    def _down(self, fields: dict[str, object]) -> Iterable[int]:
        """The face-down cards that a step turns: one of them, those of a hand, or all."""
        if "slot" in fields:
            return [int(str(fields["slot"]))]
        hand = fields.get("hand")
        slots = enumerate(self.table.round.slots)
        return [at for at, slot in slots if not slot.up and hand in (None, slot.hand)]

    def coup(self, player: str, on: str, cards: str = "KS 9H KD KC", amount: str = "100") -> Steps:
        """A whole coup with one wager."""
        yield self.bet(player, on, amount)
        yield from self.dealt(cards)
        yield from self.finished()
