"""Rejected readings that touch money, as rules: what each would make of the wagers.

A row names the clauses of its ruling in `rulings.toml`, and says how the rulebook would be.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sabot.core.cards import Card, point_count, read_cards
from sabot.rulebooks.canberra_mini import rulebook as canberra
from sabot.rulebooks.star_baccarat import rulebook as baccarat
from sabot.rulebooks.star_lucky_draw import rulebook as lucky
from sabot.rulebooks.star_seven_up import rulebook as seven_up
from sabot.rulebooks.star_three_card import rulebook as three_card
from sabot.rules import BANKER, PLAYER, CommonHands, FactsSpace, Hands, Rulebook, Wager, line, to
from sabot.rules.coup.deal import Cards, Due

Mapped = Callable[[Wager], Wager]


@dataclass(frozen=True)
class RejectedReading:
    """A reading that was not taken: its ruling's clauses, what it comes to, the wagers it touches,
    the rulebook under it, the scheme it is about, and cards that it takes out of the decks."""

    clauses: tuple[str, ...]
    comes_to: str
    wagers: tuple[str, ...]
    book: Rulebook
    scheme: str | None = None
    removed: tuple[Card, ...] = ()


def _with(book: Rulebook, **others: Mapped) -> Rulebook:
    """The rulebook with some wagers otherwise, by their ids."""
    named = {name.replace("_", "-"): change for name, change in others.items()}
    return replace(
        book,
        wagers=tuple(
            named[each.id](each) if each.id in named else each
            for each in book.wagers
            if each.id in named or not named
        ),
    )


def _on(when: dict[str, Callable[[Any], bool]]) -> Mapped:
    """Lines that apply otherwise, by their clause."""
    return lambda wager: replace(
        wager,
        lines=tuple(
            replace(each, when=when[each.clause]) if each.clause in when else each
            for each in wager.lines
        ),
    )


# Baccarat


class _Pairs(NamedTuple):
    """All that the wagers on pairs read."""

    pairs: int


def _pairs_by(same: str, twins: str) -> Mapped:
    """Pairs, and twins among them, by rank or by value."""

    def read(hands: Hands, _box: str) -> _Pairs:
        one, other = hands[PLAYER].cards, hands[BANKER].cards
        player, banker = (getattr(x[0], same) == getattr(x[1], same) for x in (one, other))
        if player and banker and getattr(one[0], twins) == getattr(other[0], twins):
            return _Pairs(int(baccarat.Pairs.TWIN))
        return _Pairs(int(player) + 2 * int(banker))

    space = FactsSpace(_Pairs, _Pairs._fields, baccarat.COUP.domains[-1:], read)
    return lambda wager: replace(wager, space=space)


BY_VALUE = _pairs_by("value", "value")


def _any_pair(f: baccarat.BaccaratFacts) -> bool:
    return f.pairs != baccarat.Pairs.NONE


def _paid_twice(wager: Wager) -> Wager:
    odds = {"11.1.8.1": to(4, 1), "11.1.8.2": to(29, 1), "11.1.8.3": to(104, 1)}
    return replace(
        wager, lines=tuple(replace(each, pays=odds[each.clause]) for each in wager.lines)
    )


def _single_for_all(wager: Wager) -> Wager:
    return replace(wager, lines=(line("11.1.8.1", to(4, 1), _any_pair),))


def _six(f: baccarat.BaccaratFacts) -> bool:
    return baccarat.banker_wins_with_six(f) or baccarat.tied_on_six(f)


# 7-Up Baccarat


@dataclass(frozen=True)
class _ReadsTheDealtCard(CommonHands):
    """The Banker answers the card that the Player was dealt."""

    def then(self, hands: Cards, decisions: Any) -> Iterator[Due]:
        banker_total, dealt = point_count(hands[BANKER]), hands[PLAYER][1].value
        for due in super().then(hands, decisions):
            if due is self.player_third:
                yield due
                if self.banker_draws.draw(banker_total, dealt):
                    yield self.banker_third
                return
            yield due


@dataclass(frozen=True)
class _NoPlayerNatural(CommonHands):
    """Only the Banker's hand can be a natural."""

    def _third(self, player: int, banker: int) -> Due | None:
        if banker in self.natural:
            return None
        if player in self.player_draws:
            return self.player_third
        return self.banker_third_alone if self.banker_draws.draw(banker, None) else None


def _dealt_by(kind: type[CommonHands]) -> Rulebook:
    book = seven_up.RULEBOOK
    fields = {name: getattr(book.procedure, name) for name in CommonHands.__dataclass_fields__}
    return replace(book, procedure=kind(**fields))


def _dealt_sevens(wager: Wager) -> Wager:
    def read(hands: Hands, _box: str) -> Any:
        sevens = seven_up.count_sevens(hands) - 1
        return seven_up.SevenUpFacts(hands[PLAYER].total, hands[BANKER].total, sevens)

    totals = seven_up.COUP.domains[:2]
    return replace(
        wager, space=replace(seven_up.COUP, read=read, domains=(*totals, (0, 1, 2, 3, 4, 5)))
    )


# Three Card Baccarat


def _zero_without_pictures(f: three_card.BankerFacts) -> bool:
    return f.banker != three_card.THREE_PICTURES and three_card.points_of(f.banker) == 0


LOWEST_SIX = 13


def _half_on_lowest_six(wager: Wager) -> Wager:
    def full(f: three_card.BoxFacts) -> bool:
        return three_card.player_is_higher(f) and f.player != LOWEST_SIX

    def half(f: three_card.BoxFacts) -> bool:
        return three_card.player_is_higher(f) and f.player == LOWEST_SIX

    paid = {to(1, 1): full, to(1, 2): half}
    return replace(
        wager,
        lines=tuple(
            replace(each, when=paid[each.pays]) if each.clause == "11.2.1" else each  # type: ignore[index]
            for each in wager.lines
        ),
    )


