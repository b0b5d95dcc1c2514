"""A coup dealt wrongly: its settlement undone, its cards laid again in their true order."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    StaffAmounts,
    StaffNumber,
    Topic,
    in_topics,
    public,
    statement,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, LAYOUT, Move, of_player
from sabot.engine.streams import Event
from sabot.rules import Due
from sabot.rules.irregularities.irregularity import Cell, rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.shoe.procedure import DEVICE
from sabot.table.betting.sides import back
from sabot.table.heat.reversal import taken_back
from sabot.table.irregularities.remedies.cards import CardBurned, force_no_bet
from sabot.table.irregularities.remedies.left_over import is_burned, seen_first_card
from sabot.table.result.debts import NO_ADVANCE, advance
from sabot.table.result.void_wagers import undo_settlements, with_changes
from sabot.table.shoe.cards import check_copies, due_in
from sabot.table.sights import SLOT
from sabot.table.state import (
    BETTING,
    BETWEEN,
    DEALING,
    IN_COUP,
    Patron,
    Round,
    Slot,
    Stack,
    Table,
)
from sabot.table.stream import TABLE, affordable, is_void, moved, replace

TAKEN_OUT: Final = (Outcome.VOID_AND_CHECK, Outcome.CHECK_DEVICE)
"""Outcomes by which all cards come out of the shoe or device."""


class CoupReopened(Event, frozen=True, kw_only=True):
    """A settlement is undone, and the coup stands as before its result was called. `losses` is how
    that changes what each player has lost at this visit; `mixed`: its cards were shuffled since.
    `advanced` is what players do not hold of what they had been paid, by purse, and `accounts` are
    the players who had played the coup on an account: both where the coup was over. `void` are the
    players whose wagers of it were declared void since: those do not lie again."""

    basis = statement("reopened")
    sight = public("number clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.COUP)
    may_leave_debt = True

    number: int
    moves: tuple[Move, ...]
    clause: str
    losses: StaffAmounts = msgspec.field(default_factory=dict)
    mixed: bool = False
    advanced: StaffAmounts = msgspec.field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    void: tuple[str, ...] = ()


def reopen(table: Table, clause: str, *, revised: bool = True) -> list[Event]:
    """Undo what was settled of the coup that is in progress, or of the one just over. Wagers that
    lie for the next one go back first. `revised`: a player who has left, or holds too little, is
    advanced what the coup needs until it is over."""
    if table.phase == DEALING and not table.round.moves and table.round.result is None:
        return []
    if table.phase not in IN_COUP:
        check_not_late(table, clause, revised=revised)
    round_ = table.round if table.phase in IN_COUP else table.last
    if round_ is None:
        raise Refusal(
            "nothing-there", clause, "No {coup_word} has been played.", coup_word=table.book.coup
        )
    check_has_result(table, round_, clause)
    if table.phase not in IN_COUP:
        _check_device(table, clause)
    void = () if table.phase in IN_COUP else _void_players(table, round_)
    if void and not revised:
        what = "Wagers of that {coup_word} were declared void since: it is not reopened."
        raise Refusal("void", clause, what, coup_word=table.book.coup)
    round_ = _without(round_, void)
    first = taken_back(table, clause)
    for event in first:
        assert table.at is not None
        table = TABLE.evolve(table, event, table.at)
    early = () if table.phase in IN_COUP else tuple(table.round.stakes.values())
    undone = (move.back() for move in reversed(round_.moves))
    undoing = (*(back(laid) for laid in early), *undone)
    lent = advance(table, undoing, round_) if revised else NO_ADVANCE
    moves = affordable(table, (*lent.moves, *undoing))
    past = table.past if revised and table.phase not in IN_COUP else None
    bettors = {laid.player for laid in round_.stakes.values()}
    losses = undo_settlements(replace(table, round=round_), bettors).losses
    again = CoupReopened(
        number=round_.number,
        moves=moves,
        clause=clause,
        losses=losses,
        mixed=round_.mixed if table.phase in IN_COUP else _are_mixed(table, revised=revised),
        advanced=lent.amounts,
        accounts=tuple(name for name in past.accounts if name not in void) if past else (),
        void=void,
    )
    return [*first, again]


def check_not_late(table: Table, clause: str, *, revised: bool = True) -> None:
    """A coup that is over can be touched while no other has begun; and while its cards are in use,
    where the document makes the end of those the same as the next coup. `revised`: cards that came
    out to be checked are out of use."""
    late = rule_for(table.conduct.irregularities, "found-after-closing", {})
    ends = late is not None and late.outcome is Outcome.STAND
    gone = table.phase not in BETWEEN or table.last_stack is None
    out = table.phase != BETTING or _are_mixed(table) or (revised and _are_out(table))
    if gone or (ends and out):
        raise Refusal(
            "too-late",
            clause,
            "The cards of the last {coup_word} are out of use: report it as found after closing.",
            coup_word=table.book.coup,
        )


def _are_out(table: Table) -> bool:
    """Return whether the cards came out of the shoe or device to be checked."""
    cells = (cell for row in table.conduct.irregularities.values() for cell in row)
    clauses = {cell.clause for cell in cells if cell.outcome in TAKEN_OUT}
    return table.stack.shuffle is not None and table.stack.shuffle in clauses


def _are_mixed(table: Table, *, revised: bool = False) -> bool:
    """Return True if the last coup's cards were shuffled since; `revised`: or before it ended."""
    before, last = table.last_stack, table.last
    is_old = revised and last is not None and last.mixed
    return is_old or before is None or before.number != table.stack.number


