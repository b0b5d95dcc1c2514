"""A coup, pure: cards and rulebook to hands, hands to facts, facts and stakes to money."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import msgspec

from sabot.core.cards import Card, Hand, point_count, read_cards
from sabot.core.money import Odds, amount_of, cash, dollars, payment
from sabot.core.pictures import table
from sabot.core.refusal import Refusal, list_of, mapping_of, quoted, text_of
from sabot.rulebooks import rulebook as find_rulebook
from sabot.rules import (
    BANKER,
    PLAYER,
    Choice,
    Decision,
    Due,
    FactsSpace,
    Rulebook,
    Wager,
    box_name,
    verdict,
)
from sabot.rules.coup.deal import box_number
from sabot.rules.coup.facts import Facts
from sabot.rules.coup.results import result_of
from sabot.rules.coup.wager import Outcome

CENT = 1


class Coup(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A coup with all its cards out.

    >>> print(deal("star-baccarat", "4S 5H KD KC 8H"))
    player 4S KD 8H = 2, banker 5H KC = 5: banker
    """

    rulebook: Rulebook
    hands: dict[str, Hand]
    cards_used: int
    _known: dict[tuple[FactsSpace, int | None], Facts] = {}

    def facts(self, space: FactsSpace, box: int | None = None) -> Facts:
        """Return the facts that the wagers of a space depend on, for one box where the space is per
        box."""
        known = self._known.get((space, box))
        if known is None:
            known = space.read(self.hands, "" if box is None else box_name(box))
            self._known[space, box] = known
        return known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coup):
            return NotImplemented
        return self.rulebook is other.rulebook and self.hands == other.hands

    __hash__ = None  # type: ignore[assignment]  # hands are dictionaries

    @property
    def result(self) -> str | None:
        """player, banker or tie; None where every box has a result of its own."""
        if self.rulebook.procedure.takes_boxes:
            return None
        return result_of(self.hands[PLAYER].total, self.hands[BANKER].total)

    def _repr_html_(self) -> str:
        rows = [(name, *_cells(hand), hand.total) for name, hand in self.hands.items()]
        caption = f"{self.rulebook.title}: {self.result}" if self.result else self.rulebook.title
        return table(caption, ["hand", "", "", "", "total"], rows)

    def __repr__(self) -> str:
        return f"Coup({self.rulebook.id}: {self})"

    def __str__(self) -> str:
        hands = ", ".join(f"{name} {hand}" for name, hand in self.hands.items())
        return f"{hands}: {self.result}" if self.result else hands


def _cells(hand: Hand) -> tuple[str, ...]:
    """Three cells, one for each card that a hand can have."""
    names = [card.name for card in hand.cards]
    return (*names, *[""] * (3 - len(names)))


class Stake(msgspec.Struct, frozen=True, gc=False):
    """An amount in cents on a wager, and on a box where the wager is about one.

    >>> Stake("banker", 2500) == stake("banker", "25")
    True
    """

    on: str
    amount: int
    box: int | None = None


def stake(on: str | Wager, amount: str | int | Decimal, box: int | None = None) -> Stake:
    """A stake written as people write it.

    >>> stake("banker", "12.50").amount, stake("banker", 25).amount
    (1250, 2500)
    """
    name = on.id if isinstance(on, Wager) else text_of("A wager", on, "banker")
    return Stake(name, amount_of(amount), box)


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """The end of a stake: what it earns (`pays`) and all that goes back to its owner (`returns`).

    >>> (end,) = settle(deal("star-baccarat", "4S 5H KD KC 8H"), [stake("banker", "25")])
    >>> end.outcome, end.pays, end.clause
    ('win', 2375, '11.1.3')
    """

    stake: Stake
    outcome: Outcome
    odds: Odds | None
    clause: str
    pays: int
    returns: int

    def __str__(self) -> str:
        at = f" {dollars(self.pays)} at {self.odds}" if self.odds else ""
        word = {"win": "wins", "lose": "loses", "standoff": "stands off"}[self.outcome]
        return f"{self.stake.on} {dollars(self.stake.amount)} {word}{at} ({self.clause})"


