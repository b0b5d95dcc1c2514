"""Games of one's own: a deal, some wagers, and nothing of what only a live table needs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from sabot.bench.expression import condition
from sabot.bench.names import names_of
from sabot.core.money import ChipRule, Odds, to
from sabot.core.refusal import Refusal, quoted
from sabot.rules import STANDOFF, FactsSpace, Hands, Line, Procedure, Rulebook, Together, Wager
from sabot.rules.coup.facts import Facts
from sabot.rules.operation.conduct import (
    Calls,
    CardChecks,
    Conduct,
    Doubts,
    General,
    Handing,
    Limits,
    Sharing,
    Wagering,
)
from sabot.shoe import Burn, CutRule, CuttingCard, Decks, FirstOffer, LastCoup, Preparation, Sources
from sabot.shoe.procedure import SHOE, SHUFFLED

ID = re.compile(r"[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*", re.ASCII)
PUSH = "push"
ODDS = re.compile(r"([0-9]{1,9}):([0-9]{1,9})", re.ASCII)
OWN = "a game of one's own"
MOST_CODES = 4096
"""Wagers share their facts while these are no more, so that they can be simulated together."""
BEHIND = 14
"""Cards behind the cutting card, where a game does not say how its shoe is prepared."""
When = str | Callable[[Hands], bool]
Pays = tuple[str, When]
"""Odds such as "25:1", or "push"; and when: an expression of the language, or a function of the
finished hands."""
_SAID = ""
"""No clause says any of it."""
BARE = Conduct(
    checks=CardChecks(None, "may"),
    doubts=Doubts(None, None, None),
    wagering=Wagering(_SAID, _SAID, _SAID, (), None),
    sharing=Sharing(None, None, None),
    limits=Limits(_SAID, _SAID, _SAID, None, None, None, None),
    calls=Calls(_SAID, False, None),
    methods=(),
    handing=Handing(),
    side_bets=(),
    no_bet=(),
    no_bet_method=None,
    irregularities={},
    general=General(idle=None),
    zone="UTC",
)
"""Of a game that no table can be opened for."""


@dataclass(frozen=True)
class Bet:
    """A wager: the first of its lines that applies counts; it loses if none does."""

    id: str
    name: str
    pays: tuple[Pays, ...]


def bet(id: str, name: str, *pays: Pays) -> Bet:  # noqa: A002  as everywhere else
    """Written in a game's file: what it is, then its lines.

    >>> bet("panda-8", "Panda 8", ("25:1", "winner == 'player' and player_total == 8")).name
    'Panda 8'
    """
    return Bet(id, name, pays)


def game(
    id: str,  # noqa: A002
    title: str,
    deal: Procedure,
    *bets: Bet,
    decks: tuple[int, ...] = (8,),
    preparation: Preparation | None = None,
) -> Rulebook:
    """A rulebook that can be dealt, settled, counted and simulated.

    The shoe is prepared as in most casinos if nothing else is said: a card burned, the cutting card
    fourteen cards from the back, and one more coup when it has come out.

    >>> from sabot import rulebook
    >>> from sabot.odds import odds
    >>> punto = rulebook("star-baccarat").procedure
    >>> ties = game("ties", "Ties", punto, bet("tie", "Tie", ("9:1", "winner == 'tie'")))
    >>> round(odds(ties)["tie"].edge, 6)
    0.04844
    """
    return Rulebook(
        id=id,
        title=title,
        casino=OWN,
        version="draft",
        dated="",
        in_force="9999-12-31",
        coup="coup",
        places=None,
        preparation=preparation or _shoe(decks),
        procedure=deal,
        wagers=wagers_of(deal, title, bets),
        together=Together(()),
        schemes={},
        chips=ChipRule(""),
        conduct=BARE,
    )


def _shoe(decks: tuple[int, ...]) -> Preparation:
    return Preparation(
        decks=Decks(_SAID, decks),
        sources=Sources(_SAID, (SHOE,)),
        cut=CutRule(_SAID, (FirstOffer(_SAID, SHUFFLED, "left"),), _SAID),
        cutting_card=CuttingCard(_SAID, nearest=BEHIND, farthest=BEHIND),
        burns=(Burn(_SAID, "face down"),),
        last_coup=LastCoup(during=1, during_clause=_SAID, first=1, first_clause=_SAID),
        pre_shuffled=(),
        replacements=(),
        rack_coups=None,
    )


def is_pay(text: str) -> bool:
    """Return True if a text is odds of two positive whole numbers, or a push."""
    match = ODDS.fullmatch(text)
    return text == PUSH or (match is not None and int(match[1]) > 0 and int(match[2]) > 0)


def wagers_of(procedure: Procedure, title: str, bets: Sequence[Bet]) -> tuple[Wager, ...]:
    """The wagers, on facts that say of each which of its lines applies, from 1; 0 for none."""
    for each in bets:
        if not isinstance(each, Bet):
            raise Refusal("bad-wager", None, f"{quoted(each)} is not a wager: make it with bet().")
        _check(each)
    if len({each.id for each in bets}) < len(bets):
        raise Refusal("bad-wager", None, f"Two wagers of {title} have the same id.")
    groups = [bets] if prod(len(each.pays) + 1 for each in bets) <= MOST_CODES else [
        [each] for each in bets
    ]  # fmt: skip
    return tuple(wager for group in groups for wager in _together(procedure, title, group))


def _check(each: Bet) -> None:
    """Refuse a wager that has no id, no name or no line, or a line of another form."""
    if not isinstance(each.id, str) or not ID.fullmatch(each.id):
        raise Refusal(
            "bad-wager",
            None,
            f"{quoted(each.id)} is no id of a wager: write letters, digits and hyphens.",
        )
    if not isinstance(each.name, str) or not each.name.strip():
        raise Refusal("bad-wager", None, f"The wager {each.id} has no name.")
    if not each.pays:
        raise Refusal("bad-wager", None, f"{each.name} has no line: say what it pays, and when.")
    for line in each.pays:
        if not (
            isinstance(line, tuple | list)
            and len(line) == 2
            and isinstance(line[0], str)
            and (isinstance(line[1], str) or callable(line[1]))
        ):
            raise Refusal(
                "bad-wager",
                None,
                f'{each.name} has the line {quoted(line)}: a line is odds, as "25:1", and when.',
            )


def _together(procedure: Procedure, title: str, bets: Sequence[Bet]) -> list[Wager]:
    whens = [[_when(procedure, title, each, line) for line in each.pays] for each in bets]
    fields = tuple(each.id for each in bets)

    def read(hands: Hands, _box: str) -> tuple[int, ...]:
        return tuple(
            next((at for at, when in enumerate(lines, 1) if when(hands)), 0) for lines in whens
        )

    domains = tuple(tuple(range(len(each.pays) + 1)) for each in bets)
    space = FactsSpace(lambda *values: values, fields, domains, read)
    return [
        Wager(
            each.id,
            each.name,
            "",
            space,
            (each.id,),
            "no line",
            tuple(_line(place, number, *pays) for number, pays in enumerate(each.pays, 1)),
            side_bet=True,
        )
        for place, each in enumerate(bets)
    ]


def _when(procedure: Procedure, title: str, bet: Bet, line: Pays) -> Callable[[Hands], bool]:
    odds, when = line
    if not is_pay(odds):
        raise Refusal(
            "bad-wager",
            None,
            f'{bet.name} pays {quoted(odds)}: odds are such as "25:1", or "push".',
        )
    return condition(when, names_of(procedure, title), title) if isinstance(when, str) else when


@dataclass(frozen=True)
class Applies:
    """When a line applies: that it is the first to do so stands in the facts. `text` is its
    condition as it was written, or nothing where it is a function."""

    place: int
    number: int
    text: str

    def __call__(self, facts: Facts) -> bool:
        return facts[self.place] == self.number


def _line(place: int, number: int, pays: str, when: When) -> Line:
    odds: Odds | None = None
    if pays != PUSH:
        units, per = pays.split(":")
        odds = to(int(units), int(per))
    text = when if isinstance(when, str) else ""
    return Line(f"line {number}", odds or STANDOFF, Applies(place, number, text))
