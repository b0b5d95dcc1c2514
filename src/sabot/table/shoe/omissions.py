"""A shuffle, cut or burn that was left out: the coup is completed, and the document says what
follows.

The dealer says so with the first card of the coup, which is out by then. Each word has to fit what
the log shows to be due. In a virtual shoe no card comes out before the cards are prepared.
"""

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, Topic, in_topics, public
from sabot.engine.streams import Event
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.state import BETTING, READY, VIRTUAL, Table
from sabot.table.state import SHUFFLED as STAGE_SHUFFLED
from sabot.table.stream import TABLE, replace

NOT_SHUFFLED, NOT_CUT, NOT_BURNED = "not-shuffled", "not-cut", "burn-forgotten"
"""The situations of the matrix that speak of a step left out."""


class ShuffleSkipped(Event, frozen=True, kw_only=True):
    """The first card came though the cutting card had called for a shuffle: the cards are shuffled
    after this coup."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.IRREGULARITY)

    clause: str


class CutSkipped(Event, frozen=True, kw_only=True):
    """The first card came from uncut cards: they are shuffled and cut after this coup."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.IRREGULARITY)

    clause: str


class BurnSkipped(Event, frozen=True, kw_only=True):
    """The burn was forgotten, and play goes on. `left`: how many cards of a burn that was begun
    stay in play; 0: all of them."""

    basis = RECORD
    sight = public("clause left")

    clause: str
    left: int = 0


def skipped_clause(table: Table, situation: str) -> str | None:
    """Return the clause by which a coup is completed though a step was left out."""
    completes = (Outcome.FINISH_THEN_SHUFFLE, Outcome.CONTINUE)
    cells = table.conduct.irregularities[situation]
    return next((cell.clause for cell in cells if cell.outcome in completes), None)


def waits_for_cut(table: Table) -> bool:
    """Return True if the cards are shuffled and not cut."""
    return table.stack.stage == STAGE_SHUFFLED and table.book.preparation.cut is not None


def run_down_clause(table: Table) -> str | None:
    """Return the clause by which the cutting card ended these cards, if it has."""
    rule, stack = table.book.preparation.last_coup, table.stack
    return None if rule is None else stack.run_down or rule.during_clause


def is_shuffle_of_cutting_card(table: Table) -> bool:
    """Return True if a shuffle is due because the cutting card came out, and for nothing else."""
    stack = table.stack
    other = stack.replace or stack.check or stack.shuffle not in (None, stack.run_down)
    return stack.stage == READY and stack.left == 0 and not other


def skip_shuffle(table: Table) -> ShuffleSkipped | None:
    """Return what follows from a first card dealt without the shuffle that was due; None where
    none was, or where the document does not speak of it."""
    clause = skipped_clause(table, NOT_SHUFFLED)
    if clause is None or table.opened.feed == VIRTUAL or not is_shuffle_of_cutting_card(table):
        return None
    return ShuffleSkipped(clause=clause)


def skip_cut(table: Table) -> CutSkipped | None:
    """Return what follows from a first card dealt before the cut; None where none was due, or where
    the document does not speak of it."""
    clause = skipped_clause(table, NOT_CUT)
    if clause is None or table.opened.feed == VIRTUAL or not waits_for_cut(table):
        return None
    return CutSkipped(clause=clause)


def not_so(table: Table, situation: str, message: str) -> Refusal:
    """Return the refusal of a word that does not fit what the log shows."""
    return Refusal("not-so", skipped_clause(table, situation), message)


@TABLE.evolves(ShuffleSkipped)
def shuffle_skipped(table: Table, event: ShuffleSkipped) -> Table:
    return replace(table, stack=replace(table.stack, shuffle=event.clause))


@TABLE.evolves(CutSkipped)
def cut_skipped(table: Table, event: CutSkipped) -> Table:
    stack = replace(table.stack, stage=READY, shuffle=event.clause)
    return replace(table, stack=stack, phase=BETTING)


@TABLE.evolves(BurnSkipped)
def burn_skipped(table: Table, event: BurnSkipped) -> Table:
    return replace(table, stack=replace(table.stack, burned=True))