# Lucky Draw Baccarat


def _enter_on_threes(wager: Wager) -> Wager:
    def plain(f: lucky.LuckyDrawFacts) -> bool:
        return lucky.player_is_higher(f) and not threes(f)

    def threes(f: lucky.LuckyDrawFacts) -> bool:
        return lucky.threes_suited(f) or lucky.threes_off_suit(f)

    drawn = wager.lines[-1:]
    return replace(
        wager,
        reads=("player", "dealer", "drawn"),
        lines=(
            line("9.1.1", to(1, 1), plain),
            line("9.1.5.2", to(30, 1), lucky.threes_suited),
            line("9.1.5.3", to(9, 1), lucky.threes_off_suit),
            *drawn,
        ),
    )


def _threes_on_top(wager: Wager) -> Wager:
    odds = {"9.1.5.2": to(33, 1), "9.1.5.3": to(12, 1)}
    return replace(
        wager,
        lines=tuple(replace(each, pays=odds.get(each.clause, each.pays)) for each in wager.lines),
    )


def _same(wager: Wager) -> Wager:
    return wager


# Mini-Baccarat


def _either(f: canberra.CanberraFacts) -> bool:
    return canberra.player_paired(f) or canberra.banker_paired(f)


def _either_paired(wager: Wager) -> Wager:
    lines = tuple(replace(each, when=_either) for each in wager.lines)
    return replace(wager, lines=lines, reads=("player_pair", "banker_pair"))


PAIRS, SEVEN_UP = ("1.1", "10.6", "10.24"), ("player", "banker", "tie")
REJECTED: dict[str, tuple[RejectedReading, ...]] = {
    "star-baccarat": (
        RejectedReading(PAIRS, "cards of one point value are a pair",
                 ("pairs-player", "pairs-banker", "tiger-pair"),
                 _with(baccarat.RULEBOOK, pairs_player=BY_VALUE, pairs_banker=BY_VALUE,
                       tiger_pair=BY_VALUE)),
        RejectedReading(("10.23.3",), "two pairs of one point value are twins", ("tiger-pair",),
                 _with(baccarat.RULEBOOK, tiger_pair=_pairs_by("rank", "value"))),
        RejectedReading(("10.23.1", "10.23.2", "10.23.3"), "4 to 1 beside 25 or 100 to 1",
                 ("tiger-pair",), _with(baccarat.RULEBOOK, tiger_pair=_paid_twice)),
        RejectedReading(("10.23.1", "10.23.2", "10.23.3"), "4 to 1 instead of 25 or 100 to 1",
                 ("tiger-pair",), _with(baccarat.RULEBOOK, tiger_pair=_single_for_all)),
        RejectedReading(("10.13",), "a tie of 6 to 6 wins", ("super-six",),
                 _with(baccarat.RULEBOOK, super_six=_on({"11.1.6": _six}))),
    ),
    "star-seven-up": (
        RejectedReading(("3.3.3",), "a 7 is taken out of the decks", (*SEVEN_UP, "super-sevens"),
                 seven_up.RULEBOOK, removed=read_cards("7S")),
        RejectedReading(("7.3", "8.3", "9.1", "9.2", "9.3", "9.4", "12.2"),
                 "the Banker answers the dealt card", SEVEN_UP, _dealt_by(_ReadsTheDealtCard)),
        RejectedReading(("9.2",), "the Player never has a natural", SEVEN_UP,
                 _dealt_by(_NoPlayerNatural)),
        RejectedReading(("5.1.4", "10.5"), "only sevens that are dealt", ("super-sevens",),
                 _with(seven_up.RULEBOOK, super_sevens=_dealt_sevens)),
    ),
    "star-three-card": (
        RejectedReading(("5.1.4",), "three pictures are no point total of 0", ("point-total-0",),
                 _with(three_card.RULEBOOK, point_total_0=_on(
                     {"11.1.2": _zero_without_pictures, "11.2.2": _zero_without_pictures}))),
        RejectedReading(("5.1.1.1", "5.1.2"), "Tie loses on three pictures each", ("tie",),
                 _with(three_card.RULEBOOK, tie=_on(
                     {"11.1.3": three_card.same_lower_order,
                      "11.2.3": three_card.same_lower_order}))),
        RejectedReading(("11.2.1",), "half on order 13 only", ("player",),
                 _with(three_card.RULEBOOK, player=_half_on_lowest_six),
                 scheme=three_card.EVEN_MONEY),
    ),
    "star-lucky-draw": (
        RejectedReading(("9.1.5", "9.1.5.1", "9.1.5.2", "9.1.5.3"),
                 "3-3-3 is paid on ENTER too",
                 ("round", "enter"),
                 _with(lucky.RULEBOOK, enter=_enter_on_threes, draw=_same)),
        RejectedReading(("9.1.5", "9.1.5.1", "9.1.5.2", "9.1.5.3"),
                 "3-3-3 is paid on top of 3 to 1",
                 ("round", "draw"), _with(lucky.RULEBOOK, enter=_same, draw=_threes_on_top)),
    ),
    "canberra-mini": (
        RejectedReading(("8.7", "9.8"), "either hand's pair wins", ("canberra-pairs-player",),
                 _with(canberra.RULEBOOK, canberra_pairs_player=_either_paired)),
    ),
}  # fmt: skip
"""By rulebook. Readings about rounding touch money by a chip, and no edge."""