class DealingState(msgspec.Struct, frozen=True, gc=False):
    """The hands so far, how many of the cards they took, and what is due: None when complete."""

    hands: dict[str, list[Card]]
    used: int
    due: Due | Choice | None


def deal_so_far(
    book: Rulebook,
    cards: Sequence[Card],
    boxes: Sequence[int] = (),
    decisions: Mapping[int, Decision] | None = None,
) -> DealingState:
    """Lay out the cards in the order in which they came, as far as they go.

    A live table asks this after every card: the answer names the hand that is due the next one,
    or the box that has to decide, and the clause.
    """
    procedure = book.procedure
    hands = procedure.open(boxes)
    initial = procedure.initial(tuple(boxes))
    for due, card in zip(initial, cards, strict=False):
        hands[due.hand].append(card)
    used = len(initial)
    if len(cards) < used:
        return DealingState(hands, len(cards), initial[len(cards)])
    decided = decisions or {}
    for step in procedure.then(hands, decided):
        if used == len(cards) or isinstance(step, Choice):
            return DealingState(hands, used, step)
        hands[step.hand].append(cards[used])
        used += 1
    return DealingState(hands, used, None)


def deal(
    rulebook: Rulebook | str,
    cards: str | Iterable[Card | str],
    boxes: Sequence[int] = (),
    decisions: Mapping[int, Decision] | None = None,
) -> Coup:
    """The coup that these cards make, in the order in which they left the shoe.

    `boxes` are those dealt to, in dealing order; a box without a decision stands.

    >>> deal("star-three-card", "9S 8H KD KC 2H 3D", boxes=[1]).hands["banker"].total
    1
    """
    book = rulebook if isinstance(rulebook, Rulebook) else find_rulebook(rulebook)
    given = read_cards(cards)
    boxes = list_of("Boxes", boxes, "[1, 2]")
    decisions = mapping_of("Decisions", decisions or {}, '{1: "draw"}')
    check_boxes(book, boxes)
    check_decisions(book, decisions, boxes)
    return deal_checked(book, given, boxes, decisions)


def deal_checked(
    book: Rulebook,
    given: tuple[Card, ...],
    boxes: Sequence[int],
    decisions: Mapping[int, Decision] | None,
) -> Coup:
    """`deal`, for boxes and decisions that are known to be in order."""
    if book.procedure.takes_decisions:
        stood: dict[int, Decision] = dict.fromkeys(boxes, "stand")
        decisions = stood | dict(decisions or {})
    dealing = deal_so_far(book, given, boxes, decisions)
    due, used = dealing.due, dealing.used
    if isinstance(due, Due):
        raise Refusal(
            "too-few-cards",
            due.clause,
            "{given} cards do not finish the {coup_word}: another is due to the {hand}.",
            given=len(given),
            coup_word=book.coup,
            hand=due.hand,
        )
    if used < len(given):
        raise Refusal(
            "too-many-cards",
            None,
            "The {coup_word} is finished with {used} cards, and {given} were given.",
            coup_word=book.coup,
            used=used,
            given=len(given),
        )
    complete = {name: Hand(held, point_count(held)) for name, held in dealing.hands.items()}
    return Coup(book, complete, used)


def check_boxes(book: Rulebook, boxes: Sequence[object]) -> None:
    """Refuse boxes that this game cannot deal to, and a box named twice."""
    if boxes and not book.procedure.takes_boxes:
        raise Refusal("bad-box", None, "{game} deals no hands to boxes.", game=book.title)
    seen: set[int] = set()
    for box in boxes:
        if type(box) is not int or box < 1:
            raise Refusal(
                "bad-box", None, "{box} is not a box: they count from 1.", box=quoted(box)
            )
        if book.places is not None and box > book.places.most:
            raise Refusal(
                "bad-box",
                book.places.clause,
                "There is no box {box}: the table has {most} places.",
                box=quoted(box),
                most=book.places.most,
            )
        if box in seen:
            raise Refusal("bad-box", None, "Box {box} is listed twice.", box=quoted(box))
        seen.add(box)


