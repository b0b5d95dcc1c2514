"""Payment of what the tournament owes: into accounts or at the cashier's desk, by two persons."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from sabot.accounts.funds import PAID_BY
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import STAFF_ONLY, on_pages, server_fills, statement
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Claim, Command, Confirmer, Event, Leave
from sabot.parts.papers import PAYMENT, number_on
from sabot.rules.roles import CAGE
from sabot.tournament.desk.state import Contest, owed
from sabot.tournament.desk.stream import TOURNAMENT, moved, paid
from sabot.tournament.entries.fees import ACCOUNT, by_cashier, used_at_desk
from sabot.tournament.purse.prizes import after_paying

MOST_AT_ONCE: Final = 300


class PayOwed(Command, frozen=True, kw_only=True):
    """Pay players all that they are owed: into their accounts, or at the desk with the payment's
    reference. Without names it pays all players, in batches."""

    pages = on_pages("tournament")
    server_fields = server_fills(changes="players")

    players: tuple[str, ...] = ()
    method: str = ACCOUNT
    reference: str = ""


class OwedPaid(Event, frozen=True, kw_only=True):
    basis = statement("tournament-money", when=by_cashier)
    sight = STAFF_ONLY
    claim_kinds = (PAYMENT,)
    grows_with = "the players of a tournament"

    paid: dict[str, int]
    method: str
    reference: str
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        return used_at_desk(self)


def _clause(contest: Contest) -> str:
    return contest.rules.prize_money.paid_out


def _by(contest: Contest, command: Command) -> Leave:
    return Leave(_clause(contest), CAGE)


def _confirms(contest: Contest, command: PayOwed) -> Confirmer:
    return Confirmer(_clause(contest), CAGE)


@TOURNAMENT.decides(PayOwed, _by, confirmed_by=_confirms, sent_by=(CAGE,), confirmers=(CAGE,))
def pay_owed(contest: Contest, command: PayOwed, now: datetime) -> Sequence[Event]:
    clause = _clause(contest)
    if command.method not in (ACCOUNT, *PAID_BY):
        known = ", ".join((ACCOUNT, *PAID_BY))
        message = "It is paid by {known}, not by {method}."
        raise Refusal("unknown-method", clause, message, known=known, method=quoted(command.method))
    if command.method != ACCOUNT and not number_on(command.reference, command):
        message = "Give the payment's reference: a slip or its number."
        raise Refusal("no-reference", clause, message)
    names = to_pay(contest, command)
    for name in names:
        if not owed(contest.balances, name):
            raise Refusal("nothing-owed", clause, "Nothing is owed to {name}.", name=named(name))
    if not names:
        raise Refusal("nothing-owed", clause, "Nothing is owed to any player.")
    due = {name: owed(contest.balances, name) for name in names}
    return [
        OwedPaid(
            paid=due,
            method=command.method,
            reference=command.reference.strip(),
            moves=tuple(m for name in due for m in paid(of_player(name), WORLD, due[name])),
            clause=clause,
        )
    ]


def to_pay(contest: Contest, command: PayOwed) -> tuple[str, ...]:
    """Whom it is for."""
    names = command.players or tuple(name for name in all_owed(contest))
    return tuple(dict.fromkeys(names))[:MOST_AT_ONCE]


def all_owed(contest: Contest) -> dict[str, int]:
    """Return what each player is owed, by name."""
    sign = f"@{of_player('')}"
    return {
        key.partition(sign)[2]: held
        for key, held in sorted(contest.balances.items())
        if sign in key and held > 0
    }


@TOURNAMENT.evolves(OwedPaid)
def owed_paid(contest: Contest, event: OwedPaid) -> Contest:
    return after_paying(moved(contest, event.moves))
