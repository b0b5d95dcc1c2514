"""JSON questions and answers of `sabot tournament wagers`, `rank` and `prizes`.

A question with several faults is refused for the first of these: bad-json, unknown-rulebook,
no-tournament; then, of a heat, wrong-scheme, wrong-decks, bad-amount (the chip, the limits),
bad-limits, the cards as in `adjudicate`, a name twice, and the faults of each player in turn; of a
ranking, bad-players, bad-amount; of prizes, bad-amount, no-rule, bad-prizes.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from sabot.core.money import cents, cents_or_none, dollars
from sabot.core.refusal import Refusal, named, quoted
from sabot.coup import CENT
from sabot.coup.adjudication import coup_of
from sabot.coup.line_protocol import answering
from sabot.rulebooks import rulebook
from sabot.rules import Rulebook
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits, check_limits
from sabot.tournament.prizes import Guarantee, by_amounts, by_shares, percentage, pool, shared
from sabot.tournament.ranking import KnockedOut, Standing, cut, order
from sabot.tournament.wagers import (
    AfterCoup,
    HeatFacts,
    LaidWager,
    SettledWager,
    WagerEntrant,
    WrittenForm,
    after_coup,
    check_entrant,
)

Number = Annotated[int, msgspec.Meta(ge=0)]
FromOne = Annotated[int, msgspec.Meta(ge=1)]


# A coup of a heat


class WagerLaid(msgspec.Struct, gc=False):
    on: Any
    amount: Any


class WagerWritten(msgspec.Struct, gc=False):
    """A form for an undisclosed wager; a blank field is null."""

    on: Any = None
    amount: Any = None


class PlayerAsked(msgspec.Struct, gc=False):
    name: str
    chips: Any
    open: list[WagerLaid]
    box: Any = None
    undisclosed: WagerWritten | None = None
    passes: bool | None = msgspec.field(default=None, name="pass")
    absent: bool | None = None


class HeatAsked(msgspec.Struct, gc=False):
    """A question about one coup of a heat, as received."""

    rulebook: Any
    minimum: Any
    maximum: Any
    cards: list[Any]
    players: list[PlayerAsked]
    chip: Any = None
    scheme: Any = None
    decks: Any = None


class SettledAnswer(msgspec.Struct, gc=False):
    on: str | None
    undisclosed: bool
    counts: str
    back: str
    outcome: str
    pays: str
    clause: str


class PlayerAnswer(msgspec.Struct, gc=False):
    name: str
    settled: list[SettledAnswer]
    chips: str
    state: str
    clause: str | None


class HeatAnswer(msgspec.Struct, gc=False):
    result: str | None
    players: list[PlayerAnswer]


def wagers(asked: HeatAsked) -> HeatAnswer:
    """Return what counted of every wager of a heat in one coup, and who is still in."""
    book = rulebook(asked.rulebook)
    rules = tournament_of(book).betting
    scheme, decks = book.scheme(asked.scheme), book.decks(asked.decks)
    chip = CENT if asked.chip is None else cents(asked.chip)
    limits = WagerLimits(cents(asked.minimum), cents(asked.maximum))
    check_limits(rules, limits)
    coup = coup_of(book, decks, asked.cards)
    check_names(each.name for each in asked.players)
    entrants = [_entrant(book, each) for each in asked.players]
    heat = HeatFacts(coup, limits, scheme, chip)
    return HeatAnswer(coup.result, [_player(after_coup(heat, each)) for each in entrants])


def _entrant(book: Rulebook, asked: PlayerAsked) -> WagerEntrant:
    _check_box(book, asked.box)
    chips = cents_or_none(asked.chips)
    laid = tuple(LaidWager(book.wager(each.on).id, cents(each.amount)) for each in asked.open)
    written = asked.undisclosed
    form = None
    if written is not None:
        on = None if written.on is None else book.wager(written.on).id
        form = WrittenForm(on, None if written.amount is None else cents(written.amount))
    entrant = WagerEntrant(asked.name, chips, laid, form, bool(asked.passes), bool(asked.absent))
    check_entrant(entrant)
    return entrant


def _check_box(book: Rulebook, box: object) -> None:
    most = None if book.places is None else book.places.most
    if box is None or (type(box) is int and 1 <= box and (most is None or box <= most)):
        return
    clause = None if book.places is None else book.places.clause
    raise Refusal("bad-box", clause, "{box} is not a box of the table.", box=quoted(box))


def _player(after: AfterCoup) -> PlayerAnswer:
    settled = [_settled(each) for each in after.settled]
    return PlayerAnswer(after.name, settled, dollars(after.chips), after.state, after.clause)


def _settled(end: SettledWager) -> SettledAnswer:
    counts, back, pays = dollars(end.counts), dollars(end.back), dollars(end.pays)
    return SettledAnswer(end.on, end.undisclosed, counts, back, end.outcome, pays, end.clause)


def check_names(names: Iterable[str]) -> None:
    """Refuse an empty name and a name that stands twice."""
    seen: set[str] = set()
    for name in names:
        if not name.strip():
            raise Refusal("bad-players", None, "Every player needs a name.")
        if name in seen:
            raise Refusal("bad-players", None, "{name} is named twice.", name=named(name))
        seen.add(name)


# The end of a session


class StandingAsked(msgspec.Struct, gc=False):
    name: str
    chips: Any


class OutAsked(msgspec.Struct, gc=False):
    name: str
    coup: Number
    residual: Any
    wager: Any
    collected: FromOne | None = None


class RankAsked(msgspec.Struct, gc=False):
    """The end of a session, as it came."""

    rulebook: Any
    advance: Number
    standing: list[StandingAsked] = msgspec.field(name="in")
    out: list[OutAsked] | None = None
    disqualified: list[str] | None = None


class PlayOff(msgspec.Struct, gc=False):
    names: tuple[str, ...]
    places: int


class RankAnswer(msgspec.Struct, gc=False):
    order: list[tuple[str, ...]]
    through: tuple[str, ...]
    play_off: PlayOff | None


def rank(asked: RankAsked) -> RankAnswer:
    """The order of a session's players, who goes on, and who plays off."""
    rules = tournament_of(rulebook(asked.rulebook)).placing
    gone, left = set(asked.disqualified or ()), asked.out or []
    check_names([*(each.name for each in asked.standing), *(each.name for each in left)])
    standing = [Standing(each.name, cents(each.chips)) for each in asked.standing]
    out = [
        KnockedOut(
            each.name,
            each.coup,
            cents_or_none(each.residual),
            cents_or_none(each.wager),
            each.collected,
        )
        for each in left
    ]
    groups = order(
        rules,
        [each for each in standing if each.name not in gone],
        [each for each in out if each.name not in gone],
    )
    found = cut(groups, asked.advance)
    play_off = PlayOff(found.contested_by, found.contested) if found.contested else None
    return RankAnswer([each.names for each in groups], found.through, play_off)


