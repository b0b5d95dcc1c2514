"""Lessons about cards on the layout: what a wager is paid, and who draws."""

from collections.abc import Sequence
from random import Random
from typing import Final

from sabot.core.cards import DECK, RANKS, Card, point_count
from sabot.core.money import dollars
from sabot.coup import Coup, Stake, deal_checked, deal_so_far, settle_one
from sabot.rules import Choice, Decision, Due, Rulebook
from sabot.rules.irregularities.irregularity import Value
from sabot.school.question import Course, Lesson, SchoolQuestion

BOX: Final = 1
CHIP: Final = 50
EXACT_CHIP: Final = 5
"""The smallest chip of the school, in cents; smaller where no clause rounds, so that 19 to 20 can
be paid."""
STAKES: Final = (500, 1000, 1500, 2500, 3500, 5500, 7500, 10000, 12500, 17500, 30000, 65000)
TRIES: Final = 40
NOBODY: Final = "nobody"
MOST_CARDS: Final = 10


def paying(book: Rulebook, course: Course) -> Lesson:
    """A stake on a coup that is over: how much goes to the player beside it? Two of three win."""
    chance = course.chance(f"{book.id} pays")
    offered = [each for each in book.wagers if each.played_when is None]
    wager = course.turn(f"{book.id} wagers", offered)
    scheme = chance.choice([*book.schemes] or [None])
    wants_win = chance.random() < 2 / 3
    stake = Stake(wager.id, chance.choice(STAKES), BOX if wager.space.per_box else None)
    chip = EXACT_CHIP if book.chips is None else CHIP
    for _ in range(TRIES):
        coup = _coup(book, chance)
        settled = settle_one(coup, wager, stake, scheme, chip)
        if (settled.outcome == "win") == wants_win:
            break
    at = f"{wager.name}: {settled.odds}" if settled.odds else f"{wager.name}: {settled.outcome}"
    question = SchoolQuestion(
        "pays",
        _shown(coup),
        wager=wager.name,
        wager_named=wager.id,
        box=stake.box,
        stake=stake.amount,
        scheme=scheme,
        chip=chip,
    )
    return Lesson(question, dollars(settled.pays), settled.clause, (at,))


def drawing(book: Rulebook, course: Course) -> Lesson | None:
    """Cards on the layout, the coup perhaps not over: to whom does the next card go?"""
    chance = course.chance(f"{book.id} draws")
    boxes, decisions = _boxes(book), _decisions(book, chance)
    last = _last_due(book, boxes)
    if last is None:
        return None
    cards = tuple(chance.choices(DECK, k=MOST_CARDS))
    first, used = (
        len(book.procedure.initial(boxes)),
        deal_so_far(book, cards, boxes, decisions).used,
    )
    latest = used - (used > first and _went_to(book, cards[:used], boxes, decisions) == last.hand)
    dealing = deal_so_far(book, cards[: chance.randint(first, latest)], boxes, decisions)
    due = _due(dealing.due)
    choices = (*dealing.hands, NOBODY)
    hands = {name: tuple(card.name for card in held) for name, held in dealing.hands.items()}
    counts = tuple(f"{name} {point_count(held)}" for name, held in dealing.hands.items() if held)
    decided = tuple(f"box {box}: {what}" for box, what in decisions.items())
    named: dict[str, Value] = {f"box {box}": what for box, what in decisions.items()}
    question = SchoolQuestion(
        "draws", hands, circumstances=decided, circumstances_named=named,
        choices=choices, choices_named=choices,
    )  # fmt: skip
    answer = str(choices.index(due.hand if due else NOBODY))
    return Lesson(question, answer, None if due is None else due.clause, counts)


def _last_due(book: Rulebook, boxes: tuple[int, ...]) -> Due | None:
    """The last card that can be due in a coup; None where no hand gets more than its first cards.
    Cards of one rank only make every kind of coup there is."""
    decisions: dict[int, Decision] = dict.fromkeys(boxes, "draw")
    first, last = len(book.procedure.initial(boxes)), None
    for card in DECK[: len(RANKS)]:
        for taken in range(first, MOST_CARDS):
            due = deal_so_far(book, (card,) * taken, boxes, decisions).due
            last = due if isinstance(due, Due) and taken > first else last or _due(due)
    return last


def _went_to(
    book: Rulebook, cards: Sequence[Card], boxes: tuple[int, ...], decisions: dict[int, Decision]
) -> str:
    """Return the hand that got the last card."""
    due = _due(deal_so_far(book, cards[:-1], boxes, decisions).due)
    return due.hand if due else NOBODY


def _due(due: Due | Choice | None) -> Due | None:
    return due if isinstance(due, Due) else None


def _coup(book: Rulebook, chance: Random) -> Coup:
    boxes, decisions = _boxes(book), _decisions(book, chance)
    cards: tuple[Card, ...] = tuple(chance.choices(DECK, k=MOST_CARDS))
    used = deal_so_far(book, cards, boxes, decisions).used
    return deal_checked(book, cards[:used], boxes, decisions)


def _boxes(book: Rulebook) -> tuple[int, ...]:
    return (BOX,) if book.procedure.takes_boxes else ()


def _decisions(book: Rulebook, chance: Random) -> dict[int, Decision]:
    decided: Decision = "draw" if chance.random() < 1 / 2 else "stand"
    return {BOX: decided} if book.procedure.takes_decisions else {}


def _shown(coup: Coup) -> dict[str, tuple[str, ...]]:
    return {name: tuple(card.name for card in hand.cards) for name, hand in coup.hands.items()}
