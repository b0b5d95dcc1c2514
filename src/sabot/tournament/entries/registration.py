"""Entering: a form, the fee, a copy of the conditions, agreement in writing where it is asked for.

The house has looked before whether the person may enter the casino and gamble at all.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.alike import is_same
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import MONEY, PEOPLE, SCRUTINY, holds
from sabot.engine.declarations import RECORD, decision, on_pages, partly, public, statement
from sabot.engine.ledger import WORLD, Move, is_player_name, of_player
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import ENTRY_FORM, PAYMENT, used_form
from sabot.rules.roles import CAGE, CASINO_OPERATOR, HEADS, PLAYER
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import (
    BEFORE_PLAY,
    CLOSED,
    IN,
    OPEN,
    OUT,
    POOL,
    RUNNING,
    Contest,
    TournamentEntry,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    by_operator,
    check_head,
    moved,
    paid,
    reason_of,
    replace,
    with_entry,
)
from sabot.tournament.desk.told import check_told
from sabot.tournament.entries.fees import (
    Payment,
    by_cashier,
    by_two,
    check_payment,
    entry_fee,
    used_at_desk,
)

ONLINE = "in the player's own session"


class EnterTournament(Payment, frozen=True, kw_only=True):
    """Enter. `form` is the entry form's number, `copy` how the conditions were handed over, and
    `agreed` the agreement in writing; in a player's own session the form is the page."""

    pages = on_pages("tournament", "tournaments")

    form: str = ""
    copy: str = ""
    agreed: str = ""


class TournamentEntered(Event, frozen=True, kw_only=True):
    """`conditions` is the version that the entrant was given."""

    basis = statement("tournament-money", alone=True, when=by_cashier)
    claim_kinds = (PAYMENT, ENTRY_FORM)
    sight = partly("number player clause", "conditions form copy_given agreed method")

    number: int
    player: str
    conditions: int
    form: str
    copy_given: str
    agreed: str | None
    method: str
    reference: str
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        yield from used_at_desk(self)
        if self.form != ONLINE:
            yield from used_form(name, self.form)


def _confirms(contest: Contest, command: EnterTournament) -> Confirmer | None:
    return by_two(command, entry_fee(contest))


@TOURNAMENT.decides(
    EnterTournament,
    phases=(OPEN,),
    confirmed_by=_confirms,
    seen="the player's own account",
    sent_by=(PLAYER, CAGE, *HEADS),
    confirmers=(CAGE,),
)
def enter_tournament(contest: Contest, command: EnterTournament, now: datetime) -> Sequence[Event]:
    desk, fee = contest.desk, entry_fee(contest)
    reference = check_payment(contest, command, fee)
    check_told(contest)
    check_person(contest, command.player, command)
    own = ONLINE if command.role == PLAYER else ""
    given = command.form.strip()
    form, copy = (own or given) if holds(command, MONEY) else (given or own), command.copy.strip()
    if not form:
        raise Refusal("no-form", desk.entry, "An entry needs a completed entry form.")
    if not copy:
        message = "Each entrant is given a copy of the conditions: say how."
        raise Refusal("no-copy", desk.copy, message)
    agreed = command.agreed.strip()
    if contest.agreement and not agreed:
        message = "Entrants agree in writing with the rules and the conditions."
        raise Refusal("not-agreed", desk.agreement, message)
    check_room(contest)
    return [
        TournamentEntered(
            number=contest.count + 1,
            player=command.player,
            conditions=contest.conditions_version,
            form=form,
            copy_given=copy,
            agreed=agreed or None,
            method=command.method,
            reference=reference,
            moves=paid(WORLD, POOL, fee),
            clause=desk.entry,
        )
    ]


