"""Money that the operator adds to the pool or guarantees."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import cents, cents_or_none
from sabot.core.refusal import Refusal
from sabot.engine.declarations import decision, on_pages, public, statement
from sabot.engine.ledger import WORLD, Move
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_OPERATOR
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import (
    DRAFTED,
    MOST_GOODS,
    POOL,
    PUBLISHED,
    UNFINISHED,
    Contest,
    Goods,
    PoolGuarantee,
)
from sabot.tournament.desk.stream import TOURNAMENT, by_operator, moved, paid, replace


class AddValue(Command, frozen=True, kw_only=True):
    """Add to the pool: cash, or goods and services for a place."""

    pages = on_pages("tournament")

    amount: str
    what: str = ""
    place: int = 0


class ValueAdded(Event, frozen=True, kw_only=True):
    """In cash, by `moves`; or `goods`, worth so much."""

    basis = statement("tournament-money")
    sight = public("goods clause")

    goods: Goods | None
    moves: tuple[Move, ...]
    clause: str


def _confirms(contest: Contest, command: AddValue) -> Confirmer:
    return Confirmer(contest.rules.prize_money.fees, CASINO_OPERATOR)


@TOURNAMENT.decides(
    AddValue,
    by_operator(lambda desk: desk.refunds),
    UNFINISHED,
    confirmed_by=_confirms,
    sent_by=(CASINO_OPERATOR,),
    confirmers=(CASINO_OPERATOR,),
)
def add_value(contest: Contest, command: AddValue, now: datetime) -> Sequence[Event]:
    clause, worth, what = contest.rules.prize_money.fees, cents(command.amount), command.what
    if not what.strip():
        return [ValueAdded(goods=None, moves=paid(WORLD, POOL, worth), clause=clause)]
    if command.place < 1 or len(contest.goods) >= MOST_GOODS:
        raise Refusal("bad-prizes", clause, "Say for which place goods and services are.")
    return [ValueAdded(goods=Goods(command.place, what.strip(), worth), moves=(), clause=clause)]


@TOURNAMENT.evolves(ValueAdded)
def value_added(contest: Contest, event: ValueAdded) -> Contest:
    goods = contest.goods if event.goods is None else (*contest.goods, event.goods)
    added = contest.added + sum(move.amount for move in event.moves)
    return moved(replace(contest, goods=goods, added=added), event.moves)


class GuaranteePool(Command, frozen=True, kw_only=True):
    """Promise a pool from so many entries on, as the conditions say; `keeps`: below them too."""

    pages = on_pages("tournament")

    amount: str
    from_entries: int
    keeps: bool = False


class PoolGuaranteed(Event, frozen=True, kw_only=True):
    basis = decision("tournament-money")
    sight = public("guarantee clause")

    guarantee: PoolGuarantee
    clause: str


@TOURNAMENT.decides(
    GuaranteePool,
    by_operator(lambda desk: desk.refunds),
    (DRAFTED, PUBLISHED),
    sent_by=(CASINO_OPERATOR,),
)
def guarantee_pool(contest: Contest, command: GuaranteePool, now: datetime) -> Sequence[Event]:
    clause = next((e.clause for e in contest.rules.conditions if e.key == "guarantee"), None)
    if clause is None:
        message = "The pool is what the fees leave: no clause allows a guarantee."
        raise Refusal("no-rule", contest.rules.prize_money.paid_out, message)
    if said(contest, "guarantee") is None:
        raise Refusal("no-guarantee", clause, "The conditions give no guarantee.")
    if command.from_entries < 0:
        raise Refusal("bad-number", clause, "The number of entries cannot be below zero.")
    promised = PoolGuarantee(cents_or_none(command.amount), command.from_entries, command.keeps)
    return [PoolGuaranteed(guarantee=promised, clause=clause)]


@TOURNAMENT.evolves(PoolGuaranteed)
def pool_guaranteed(contest: Contest, event: PoolGuaranteed) -> Contest:
    return replace(contest, guarantee=event.guarantee)
