"""Gaming Limits: how much may be deposited and how much may be lost in a calendar period.

Players set limits for themselves, and the house may set one beside them; the tighter one holds.
At the desk they show their Player Card for it, and type their PIN to loosen a limit.
What a player tightens holds at once. What a player loosens, be it by a higher amount, another
period or none, stays beside the new limit for 24 hours (GLI-19 2.5.5 and A.3.7), and the tightest
of all that hold is the one that counts. So no change of period can be used to loosen one: $100 a
day and $100 a week both hold until the day's limit is gone.

Only limits that bind at some moment are kept: one that another of its period is as tight as, for as
long, is dropped. A player loosens three times a local day; tightening is never refused.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sabot.accounts.days import added, counted, local_day, moment
from sabot.accounts.pin import check_unlocked
from sabot.accounts.state import Account, AccountLimit, PeriodTally
from sabot.accounts.stream import (
    ACCOUNT,
    BY_PIN,
    BY_SUPERVISOR,
    acts_for,
    check_card,
    check_not_own,
    check_opened,
    or_nothing,
    replace,
)
from sabot.core.money import cash
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import MONEY, PEOPLE, holds
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    CardNumber,
    Pin,
    Topic,
    decision,
    in_topics,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.parts.periods import DAY, PERIODS, start_of
from sabot.rules.roles import CAGE, PLAYER

WAIT = timedelta(hours=24)
DEPOSIT, LOSS = "deposit", "loss"
LOOSENED_A_DAY: Final = 3
"""Number of times that a player's limits of one kind may be loosened on one local day."""
_FOREVER: Final = datetime.max.replace(tzinfo=UTC)


def live(limits: Iterable[AccountLimit | None], now: datetime) -> tuple[AccountLimit, ...]:
    """The limits that hold at that moment."""
    return tuple(limit for limit in limits if limit and (limit.until is None or now < limit.until))


def changed(
    limits: tuple[AccountLimit, ...], new: AccountLimit | None, now: datetime
) -> tuple[AccountLimit, ...]:
    """A player's limits after a change to `new`: old ones that bind more stay for 24 hours."""
    eases = now + WAIT
    kept = tuple(
        replace(old, until=eases if old.until is None else min(old.until, eases))
        for old in live(limits, now)
        if new is None or old.period != new.period or old.amount < new.amount
    )
    return kept if new is None else (*kept, new)


def binding(limits: Sequence[AccountLimit]) -> tuple[AccountLimit, ...]:
    """Return the limits that bind at some moment, in their order.

    >>> week = AccountLimit(150, "week")
    >>> [limit.amount for limit in binding([AccountLimit(100), AccountLimit(200), week])]
    [100, 150]
    """
    return tuple(
        limit
        for place, limit in enumerate(limits)
        if not any(
            _covers(other, limit) and not (place < at and _covers(limit, other))
            for at, other in enumerate(limits)
            if at != place
        )
    )


def _covers(one: AccountLimit, other: AccountLimit) -> bool:
    """Return whether `one` is as tight as `other` for at least as long."""
    ends, other_ends = one.until or _FOREVER, other.until or _FOREVER
    return one.period == other.period and one.amount <= other.amount and ends >= other_ends


def loosens(limits: Sequence[AccountLimit], new: AccountLimit | None, now: datetime) -> bool:
    """Return whether a change to `new` ends a limit that had no end."""
    lasting = [old for old in live(limits, now) if old.until is None]
    return any(new is None or not _covers(new, old) for old in lasting)


# Room that the limits leave


def deposit_limit(account: Account, now: datetime) -> int | None:
    """The Deposit Limit of this moment, in cents; None: there is none."""
    limits = live((*account.deposit_limits, account.house_deposit), moment(account, now))
    return min((limit.amount for limit in limits), default=None)


def deposit_room(account: Account, now: datetime) -> int | None:
    """Return the external funds that may still be deposited today; None without a limit."""
    limit = deposit_limit(account, now)
    if limit is None:
        return None
    return max(0, limit - counted(account.deposited, local_day(account, now)))


def loss_limits(account: Account, now: datetime) -> tuple[AccountLimit, ...]:
    """All Loss Limits that hold at this moment, the player's and the house's."""
    return live((*account.loss_limits, account.house_loss), moment(account, now))


def net_loss(account: Account, period: str, now: datetime) -> int:
    """The net loss of the current day, week or month; below nothing for a win. A visit counts when
    it is over."""
    return counted(account.lost.get(period), start_of(period, local_day(account, now)))


