"""Debts at tables and players' accounts: the account pays what the player does not hold."""

from collections.abc import Iterator

from sabot.accounts import (
    ACCOUNT,
    ACCOUNT_KIND,
    Account,
    CollectDebt,
    Deposited,
    PostReversal,
    Withdraw,
)
from sabot.core.money import dollars
from sabot.engine.enrichment import CONFIRMER, Context, EnrichmentContext
from sabot.engine.streams import Command, FollowUp
from sabot.links.visits import house_id, in_its_name
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table import TABLE, TABLE_KIND, Table
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.players.debts import CreditDebt
from sabot.table.result.debts import CoupEvenedOut, debt_of
from sabot.table.result.repayments import check_no_debt
from sabot.table.result.void_wagers import CoupVoided, WagersVoided

Undone = CoupReversed | CoupEvenedOut
Owing = Undone | CoupVoided | WagersVoided


@TABLE.follows(CoupReversed)
@TABLE.follows(CoupEvenedOut)
def post_reversals(context: Context[Table], command: Command, event: Undone) -> Iterator[FollowUp]:
    """Post what is due to or from players who have left to their accounts. What an account does not
    hold it owes from then on, and the table's debt is closed."""
    for player in sorted(event.accounts):
        stream, amount = ACCOUNT_KIND.stream(player), event.absent[player]
        before: Account = context.look(stream)
        if not before.player:
            continue
        yield FollowUp(
            stream, _reversal(context.name, command, event, player, amount), may_fail=True
        )
        posted = context.look(stream).balance != before.balance
        if posted and event.owed.get(player):
            paid = min(max(before.balance, 0), -amount)
            yield _credit(context.name, command, player, paid, -amount - paid)


@TABLE.follows(CoupReversed)
@TABLE.follows(CoupEvenedOut)
@TABLE.follows(CoupVoided)
@TABLE.follows(WagersVoided)
def collect_debts(context: Context[Table], command: Command, event: Owing) -> Iterator[FollowUp]:
    """Have the accounts of players at the table pay what they owe there, as far as they hold it."""
    for player in sorted(event.owed):
        patron = context.state.patrons.get(player)
        if patron is not None and patron.account:
            yield from _collected(context, command, player, context.stream, event.clause)


@ACCOUNT.follows(Deposited)
def pay_with_deposit(
    context: Context[Account], command: Command, event: Deposited
) -> Iterator[FollowUp]:
    """A debt at the table where the player is is paid first."""
    if context.state.stay is not None:
        stream = TABLE_KIND.stream(context.state.stay.table)
        yield from _collected(context, command, context.name, stream, None)


def _collected(
    context: Context[Table] | Context[Account],
    command: Command,
    player: str,
    at: str,
    clause: str | None,
) -> Iterator[FollowUp]:
    table, stream = context.look(at), ACCOUNT_KIND.stream(player)
    account: Account = context.look(stream)
    name, debt = TABLE_KIND.name(at), table.debts.get(player)
    amount = min(debt_of(table, player), account.balance - account.reserved)
    if debt is None or amount <= 0 or account.stay is None or account.stay.table != name:
        return
    collect = CollectDebt(
        **in_its_name(at, command, f"debt {player}"),
        table=name,
        amount=dollars(amount),
        reason=f"clause {clause or debt.clause}",
    )
    yield FollowUp(stream, collect, may_fail=True)
    if context.look(stream).balance != account.balance:
        yield _credit(name, command, player, amount, 0)


def _credit(name: str, command: Command, player: str, paid: int, overdrawn: int) -> FollowUp:
    stream = TABLE_KIND.stream(name)
    given = in_its_name(stream, command, f"credit {player}")
    return FollowUp(stream, CreditDebt(**given, player=player, paid=paid, overdrawn=overdrawn))


def _reversal(name: str, command: Command, event: Undone, player: str, amount: int) -> PostReversal:
    return PostReversal(
        id=house_id(TABLE_KIND.stream(name), command, f"reversal {event.number}"),
        actor=command.actor,
        via=command.via,
        role=CASINO_SUPERVISOR,
        table=name,
        coup=event.number,
        amount=dollars(amount),
        reason=f"clause {event.clause}",
        day=event.days.get(player),
    )


@ACCOUNT.enriches(Withdraw, before=CONFIRMER)
def check_debts(context: EnrichmentContext[Account], command: Withdraw) -> Withdraw:
    """Refuse a withdrawal while its player owes at the table where they are."""
    stay = context.state.stay
    if stay is not None:
        check_no_debt(context.look(TABLE_KIND.stream(stay.table)), context.name)
    return command
