"""A game in one minute: what is dealt, who draws, and one coup as an example, from its rulebook."""

from functools import lru_cache
from random import Random
from typing import Final

import msgspec

from sabot.core.cards import DECK, Card, point_count
from sabot.coup import Coup, Stake, deal_checked, deal_so_far, settle_one
from sabot.rulebooks import edition
from sabot.rules import Decision, Due, LuckyDrawHands, Rulebook, ThreeCardHands
from sabot.rules.coup.deal import CommonHands, Procedure
from sabot.server.http.routes import SIGNED_IN, Asked, Route
from sabot.server.tables.rulebooks import EditionQuery, book_asked

BOX: Final = 1
STAKE: Final = 10_000
"""A hundred dollars."""
MOST_CARDS: Final = 10


class DealtCard(msgspec.Struct, frozen=True):
    """A card of the example: where it goes, by which clause, and the hand's count then."""

    hand: str
    card: str
    count: int
    clause: str


class ExamplePayment(msgspec.Struct, frozen=True):
    """The result of a hundred dollars on a wager of the example."""

    wager: str
    name: str
    outcome: str
    odds: str | None
    pays: int
    clause: str


class HowTo(msgspec.Struct, frozen=True):
    """`essentials` are the totals on which a hand draws or stands, as the procedure has them;
    `printed` are cards that the layout shows."""

    rulebook: str
    way: str
    essentials: dict[str, tuple[int, ...]]
    printed: tuple[str, ...]
    dealt: tuple[DealtCard, ...]
    counts: dict[str, int]
    result: str | None
    paid: tuple[ExamplePayment, ...]


@lru_cache(maxsize=16)
def howto_of(id_: str, version: str) -> HowTo:
    book = edition(id_, version)
    coup, dealt = _example(book)
    way, essentials = _essentials(book.procedure)
    printed = book.procedure.open(_boxes(book))
    return HowTo(
        book.id,
        way,
        essentials,
        tuple(card.name for cards in printed.values() for card in cards),
        dealt,
        {name: hand.total for name, hand in coup.hands.items()},
        coup.result,
        tuple(_paid(book, coup)),
    )


def _essentials(procedure: Procedure) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return the kind of game, and the totals that decide about further cards."""
    match procedure:
        case CommonHands():
            return "common", {"natural": procedure.natural, "player": procedure.player_draws}
        case LuckyDrawHands():
            return "draw", {"dealer": procedure.dealer_draws}
        case ThreeCardHands():
            return "three-cards", {"cards": (procedure.rounds,)}
    return "own", {}


def _example(book: Rulebook) -> tuple[Coup, tuple[DealtCard, ...]]:
    """A coup that shows as much as one can: the longest of the first hundred in which the first
    wager wins."""
    chance = Random(f"{book.id} example")
    boxes, first = _boxes(book), book.wagers[0]
    decisions: dict[int, Decision] = {BOX: "draw"} if book.procedure.takes_decisions else {}
    stake = Stake(first.id, STAKE, BOX if first.space.per_box else None)
    best: tuple[Coup, tuple[Card, ...]] | None = None
    for _ in range(100):
        cards = tuple(chance.sample(DECK, MOST_CARDS))
        used = deal_so_far(book, cards, boxes, decisions).used
        coup = deal_checked(book, cards[:used], boxes, decisions)
        wins = settle_one(coup, first, stake, book.scheme()).outcome == "win"
        if wins and (best is None or used > len(best[1])):
            best = coup, cards[:used]
    assert best is not None, f"no coup of {book.id} in a hundred pays its first wager"
    return best[0], _dealt(book, best[1], boxes, decisions)


def _dealt(
    book: Rulebook, cards: tuple[Card, ...], boxes: tuple[int, ...], decisions: dict[int, Decision]
) -> tuple[DealtCard, ...]:
    dealt = []
    for place, card in enumerate(cards):
        due = deal_so_far(book, cards[:place], boxes, decisions).due
        after = deal_so_far(book, cards[: place + 1], boxes, decisions)
        assert isinstance(due, Due)
        dealt.append(DealtCard(due.hand, card.name, point_count(after.hands[due.hand]), due.clause))
    return tuple(dealt)


def _paid(book: Rulebook, coup: Coup) -> list[ExamplePayment]:
    """The wagers that are on every table, on this coup."""
    paid = []
    for wager in book.wagers:
        box = BOX if wager.space.per_box else None
        if wager.side_bet or (
            wager.played_when and not wager.played_when(coup.facts(wager.space, box))
        ):
            continue
        settled = settle_one(coup, wager, Stake(wager.id, STAKE, box), book.scheme())
        odds = str(settled.odds) if settled.odds else None
        paid.append(
            ExamplePayment(
                wager.id, wager.name, settled.outcome, odds, settled.pays, settled.clause
            )
        )
    return paid


def _boxes(book: Rulebook) -> tuple[int, ...]:
    return (BOX,) if book.procedure.takes_boxes else ()


async def show_howto(asked: Asked) -> HowTo:
    book = book_asked(asked)
    return howto_of(book.id, book.version)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET", "/api/rulebooks/{id}/howto", SIGNED_IN, show_howto,
        "The game in one minute, with a coup as an example.",
        query=EditionQuery, gives=HowTo, refuses=("unknown-rulebook", "unknown-edition"),
    ),
)  # fmt: skip
