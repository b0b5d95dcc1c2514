"""Prizes: the pool that there is, all of it divided among the places, to the cent."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from sabot.core.money import cents_or_none
from sabot.core.refusal import Refusal
from sabot.engine.declarations import decision, on_pages, public
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_OPERATOR
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import (
    AWARDED,
    COMMISSION_KEPT,
    FINISHED,
    PAID,
    POOL,
    Contest,
    Goods,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_operator,
    check_undisputed,
    moved,
    paid,
    replace,
)
from sabot.tournament.prizes import (
    Guarantee,
    among,
    by_amounts,
    by_shares,
    gathered,
    kept,
    percentage,
    shared,
)


class AwardPrizes(Command, frozen=True, kw_only=True):
    """Divide the pool as the conditions say. `prizes` are amounts, from the first place down, where
    the conditions have no shares."""

    pages = on_pages("tournament")

    prizes: tuple[str, ...] = ()


class PrizesAwarded(Event, frozen=True, kw_only=True):
    """Prizes by player, the pool, and the commission kept. `goods` go to the players named with
    them."""

    basis = decision("prize", alone=False)
    sight = public("pool commission won goods clause")
    grows_with = "the players of a tournament"

    pool: int
    commission: int
    won: dict[str, int]
    goods: dict[str, tuple[Goods, ...]]
    moves: tuple[Move, ...]
    clause: str


def _confirms(contest: Contest, command: AwardPrizes) -> Confirmer:
    return Confirmer(contest.rules.prize_money.paid_out, CASINO_OPERATOR)


@TOURNAMENT.decides(
    AwardPrizes,
    by_operator(lambda desk: desk.refunds),
    (FINISHED,),
    confirmed_by=_confirms,
    sent_by=(CASINO_OPERATOR,),
    confirmers=(CASINO_OPERATOR,),
)
def award_prizes(contest: Contest, command: AwardPrizes, now: datetime) -> Sequence[Event]:
    check_undisputed(contest)
    rules = contest.rules.prize_money
    rate = commission_of(contest)
    pool, commission = pool_of(contest), kept(contest.fees, rate)
    amounts = _amounts(contest, command, pool)
    won = prizes_of(contest, amounts)
    moves = (
        *paid(POOL, COMMISSION_KEPT, commission),
        *paid(WORLD, POOL, pool + commission - contest.pool),
        *(move for name, amount in won.items() for move in paid(POOL, of_player(name), amount)),
    )
    return [
        PrizesAwarded(
            pool=pool,
            commission=commission,
            won=won,
            goods=goods_of(contest),
            moves=moves,
            clause=rules.paid_out,
        )
    ]


def commission_of(contest: Contest) -> Fraction:
    rate = said(contest, "commission")
    return Fraction() if rate is None else percentage(rate)


def pool_of(contest: Contest) -> int:
    """Return the pool: fees less commission, added money, and a guarantee that is due."""
    promised = contest.guarantee
    guarantee = None
    if promised is not None:
        guarantee = Guarantee(promised.amount, 0 if promised.keeps else promised.from_entries)
    return gathered(
        contest.rules.prize_money,
        contest.fees,
        contest.entered,
        commission_of(contest),
        contest.added,
        guarantee,
    )


def _amounts(contest: Contest, command: AwardPrizes, pool: int) -> list[int]:
    """Return the prize of each place, from the first."""
    rules, shares = contest.rules.prize_money, contest.conditions.get("prizes")
    placed = sum(map(len, contest.places))
    if not isinstance(shares, list):
        given = [cents_or_none(each) for each in command.prizes]
        if len(given) > placed:
            message = "There are {placed} places, and more prizes than that."
            raise Refusal("bad-prizes", rules.paid_out, message, placed=placed)
        return by_amounts(rules, pool, given)
    if command.prizes:
        message = "The conditions set the shares of the pool: other shares cannot be chosen."
        raise Refusal("bad-prizes", rules.paid_out, message)
    if not placed and pool:
        raise Refusal(
            "no-places", rules.paid_out, "There are no final places: the tournament is cancelled."
        )
    if not placed:
        return []
    return by_shares(rules, pool, among([percentage(each) for each in shares], placed))


def prizes_of(contest: Contest, amounts: Sequence[int]) -> dict[str, int]:
    """Return the prize of each player: level players add the prizes of their places and divide
    them, odd cents one each in the order of the last seat draw."""
    drawn = {name: place for place, name in enumerate(contest.draw.drawn)}
    ranked = [
        sorted(group, key=lambda name: drawn.get(name, len(drawn))) for group in contest.places
    ]
    level, place = list[list[int]](), 1
    for group in ranked:
        if len(group) > 1:
            level.append(list(range(place, place + len(group))))
        place += len(group)
    money = shared(amounts, level)
    names = [name for group in ranked for name in group]
    return {name: money[number] for number, name in enumerate(names, 1) if money.get(number)}


def goods_of(contest: Contest) -> dict[str, tuple[Goods, ...]]:
    """Goods and services by who has won them; a place that is shared shares them as it stands."""
    names, place = dict[int, tuple[str, ...]](), 1
    for group in contest.places:
        names |= dict.fromkeys(range(place, place + len(group)), group)
        place += len(group)
    found: dict[str, tuple[Goods, ...]] = {}
    for each in contest.goods:
        for name in names.get(each.place, ()):
            found[name] = (*found.get(name, ()), each)
    return found


@TOURNAMENT.evolves(PrizesAwarded)
def prizes_awarded(contest: Contest, event: PrizesAwarded) -> Contest:
    return after_paying(moved(replace(contest, phase=AWARDED, goods=()), event.moves))


def after_paying(contest: Contest) -> Contest:
    """Once nothing is owed any more, all is paid."""
    done = contest.phase == AWARDED and not any_owed(contest)
    return replace(contest, phase=PAID) if done else contest


def any_owed(contest: Contest) -> bool:
    return any(f"@{of_player('')}" in key and held > 0 for key, held in contest.balances.items())