def check_person(contest: Contest, player: str, command: Command) -> None:
    """Refuse a name that is none, and one of a person who runs the tournament or has entered it:
    since revision `PEOPLE`, under any spelling."""
    desk, same = contest.desk, is_same if holds(command, PEOPLE) else str.__eq__
    if not is_player_name(player):
        raise Refusal(
            "bad-name", None, "{player} is not a name for a player.", player=quoted(player)
        )
    if any(same(player, each) for each in contest.heads):
        message = "{player} runs the tournament, and does not play in it."
        raise Refusal("not-a-player", desk.entry, message, player=named(player))
    known = next((entry for each, entry in contest.entries.items() if same(player, each)), None)
    if known is not None and (known.status == IN or desk.once is not None):
        raise Refusal("entered", desk.once, "{player} has entered already.", player=named(player))


def check_room(contest: Contest) -> None:
    """Refuse an entry above the maximum number of players in the conditions."""
    most = contest.conditions.get("maximum_players")
    if isinstance(most, int) and len(contest.alive) >= most:
        item = next(each for each in contest.rules.conditions if each.key == "maximum_players")
        raise Refusal("full", item.clause, "{most} have entered: no more are taken.", most=most)


@TOURNAMENT.evolves(TournamentEntered)
def tournament_entered(contest: Contest, event: TournamentEntered) -> Contest:
    fee, before = sum(move.amount for move in event.moves), contest.entries.get(event.player)
    entry = TournamentEntry(
        number=event.number,
        player=event.player,
        conditions=event.conditions,
        method=event.method,
        fee=fee + (0 if before is None else before.fee),  # what an entry given up has left
        agreed=event.agreed,
    )
    entered = replace(
        with_entry(contest, entry),
        count=event.number,
        entered=contest.entered + 1,
        fees=contest.fees + fee,
    )
    return moved(entered, event.moves)


# Refused by the operator


class RefuseEntry(Command, frozen=True, kw_only=True):
    """Refuse an application, as the conditions reserve it, confirmed by another person; the fee
    goes back."""

    pages = on_pages("tournament")

    player: str
    reason: str


class EntryRefused(Event, frozen=True, kw_only=True):
    """`to_account`: the fee goes back there at once; otherwise it is owed."""

    basis = decision("seating", alone=False)
    sight = partly("player clause", "reason to_account")

    player: str
    reason: str
    to_account: bool
    moves: tuple[Move, ...]
    clause: str


def _confirms_refusal(contest: Contest, command: RefuseEntry) -> Confirmer | None:
    return Confirmer(contest.desk.entry, CASINO_OPERATOR) if holds(command, SCRUTINY) else None


@TOURNAMENT.decides(
    RefuseEntry,
    by_operator(lambda desk: desk.entry),
    BEFORE_PLAY,
    confirmed_by=_confirms_refusal,
    seen="the entry's own fee",
    sent_by=(CASINO_OPERATOR,),
    confirmers=(CASINO_OPERATOR,),
)
def refuse_entry(contest: Contest, command: RefuseEntry, now: datetime) -> Sequence[Event]:
    entry = contest.entries.get(command.player)
    clause = contest.desk.entry
    if entry is None or entry.status != IN:
        raise Refusal("no-entry", clause, "{player} has not entered.", player=named(command.player))
    if not any(said(contest, key) for key in RESERVED) and said(contest, "eligible") is None:
        message = "The conditions reserve no right to refuse an application."
        raise Refusal("not-reserved", clause, message)
    return [
        EntryRefused(
            player=command.player,
            reason=reason_of(command.reason),
            to_account=is_from_account(entry),
            moves=fee_back(entry),
            clause=clause,
        )
    ]


RESERVED = ("may_refuse", "selection")


def is_from_account(entry: TournamentEntry) -> bool:
    return entry.method == "account"


def fee_back(entry: TournamentEntry) -> tuple[Move, ...]:
    """The fee out of the pool: to the world where the account has it at once, else owed."""
    return paid(POOL, WORLD if is_from_account(entry) else of_player(entry.player), entry.fee)


@TOURNAMENT.evolves(EntryRefused)
def entry_refused(contest: Contest, event: EntryRefused) -> Contest:
    return without_entry(contest, event.player, event.moves)