def check_decisions(book: Rulebook, decisions: Mapping[int, object], boxes: Sequence[int]) -> None:
    """Refuse decisions by boxes that have none to make, and boxes without a decision that they must
    make."""
    clause = book.procedure.takes_decisions
    if decisions and clause is None:
        raise Refusal(
            "draw-mismatch", None, "{game} leaves no decision to a player.", game=book.title
        )
    for box, decision in decisions.items():
        if box not in boxes:
            raise Refusal(
                "bad-box",
                None,
                "A decision is given for box {box}: it has no hand.",
                box=quoted(box),
            )
        if decision not in ("draw", "stand"):
            raise Refusal(
                "draw-mismatch",
                clause,
                "A decision is draw or stand, not {decision}.",
                decision=quoted(decision),
            )


def check_needs(book: Rulebook, stakes: Sequence[Stake], decisions: Mapping[int, Decision]) -> None:
    """Refuse a wager without the decision, or the equal stake beside it, that it needs
    (star-lucky-draw 8.2)."""
    for need in book.together.needs:
        name, beside = book.names[need.wager], " or ".join(book.names[each] for each in need.beside)
        for each in stakes if need.equal else ():
            if each.on != need.wager or each.box is None:
                continue
            if decisions.get(each.box, "stand") != need.decision:
                raise Refusal(
                    "draw-mismatch",
                    need.clause,
                    "Box {box} has a {name} wager but did not decide {decision}.",
                    box=each.box,
                    name=name,
                    decision=need.decision,
                )
            there = [
                other for other in stakes if (other.box, other.amount) == (each.box, each.amount)
            ]
            if not any(other.on in need.beside for other in there):
                raise Refusal(
                    "draw-mismatch",
                    need.clause,
                    "The {name} wager of {amount} on box {box} needs an equal"
                    " {beside} wager there.",
                    name=name,
                    amount=cash(each.amount),
                    box=each.box,
                    beside=beside,
                )


def settle_one(
    coup: Coup, wager: Wager, stake: Stake, scheme: str | None, chip: int = CENT
) -> Settlement:
    """Settle a stake on `wager`. The stake and the scheme must be valid."""
    facts = coup.facts(wager.space, stake.box)
    outcome, odds, clause = verdict(wager, scheme, facts)
    if odds is None:
        returns = 0 if outcome == "lose" else stake.amount
        return Settlement(stake, outcome, None, clause, 0, returns)
    pays = payment(stake.amount, odds, chip, coup.rulebook.chips)
    return Settlement(stake, outcome, odds, clause, pays, stake.amount + pays)


def settle(
    coup: Coup,
    stakes: Iterable[Stake],
    scheme: str | None = None,
    chip: str | int | Decimal = "0.01",
) -> list[Settlement]:
    """Settle all stakes, payable in chips of `chip` and more.

    >>> coup = deal("star-baccarat", "4S 5H KD KC 8H")
    >>> for each in settle(coup, [stake("banker", "25"), stake("tie", "5")], chip="0.50"):
    ...     print(each)
    banker 25.00 wins 24.00 at 19:20 (11.1.3)
    tie 5.00 loses (5.1.3)
    """
    book, by, smallest = coup.rulebook, coup.rulebook.scheme(scheme), amount_of(chip)
    boxes = [box_number(name) for name in coup.hands if name not in book.procedure.house]
    settlements = []
    for each in list_of("Stakes", stakes, '[stake("banker", "25")]'):
        if not isinstance(each, Stake):
            raise Refusal(
                "bad-stake",
                None,
                '{said} is not a stake: write stake("banker", "25").',
                said=quoted(each),
            )
        wager = book.wager(each.on)
        book.check_box(wager, each.box, boxes)
        if wager.played_when and not wager.played_when(coup.facts(wager.space, each.box)):
            raise Refusal(
                "draw-mismatch",
                wager.clause,
                "Box {box} took no third card: there is no {wager} wager on it.",
                box=each.box,
                wager=wager.name,
            )
        settlements.append(settle_one(coup, wager, each, by, smallest))
    return settlements
