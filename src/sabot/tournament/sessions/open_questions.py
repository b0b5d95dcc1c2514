"""Open questions when a session is counted: level players across a line that matters. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from sabot.rules.tournament import Placing
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import FINAL, Contest, Leg, TableCount, TournamentEntry
from sabot.tournament.ranking import KnockedOut, Level, Standing, order, straddling

POINTS = "points"
"""Name of the order by points of all sessions, beside those of tables."""


def order_of(rules: Placing, sheet: TableCount) -> tuple[Level, ...]:
    """The order of one table, best first; the disqualified have no place."""
    gone = sheet.disqualified
    standing = [Standing(name, chips) for name, chips in sheet.standing.items() if name not in gone]
    out = [
        KnockedOut(each.name, each.coup, each.residual, each.wager, each.collected)
        for each in sheet.out
        if each.name not in gone
    ]
    return order(rules, standing, out)


def leg_of(contest: Contest) -> Leg | None:
    """The leg that is played, or was counted and is not announced; None when all are announced."""
    schedule = contest.schedule
    if schedule is None or contest.leg >= len(schedule.legs):
        return None
    return schedule.legs[contest.leg]


def lines(contest: Contest) -> tuple[int, ...]:
    """After which places it matters who is before whom."""
    leg = leg_of(contest)
    if leg is None or leg.stage == FINAL:
        return prize_lines(contest)
    if not leg.points:
        return (leg.advance,)
    schedule = contest.schedule
    assert schedule is not None
    return () if schedule.divide_points else _steps(leg.points)


def prize_lines(contest: Contest) -> tuple[int, ...]:
    """Return the places after which the prize changes, unless level players divide."""
    if said(contest, "level_prizes") == "divide":
        return ()
    prizes = contest.conditions.get("prizes")
    if isinstance(prizes, list):
        return _steps([Fraction(str(each)) for each in prizes])
    assert contest.schedule is not None
    return tuple(range(1, max(len(contest.alive), contest.schedule.legs[-1].advance) + 1))


def _steps(worth: Sequence[int] | Sequence[Fraction]) -> tuple[int, ...]:
    """The places behind which it is worth less."""
    padded = [Fraction(each) for each in worth] + [Fraction(0)]
    return tuple(n for n in range(1, len(padded)) if padded[n - 1] != padded[n])


def open_levels(levels: Sequence[Level], at: Iterable[int]) -> list[tuple[Level, int]]:
    """Level players of whom it matters who is before whom, each with the places they contest: those
    above the line. A group across several lines contests all of them but the last place."""
    found: list[tuple[Level, int]] = []
    for line in at:
        level, places = straddling(levels, line)
        if level is None:
            continue
        if found and found[-1][0] == level:
            found[-1] = (level, max(places, found[-1][1]))
        else:
            found.append((level, places))
    return found


def resolved(levels: Sequence[Level], level: Level, into: Sequence[Level]) -> tuple[Level, ...]:
    """The order with level players put in an order of their own."""
    return tuple(each for old in levels for each in (into if old == level else (old,)))


def points_of(levels: Sequence[Level], worth: Sequence[int]) -> dict[str, Fraction]:
    """The points of each player: level players divide those of their places (15.3(a)(ix)(B)).

    >>> points_of([Level(("ann",), True), Level(("bob", "cy"), True)], [10, 5, 2])["cy"]
    Fraction(7, 2)
    """
    earned: dict[str, Fraction] = {}
    place = 0
    for level in levels:
        size = len(level.names)
        together = sum(worth[place : place + size])
        earned |= {name: Fraction(together, size) for name in level.names}
        place += size
    return earned


def by_points(
    entries: Mapping[str, TournamentEntry], earned: Mapping[str, Fraction]
) -> tuple[Level, ...]:
    """All players by the points of all sessions, best first."""
    totals: dict[Fraction, list[str]] = {}
    for name, entry in entries.items():
        if entry.status in ("in", "out") and entry.played:
            total = Fraction(entry.points) + earned.get(name, Fraction())
            totals.setdefault(total, []).append(name)
    return tuple(Level(tuple(totals[each]), True) for each in sorted(totals, reverse=True))
