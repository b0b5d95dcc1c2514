"""Rebuild a coup that was dealt wrongly: its cards are laid again in their true order."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.core.revision import REPAIRS, WAGERS, holds
from sabot.engine.declarations import (
    StaffNumber,
    Topic,
    in_topics,
    public,
    statement,
)
from sabot.engine.streams import Event
from sabot.rules import Due
from sabot.rules.irregularities.irregularity import Cell
from sabot.table.irregularities.remedies.cards import CardBurned, force_no_bet
from sabot.table.irregularities.remedies.left_over import is_burned, seen_first_card
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.shoe.cards import check_copies, due_in
from sabot.table.sights import SLOT
from sabot.table.state import (
    IN_COUP,
    Round,
    Slot,
    Stack,
    Table,
)
from sabot.table.stream import TABLE, replace


class CoupRebuilt(Event, frozen=True, kw_only=True):
    """The cards lie as they would had nothing gone wrong. `drawn` of them had not been counted
    before; `over` are beyond the coup and open the next one, or (not `next_coup`) may be due yet,
    once cards are turned or hands decided. The first `taken` of the cards that waited for their
    turn, in this coup or in the next, are among them; `lapses`: with the last of those goes the
    no-bet coup that one of them forced. `earlier` came out before the cards were shuffled in the
    coup, and so are not in the stack."""

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
    lapses: bool = False
    earlier: StaffNumber = 0


def rebuild(table: Table, report: Report, cell: Cell, *, fewer: bool = False) -> list[Event]:
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
    revised = holds(report, WAGERS)
    taken = _taken_in(table, len(names), revised=revised)
    if revised:
        _check_named(taken, names, cell)
    drawn = len(names) - len(table.round.slots) - len(taken)
    waiting = len(table.stack.carried) - len(taken)
    _check_number(table, drawn, cell, fewer=fewer, waits=waiting > 0)
    earlier = max(0, drawn) if revised and _is_shuffled_anew(table) else 0
    cards = _in_order(table, names, taken, counted=not earlier)
    laid, over = _lay(table, cards, _hands_out(table) if holds(report, REPAIRS) else {})
    if holds(report, REPAIRS):
        _check_waiting(table, laid, len(taken), cell)
    clause = str(cell.clause)
    rebuilt = CoupRebuilt(
        slots=laid.slots,
        over=tuple(over),
        drawn=drawn,
        clause=clause,
        next_coup=due_in(table, laid) is None,
        taken=len(taken),
        lapses=_lapses(table, len(taken)),
        earlier=earlier,
    )
    if table.round.mixed and (drawn or over or isinstance(due_in(table, laid), Due)):
        what = "The cards are shuffled: this {coup_word} cannot be rebuilt any more."
        raise Refusal("mixed", clause, what, coup_word=table.book.coup)
    _check_copies(table, rebuilt)
    if rebuilt.next_coup and revised and is_burned(table, over):
        return _burn_over(rebuilt)
    forced = seen_first_card(table) if rebuilt.next_coup and any(s.up for s in over) else None
    return [rebuilt] if forced is None else [rebuilt, force_no_bet(table, forced)]


def _lay(table: Table, cards: Sequence[Slot], out: Mapping[int, str]) -> tuple[Round, list[Slot]]:
    """Return the round with these cards as they are due, and those beyond it. `out` are the places
    of the cards of hands that are out."""
    laid, over = replace(table.round, slots=()), list[Slot]()
    for slot in cards:
        step = due_in(table, laid) if not over else None
        hand = step.hand if isinstance(step, Due) else None
        hand = hand if over else out.get(len(laid.slots), hand)
        if hand is not None:
            laid = replace(laid, slots=(*laid.slots, replace(slot, hand=hand)))
        else:
            over.append(replace(slot, hand=""))
    return laid, over


def _check_waiting(table: Table, laid: Round, taken: int, cell: Cell) -> None:
    """Reject a coup that goes on while a card lies aside for the next one: it came out before any
    card of the shoe, and belongs to this coup."""
    came = len(table.round.slots) + len(waiting_cards(table.stack))
    waits = len(waiting_cards(table.stack)) > max(taken, len(table.stack.carried))
    if waits and not table.round.mixed and due_in(table, laid) is not None:
        message = "{came} cards came out: name each in its order."
        raise Refusal("not-so", cell.clause, message, came=came)


def _hands_out(table: Table) -> dict[int, str]:
    """Return where in the coup's order lie the cards of hands that are void or given up by now:
    they were due those, and no further ones."""
    void = table.round.void_hands
    return {index: s.hand for index, s in enumerate(table.round.slots) if s.hand in void}


def _taken_in(table: Table, named: int, *, revised: bool) -> tuple[Slot, ...]:
    """Return the cards that wait for their turn, as far as the report names cards beyond those that
    lie: they came out before any card of the shoe. `revised`: those for the next coup too."""
    if table.round.mixed:
        return ()
    carried = table.stack.carried
    if not revised:
        return carried if named >= len(table.round.slots) + len(carried) else ()
    return waiting_cards(table.stack)[: max(0, named - len(table.round.slots))]


def waiting_cards(stack: Stack) -> tuple[Slot, ...]:
    """Return the cards that wait for their turn, in this coup and then in the next."""
    return (*stack.carried, *stack.waiting)


def _check_named(taken: Sequence[Slot], names: Sequence[str | None], cell: Cell) -> None:
    """Reject a report in which a card that lies aside for all to see is another one."""
    seen = Counter(slot.card for slot in taken if slot.up and slot.card is not None)
    missing = seen - Counter(name for name in names if name is not None)
    if missing:
        card = next(iter(missing))
        what = "{card} came out and lies aside: name it in its order."
        raise Refusal("not-so", cell.clause, what, card=card)


def _is_shuffled_anew(table: Table) -> bool:
    """Return True if the cards were shuffled in this coup, and none of them is out."""
    stack = table.stack
    return bool(table.round.slots) and not stack.dealt and not stack.burned


def _lapses(table: Table, taken: int) -> bool:
    """Return True if the card that forced the next coup to be a no-bet coup is taken up."""
    stack = table.stack
    if not stack.waiting or taken < len(waiting_cards(stack)) or not table.next_no_bet:
        return False
    return table.next_no_bet[0] not in {rule.clause for rule in table.conduct.no_bet}


def _burn_over(rebuilt: CoupRebuilt) -> list[Event]:
    """Burn what a rebuilt coup leaves over."""
    over = rebuilt.over
    kept = replace(rebuilt, over=(), drawn=rebuilt.drawn - len(over))
    burned = (
        CardBurned(card=slot.card, position=slot.position or 0, clause=rebuilt.clause)
        for slot in over
    )
    return [kept, *burned]


def _check_number(table: Table, drawn: int, cell: Cell, *, fewer: bool, waits: bool) -> None:
    if drawn < 0 and not fewer:
        came = len(table.round.slots)
        raise Refusal(
            "not-so", cell.clause, "{came} cards came out: name each in its order.", came=came
        )
    if drawn > 0 and waits:
        raise Refusal("not-so", cell.clause, "Cards wait to be dealt first: deal those.")
    if drawn > table.stack.cards - table.stack.dealt:
        raise Refusal(
            "not-so", cell.clause, "Fewer cards were left than are said to have come out."
        )


def _in_order(
    table: Table, names: Sequence[str | None], taken: Sequence[Slot], *, counted: bool
) -> list[Slot]:
    """Return the cards in their true order, each with its place in the stack and its seal; a card
    that was not counted before is the next of the stack, or (not `counted`) of none."""
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
        slot = left.pop(0) if left else Slot("", position=fresh if counted else None)
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
    lay = (*table.round.slots, *waiting_cards(table.stack)[:taken])
    counts.subtract(slot.card for slot in lay if slot.up and slot.card is not None)
    return {card: times for card, times in counts.items() if times > 0}


def _with_cards(table: Table, event: CoupRebuilt) -> Stack:
    """The stack once the coup's cards lie as they should."""
    counts = _unseen(table, event.taken)
    for slot in (*event.slots, *event.over):
        if slot.up and slot.card is not None:
            counts[slot.card] = counts.get(slot.card, 0) + 1
    old, earlier = table.stack, event.earlier
    carried = old.carried[event.taken :]
    waiting = old.waiting[max(0, event.taken - len(old.carried)) :]
    stack = replace(
        old,
        dealt=old.dealt + event.drawn - earlier,
        cards=old.cards - earlier,
        cutting=None if old.cutting is None else old.cutting - earlier,
        seen=counts,
    )
    if event.next_coup and event.over:
        return replace(stack, carried=(), waiting=(*event.over, *carried, *waiting))
    return replace(stack, carried=(*event.over, *carried), waiting=waiting)


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
    no_bet = table.next_no_bet[1:] if event.lapses else table.next_no_bet
    return replace(table, stack=stack, round=round_, next_no_bet=no_bet)
