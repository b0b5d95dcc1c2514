"""Layouts: the diagrams of a document, or the cloths that its regulator approves, and the side bets
that each has an area for."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from sabot.core.record import record
from sabot.core.refusal import Refusal, quoted


@record(frozen=True, slots=True)
class Layout:
    """A cloth. Every main bet has its areas on it; `carries` are the side bets that have one too,
    each with its clause. `areas` are the numbers of playing areas that it may be printed with
    (none: the document counts none). `approved`: the clause by which the regulator approves it in
    writing before it is used."""

    name: str
    clause: str
    carries: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[int, ...] = ()
    approved: str | None = None


def diagrams(
    letters: str,
    clause: str,
    carries: Mapping[str, str],
    areas: tuple[int, ...] = (),
) -> tuple[Layout, ...]:
    """
    >>> [each.name for each in diagrams("AD", "2.2", {})]
    ['diagram A', 'diagram D']
    """
    return tuple(Layout(f"diagram {letter}", clause, carries, areas) for letter in letters)


def layout_named(layouts: Sequence[Layout], name: str) -> Layout:
    """The layout of that name, however it is written: "diagram A", or A alone."""
    wanted = name.strip().casefold()
    for each in layouts:
        called = each.name.casefold()
        if wanted in (called, called.removeprefix("diagram ")):
            return each
    clause = layouts[0].clause if layouts else None
    known = ", ".join(each.name for each in layouts) or "none"
    message = "There is no layout {name} in this document; it has {known}."
    raise Refusal("unknown-layout", clause, message, name=quoted(name), known=known)


def check_on(layout: Layout, layouts: Sequence[Layout], side_bets: Collection[str],
             names: Mapping[str, str]) -> None:  # fmt: skip
    """Reject side bets for which this layout has no area."""
    for wager in side_bets:
        if wager in layout.carries:
            continue
        clause = clause_of(layouts, wager) or layout.clause
        on = [each.name for each in layouts if wager in each.carries]
        where = f"; it is on {_listed(on)}" if on else ""
        called = names.get(wager, wager)
        message = "The layout {layout} has no area for {called}{where}."
        raise Refusal(
            "not-on-layout", clause, message, layout=layout.name, called=called, where=where
        )


def first_that_carries(
    layouts: Sequence[Layout], wagers: Collection[str], names: Mapping[str, str]
) -> Layout | None:
    """The document's first layout that has an area for all of these side bets."""
    check_carried(layouts, wagers, names)
    wanted = _sides(layouts, wagers)
    return next((each for each in layouts if wanted <= each.carries.keys()), None)


def check_carried(
    layouts: Sequence[Layout], wagers: Collection[str], names: Mapping[str, str]
) -> None:
    """Reject side bets that no single layout carries together."""
    wanted = _sides(layouts, wagers)
    if not wanted or any(wanted <= layout.carries.keys() for layout in layouts):
        return
    most = next(each for each in layouts if wanted & each.carries.keys())
    first = next(each for each in most.carries if each in wanted)
    listed = _listed([names.get(each, each) for each in sorted(wanted)])
    carried = _listed([names.get(each, each) for each in most.carries])
    alike = [each.name for each in layouts if each.carries == most.carries]
    carry = "carries" if len(alike) == 1 else "carry"
    raise Refusal(
        "not-on-layout",
        most.carries[first],
        "No layout carries {listed} together: {alike} {carry} {carried}.",
        listed=listed,
        alike=_listed(alike),
        carry=carry,
        carried=carried,
    )


def clause_of(layouts: Sequence[Layout], wager: str) -> str | None:
    """The clause that puts a side bet on a layout."""
    return next((each.carries[wager] for each in layouts if wager in each.carries), None)


def to_approve(layouts: Sequence[Layout], used: Layout | None) -> tuple[str, ...]:
    """The clauses by which a table, and this layout of it, are approved before they are used."""
    asked = [each.approved for each in (*layouts[:1], used) if each is not None]
    return tuple(dict.fromkeys(each for each in asked if each)) if used else ()


def approval_needed(layouts: Sequence[Layout], wagers: Collection[str]) -> str | None:
    """Return the clause by which the regulator approves the layout of these side bets before it is
    used."""
    wanted = _sides(layouts, wagers)
    found = (each for each in layouts if wanted and wanted <= each.carries.keys())
    return next((each.approved for each in found), None)


def _sides(layouts: Sequence[Layout], wagers: Collection[str]) -> set[str]:
    carried = {each for layout in layouts for each in layout.carries}
    return {each for each in wagers if each in carried}


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
