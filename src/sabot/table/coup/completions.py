"""Find the wagers that the cards on the layout decide already: complete the coup in samples."""

from collections.abc import Iterator, Mapping
from typing import Final

from sabot.core.cards import RANKS, SUITS
from sabot.rules import Choice, Decision, Due
from sabot.table.result.settlement import open_stakes, settle_lines
from sabot.table.shoe.cards import due_in
from sabot.table.state import Round, Slot, Table
from sabot.table.stream import replace

FACES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
STEP: Final = 5
"""Faces between two cards of one completion, so that its cards differ in rank and suit."""
CHOICES: Final[tuple[Decision, ...]] = ("draw", "stand")
Ends = dict[int, frozenset[tuple[str, int, int]]]
"""Every end that a wager has over the completions: outcome, pays, returns; by its first stake."""


def changes_wager(table: Table, other: Table) -> bool:
    """Return True if the cards of one of these tables decide a wager that ends otherwise at the
    other. The completions are a sample: a wager that only seems to be decided counts as decided."""
    ends, others = ends_of(table), ends_of(other)
    return any(ends[key] != others[key] and 1 in (len(ends[key]), len(others[key])) for key in ends)


def ends_of(table: Table) -> Ends:
    """Return every end of each open wager over a sample of completions of the coup."""
    found: dict[int, set[tuple[str, int, int]]] = {}
    stakes = open_stakes(table)
    for start in range(0, len(FACES), 2):
        completed = replace(table, round=_completed(table, start))
        for line in settle_lines(completed, stakes):
            found.setdefault(line.sequence, set()).add((line.outcome, line.pays, line.returns))
        if completed.round == table.round:
            break  # the coup is complete as it is
    return {key: frozenset(each) for key, each in found.items()}


def _completed(table: Table, start: int) -> Round:
    """Return the coup with every missing card, the faces taken in turn from this one on."""
    faces, round_ = _faces(start), _turned(table.round, _faces(start + 1))
    while (step := due_in(table, round_)) is not None:
        if isinstance(step, Choice):
            chosen: Mapping[int, Decision] = {step.box: CHOICES[(start + step.box) % 2]}
            round_ = replace(round_, decisions={**round_.decisions, **chosen})
        elif isinstance(step, Due):
            slot = Slot(step.hand, next(faces), True)
            round_ = replace(round_, slots=(*round_.slots, slot))
    return round_


def _turned(round_: Round, faces: Iterator[str]) -> Round:
    """Return the coup with each card turned up, an unseen one as some face."""
    slots = (
        replace(each, up=True, card=each.card or next(faces)) if not each.up else each
        for each in round_.slots
    )
    return replace(round_, slots=tuple(slots))


def _faces(start: int) -> Iterator[str]:
    place = start
    while True:
        yield FACES[place % len(FACES)]
        place += STEP