def without_entry(contest: Contest, player: str, moves: tuple[Move, ...]) -> Contest:
    """Undo an entry as if it had never been made, and return its fee."""
    left = {name: each for name, each in contest.entries.items() if name != player}
    back = sum(move.amount for move in moves)
    entered = contest.entered - 1
    return moved(replace(contest, entries=left, entered=entered, fees=contest.fees - back), moves)


# Closed


class CloseEntry(Command, frozen=True, kw_only=True):
    """Take no more entries."""

    pages = on_pages("tournament")


class EntryClosed(Event, frozen=True, kw_only=True):
    """`short`: fewer than the conditions ask for, so that the operator may cancel."""

    basis = RECORD
    sight = public("players short clause")

    players: int
    short: bool
    clause: str


@TOURNAMENT.decides(CloseEntry, by_head(lambda desk: desk.entry), (OPEN,), sent_by=HEADS)
def close_entry(contest: Contest, command: CloseEntry, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    players, least = len(contest.alive), contest.conditions.get("minimum_players")
    short = isinstance(least, int) and players < least
    return [EntryClosed(players=players, short=short, clause=contest.desk.entry)]


@TOURNAMENT.evolves(EntryClosed)
def entry_closed(contest: Contest, event: EntryClosed) -> Contest:
    return replace(contest, phase=CLOSED)


# Back in


class BuyBack(Payment, frozen=True, kw_only=True):
    """Buy back in, as the conditions allow it: an eliminated player, with a new stack."""

    pages = on_pages("tournament")


class BoughtBack(Event, frozen=True, kw_only=True):
    basis = statement("tournament-money", alone=True, when=by_cashier)
    claim_kinds = (PAYMENT,)
    sight = partly("player clause", "method")

    player: str
    method: str
    reference: str
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        return used_at_desk(self)


def _confirms_back(contest: Contest, command: BuyBack) -> Confirmer | None:
    schedule = contest.schedule
    return by_two(command, 0 if schedule is None else schedule.buy_back_fee)


@TOURNAMENT.decides(
    BuyBack,
    phases=(RUNNING,),
    confirmed_by=_confirms_back,
    seen="the player's own account",
    sent_by=(PLAYER, CAGE, *HEADS),
    confirmers=(CAGE,),
)
def buy_back(contest: Contest, command: BuyBack, now: datetime) -> Sequence[Event]:
    clause, schedule = contest.desk.bought_back, contest.schedule
    if said(contest, "buy_back") is None or schedule is None or not schedule.buy_backs:
        raise Refusal("no-buy-back", clause, "Players cannot buy back into this tournament.")
    reference = check_payment(contest, command, schedule.buy_back_fee)
    entry = contest.entries.get(command.player)
    if entry is None or entry.status != OUT:
        message = "{player} is not an eliminated player of this tournament."
        raise Refusal("not-out", clause, message, player=named(command.player))
    if entry.bought >= schedule.buy_backs:
        raise Refusal(
            "bought-back",
            clause,
            "{player} has bought back in before.",
            player=named(command.player),
        )
    begun = contest.sitting is not None and contest.sitting.leg >= schedule.buy_back_before - 1
    if contest.leg >= schedule.buy_back_before or begun:
        raise Refusal("too-late", clause, "The time to buy back in is over.")
    if contest.orders:
        raise Refusal("not-announced", clause, "The session is announced first.")
    return [
        BoughtBack(
            player=command.player,
            method=command.method,
            reference=reference,
            moves=paid(WORLD, POOL, schedule.buy_back_fee),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(BoughtBack)
def bought_back(contest: Contest, event: BoughtBack) -> Contest:
    fee = sum(move.amount for move in event.moves)
    entry = contest.entries[event.player]
    again = replace(entry, status=IN, clause=None, bought=entry.bought + 1, fee=entry.fee + fee)
    return moved(replace(with_entry(contest, again), fees=contest.fees + fee), event.moves)
