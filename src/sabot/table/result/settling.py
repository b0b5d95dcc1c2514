"""Settlement: the result is called, wagers are taken and paid, the cards are cleared."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.coup import Coup, Stake, settle_one
from sabot.ledger import (
    CURRENCIES,
    FLOAT,
    LAYOUT,
    Move,
    of_player,
    place_of,
    post,
    purse,
)
from sabot.money import cash
from sabot.parts.past import Past, player_in
from sabot.refusal import Refusal
from sabot.rules import BANKER, PLAYER, box_name
from sabot.rules.results import result_of
from sabot.rules.roles import CASINO_SUPERVISOR, may_act_as
from sabot.rules.wager import verdict
from sabot.shoe.procedure import DEVICE
from sabot.shoe.shoe import RunDown
from sabot.streams import Command, Event
from sabot.table.betting.sides import back
from sabot.table.coup.dealing import check_not_held, early_stakes
from sabot.table.shoe.cards import counts_clause, counts_of, coup_of, due, is_initial
from sabot.table.state import (
    BETTING,
    DEALING,
    SETTLED,
    Laid,
    Patron,
    Round,
    Stack,
    Table,
)
from sabot.table.stream import BY_DEALER, TABLE, affordable, amount_of, moved, reason_of, replace


class AnnounceResult(Command, frozen=True, kw_only=True):
    """Call the result of the coup, with all cards out and face up."""


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """`result` is player, banker or tie; empty where every box has its own."""

    result: str
    counts: dict[str, int]


@TABLE.decides(AnnounceResult, BY_DEALER, (DEALING,))
def announce_result(table: Table, command: AnnounceResult, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    if table.round.result is not None:
        raise Refusal("announced", None, "The result is announced already.")
    if due(table) is not None:
        raise Refusal("not-complete", None, f"The {table.book.coup} is not complete yet.")
    counts = counts_clause(table)
    if counts is not None and not table.round.counts:
        raise Refusal("not-announced", counts, "Announce the point counts first.")
    return [ResultAnnounced(result=result_now(table) or "", counts=counts_of(table))]


def result_now(table: Table) -> str | None:
    if table.book.procedure.takes_boxes:
        return None
    counts = counts_of(table)
    return result_of(counts[PLAYER], counts[BANKER])


@TABLE.evolves(ResultAnnounced)
def result_announced(table: Table, event: ResultAnnounced) -> Table:
    return replace(table, round=replace(table.round, result=event.result))


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one stake ended: what it earned and all that went back, in cents."""

    sequence: int
    outcome: str
    clause: str
    pays: int
    returns: int
    odds: str | None = None


class SettleWagers(Command, frozen=True, kw_only=True):
    """Take and pay whatever can be settled now.

    Where no rule says how chips make a payment, a casino supervisor names it: `pays`, by sequence,
    with a reason.
    """

    pays: dict[int, str] = msgspec.field(default_factory=dict)
    reason: str = ""


class WagersSettled(Event, frozen=True, kw_only=True):
    """`reason` is a supervisor's, for payments that no rule could make."""

    lines: tuple[Line, ...]
    moves: tuple[Move, ...]
    early: bool
    reason: str = ""


@TABLE.decides(
    SettleWagers, BY_DEALER, (DEALING,), seen="the cards on the layout and the stakes in the log"
)
def settle_wagers(table: Table, command: SettleWagers, now: datetime) -> Sequence[Event]:
    """Early wagers on the initial deal; all others once the result is called."""
    check_not_held(table)
    early = is_initial(table) and bool(early_stakes(table)) and table.round.result is None
    if not early and table.round.result is None:
        raise Refusal("not-announced", None, "Announce the result first.")
    stakes = early_stakes(table) if early else open_stakes(table)
    decided = _decided_pays(command)
    lines = settle_lines(table, stakes, decided)
    moves = affordable(table, [m for line in lines for m in line_moves(table, line)])
    reason = command.reason if decided else ""
    return [WagersSettled(lines=tuple(lines), moves=moves, early=early, reason=reason)]


def _decided_pays(command: SettleWagers) -> dict[int, int]:
    """Payments that a supervisor names, with a reason."""
    if not command.pays:
        return {}
    if not may_act_as(command.role, CASINO_SUPERVISOR):
        raise Refusal("wrong-role", None, "Only a casino supervisor names a payment.")
    reason_of(command.reason)
    return {sequence: amount_of(text) for sequence, text in command.pays.items()}


