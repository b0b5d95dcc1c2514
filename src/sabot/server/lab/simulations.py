"""A simulation as the lab runs it: an order, and what it says while it deals."""

import time
from collections.abc import Callable
from math import isnan
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.rules import Rulebook

if TYPE_CHECKING:
    from sabot.simulate import Simulation, WagerResult

MOST_COUPS: Final = 10**9
EVERY: Final = 0.2
"""Seconds between two words about how far it is."""
BEST: Final = "optimal"
Say = Callable[[msgspec.Struct], object]


class Simulate(msgspec.Struct, frozen=True, tag_field="errand", tag="simulate"):
    """A simulation to run, checked before."""

    rulebook: str
    coups: int
    decks: int
    scheme: str | None = None
    seed: int | None = None
    fresh: bool = False
    boxes: int = 1
    strategy: str | None = None


class SimulationOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simulation to run. `decks` and `scheme` are the rulebook's own unless they are named;
    `fresh` deals every coup from full decks. The same `seed` deals the same coups."""

    rulebook: Annotated[str, msgspec.Meta(max_length=40)]
    coups: Annotated[int, msgspec.Meta(ge=1, le=MOST_COUPS)]
    decks: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    scheme: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    fresh: bool = False
    boxes: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    strategy: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class WagerDealt(msgspec.Struct, frozen=True):
    """The result of a wager: the player's expected value per unit staked and its standard error
    (None from a single shoe), the exact value, and how many errors lie between them."""

    wager: str
    ev: float | None
    stderr: float | None
    exact: float | None
    z: float | None


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress"):
    """So far."""

    coups: int
    asked: int
    shoes: int
    seconds: float
    seed: str
    wagers: list[WagerDealt]


class Finished(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """All of it. The seed is text, for it may be larger than a page's numbers go."""

    coups: int
    asked: int
    shoes: int
    seconds: float
    seed: str
    wagers: list[WagerDealt]


def checked(order: SimulationOrder) -> Simulate:
    """The order as the rulebook allows it."""
    book = rulebook(order.rulebook)
    decides = book.procedure.takes_decisions is not None
    if order.strategy is not None and not decides:
        raise Refusal(
            "bad-strategy",
            None,
            "There are no player decisions in {game}, so no strategy applies.",
            game=book.title,
        )
    return Simulate(
        book.id,
        order.coups,
        book.decks(order.decks),
        book.scheme(order.scheme),
        order.seed,
        order.fresh,
        order.boxes,
        (order.strategy or BEST) if decides else None,
    )


def deal(order: Simulate, say: Say) -> None:
    """Deal what is ordered, saying now and then what it comes to. What deals is loaded here: the
    server only takes orders."""
    from sabot.simulate import simulate
    from sabot.simulate.lookup.strategies import exact_strategy

    book = rulebook(order.rulebook)
    exact = _exact(book, order)
    strategy = order.strategy
    said = 0.0

    def so_far(report: Callable[[], "Simulation"]) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= EVERY:
            said = now
            say(_words(Progress, report(), exact))

    done = simulate(
        book,
        order.coups,
        decks=order.decks,
        scheme=order.scheme,
        seed=order.seed,
        workers=1,
        fresh=order.fresh,
        boxes=order.boxes,
        strategy=None if strategy is None else exact_strategy(book, order.decks, strategy),
        so_far=so_far,
    )
    say(_words(Finished, done, exact))


def _exact(book: Rulebook, order: Simulate) -> dict[str, float]:
    from sabot.odds import odds

    sheet = odds(book, order.decks, order.scheme, strategy_name=order.strategy or BEST)
    return {each.wager: float(each.ev) for each in sheet.wagers}


def _words(
    kind: type[Progress] | type[Finished], done: "Simulation", exact: dict[str, float]
) -> Progress | Finished:
    wagers = [_dealt(each, exact.get(each.wager)) for each in done.wagers.values()]
    return kind(done.coups, done.asked, done.shoes, done.seconds, str(done.seed), wagers)


def _dealt(each: "WagerResult", exact: float | None) -> WagerDealt:
    """Return a wager's result; a wager that could not be placed has no value."""
    if isnan(each.ev):
        return WagerDealt(each.wager, None, None, exact, None)
    known = exact is not None and bool(each.stderr)
    z = (each.ev - (exact or 0.0)) / each.stderr if known and each.stderr else None
    return WagerDealt(each.wager, each.ev, each.stderr, exact, z)