def _check_device(table: Table, clause: str) -> None:
    """A virtual device mixes its cards with the end of each coup."""
    before = table.last_stack
    if _are_mixed(table) and table.opened.source != DEVICE:
        return
    if before is not None and before.digest != table.stack.digest:
        raise Refusal(
            "mixed",
            clause,
            "The device has mixed these cards: the {coup_word} is lost.",
            coup_word=table.book.coup,
        )


def _void_players(table: Table, round_: Round) -> tuple[str, ...]:
    """Return the players whose wagers of the last coup were declared void after its end."""
    bettors = dict.fromkeys(laid.player for laid in round_.stakes.values() if laid.live)
    return tuple(p for p in bettors if table.past is not None and p not in table.past.players)


def _without(round_: Round, players: Collection[str]) -> Round:
    """Return a settled coup without some players' wagers and what was paid or taken for them."""
    if not players:
        return round_
    stakes = {key: laid for key, laid in round_.stakes.items() if laid.player not in players}
    places, moves = {of_player(player) for player in players}, list[Move]()
    taken = Counter(
        Move(LAYOUT, CURRENCIES[laid.currency].house, laid.live, laid.currency)
        for laid in round_.stakes.values()
        if laid.player in players and not round_.returns.get(laid.sequence)
    )
    for move in round_.moves:
        if taken[move]:
            taken[move] -= 1
        elif not places & {move.source, move.target}:
            moves.append(move)
    return replace(round_, stakes=stakes, moves=tuple(moves))


def check_has_result(table: Table, round_: Round, clause: str) -> None:
    if round_.void is not None or is_void(table, round_.number):
        raise Refusal(
            "void",
            round_.void or clause,
            "The {coup_word} is void already.",
            coup_word=table.book.coup,
        )


@TABLE.evolves(CoupReopened)
def coup_reopened(table: Table, event: CoupReopened) -> Table:
    over = table.phase not in IN_COUP
    round_ = table.last if over else table.round
    assert round_ is not None
    round_ = _without(round_, event.void)
    if table.past is not None and over:
        round_ = replace(round_, days=table.past.days)
    if over:
        forced = () if table.round.no_bet is None else (table.round.no_bet,)
        table = replace(
            table,
            stack=table.stack if event.mixed else _taken_back(table),
            past=None,
            coups=table.coups - 1,
            last=None,
            last_stack=None,
            next_no_bet=(*forced, *table.next_no_bet),
            patrons=_less_idle(table, round_),
        )
    round_ = replace(
        round_, settled=(), moves=(), returns={}, result=None, mixed=event.mixed, keyed=()
    )
    advanced = Counter(round_.advanced)
    advanced.update(event.advanced)
    accounts = tuple(dict.fromkeys((*round_.accounts, *event.accounts)))
    round_ = replace(round_, rebuilt=event.clause, advanced=dict(advanced), accounts=accounts)
    patrons = with_changes(table, event.losses, round_.days)
    return moved(replace(table, phase=DEALING, round=round_, patrons=patrons), event.moves)


