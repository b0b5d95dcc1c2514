"""Vacant seats: a reserve pays the fee and takes one, or a substitute whom the head approves. Where
the document has neither, no other person plays."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import RECORD, decision, on_pages, own, partly
from sabot.engine.ledger import WORLD, Move, is_player_name
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import PAYMENT
from sabot.rules.roles import CAGE, HEADS, PLAYER
from sabot.tournament.desk.claims import SEAT, seats_left, seats_taken
from sabot.tournament.desk.state import (
    GONE,
    POOL,
    RUNNING,
    UNFINISHED,
    Contest,
    GivenPlace,
    Sitting,
    TournamentEntry,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    moved,
    paid,
    replace,
    with_entry,
)
from sabot.tournament.entries.absences import check_absent, waiting_seat
from sabot.tournament.entries.fees import (
    Payment,
    by_two,
    check_payment,
    entry_fee,
    used_at_desk,
)
from sabot.tournament.entries.registration import check_person


class ListReserve(Command, frozen=True, kw_only=True):
    """Put a player on the list of reserves, who pay when they get a seat."""

    pages = on_pages("tournament")

    player: str


class ReserveListed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("player clause")

    player: str
    clause: str


@TOURNAMENT.decides(ListReserve, by_head(lambda desk: desk.reserve), UNFINISHED, sent_by=HEADS)
def list_reserve(contest: Contest, command: ListReserve, now: datetime) -> Sequence[Event]:
    clause = _known(contest, contest.desk.reserve)
    check_head(contest, command)
    check_person(contest, command.player, command)
    if command.player in contest.reserves:
        raise Refusal(
            "entered", clause, "{player} is a reserve already.", player=named(command.player)
        )
    most = contest.conditions.get("maximum_players")
    if isinstance(most, int) and len(contest.reserves) >= most:
        raise Refusal("full", clause, "There are as many reserves as places.")
    return [ReserveListed(player=command.player, clause=clause)]


@TOURNAMENT.evolves(ReserveListed)
def reserve_listed(contest: Contest, event: ReserveListed) -> Contest:
    return replace(contest, reserves=(*contest.reserves, event.player))


def _known(contest: Contest, clause: str | None) -> str:
    if clause is None:
        message = "A player cannot be replaced here: the rules have no reserves or substitutes."
        raise Refusal("no-rule", contest.desk.entry, message)
    return clause


class OfferSeat(Command, frozen=True, kw_only=True):
    """Offer a reserve the seat of a player who has not come to their first session."""

    pages = on_pages("tournament")

    player: str
    table: str
    box: int


class SeatOffered(Event, frozen=True, kw_only=True):
    basis = decision("seating")
    sight = own("player table box instead_of clause")

    player: str
    table: str
    box: int
    instead_of: str
    clause: str


@TOURNAMENT.decides(OfferSeat, by_head(lambda desk: desk.reserve), (RUNNING,), sent_by=HEADS)
def offer_seat(contest: Contest, command: OfferSeat, now: datetime) -> Sequence[Event]:
    clause = _known(contest, contest.desk.reserve)
    check_head(contest, command)
    instead_of = _empty_seat(contest, command, command.table, command.box, clause)
    if contest.entries[instead_of].played:
        message = "It is not the first session of {instead_of}."
        raise Refusal("not-the-first", clause, message, instead_of=named(instead_of))
    if command.player not in contest.reserves:
        raise Refusal(
            "no-reserve", clause, "{player} is no reserve here.", player=named(command.player)
        )
    return [
        SeatOffered(
            player=command.player,
            table=command.table,
            box=command.box,
            instead_of=instead_of,
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(SeatOffered)
def seat_offered(contest: Contest, event: SeatOffered) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    offer = GivenPlace(event.table, event.box, event.instead_of)
    return replace(
        contest, sitting=replace(sitting, offers={**sitting.offers, event.player: offer})
    )


class SeatReserve(Payment, frozen=True, kw_only=True):
    """A reserve takes the seat that was offered, and pays the entry fee."""

    pages = on_pages("tournament")

    copy: str = ""
    agreed: str = ""


class SeatTakenOver(Event, frozen=True, kw_only=True):
    """`player` has the seat; the previous holder has forfeited it. `pays`: a reserve with an entry
    of that number; a substitute plays on the holder's entry."""

    basis = decision("seating")
    claim_kinds = (SEAT, PAYMENT)
    sight = partly("table box player instead_of clause", "number conditions agreed method pays")

    number: int
    table: str
    box: int
    player: str
    instead_of: str
    conditions: int
    agreed: str | None
    method: str
    reference: str
    pays: bool
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        yield from seats_left([self.instead_of])
        yield from seats_taken([self.player])
        yield from used_at_desk(self)