# Prizes


class GuaranteeAsked(msgspec.Struct, gc=False):
    amount: Any
    from_entries: Number


class PrizesAsked(msgspec.Struct, gc=False):
    """A prize pool and how it is to be divided, as it came."""

    rulebook: Any
    entries: Number
    fee: Any
    commission: Any = None
    added: Any = None
    guarantee: GuaranteeAsked | None = None
    prizes: list[Any] | None = None
    shares: list[Any] | None = None
    level: list[list[int]] | None = None


class PlaceAnswer(msgspec.Struct, gc=False):
    place: int
    amount: str


class PrizesAnswer(msgspec.Struct, gc=False):
    pool: str
    places: list[PlaceAnswer]


def prizes(asked: PrizesAsked) -> PrizesAnswer:
    """The pool, and what each place is paid."""
    rules = tournament_of(rulebook(asked.rulebook)).prize_money
    if (asked.prizes is None) == (asked.shares is None):
        raise Refusal("bad-json", None, "Give prizes or shares, not both.")
    promised = asked.guarantee
    guarantee = None
    if promised is not None:
        guarantee = Guarantee(cents_or_none(promised.amount), promised.from_entries)
    gathered = pool(
        rules,
        asked.entries,
        cents_or_none(asked.fee),
        percentage("0" if asked.commission is None else asked.commission),
        0 if asked.added is None else cents_or_none(asked.added),
        guarantee,
    )
    if asked.shares is not None:
        amounts = by_shares(rules, gathered, [percentage(each) for each in asked.shares])
    else:
        given: Sequence[Any] = asked.prizes or ()
        amounts = by_amounts(rules, gathered, [cents_or_none(each) for each in given])
    paid = shared(amounts, asked.level or ())
    places = [PlaceAnswer(place, dollars(amount)) for place, amount in paid.items()]
    return PrizesAnswer(dollars(gathered), places)


answer_wagers = answering(HeatAsked, wagers)
answer_rank = answering(RankAsked, rank)
answer_prizes = answering(PrizesAsked, prizes)