def tightest_loss(account: Account, now: datetime) -> AccountLimit | None:
    """Of several Loss Limits the one that counts: it leaves the least room."""
    return min(
        loss_limits(account, now),
        key=lambda limit: limit.amount - net_loss(account, limit.period, now),
        default=None,
    )


def loss_margin(account: Account, now: datetime) -> int | None:
    """Return the margin of the tightest Loss Limit, negative where more is lost already; None
    without one."""
    limit = tightest_loss(account, now)
    return None if limit is None else limit.amount - net_loss(account, limit.period, now)


def loss_room(account: Account, now: datetime) -> int | None:
    """Return the cents that may still be lost, without an open visit; None without a limit."""
    margin = loss_margin(account, now)
    return None if margin is None else max(0, margin)


def next_easing(limits: tuple[AccountLimit, ...], now: datetime) -> datetime | None:
    """When the next of these limits makes way for a looser one, if any does."""
    return min((limit.until for limit in live(limits, now) if limit.until), default=None)


def check_deposit(account: Account, amount: int, now: datetime) -> None:
    """Reject external funds beyond today's Deposit Limit."""
    room = deposit_room(account, now)
    if room is not None and amount > room:
        gaming = account.gaming(now)
        raise Refusal(
            "deposit-limit",
            gaming.deposit if gaming else None,
            "The Deposit Limit leaves {room} for today: {amount} is too much.",
            room=cash(room),
            amount=cash(amount),
        )


def check_loss(account: Account, now: datetime) -> int | None:
    """The room to lose; a player without any cannot place a wager, so play does not begin."""
    room = loss_room(account, now)
    if room == 0:
        gaming = account.gaming(now)
        raise Refusal(
            "loss-limit", gaming.bar if gaming else None, "The Loss Limit leaves no room to play."
        )
    return room


# Setting them


class SetDepositLimit(Command, frozen=True, kw_only=True):
    """Limit one's own deposits a day; no amount takes the limit away. At the desk `card` is the
    Player Card that the player shows, `pin` what they type to loosen a limit. The server takes the
    PIN out and fills in that the player has `authorised` it."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("authorised", changes="pin")

    amount: str | None
    card: CardNumber | None = None
    pin: Pin = ""
    authorised: str = ""


class DepositLimitSet(Event, frozen=True, kw_only=True):
    """`standing`: all that holds from now on, with the moments at which old limits end. `loosened`:
    the local day on which this counts as loosening."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT)

    amount: int | None
    standing: tuple[AccountLimit, ...]
    loosened: date | None = None


@ACCOUNT.decides(SetDepositLimit, sent_by=(PLAYER, CAGE))
def set_deposit_limit(account: Account, command: SetDepositLimit, now: datetime) -> Sequence[Event]:
    _check_own(account, command)
    new = _wanted(command.amount, DAY)
    standing, loosened = _changed(account, DEPOSIT, new, command, now)
    amount = new.amount if new else None
    return [DepositLimitSet(amount=amount, standing=standing, loosened=loosened)]


@ACCOUNT.evolves(DepositLimitSet)
def deposit_limit_set(account: Account, event: DepositLimitSet) -> Account:
    tally = _once_more(account.deposit_loosened, event.loosened)
    return replace(account, deposit_limits=event.standing, deposit_loosened=tally)


def _once_more(tally: PeriodTally | None, day: date | None) -> PeriodTally | None:
    return tally if day is None else added(tally, day, 1)


class SetLossLimit(Command, frozen=True, kw_only=True):
    """Limit one's own net loss a day, week or month; no amount takes the limit away. `card`, `pin`
    and `authorised` are those of `set-deposit-limit`."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("authorised", changes="pin")

    amount: str | None
    period: str = DAY
    card: CardNumber | None = None
    pin: Pin = ""
    authorised: str = ""


class LossLimitSet(Event, frozen=True, kw_only=True):
    """`standing`: all that holds from now on, with the moments at which old limits end. `loosened`:
    the local day on which this counts as loosening."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT)

    amount: int | None
    period: str
    standing: tuple[AccountLimit, ...]
    loosened: date | None = None


@ACCOUNT.decides(SetLossLimit, sent_by=(PLAYER, CAGE))
def set_loss_limit(account: Account, command: SetLossLimit, now: datetime) -> Sequence[Event]:
    _check_own(account, command)
    new = _wanted(command.amount, command.period)
    standing, loosened = _changed(account, LOSS, new, command, now)
    return [
        LossLimitSet(
            amount=new.amount if new else None,
            period=command.period,
            standing=standing,
            loosened=loosened,
        )
    ]