def _taken_back(table: Table) -> Stack:
    """The stack as it was before the cards were cleared, with what has happened to it since."""
    now, before = table.stack, table.last_stack
    assert before is not None
    later = now.carried[len(before.carried) + len(before.waiting) :]
    came = now.dealt - (0 if table.opened.source == DEVICE else before.dealt)
    burned = now.rack[-1][len(now.rack[-1]) - came + len(later) :] if now.rack else ()
    counts = dict(before.seen)
    for name in (*(slot.card for slot in later if slot.up), *burned):
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return replace(
        before,
        dealt=before.dealt + came,
        rack=(*before.rack[:-1], (*before.rack[-1], *burned)) if before.rack else (burned,),
        waiting=(*before.waiting, *later),
        seen=counts,
        left=now.left + 1 if before.left is None and now.left is not None else before.left,
        shuffle=now.shuffle,
        replace=now.replace,
        check=now.check,
    )


def _less_idle(table: Table, round_: Round) -> dict[str, Patron]:
    """Return the players with one idle coup less for those who had not bet: the coup is not
    over."""
    if round_.no_bet is not None:
        return table.patrons
    bettors = {laid.player for laid in round_.stakes.values()}
    return {
        player: replace(patron, idle=max(0, patron.idle - 1)) if player not in bettors else patron
        for player, patron in table.patrons.items()
    }


# Rebuilding


class CoupRebuilt(Event, frozen=True, kw_only=True):
    """The cards lie as they would had nothing gone wrong. `drawn` of them had not been counted
    before; `over` are beyond the coup and open the next one, or (not `next_coup`) may be due yet,
    once cards are turned or hands decided. The first `taken` of the cards that waited for their
    turn are among them."""

    basis = statement("rebuilt")
    sight = public("clause next_coup", slots=SLOT, over=SLOT)
    topics = in_topics(Topic.COUP)
    untold = True

    slots: tuple[Slot, ...]
    over: tuple[Slot, ...]
    drawn: StaffNumber
    clause: str
    next_coup: bool = True
    taken: StaffNumber = 0


def rebuild(table: Table, report: Any, cell: Cell, *, fewer: bool = False) -> list[Event]:
    """Deal the coup's cards again in their true order, as far as they go. None in the report is an
    unseen card. `fewer`: a card that was counted may never have come out."""
    if table.phase not in IN_COUP:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "There is no {coup_word} to rebuild.",
            coup_word=table.book.coup,
        )
    if not report.cards:
        return []
    names = [None if name is None else read_card(name).name for name in report.cards]
    taken = _taken_in(table, len(names))
    drawn = len(names) - len(table.round.slots) - len(taken)
    _check_number(table, drawn, cell, fewer=fewer, waiting=len(table.stack.carried) - len(taken))
    laid = replace(table.round, slots=())
    over: list[Slot] = []
    for slot in _in_order(table, names, taken):
        step = due_in(table, laid) if not over else None
        if isinstance(step, Due):
            laid = replace(laid, slots=(*laid.slots, replace(slot, hand=step.hand)))
        else:
            over.append(replace(slot, hand=""))
    clause = str(cell.clause)
    rebuilt = CoupRebuilt(
        slots=laid.slots,
        over=tuple(over),
        drawn=drawn,
        clause=clause,
        next_coup=due_in(table, laid) is None,
        taken=len(taken),
    )
    if table.round.mixed and (drawn or over or isinstance(due_in(table, laid), Due)):
        what = "The cards are shuffled: this {coup_word} cannot be rebuilt any more."
        raise Refusal("mixed", clause, what, coup_word=table.book.coup)
    _check_copies(table, rebuilt)
    if rebuilt.next_coup and holds(report, WAGERS) and is_burned(table, over):
        return _burn_over(rebuilt)
    forced = seen_first_card(table) if rebuilt.next_coup and any(s.up for s in over) else None
    return [rebuilt] if forced is None else [rebuilt, force_no_bet(table, forced)]