def _confirms(contest: Contest, command: SeatReserve) -> Confirmer | None:
    return by_two(command, entry_fee(contest))


@TOURNAMENT.decides(
    SeatReserve,
    phases=(RUNNING,),
    confirmed_by=_confirms,
    seen="the player's own account",
    sent_by=(PLAYER, CAGE, *HEADS),
    confirmers=(CAGE,),
)
def seat_reserve(contest: Contest, command: SeatReserve, now: datetime) -> Sequence[Event]:
    desk, fee = contest.desk, entry_fee(contest)
    clause = _known(contest, desk.reserve)
    reference = check_payment(contest, command, fee)
    offer = _offer(contest, command.player, clause)
    instead_of = _empty_seat(contest, command, offer.table, offer.box, clause)
    if not command.copy.strip():
        message = "Each entrant is given a copy of the conditions: say how."
        raise Refusal("no-copy", desk.copy, message)
    if contest.agreement and not command.agreed.strip():
        message = "Entrants agree in writing with the rules and the conditions."
        raise Refusal("not-agreed", desk.agreement, message)
    return [
        SeatTakenOver(
            number=contest.count + 1,
            table=offer.table,
            box=offer.box,
            player=command.player,
            instead_of=instead_of,
            conditions=contest.conditions_version,
            agreed=command.agreed.strip() or None,
            method=command.method,
            reference=reference,
            pays=True,
            moves=paid(WORLD, POOL, fee),
            clause=clause,
        )
    ]


def _offer(contest: Contest, player: str, clause: str) -> GivenPlace:
    sitting = contest.sitting
    found = None if sitting is None else sitting.offers.get(player)
    if found is None:
        raise Refusal(
            "no-reserve", clause, "No seat was offered to {player}.", player=named(player)
        )
    return found


def _empty_seat(contest: Contest, command: Command, table: str, box: int, clause: str) -> str:
    """Whose seat it is, in a session that has not started there; since the revision `RESULTS`, of a
    player who is on record as absent."""
    sitting, player = waiting_seat(contest, table, box, clause)
    if holds(command, RESULTS):
        check_absent(sitting, player, command, clause)
    return player


class SeatSubstitute(Command, frozen=True, kw_only=True):
    """Seat a substitute on the entry of a player who has not come."""

    pages = on_pages("tournament")

    table: str
    box: int
    player: str
    reason: str


@TOURNAMENT.decides(
    SeatSubstitute, by_head(lambda desk: desk.substitute), (RUNNING,), sent_by=HEADS
)
def seat_substitute(contest: Contest, command: SeatSubstitute, now: datetime) -> Sequence[Event]:
    clause = _known(contest, contest.desk.substitute)
    check_head(contest, command)
    if not command.reason.strip():
        raise Refusal("no-reason", clause, "Say why: the reason is kept with the decision.")
    if not is_player_name(command.player):
        raise Refusal(
            "bad-name", None, "{player} is not a name for a player.", player=quoted(command.player)
        )
    check_person(contest, command.player, command)
    instead_of = _empty_seat(contest, command, command.table, command.box, clause)
    entry = contest.entries[instead_of]
    return [
        SeatTakenOver(
            number=entry.number,
            table=command.table,
            box=command.box,
            player=command.player,
            instead_of=instead_of,
            conditions=entry.conditions,
            agreed=entry.agreed,
            method=entry.method,
            reference="",
            pays=False,
            moves=(),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(SeatTakenOver)
def seat_taken_over(contest: Contest, event: SeatTakenOver) -> Contest:
    old, sitting = contest.entries[event.instead_of], contest.sitting
    assert sitting is not None
    fee = sum(move.amount for move in event.moves)
    new = TournamentEntry(
        number=event.number,
        player=event.player,
        conditions=event.conditions,
        method=event.method,
        fee=fee if event.pays else old.fee,
        agreed=event.agreed,
        played=True,
        points="0" if event.pays else old.points,
    )
    gone = replace(old, status=GONE, clause=event.clause, fee=old.fee if event.pays else 0)
    contest = with_entry(with_entry(contest, gone), new)
    return moved(
        replace(
            contest,
            count=max(contest.count, event.number),
            entered=contest.entered + event.pays,
            fees=contest.fees + fee,
            reserves=tuple(each for each in contest.reserves if each != event.player),
            sitting=_with_player(sitting, event),
        ),
        event.moves,
    )


def _with_player(sitting: Sitting, event: SeatTakenOver) -> Sitting:
    swap = {event.instead_of: event.player}
    boxes = {**sitting.seats[event.table], event.box: event.player}
    return replace(
        sitting,
        seats={**sitting.seats, event.table: boxes},
        players=tuple(swap.get(each, each) for each in sitting.players),
        offers={name: each for name, each in sitting.offers.items() if name != event.player},
    )
