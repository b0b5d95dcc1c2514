"""The plan of one session at one table: all that the table has to know of the tournament."""

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from sabot.core.money import cash
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import bound
from sabot.engine.ledger import is_player_name
from sabot.parts.sizes import BETS, PLACES
from sabot.rules import Rulebook
from sabot.rules.tournament import Play
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits, check_limits

STAGES: Final = ("session", "final", "play-off")
MOST: Final = 10_000
"""Coups, minutes, seconds or cards beyond it are a slip of the finger."""


class LimitStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that may be wagered in a coup, in cents, from a coup or minute on,
    counted as the session is: the first coup is 1, the first minute 0."""

    since: int
    minimum: int
    maximum: int


class HeatPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plan of one session at one table, amounts in cents of tournament chips.

    `seats` are the entrants by box; `chips` is what each has at the start, `buy_in` what that costs
    in money, and `cashed` whether chips turn into cash at the end. It lasts so many `coups` or
    `minutes`. `limits` is the scheme as it was announced. `chip` is the smallest tournament chip,
    `wagers` are those offered. `order`: there is an order of wagering; `pass_cards` and
    `undisclosed` are so many for each; `seconds` is how long a wager may take. `advance` go on, or
    have prizes to win.
    """

    tournament: str
    session: int
    stage: str = "session"
    seats: Annotated[dict[int, str], PLACES]
    chips: int
    limits: Annotated[tuple[LimitStep, ...], bound(1_000, "steps of the limits", "Announce fewer.")]
    advance: int
    coups: int | None = None
    minutes: int | None = None
    chip: int = 100
    wagers: Annotated[tuple[str, ...], BETS] = (
        "player",
        "banker",
        "tie",
    )
    scheme: str | None = None
    order: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None
    buy_in: int = 0
    cashed: bool = False

    def limits_at(self, point: int) -> WagerLimits:
        """The limits of that coup, or that minute.

        >>> steps = LimitStep(1, 100, 1000), LimitStep(11, 200, 2000)
        >>> plan = HeatPlan(tournament="t", session=1, seats={1: "ann"}, chips=5000, limits=steps,
        ...                 advance=1, coups=20)
        >>> plan.limits_at(10).minimum, plan.limits_at(11).minimum
        (100, 200)
        """
        steps = [each for each in self.limits if each.since <= point] or [self.limits[0]]
        return WagerLimits(steps[-1].minimum, steps[-1].maximum)


def check_plan(book: Rulebook, plan: HeatPlan) -> None:
    """Refuse the first thing in a plan that the document does not allow."""
    for clause, message in _wrong(book, plan):
        raise Refusal("bad-plan", clause, message)
    for step in plan.limits:
        check_limits(tournament_of(book).betting, WagerLimits(step.minimum, step.maximum))


def _wrong(book: Rulebook, plan: HeatPlan) -> Iterator[tuple[str | None, str]]:
    rules = tournament_of(book)
    yield from _seats(plan, rules.play)
    yield from _length(plan, rules.play)
    yield from _limits(plan, rules.play)
    for name in plan.wagers:
        if name not in book.by_id:
            yield None, f"{book.title} has no wager {quoted(name)}."
    if not plan.wagers:
        yield None, "A session offers some wagers."
    if plan.scheme is not None and plan.scheme not in book.schemes:
        yield None, f"{book.title} knows no scheme {quoted(plan.scheme)}."
    if rules.play.order.always and not plan.order:
        yield rules.play.order.marker, "Every session has its order of wagering here."
    if plan.pass_cards and rules.betting.in_lieu is None:
        yield None, f"{book.title} knows no pass cards."
    if plan.undisclosed and rules.play.forms is None:
        yield None, f"{book.title} knows no undisclosed wagers."
    if plan.buy_in and rules.desk.buy_in is None:
        yield rules.play.allotment, f"{book.title} gives chips for the entry fee, at no buy-in."


def _seats(plan: HeatPlan, play: Play) -> Iterator[tuple[str | None, str]]:
    if not plan.tournament or plan.session < 1:
        yield None, "Say of which tournament, and which of its sessions, from 1."
    if plan.stage not in STAGES:
        yield None, f"A session is one of {', '.join(STAGES)}, not {quoted(plan.stage)}."
    if not plan.seats:
        yield play.seat, "No player has a seat in this session."
    for box, player in plan.seats.items():
        if box < 1 or not is_player_name(player):
            yield play.seat, f"Box {box} cannot be the seat of {named(player)}."
    if len(set(plan.seats.values())) < len(plan.seats):
        yield play.seat, "A player has two seats in this session."
    if not 1 <= plan.advance <= MOST:
        yield None, "Say how many go on, or have prizes to win."


def _length(plan: HeatPlan, play: Play) -> Iterator[tuple[str | None, str]]:
    if (plan.coups is None) == (plan.minutes is None):
        yield play.session, "A session lasts so many coups, or so many minutes: say one of them."
    counts = (plan.coups, plan.minutes, plan.seconds)
    if not all(each is None or 1 <= each <= MOST for each in counts):
        yield play.session, "Coups, minutes and seconds are whole numbers from 1."
    if not (0 <= plan.pass_cards <= MOST and 0 <= plan.undisclosed <= MOST):
        yield None, "Everybody has the same number of pass cards and undisclosed wagers, or none."


def _limits(plan: HeatPlan, play: Play) -> Iterator[tuple[str | None, str]]:
    if plan.chip < 1 or plan.chips < 1 or plan.chips % plan.chip:
        yield play.allotment, "Everybody has the same chips, more than none, in whole chips."
    since = [step.since for step in plan.limits]
    first = 1 if plan.coups is not None else 0
    if not since or since[0] != first or since != sorted(set(since)):
        yield play.limits, f"Limits are listed from {first} on, each later than the one before."
    for step in plan.limits:
        if not 0 < step.minimum <= step.maximum:
            yield play.limits, "A minimum is more than nothing and no more than its maximum."
        elif step.minimum % plan.chip:
            wrong = f"A minimum of {cash(step.minimum)} is not made of chips of {cash(plan.chip)}."
            yield play.limits, wrong
    if plan.limits and plan.chips < plan.limits[0].minimum:
        yield play.allotment, "Everybody has chips for the first wager at least."
    if plan.buy_in < 0:
        yield play.allotment, "A buy-in is not less than nothing."
