"""One coup of a heat: what of each wager counts, what it earns, and who is still in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sabot.coup import Coup, Stake, settle_one
from sabot.money import cash
from sabot.refusal import Refusal, named
from sabot.rules.tournament import Absence, Betting, Undisclosed
from sabot.rules.wager import Outcome
from sabot.tournament import tournament_of

State = Literal["in", "eliminated", "disqualified"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that may be wagered."""

    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Laid:
    """An open wager as it was laid."""

    on: str
    amount: int


@dataclass(frozen=True, slots=True)
class Form:
    """An undisclosed wager as it was written: its type or its amount may be missing."""

    on: str | None
    amount: int | None

    @property
    def blank(self) -> bool:
        return self.on is None or self.amount is None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player before the coup. `chips` are all that the player holds, stakes included."""

    name: str
    chips: int
    open: tuple[Laid, ...] = ()
    form: Form | None = None
    passes: bool = False
    absent: bool = False

    @property
    def wagers(self) -> bool:
        return bool(self.open) or self.form is not None


@dataclass(frozen=True, slots=True)
class Counted:
    """What of a wager counts; the clause is the one that left it so, None where it is as laid."""

    amount: int
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """How one wager ended: what of it counted, what went back unsettled, what it earned."""

    on: str | None
    undisclosed: bool
    counts: int
    back: int
    outcome: Outcome | Literal["void"]
    pays: int
    clause: str

    @property
    def gain(self) -> int:
        return -self.counts if self.outcome == "lose" else self.pays


@dataclass(frozen=True, slots=True)
class After:
    """A player after the coup."""

    name: str
    settled: tuple[Settled, ...]
    chips: int
    state: State
    clause: str | None


@dataclass(frozen=True, slots=True)
class Heat:
    """What a coup of a heat is settled by, beside the players."""

    coup: Coup
    limits: Limits
    scheme: str | None
    chip: int

    @property
    def betting(self) -> Betting:
        return tournament_of(self.coup.rulebook).betting


def check_limits(rules: Betting, limits: Limits) -> None:
    """Whether the maximum is so many whole units of the minimum."""
    if limits.maximum % limits.minimum:
        raise Refusal(
            "bad-limits",
            rules.units,
            f"A maximum of {cash(limits.maximum)} is no multiple of the minimum of"
            f" {cash(limits.minimum)}.",
        )


def check_entrant(entrant: Entrant) -> None:
    """Whether what is said of one player can be at once."""
    who = named(entrant.name)
    if entrant.passes and entrant.absent:
        raise Refusal("bad-players", None, f"{who} cannot be absent and lay a pass card.")
    if entrant.wagers and (entrant.passes or entrant.absent):
        how = "a pass card lies" if entrant.passes else "the player is absent"
        raise Refusal("bad-players", None, f"{who} has a wager, and yet {how}.")
    laid = sum(each.amount for each in entrant.open)
    if laid > entrant.chips:
        raise Refusal(
            "bad-amount",
            None,
            f"{who} has wagered {cash(laid)} with chips of {cash(entrant.chips)}.",
        )


def after_coup(heat: Heat, entrant: Entrant) -> After:
    """A player after the coup, and every wager's end. Whoever cannot cover the minimum is out
    before anything else is asked."""
    rules = heat.betting
    if entrant.chips < heat.limits.minimum:
        return _eliminated(rules, entrant)
    if entrant.absent:
        return After(entrant.name, (), entrant.chips, "in", None)
    if entrant.passes:
        return _passed(heat, entrant)
    if not entrant.wagers:
        return _idle(heat, entrant)
    settled, chips = _played(heat, entrant)
    if chips < heat.limits.minimum:
        return After(entrant.name, settled, chips, "eliminated", rules.unable)
    return After(entrant.name, settled, chips, "in", None)


def after_absence(rules: Absence, limits: Limits, chips: int, missed: int) -> int:
    """What is left of an absent player's chips when the Manager has the minimum deducted for so
    many coups (15.5.6.1).

    >>> after_absence(Absence("15.5.6.1", most=3), Limits(100, 1000), 1000, missed=5)
    700
    """
    return max(chips - limits.minimum * min(missed, rules.most), 0)


# What counts


def counted(rules: Betting, limits: Limits, chips: int, laid: Sequence[int]) -> list[Counted]:
    """What of each open wager counts, in the order in which they were placed."""
    amounts = list(laid)
    if rules.units is not None:
        amounts = in_units(limits.minimum, chips, amounts)
    if rules.maximum_for == "coup":
        within = up_to(limits.maximum, amounts)
    else:
        within = [min(each, limits.maximum) for each in amounts]
    return [
        Counted(now, None if now == was else rules.maximum if now < whole else rules.units)
        for was, whole, now in zip(laid, amounts, within, strict=True)
    ]


def in_units(minimum: int, chips: int, laid: Sequence[int]) -> list[int]:
    """Wagers in whole units of the minimum (15.6.14): what is over goes back; a short one is made
    up if the chips beside the others suffice, and is void otherwise.

    >>> in_units(100, 500, [250]), in_units(100, 500, [80]), in_units(100, 480, [400, 80])
    ([200], [100], [400, 0])
    """
    amounts = [each - each % minimum if each >= minimum else each for each in laid]
    total = sum(amounts)
    for place, amount in enumerate(amounts):
        if amount < minimum:
            beside = total - amount
            amounts[place] = minimum if chips - beside >= minimum else 0
            total = beside + amounts[place]
    return amounts


def up_to(maximum: int, amounts: Sequence[int]) -> list[int]:
    """Wagers that together are no more than the maximum: the surplus comes off the last placed.

    >>> up_to(1000, [600, 300, 200])
    [600, 300, 100]
    """
    room, kept = maximum, list[int]()
    for amount in amounts:
        kept.append(min(amount, room))
        room -= kept[-1]
    return kept


def deemed(rules: Undisclosed, limits: Limits, chips: int, beside: int, written: int) -> Counted:
    """What a written wager counts for beside open ones (15.8.3): never more than the chips left
    or than the maximum leaves, never less than the minimum while the chips reach it."""
    left, room = chips - beside, limits.maximum - beside
    if written > left:
        return Counted(min(left, room), rules.beyond)
    if written > room:
        return Counted(room, rules.above)
    if written < limits.minimum:
        return Counted(min(limits.minimum, left), rules.below)
    return Counted(written - written % limits.minimum)


def after_blank(limits: Limits, chips: int) -> int:
    """What a form without amount or type leaves of the chips after settlement (15.8.3.4): less the
    minimum, as far as they reach."""
    return max(chips - limits.minimum, 0)


# How players end


def _eliminated(rules: Betting, entrant: Entrant) -> After:
    """Out before the coup: wagers are void."""
    settled = [_void(each.on, rules.unable, each.amount) for each in entrant.open]
    if entrant.form is not None:
        settled.append(_void(entrant.form.on, rules.unable, undisclosed=True))
    return After(entrant.name, tuple(settled), entrant.chips, "eliminated", rules.unable)


def _passed(heat: Heat, entrant: Entrant) -> After:
    if heat.betting.in_lieu is None:
        raise _no_rule(heat, entrant, "lays a pass card, and there are none")
    return After(entrant.name, (), entrant.chips, "in", None)


def _idle(heat: Heat, entrant: Entrant) -> After:
    if heat.betting.idle is None:
        raise _no_rule(heat, entrant, "has no wager, and no clause says what follows")
    return After(entrant.name, (), entrant.chips, "disqualified", heat.betting.idle)


def _played(heat: Heat, entrant: Entrant) -> tuple[tuple[Settled, ...], int]:
    """Every wager settled, the open ones first, and the chips that this leaves."""
    open_ = counted(heat.betting, heat.limits, entrant.chips, [e.amount for e in entrant.open])
    settled = [
        _settle(heat, laid.on, counts, back=max(laid.amount - counts.amount, 0))
        for laid, counts in zip(entrant.open, open_, strict=True)
    ]
    if entrant.form is not None:
        beside = sum(each.amount for each in open_)
        settled.append(_form(heat, entrant, entrant.form, beside))
    chips = entrant.chips + sum(each.gain for each in settled)
    if entrant.form is not None and entrant.form.blank:
        chips = after_blank(heat.limits, chips)
    return tuple(settled), chips


def _form(heat: Heat, entrant: Entrant, form: Form, beside: int) -> Settled:
    """An undisclosed wager settled as it is deemed; a blank one is no wager."""
    rules = heat.betting.undisclosed
    if rules is None:
        raise _no_rule(heat, entrant, "has an undisclosed wager, and there are none")
    if form.on is None or form.amount is None:
        return _void(form.on, rules.blank, undisclosed=True)
    counts = deemed(rules, heat.limits, entrant.chips, beside, form.amount)
    return _settle(heat, form.on, counts, undisclosed=True)


def _settle(
    heat: Heat, on: str, counts: Counted, back: int = 0, undisclosed: bool = False
) -> Settled:
    """By the wager's own pay lines, for what counts of it."""
    if not counts.amount:
        assert counts.clause is not None
        return _void(on, counts.clause, back, undisclosed)
    wager = heat.coup.rulebook.wager(on)
    end = settle_one(heat.coup, wager, Stake(on, counts.amount), heat.scheme, heat.chip)
    return Settled(on, undisclosed, counts.amount, back, end.outcome, end.pays, end.clause)


def _void(on: str | None, clause: str, back: int = 0, undisclosed: bool = False) -> Settled:
    return Settled(on, undisclosed, 0, back, "void", 0, clause)


def _no_rule(heat: Heat, entrant: Entrant, what: str) -> Refusal:
    title = heat.coup.rulebook.title
    return Refusal(
        "no-rule", None, f"{named(entrant.name)} {what} in {title}: the operator decides."
    )