@ACCOUNT.evolves(LossLimitSet)
def loss_limit_set(account: Account, event: LossLimitSet) -> Account:
    tally = _once_more(account.loss_loosened, event.loosened)
    return replace(account, loss_limits=event.standing, loss_loosened=tally)


def _check_own(account: Account, command: SetDepositLimit | SetLossLimit) -> None:
    """Reject a limit that is set neither in the player's session nor with their card."""
    acts_for(account, command, CAGE)
    if command.role != PLAYER and holds(command, PEOPLE):
        check_card(account, command.card)


def _check_loosened(account: Account, command: SetDepositLimit | SetLossLimit) -> None:
    """Reject a limit that the desk would loosen without the player's PIN."""
    if command.role == PLAYER or not holds(command, PEOPLE):
        return
    if command.authorised != BY_PIN:
        message = "{player} types their PIN to loosen a limit, or does it in their own session."
        raise Refusal("not-authorised", None, message, player=named(account.player))
    check_unlocked(account)


def _wanted(amount: str | None, period: str) -> AccountLimit | None:
    """The limit that a command asks for. One of nothing is a limit too, and the tightest."""
    if period not in PERIODS:
        known = ", ".join(PERIODS)
        raise Refusal(
            "bad-period",
            None,
            "A limit runs for a {known}, not for {period}.",
            known=known,
            period=quoted(period),
        )
    return None if amount is None else AccountLimit(or_nothing(amount), period)


def _changed(
    account: Account,
    kind: str,
    new: AccountLimit | None,
    command: SetDepositLimit | SetLossLimit,
    now: datetime,
) -> tuple[tuple[AccountLimit, ...], date | None]:
    """Return the limits of one kind after a change, and the local day if it loosens them."""
    now = moment(account, now)
    limits = account.deposit_limits if kind == DEPOSIT else account.loss_limits
    if new is None and all(limit.until for limit in live(limits, now)):
        raise Refusal("no-limit", None, "No such limit is set, so none can be removed.")
    standing = changed(limits, new, now)
    if not holds(command, MONEY):
        return standing, None
    if not loosens(limits, new, now):
        return binding(standing), None
    _check_loosened(account, command)
    today = local_day(account, now)
    so_far = account.deposit_loosened if kind == DEPOSIT else account.loss_loosened
    if counted(so_far, today) >= LOOSENED_A_DAY:
        raise Refusal(
            "loosened-often",
            None,
            "A limit is loosened {most} times a day at most: tighten it, or wait until tomorrow.",
            most=LOOSENED_A_DAY,
        )
    return binding(standing), today


class SetHouseLimit(Command, frozen=True, kw_only=True):
    """The house's own limit on this player, "deposit" or "loss"; it waits for nothing, and no
    amount takes it away."""

    pages = on_pages("cage")

    kind: str
    amount: str | None
    period: str = DAY


class HouseLimitSet(Event, frozen=True, kw_only=True):
    basis = decision("protection")
    sight = STAFF_ONLY
    topics = in_topics(Topic.LIMIT)

    kind: str
    limit: AccountLimit | None


@ACCOUNT.decides(SetHouseLimit, BY_SUPERVISOR)
def set_house_limit(account: Account, command: SetHouseLimit, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if command.kind not in (DEPOSIT, LOSS):
        raise Refusal(
            "bad-limit",
            None,
            "A limit of the casino is on deposit or loss, not on {kind}.",
            kind=quoted(command.kind),
        )
    limit = _wanted(command.amount, command.period)
    if command.kind == DEPOSIT and command.period != DAY:
        gaming = account.gaming(now)
        raise Refusal(
            "bad-period", gaming.deposit if gaming else None, "A Deposit Limit is set by the day."
        )
    if limit is None and _of_house(account, command.kind) is None:
        raise Refusal("no-limit", None, "No such limit is set, so none can be removed.")
    return [HouseLimitSet(kind=command.kind, limit=limit)]


def _of_house(account: Account, kind: str) -> AccountLimit | None:
    return account.house_deposit if kind == DEPOSIT else account.house_loss


@ACCOUNT.evolves(HouseLimitSet)
def house_limit_set(account: Account, event: HouseLimitSet) -> Account:
    if event.kind == DEPOSIT:
        return replace(account, house_deposit=event.limit)
    return replace(account, house_loss=event.limit)
