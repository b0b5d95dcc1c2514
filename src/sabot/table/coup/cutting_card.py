"""The cutting card: when it comes out, how many coups follow, and who cuts next."""

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, StaffNumber, Topic, in_topics, public
from sabot.engine.streams import Event
from sabot.rules import Due
from sabot.shoe.procedure import CUTTING_CARD_FIRST, CUTTING_CARD_ON_AREA, CUTTING_CARD_ON_DEALER
from sabot.shoe.shoe import RunDown
from sabot.table.shoe.cards import due
from sabot.table.state import READY, VIRTUAL, Table
from sabot.table.stream import TABLE, replace


class CuttingCardOut(Event, frozen=True, kw_only=True):
    """`left` are the coups still to be dealt, this one included; `occasion` says who cuts next, and
    `named` is their seat. `early`: how many cards before the place that the log has for it."""

    basis = RECORD
    sight = public("first clause last_coup on")
    topics = in_topics(Topic.COUP)

    first: bool
    clause: str
    last_coup: bool
    left: int
    occasion: str
    named: int | None
    on: str | None = None
    early: StaffNumber = 0


def is_cutting_card_due(table: Table) -> bool:
    """Return True if the log has the cutting card before the next card of the shoe: a dealer or a
    scanning shoe takes it out before that card."""
    stack = table.stack
    if stack.cutting is None or stack.left is not None or stack.carried:
        return False
    known = table.opened.feed != VIRTUAL and table.book.preparation.last_coup is not None
    return known and stack.stage == READY and stack.cutting <= stack.dealt < stack.cards


def check_cutting_card_out(table: Table, *, first: bool) -> None:
    """Reject a card from behind the cutting card while that card is said to be in the shoe."""
    rule = table.book.preparation.last_coup
    if rule is None or not is_cutting_card_due(table):
        return
    clause = rule.first_clause if first else rule.during_clause
    message = "By the log the cutting card comes before this card: say that it is out."
    raise Refusal("cutting-card", clause, message)


def cutting_card(table: Table, *, first: bool, placed: bool = False) -> CuttingCardOut | None:
    """The cutting card comes out now; None where there is none, or it is out already. `placed`:
    compare with the place that the log has for it."""
    stack, rule = table.stack, table.book.preparation.last_coup
    if stack.left is not None or stack.cutting is None or rule is None:
        return None
    step = due(table) if not first else None
    on = step.hand if isinstance(step, Due) else None
    run = RunDown(rule).cutting_card_out(first=first)
    occasion, named = _who_cuts(table, run, on)
    return CuttingCardOut(
        first=first,
        clause=rule.first_clause if first else rule.during_clause,
        last_coup=first and rule.first == 1,
        left=run.left or 0,
        occasion=occasion,
        named=named,
        on=on,
        early=max(stack.cutting - stack.dealt, 0) if placed else 0,
    )


def _who_cuts(table: Table, run: RunDown, on: str | None) -> tuple[str, int | None]:
    """The occasion by which the document says who cuts the next stack, and that player's seat."""
    if run.must_shuffle:
        return CUTTING_CARD_FIRST, None
    if on is not None and on.startswith("box "):
        return CUTTING_CARD_ON_AREA, _seat_of(table, on)
    if table.book.procedure.takes_boxes:
        return CUTTING_CARD_ON_DEALER, None
    return table.stack.occasion, table.stack.named


@TABLE.evolves(CuttingCardOut)
def cutting_card_out(table: Table, event: CuttingCardOut) -> Table:
    shuffle = table.stack.shuffle if event.left else event.clause
    stack = replace(
        table.stack,
        left=event.left,
        shuffle=shuffle,
        occasion=event.occasion,
        named=event.named,
        run_down=event.clause,
    )
    return replace(table, stack=stack)


def _seat_of(table: Table, hand: str) -> int:
    """The seat of the player who plays a box, or the box's own where that player stands."""
    box = int(hand.removeprefix("box "))
    owner = next((laid.player for laid in table.round.stakes.values() if laid.box == box), "")
    patron = table.patrons.get(owner)
    return box if patron is None or patron.place is None else patron.place
