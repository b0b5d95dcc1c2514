"""The cards are cleared: the coup is over, and what it brought is written down."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date, datetime

import msgspec

from sabot.core.money import TOKENS
from sabot.core.revision import MONEY, RESULTS, WAGERS, holds
from sabot.engine.declarations import (
    RECORD,
    CardOrder,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    server_fills,
    stops,
)
from sabot.engine.ledger import (
    of_player,
    purse,
)
from sabot.engine.streams import Command, Event
from sabot.parts.past import Paid, PaidWager, PastCoup, player_in
from sabot.shoe.procedure import DEVICE
from sabot.shoe.shoe import RunDown
from sabot.table.betting.one_wager import live_on, wagers_in
from sabot.table.coup.holds import check_not_held
from sabot.table.devices.comparison import after_coup_seen
from sabot.table.heat.papers.corrections import correct_forms
from sabot.table.heat.rounds import after_coup
from sabot.table.irregularities.remedies.left_over import seen_card_forces
from sabot.table.result.debts import even_out
from sabot.table.result.repayments import set_off
from sabot.table.state import (
    BETTING,
    PREPARING,
    READY,
    SETTLED,
    VIRTUAL,
    Laid,
    Patron,
    Round,
    Stack,
    Table,
)
from sabot.table.stream import BY_DEALER, TABLE, replace


class ClearCards(Command, frozen=True, kw_only=True):
    """The cards go to the rack or into the device: the coup is over.

    A virtual device is mixed again: `digest` binds the house to the new order, `opened` shows the
    old one.
    """

    pages = on_pages("deal")
    server_fields = server_fills("digest opened")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "clear"

    digest: str | None = None
    opened: CardOrder | None = None


class CoupEnded(Event, frozen=True, kw_only=True):
    """`left` are the coups that may still be dealt from these cards, `tie_granted` that a tie gave
    one more; `racked` is how many coups' cards wait in the rack before a device gets them back.
    `gains` is what the coup brought each player with a wager in it, by purse, and `accounts` are
    those of them who play on an account; `staked` is what each had at stake, and `paid` what was
    paid for it, at a felt table whose document speaks of wrong payments. A later command that
    reverses the coup or corrects a payment finds it here. `days`: the local day on which each
    player with a Loss Limit placed their wagers."""

    basis = RECORD
    sight = public("number result void last_coup digest")
    grows_with = "the wagers of a coup"
    topics = in_topics(Topic.COUP)

    number: int
    result: str | None
    void: str | None
    last_coup: bool
    left: int | None
    tie_granted: bool
    racked: int
    gains: dict[str, int] = msgspec.field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    staked: dict[str, int] = msgspec.field(default_factory=dict)
    digest: str | None = None
    opened: CardOrder | None = None
    paid: Paid | None = None
    days: dict[str, date] = msgspec.field(default_factory=dict)


@TABLE.decides(ClearCards, BY_DEALER, (SETTLED,), seen="the record of a heat")
def clear_cards(table: Table, command: ClearCards, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    first: list[Event] = [*correct_forms(table, now)]
    for evened in even_out(table) if holds(command, WAGERS) else []:
        first += [evened, *set_off(table, evened)]
    for event in first:
        table = TABLE.evolve(table, event, now)
    ended = _coup_ended(table, command)
    after = TABLE.evolve(table, ended, now)
    forced = seen_card_forces(table, after) if holds(command, WAGERS) else []
    return [*first, ended, *forced, *after_coup(table, after, now)]


def _coup_ended(table: Table, command: ClearCards) -> CoupEnded:
    run, device, gains = _run_down(table), table.opened.source == DEVICE, _gains(table.round)
    players = set(map(player_in, gains))
    here = (name for name, each in table.patrons.items() if each.account and name in players)
    return CoupEnded(
        number=table.round.number,
        result=table.round.result,
        void=table.round.void,
        last_coup=run is not None and run.is_last_coup,
        left=None if run is None else run.left,
        tie_granted=run is not None and run.tie_granted,
        racked=(table.book.preparation.rack_coups or 0) if device else 0,
        gains=gains,
        accounts=tuple(dict.fromkeys((*here, *(n for n in table.round.accounts if n in players)))),
        staked=_staked(table.round),
        digest=command.digest,
        opened=command.opened,
        paid=_paid(table, command) if holds(command, MONEY) else None,
        days=_days(table, players) if holds(command, WAGERS) else {},
    )


def _days(table: Table, players: Collection[str]) -> dict[str, date]:
    """Return the day on which each of these players placed their wagers, where a Loss Limit counts
    by days."""
    here = {name: each.day for name, each in table.patrons.items() if each.limits and each.day}
    days = here | table.round.days
    return {name: day for name, day in days.items() if name in players}


def _paid(table: Table, command: ClearCards) -> Paid | None:
    """Return what was paid, wager by wager, where a payment can have been wrong."""
    if table.opened.feed == VIRTUAL or table.conduct.mispayment is None:
        return None
    round_, wagers = table.round, list[PaidWager]()
    for stakes in wagers_in(round_.stakes.values(), heats=holds(command, RESULTS)):
        first, live = stakes[0], live_on(stakes)
        paid = sum([round_.returns.get(laid.sequence, 0) for laid in stakes])
        tokens = _tokens(stakes) if holds(command, WAGERS) else 0
        paid -= min(tokens, paid)  # tokens come back with all that is paid
        record = PaidWager(first.player, first.on, live, paid, first.box, first.area)
        wagers.append(replace(record, tokens=tokens))
    return Paid(
        tuple(wagers),
        table.opened.chip,
        round_.scheme,
        round_.decisions,
        round_.bought,
        round_.exchanged,
    )


def _tokens(stakes: Sequence[Laid]) -> int:
    """Return what is live in tokens."""
    return sum([laid.live for laid in stakes if laid.currency == TOKENS])


def _run_down(table: Table) -> RunDown | None:
    rule = table.book.preparation.last_coup
    if rule is None:
        return None
    run = RunDown(rule, table.stack.left, table.stack.tie_granted)
    return run.coup_ended(tie=table.round.result == "tie" and table.round.void is None)


@TABLE.evolves(CoupEnded)
def coup_ended(table: Table, event: CoupEnded) -> Table:
    stack = table.stack if table.round.mixed else _after_coup(table, event)
    past = past_of_event(event)
    number = table.round.number + 1
    no_bet = table.next_no_bet[0] if table.next_no_bet else None
    ended = replace(
        table,
        phase=BETTING if stack.stage == READY else PREPARING,
        stack=stack,
        past=past,
        last=table.round,
        last_stack=table.stack,
        coups=table.coups + 1,
        round=Round(number=number, no_bet=no_bet),
        next_no_bet=table.next_no_bet[1:],
        patrons=_idle(table),
    )
    return after_coup_seen(ended, table)


def _after_coup(table: Table, event: CoupEnded) -> Stack:
    stack = replace(table.stack, left=event.left, tie_granted=event.tie_granted)
    stack = _discard(table, stack, event)
    return replace(stack, carried=(*stack.carried, *stack.waiting), waiting=())


def _gains(round_: Round) -> dict[str, int]:
    """Return the gain of each player with a wager in the coup, by purse; 0 where stakes came
    back."""
    gains, players = dict[str, int](), of_player("")
    for laid in round_.stakes.values():
        key = purse(of_player(laid.player), laid.currency)
        gains[key] = gains.get(key, 0) - laid.live
    betting = {*gains}
    for move in round_.moves:
        for place, amount in ((move.source, -move.amount), (move.target, move.amount)):
            if place.startswith(players):
                key = purse(place, move.currency)
                gains[key] = gains.get(key, 0) + amount
    return {key: gain for key, gain in gains.items() if gain or key in betting}


def _staked(round_: Round) -> dict[str, int]:
    staked = Counter[str]()
    for laid in round_.stakes.values():
        staked[purse(of_player(laid.player), laid.currency)] += laid.live
    return {key: amount for key, amount in staked.items() if amount}


def past_of_event(event: CoupEnded) -> PastCoup:
    """The coup as it ended."""
    void = event.void is not None
    return PastCoup(
        event.number,
        event.result,
        event.gains,
        void,
        event.accounts,
        event.staked,
        event.paid,
        event.days,
    )


def _discard(table: Table, stack: Stack, event: CoupEnded) -> Stack:
    """Discard the cards of a coup. With a shoe they are out of play; a device gets them back, at
    once or after the next coup."""
    rack = (*stack.rack, tuple(slot.card for slot in table.round.slots))
    if table.opened.source != DEVICE:
        return replace(stack, rack=rack)
    keep = len(rack) - event.racked
    returned = [card for cards in rack[:keep] for card in cards]
    counts = dict(stack.seen)
    for card in returned:
        if card is not None:
            counts[card] -= 1
    return replace(
        stack,
        rack=rack[keep:],
        seen={card: times for card, times in counts.items() if times},
        digest=event.digest,
        cards=stack.cards - stack.dealt + len(returned),
        dealt=0,
    )


def _idle(table: Table) -> dict[str, Patron]:
    """Return the players with their idle coups counted: one more for a player who did not bet while
    every seat was taken, 0 for others. A no-bet coup does not count."""
    if table.round.no_bet is not None:
        return table.patrons
    bettors = {laid.player for laid in table.round.stakes.values()}
    taken = sum(patron.place is not None for patron in table.patrons.values())
    full = taken >= table.opened.places
    idle = {
        player: 0 if player in bettors or not full else patron.idle + 1
        for player, patron in table.patrons.items()
    }
    return {
        player: patron if patron.idle == idle[player] else replace(patron, idle=idle[player])
        for player, patron in table.patrons.items()
    }