def open_stakes(table: Table) -> list[Laid]:
    """Stakes that have not been settled."""
    return [s for s in table.round.stakes.values() if s.sequence not in table.round.settled]


def settle_lines(
    table: Table, stakes: Sequence[Laid], decided: Mapping[int, int] | None = None
) -> list[Line]:
    """How each stake ends. `decided` are payments that a supervisor named where no rule can."""
    coup = coup_of(table)
    lines = []
    for laid in stakes:
        void = _void_clause(table, laid)
        if void is not None:
            lines.append(Line(laid.sequence, "void", void, 0, laid.live))
            continue
        if laid.invalid is not None:
            lines.append(_invalid_line(table, laid))
            continue
        lines.append(_settled_line(table, coup, laid, decided or {}))
    return lines


def _settled_line(table: Table, coup: Coup, laid: Laid, decided: Mapping[int, int]) -> Line:
    setup, wager = table.opened, table.book.by_id[laid.on]
    stake = Stake(laid.on, laid.live, laid.box)
    try:
        ended = settle_one(coup, wager, stake, setup.scheme, setup.chip)
    except Refusal as refused:
        pays = decided.get(laid.sequence)
        if refused.code != "no-rule" or pays is None:
            raise
        _check_rounded(table, coup, laid, pays)
        return Line(laid.sequence, "win", "no rule", pays, laid.live + pays)
    odds = None if ended.odds is None else str(ended.odds)
    return Line(laid.sequence, ended.outcome, ended.clause, ended.pays, ended.returns, odds)


def _check_rounded(table: Table, coup: Coup, laid: Laid, pays: int) -> None:
    """Whoever names a payment rounds it, down or up to what chips can make, and gives nothing."""
    down, up = _rounded(table, coup, laid)
    if pays not in (down, up):
        raise Refusal(
            "bad-amount",
            None,
            f"Chips can pay {cash(down)} or {cash(up)} here, not {cash(pays)}.",
        )


def _rounded(table: Table, coup: Coup, laid: Laid) -> tuple[int, int]:
    """What chips can pay on a winning stake, a little less and a little more than it earns."""
    wager, chip = table.book.by_id[laid.on], table.opened.chip
    _, odds, _ = verdict(wager, table.opened.scheme, coup.facts(wager.space, laid.box))
    assert odds is not None
    down = laid.live * odds.pays // (odds.per * chip) * chip
    return down, down + chip


def to_name(table: Table, stakes: Sequence[Laid]) -> dict[int, tuple[int, int]]:
    """The payments that no rule can make, by sequence: which two a supervisor may name."""
    coup, unnamed = coup_of(table), {}
    for laid in stakes:
        try:
            settle_lines(table, [laid])
        except Refusal as refused:
            if refused.code != "no-rule":
                raise
            unnamed[laid.sequence] = _rounded(table, coup, laid)
    return unnamed


def _invalid_line(table: Table, laid: Laid) -> Line:
    """A wager found invalid is returned and earns nothing."""
    return Line(laid.sequence, "invalid", laid.invalid or "", 0, laid.live)


def _void_clause(table: Table, laid: Laid) -> str | None:
    """A wager about a hand that was declared void falls with it."""
    if laid.box is None:
        return None
    return table.round.void_hands.get(box_name(laid.box))


def line_moves(table: Table, line: Line) -> tuple[Move, ...]:
    """Losing stakes go to the house, winning ones come back with their pay."""
    laid = table.round.stakes[line.sequence]
    if line.outcome == "lose":
        return (Move(LAYOUT, CURRENCIES[laid.currency].house, laid.live, laid.currency),)
    if not line.pays:
        return (back(laid),)
    paid_in = CURRENCIES[laid.currency].pays
    return back(laid), Move(FLOAT, of_player(laid.player), line.pays, paid_in)


@TABLE.evolves(WagersSettled)
def wagers_settled(table: Table, event: WagersSettled) -> Table:
    settled = (*table.round.settled, *(line.sequence for line in event.lines))
    table = replace(
        table,
        phase=table.phase if event.early else SETTLED,
        round=replace(table.round, settled=settled, moves=(*table.round.moves, *event.moves)),
        patrons=with_losses(table, event.lines),
    )
    return moved(table, event.moves)


def _lost(laid: Laid, line: Line) -> int:
    """What a settlement cost the player, as a Loss Limit counts it."""
    currency = CURRENCIES[laid.currency]
    if line.outcome == "lose":
        return laid.live if currency.is_loss else 0
    return -line.pays if CURRENCIES[currency.pays].is_loss else 0


