"""Seats from a draw: tables filled evenly, groups kept apart, some seats given beforehand. Pure, so
that anyone can allot them again."""

from collections.abc import Iterable, Mapping, Sequence

from sabot.core.refusal import Refusal, named
from sabot.tournament.desk.state import GivenPlace, Group

Seats = dict[str, dict[int, str]]


def allot(
    drawn: Sequence[str],
    tables: Sequence[str],
    fixed: Mapping[str, GivenPlace],
    apart: Iterable[Sequence[str]],
    clause: str,
) -> Seats:
    """Table and box of each player. Everybody goes to the table with the most room, the first of
    them where several have it, groups before the others; at a table boxes are filled as drawn.

    >>> allot(["cy", "ann", "bob", "di"], ["1", "2"], {}, [("ann", "bob")], "15.5.4")
    {'1': {1: 'cy', 2: 'ann'}, '2': {1: 'bob', 2: 'di'}}
    """
    room = _evenly(len(drawn), tables)
    at: dict[str, str] = {}

    def seat(player: str, table: str) -> None:
        at[player] = table
        room[table] -= 1

    for player, place in fixed.items():
        if room.get(place.table, 0) < 1:
            message = "There is no seat left at {place} for {player}."
            raise Refusal(
                "cannot-seat", clause, message, place=named(place.table), player=named(player)
            )
        seat(player, place.table)
    for group in _by_size(apart, drawn):
        for player in (each for each in group if each not in at):
            free = [each for each in tables if room[each] and not _meets(group, each, at)]
            if not free:
                message = "{player} cannot be kept apart from the others of the group."
                raise Refusal("cannot-seat", clause, message, player=named(player))
            seat(player, max(free, key=lambda each: room[each]))
        _check_apart(group, at, clause)
    for player in (each for each in drawn if each not in at):
        seat(player, max(tables, key=lambda each: room[each]))
    return {table: _boxes(table, drawn, at, fixed) for table in tables}


def _evenly(players: int, tables: Sequence[str]) -> dict[str, int]:
    """Return the number of seats at each table; the first tables take one more where it does not
    divide."""
    each, more = divmod(players, len(tables))
    return {table: each + (place < more) for place, table in enumerate(tables)}


def _by_size(apart: Iterable[Sequence[str]], drawn: Sequence[str]) -> list[list[str]]:
    """Groups with their members as drawn, the largest first, of equals the one drawn first."""
    places = {player: place for place, player in enumerate(drawn)}
    groups = [sorted((each for each in group if each in places), key=places.get) for group in apart]  # type: ignore[arg-type]
    return sorted((each for each in groups if each), key=lambda each: (-len(each), places[each[0]]))


def _meets(group: Sequence[str], table: str, at: Mapping[str, str]) -> bool:
    return any(at.get(each) == table for each in group)


def _check_apart(group: Sequence[str], at: Mapping[str, str], clause: str) -> None:
    if len({at[each] for each in group}) < len(group):
        message = "Fixed seats bring {group} together with others of the group."
        raise Refusal("cannot-seat", clause, message, group=named(group[0]))


def _boxes(
    table: str, drawn: Sequence[str], at: Mapping[str, str], fixed: Mapping[str, GivenPlace]
) -> dict[int, str]:
    taken = {place.box: player for player, place in fixed.items() if place.table == table}
    others = [each for each in drawn if at[each] == table and each not in fixed]
    box = 1
    for player in others:
        while box in taken:
            box += 1
        taken[box] = player
    return dict(sorted(taken.items()))


def allot_groups(drawn: Sequence[str], groups: Mapping[str, Group]) -> Seats:
    """The seats of a play-off: each group at its table, in the order of the draw."""
    return {
        table: dict(enumerate((each for each in drawn if each in group.names), 1))
        for table, group in groups.items()
    }
