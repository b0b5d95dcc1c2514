"""Buy-ins: what an entrant pays for the chips of a session."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import on_pages, own, statement
from sabot.engine.ledger import WORLD, Move
from sabot.engine.streams import Claim, Confirmer, Event
from sabot.parts.papers import PAYMENT
from sabot.rules.roles import CAGE, HEADS, PLAYER
from sabot.tournament.desk.state import (
    BOUGHT,
    PLAY_OFF,
    POOL,
    RUNNING,
    SEATED,
    Contest,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    moved,
    paid,
    replace,
    with_entry,
)
from sabot.tournament.entries.fees import (
    Payment,
    buy_in,
    by_cashier,
    by_two,
    check_payment,
    is_cashed,
    used_at_desk,
)
from sabot.tournament.sessions.session_play import sitting_of

# Chips are bought


class PayBuyIn(Payment, frozen=True, kw_only=True):
    """Pay for the chips of the session that is seated."""

    pages = on_pages("tournament")


class BuyInPaid(Event, frozen=True, kw_only=True):
    basis = statement("tournament-money", alone=True, when=by_cashier)
    claim_kinds = (PAYMENT,)
    sight = own("number player method clause")

    number: int
    player: str
    method: str
    reference: str
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        return used_at_desk(self)


def _confirms(contest: Contest, command: PayBuyIn) -> Confirmer | None:
    return by_two(command, buy_in(contest))


@TOURNAMENT.decides(
    PayBuyIn,
    phases=(RUNNING,),
    confirmed_by=_confirms,
    seen="the player's own account",
    sent_by=(PLAYER, CAGE, *HEADS),
    confirmers=(CAGE,),
)
def pay_buy_in(contest: Contest, command: PayBuyIn, now: datetime) -> Sequence[Event]:
    clause, price = contest.rules.play.allotment, buy_in(contest)
    reference = check_payment(contest, command, price)
    sitting = sitting_of(contest, SEATED)
    if not price or sitting.stage == PLAY_OFF:
        raise Refusal("no-buy-in", clause, "The chips of this session are not bought.")
    if command.player not in sitting.players:
        raise Refusal(
            "no-entry",
            clause,
            "{player} has no seat in this session.",
            player=named(command.player),
        )
    if command.player in sitting.bought:
        raise Refusal(
            "bought", clause, "{player} has bought the chips already.", player=named(command.player)
        )
    target = BOUGHT if is_cashed(contest) else POOL
    return [
        BuyInPaid(
            number=sitting.number,
            player=command.player,
            method=command.method,
            reference=reference,
            moves=paid(WORLD, target, price),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(BuyInPaid)
def buy_in_paid(contest: Contest, event: BuyInPaid) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    fee = sum(move.amount for move in event.moves if move.target == POOL)
    bought = replace(sitting, bought=(*sitting.bought, event.player))
    entry = contest.entries[event.player]
    contest = with_entry(contest, replace(entry, fee=entry.fee + fee))
    return moved(replace(contest, sitting=bought, fees=contest.fees + fee), event.moves)


def unpaid(contest: Contest, table: str) -> tuple[str, ...]:
    """Whose buy-in has not come at a table."""
    sitting = contest.sitting
    if sitting is None or sitting.stage == PLAY_OFF or not buy_in(contest):
        return ()
    there = sitting.seats.get(table, {}).values()
    return tuple(each for each in there if each not in sitting.bought)
