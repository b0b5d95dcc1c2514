"""Settlement of one coup of a heat: what counts, what it earns, and who is still in."""

from dataclasses import dataclass
from typing import Literal

from sabot.core.money import cash
from sabot.core.refusal import Refusal, named
from sabot.coup import Coup, Stake, settle_one
from sabot.rules.coup.wager import Outcome
from sabot.rules.tournament import Betting
from sabot.tournament import tournament_of
from sabot.tournament.counting import Counted, WagerLimits, after_blank, counted, deemed

State = Literal["in", "eliminated", "disqualified"]


@dataclass(frozen=True, slots=True)
class LaidWager:
    """An open wager as it was laid."""

    on: str
    amount: int


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """An undisclosed wager as it was written: its type or its amount may be missing."""

    on: str | None
    amount: int | None

    @property
    def blank(self) -> bool:
        return self.on is None or self.amount is None


@dataclass(frozen=True, slots=True)
class WagerEntrant:
    """A player before the coup. `chips` are all that the player holds, stakes included."""

    name: str
    chips: int
    open: tuple[LaidWager, ...] = ()
    form: WrittenForm | None = None
    passes: bool = False
    absent: bool = False

    @property
    def wagers(self) -> bool:
        return bool(self.open) or self.form is not None


@dataclass(frozen=True, slots=True)
class SettledWager:
    """End of one wager: what counted, what went back unsettled, what it earned."""

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
class AfterCoup:
    """A player after the coup."""

    name: str
    settled: tuple[SettledWager, ...]
    chips: int
    state: State
    clause: str | None


@dataclass(frozen=True, slots=True)
class HeatFacts:
    """The common facts of a coup of a heat: cards, limits, scheme, chip."""

    coup: Coup
    limits: WagerLimits
    scheme: str | None
    chip: int

    @property
    def betting(self) -> Betting:
        return tournament_of(self.coup.rulebook).betting


def check_entrant(entrant: WagerEntrant) -> None:
    """Refuse contradictory facts about one player."""
    who = named(entrant.name)
    if entrant.passes and entrant.absent:
        raise Refusal("bad-players", None, "{who} cannot be absent and lay a pass card.", who=who)
    if entrant.wagers and (entrant.passes or entrant.absent):
        how = "a pass card lies" if entrant.passes else "the player is absent"
        raise Refusal(
            "bad-players", None, "{who} cannot have a wager where {how}.", who=who, how=how
        )
    laid = sum(each.amount for each in entrant.open)
    if laid > entrant.chips:
        raise Refusal(
            "bad-amount",
            None,
            "{who} has wagered {laid} with chips of {chips}.",
            who=who,
            laid=cash(laid),
            chips=cash(entrant.chips),
        )


def after_coup(heat: HeatFacts, entrant: WagerEntrant) -> AfterCoup:
    """Return a player after the coup with the end of every wager. A player below the minimum is
    eliminated before any other rule applies."""
    rules = heat.betting
    if entrant.chips < heat.limits.minimum:
        return _eliminated(rules, entrant)
    if entrant.absent:
        return AfterCoup(entrant.name, (), entrant.chips, "in", None)
    if entrant.passes:
        return _passed(heat, entrant)
    if not entrant.wagers:
        return _idle(heat, entrant)
    settled, chips = _played(heat, entrant)
    if chips < heat.limits.minimum:
        return AfterCoup(entrant.name, settled, chips, "eliminated", rules.unable)
    return AfterCoup(entrant.name, settled, chips, "in", None)


def _eliminated(rules: Betting, entrant: WagerEntrant) -> AfterCoup:
    """Out before the coup: wagers are void."""
    settled = [_void(each.on, rules.unable, each.amount) for each in entrant.open]
    if entrant.form is not None:
        settled.append(_void(entrant.form.on, rules.unable, undisclosed=True))
    return AfterCoup(entrant.name, tuple(settled), entrant.chips, "eliminated", rules.unable)


def _passed(heat: HeatFacts, entrant: WagerEntrant) -> AfterCoup:
    if heat.betting.in_lieu is None:
        raise _no_rule(heat, entrant, "lays a pass card, and there are none")
    return AfterCoup(entrant.name, (), entrant.chips, "in", None)


def _idle(heat: HeatFacts, entrant: WagerEntrant) -> AfterCoup:
    if heat.betting.idle is None:
        raise _no_rule(heat, entrant, "has no wager, and no clause says what follows")
    return AfterCoup(entrant.name, (), entrant.chips, "disqualified", heat.betting.idle)


def _played(heat: HeatFacts, entrant: WagerEntrant) -> tuple[tuple[SettledWager, ...], int]:
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


def _form(heat: HeatFacts, entrant: WagerEntrant, form: WrittenForm, beside: int) -> SettledWager:
    """An undisclosed wager settled as it is deemed; a blank one is no wager."""
    rules = heat.betting.undisclosed
    if rules is None:
        raise _no_rule(heat, entrant, "has an undisclosed wager, and there are none")
    if form.on is None or form.amount is None:
        return _void(form.on, rules.blank, undisclosed=True)
    counts = deemed(rules, heat.limits, entrant.chips, beside, form.amount)
    return _settle(heat, form.on, counts, undisclosed=True)


def _settle(
    heat: HeatFacts, on: str, counts: Counted, back: int = 0, undisclosed: bool = False
) -> SettledWager:
    """By the wager's own pay lines, for what counts of it."""
    if not counts.amount:
        assert counts.clause is not None
        return _void(on, counts.clause, back, undisclosed)
    wager = heat.coup.rulebook.wager(on)
    end = settle_one(heat.coup, wager, Stake(on, counts.amount), heat.scheme, heat.chip)
    return SettledWager(on, undisclosed, counts.amount, back, end.outcome, end.pays, end.clause)


def _void(on: str | None, clause: str, back: int = 0, undisclosed: bool = False) -> SettledWager:
    return SettledWager(on, undisclosed, 0, back, "void", 0, clause)


def _no_rule(heat: HeatFacts, entrant: WagerEntrant, what: str) -> Refusal:
    title = heat.coup.rulebook.title
    return Refusal(
        "no-rule",
        None,
        "{entrant} {what} in {title}: the operator decides.",
        entrant=named(entrant.name),
        what=what,
        title=title,
    )
