"""A coup at a practice table: cards one by one, decisions when they are due."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.console import Group
from rich.live import Live
from rich.text import Text

from sabot.cli.play.bets import boxes_of, stake_on_drawing, total
from sabot.cli.play.cards import Supply
from sabot.cli.play.talk import Talk, TalkEnded, chosen, cited
from sabot.cli.play.view import ENDINGS, face, hands_shown
from sabot.core.cards import point_count
from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.coup import Coup, DealingState, Settlement, Stake, deal, deal_so_far
from sabot.rules import TOTALS, Choice, CommonHands, Decision, Due, Rulebook, box_name
from sabot.rules.coup.deal import box_number

A_CARD: Final = 0.45
A_DRAWN_CARD: Final = 0.9


class PracticeDeal:
    """A coup from its first card to its last.

    `run` may be called again after an interruption: it goes on with the cards on the table.
    """

    def __init__(
        self, book: Rulebook, supply: Supply, talk: Talk, bets: Sequence[Stake], bankroll: int
    ) -> None:
        self.bankroll = bankroll
        self._book = book
        self._supply = supply
        self._talk = talk
        self._bets = tuple(bets)
        self._boxes = boxes_of(bets)
        self._decisions: dict[int, Decision] = {}
        self._initial = book.procedure.initial(self._boxes)
        self._opening_told = False
        self._said: list[str] = []

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """Return the bets, and the further ones of boxes that drew."""
        drew = [box for box, said in self._decisions.items() if said == "draw"]
        return (*self._bets, *(stake_on_drawing(self._book, box, self._bets)[1] for box in drew))

    def run(self) -> Coup:
        """Deal until no card is due, asking for decisions."""
        while True:
            choice = self._deal_on()
            self._show()
            if choice is None:
                return deal(self._book, self._supply.dealt, self._boxes, self._decisions)
            self._decisions[choice.box] = self._decide(choice)

    def _deal_on(self) -> Choice | None:
        if not self._talk.moves:
            return self._cards(lambda: None)
        moving = Live(
            console=self._talk.screen,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        with self._talk.hushed(), moving as live:
            return self._cards(lambda: live.update(Group(*self._news()), refresh=True))

    def _cards(self, shown: Callable[[], None]) -> Choice | None:
        """Deal cards one by one, until the coup is complete or a box has to decide."""
        while True:
            due = self._so_far().due
            if not isinstance(due, Due):
                return due
            said = self._supply.draw(due.hand)
            if said:
                self._said.append(said)
            opening = len(self._supply.dealt) <= len(self._initial)
            if not opening:
                card = face(self._supply.dealt[-1], self._talk.plain)
                self._said.append(f"{due.hand.capitalize()} draws {card} ({due.clause}).")
            shown()
            self._talk.pause(A_CARD if opening else A_DRAWN_CARD)

    def _news(self) -> list[Text]:
        """Return the announcements since the last ones, and the cards on the table."""
        told = " ".join([*([] if self._opening_told else [self._opening()]), *self._said])
        return [Text(told, "dim"), *self._hands()]

    def _opening(self) -> str:
        """Return the initial deal in its order, as far as it has come."""
        came = (
            f"{step.hand.capitalize()} {face(card, self._talk.plain)}"
            for step, card in zip(self._initial, self._supply.dealt, strict=False)
        )
        return cited(f"{', '.join(came)}.", self._initial[0].clause)

    def _so_far(self) -> DealingState:
        return deal_so_far(self._book, self._supply.dealt, self._boxes, self._decisions)

    def _hands(self) -> list[Text]:
        screen = self._talk.screen
        hands = self._so_far().hands
        return hands_shown(hands, screen.width, screen.height, self._talk.plain)

    def _show(self) -> None:
        if self._said or not self._opening_told:
            self._talk.show(self._news())
            self._said.clear()
            self._opening_told = True

    def _decide(self, choice: Choice) -> Decision:
        """Ask for draw or stand; a player who cannot pay for the card, or has left, stands."""
        need, further = stake_on_drawing(self._book, choice.box, self._bets)
        free = self.bankroll - total(self.stakes)
        price, name = dollars(further.amount), self._book.by_id[need.wager].name
        if further.amount > free:
            why = f"{name} takes {price} and you have {dollars(free)}: box {choice.box} stands."
            self._talk.refuse(Refusal("bankroll", need.clause, why))
            return "stand"
        held = point_count(self._so_far().hands[box_name(choice.box)])
        asked = f"Box {choice.box} has {held}: draw for {price} more, or stand?"
        self._talk.say(cited(asked.removesuffix("?"), choice.clause).rstrip(".") + "?")
        while True:
            try:
                word = self._talk.ask(f"box {choice.box}> ").strip().casefold()
            except TalkEnded:
                return "stand"
            match chosen(word, ("draw", "stand", "quit")) if word else []:
                case ["draw"]:
                    return "draw"
                case ["stand"]:
                    return "stand"
                case ["quit"]:
                    self._talk.leave()
                    return "stand"
            self._talk.refuse(Refusal("no-decision", choice.clause, "Say draw or stand."))


def announcement(coup: Coup, settlements: Sequence[Settlement]) -> str:
    """Return the dealer's call: every total, and the winner."""
    if coup.result is None:
        return " ".join(_calls_of_boxes(coup, settlements))
    procedure = coup.rulebook.procedure
    naturals = procedure.natural if isinstance(procedure, CommonHands) else ()
    totals = []
    for name, hand in coup.hands.items():
        natural = "natural " if len(hand.cards) == 2 and hand.total in naturals else ""
        totals.append(f"{name.capitalize()} {natural}{hand.total}")
    result = "a tie" if coup.result == "tie" else f"{coup.result.capitalize()} wins"
    return f"{', '.join(totals)}: {result}."


def _calls_of_boxes(coup: Coup, settlements: Sequence[Settlement]) -> Iterator[str]:
    """Yield the call of the house's hand, then of every box against it."""
    orders, house = _orders(coup), coup.rulebook.procedure.house
    for name in sorted(coup.hands, key=lambda name: name not in house):
        call = f"{name.capitalize()} has {coup.hands[name].total}{orders.get(name, '')}"
        ending = None if name in house else outcome_of(box_number(name), settlements)
        yield f"{call} and {ENDINGS[ending]}." if ending else f"{call}."


def outcome_of(box: int, settlements: Sequence[Settlement]) -> str | None:
    """Return the result of a box: the outcome of the first stake on it."""
    return next((each.outcome for each in settlements if each.stake.box == box), None)


def _orders(coup: Coup) -> dict[str, str]:
    """Return the rank of every hand, where the document ranks hands by more than their point
    count."""
    orders = {}
    boxes = [name for name in coup.hands if name not in coup.rulebook.procedure.house]
    for space in {wager.space for wager in coup.rulebook.wagers}:
        for box in boxes if space.per_box else [""]:
            facts = space.read(coup.hands, box)
            for field, domain, fact in zip(space.fields, space.domains, facts, strict=True):
                if len(domain) > len(TOTALS):
                    name = field if field in coup.hands else box
                    orders[name] = f" (order {fact} of {len(domain)})"
    return orders