def with_losses(table: Table, lines: Sequence[Line]) -> dict[str, Patron]:
    """What each player has lost at this visit, after these settlements."""
    patrons = dict(table.patrons)
    for line in lines:
        laid = table.round.stakes[line.sequence]
        patron = patrons.get(laid.player)
        if patron is None:
            continue
        patrons[laid.player] = replace(patron, lost=patron.lost + _lost(laid, line))
    return patrons


class ClearCards(Command, frozen=True, kw_only=True):
    """The cards go to the rack or into the device: the coup is over.

    A virtual device is mixed again: `digest` binds the house to the new order, `opened` shows the
    old one.
    """

    digest: str | None = None
    opened: dict[str, str] | None = None


class CoupEnded(Event, frozen=True, kw_only=True):
    """`left` are the coups that may still be dealt from these cards, `tie_granted` that a tie gave
    one more; `racked` is how many coups' cards wait in the rack before a device gets them back.
    `gains` is what the coup brought each player with a wager in it, by purse, and `accounts` are
    those of them who play on an account; `staked` is what each had at stake. Whoever reverses the
    coup later finds it here."""

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
    opened: dict[str, str] | None = None


@TABLE.decides(ClearCards, BY_DEALER, (SETTLED,))
def clear_cards(table: Table, command: ClearCards, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    run, device, gains = _run_down(table), table.opened.source == DEVICE, _gains(table.round)
    players = set(map(player_in, gains))
    return [
        CoupEnded(
            number=table.round.number,
            result=table.round.result,
            void=table.round.void,
            last_coup=run is not None and run.is_last_coup,
            left=None if run is None else run.left,
            tie_granted=run is not None and run.tie_granted,
            racked=(table.book.preparation.rack_coups or 0) if device else 0,
            gains=gains,
            accounts=tuple(n for n, each in table.patrons.items() if each.account and n in players),
            staked=_staked(table.round),
            digest=command.digest,
            opened=command.opened,
        )
    ]


def _run_down(table: Table) -> RunDown | None:
    rule = table.book.preparation.last_coup
    if rule is None:
        return None
    run = RunDown(rule, table.stack.left, table.stack.tie_granted)
    return run.coup_ended(tie=table.round.result == "tie" and table.round.void is None)


@TABLE.evolves(CoupEnded)
def coup_ended(table: Table, event: CoupEnded) -> Table:
    stack = replace(table.stack, left=event.left, tie_granted=event.tie_granted)
    stack = _discard(table, stack, event)
    stack = replace(stack, carried=(*stack.carried, *stack.waiting), waiting=())
    past = past_of_event(event)
    number = table.round.number + 1
    no_bet = table.next_no_bet[0] if table.next_no_bet else None
    return replace(
        table,
        phase=BETTING,
        stack=stack,
        past=past,
        last=table.round,
        last_stack=table.stack,
        coups=table.coups + 1,
        round=Round(number=number, no_bet=no_bet),
        next_no_bet=table.next_no_bet[1:],
        patrons=_idle(table),
    )


def _gains(round_: Round) -> dict[str, int]:
    """What a coup brings each player with a wager in it: nothing where stakes came back."""
    stakes = round_.stakes.values()
    staked = [
        Move(of_player(laid.player), LAYOUT, laid.live, laid.currency)
        for laid in stakes
        if laid.live
    ]
    after, players = post({}, (*staked, *round_.moves)), of_player("")
    everyone = dict.fromkeys((purse(of_player(laid.player), laid.currency) for laid in stakes), 0)
    return everyone | {k: gain for k, gain in after.items() if place_of(k)[0].startswith(players)}


def _staked(round_: Round) -> dict[str, int]:
    staked = Counter[str]()
    for laid in round_.stakes.values():
        staked[purse(of_player(laid.player), laid.currency)] += laid.live
    return {key: amount for key, amount in staked.items() if amount}


def past_of_event(event: CoupEnded) -> Past:
    """The coup as it ended."""
    void = event.void is not None
    return Past(event.number, event.result, event.gains, void, event.accounts, event.staked)


def _discard(table: Table, stack: Stack, event: CoupEnded) -> Stack:
    """Where the cards go: with a shoe they are out of play; a device gets them back, at once or
    after the next coup."""
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
    """Who has bet this coup, and who has let it pass while every seat was taken; a no-bet coup
    counts for nobody."""
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