def _taken_in(table: Table, named: int) -> tuple[Slot, ...]:
    """Return the cards that wait for their turn in this coup, where the report names them too."""
    carried = table.stack.carried
    enough = named >= len(table.round.slots) + len(carried)
    return carried if enough and not table.round.mixed else ()


def _burn_over(rebuilt: CoupRebuilt) -> list[Event]:
    """Burn what a rebuilt coup leaves over."""
    over = rebuilt.over
    kept = replace(rebuilt, over=(), drawn=rebuilt.drawn - len(over))
    burned = (
        CardBurned(card=slot.card, position=slot.position or 0, clause=rebuilt.clause)
        for slot in over
    )
    return [kept, *burned]


def _check_number(table: Table, drawn: int, cell: Cell, *, fewer: bool, waiting: int) -> None:
    if drawn < 0 and not fewer:
        came = len(table.round.slots)
        raise Refusal(
            "not-so", cell.clause, "{came} cards came out: name each in its order.", came=came
        )
    if drawn > 0 and waiting:
        raise Refusal("not-so", cell.clause, "Cards wait to be dealt first: deal those.")
    if drawn > table.stack.cards - table.stack.dealt:
        raise Refusal("not-so", cell.clause, "So many cards were not left to come out.")


def _in_order(table: Table, names: Sequence[str | None], taken: Sequence[Slot]) -> list[Slot]:
    """Return the cards in their true order, each with its place in the stack and its seal; a card
    that was not counted before is the next of the stack."""
    left = sorted((*table.round.slots, *taken), key=lambda slot: slot.card is not None)
    found: dict[int, Slot] = {}
    fresh = table.stack.dealt
    for index, name in enumerate(names):
        slot = next((each for each in left if each.card == name), None)
        if slot is not None:
            left.remove(slot)
            found[index] = slot
    for index, name in enumerate(names):
        if index in found:
            continue
        slot = left.pop(0) if left else Slot("", position=fresh)
        fresh += slot.position == fresh
        if slot.seal is not None:
            raise Refusal("broken-seal", None, "Turn the cards up first: some are sealed.")
        found[index] = replace(slot, card=name, up=name is not None)
    return [found[index] for index in range(len(names))]


def _check_copies(table: Table, rebuilt: CoupRebuilt) -> None:
    counted = {} if table.round.mixed else _unseen(table, rebuilt.taken)
    before = replace(table, stack=replace(table.stack, seen=counted))
    for slot in (*rebuilt.slots, *rebuilt.over):
        if slot.card is not None:
            check_copies(before, slot.card)
            counts = before.stack.seen
            counts = {**counts, slot.card: counts.get(slot.card, 0) + 1}
            before = replace(before, stack=replace(before.stack, seen=counts))


def _unseen(table: Table, taken: int) -> dict[str, int]:
    """Return the counts of seen faces without the cards of this coup, those among them that waited
    for their turn."""
    if table.round.mixed:
        return table.stack.seen
    counts = Counter(table.stack.seen)
    lay = (*table.round.slots, *table.stack.carried[:taken])
    counts.subtract(slot.card for slot in lay if slot.up and slot.card is not None)
    return {card: times for card, times in counts.items() if times > 0}


def _with_cards(table: Table, event: CoupRebuilt) -> Stack:
    """The stack once the coup's cards lie as they should."""
    counts = _unseen(table, event.taken)
    for slot in (*event.slots, *event.over):
        if slot.up and slot.card is not None:
            counts[slot.card] = counts.get(slot.card, 0) + 1
    carried = table.stack.carried[event.taken :]
    stack = replace(
        table.stack, dealt=table.stack.dealt + event.drawn, seen=counts, carried=carried
    )
    if event.next_coup:
        return replace(stack, waiting=(*event.over, *stack.waiting))
    return replace(stack, carried=(*event.over, *stack.carried))


@TABLE.evolves(CoupRebuilt)
def coup_rebuilt(table: Table, event: CoupRebuilt) -> Table:
    stack = table.stack if table.round.mixed else _with_cards(table, event)
    round_ = replace(
        table.round,
        slots=event.slots,
        counts=False,
        result=None,
        out={},
        nominees={},
        card_out=None,
        collected=(),
        marker=None,
        keyed=(),
    )
    return replace(table, stack=stack, round=round_)
