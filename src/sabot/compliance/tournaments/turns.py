"""The report on the order of wagering after a tournament's sessions: who wagered when in the last
coup of a heat, how often each turn advanced, and the chance of a difference as large by luck
alone."""

from collections.abc import Iterable, Sequence

import msgspec

from sabot.compliance.tournaments.file import File
from sabot.engine.streams import read_line
from sabot.table import TABLE_KIND
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.rounds import RoundBegun
from sabot.table.heat.seating import HeatSeated

RULES = TABLE_KIND.rules
READ = ("heat-seated/", "round-begun/", "heat-counted/")
SAME = 1e-12


class LastOrder(msgspec.Struct, frozen=True):
    """Players who wagered in the last coup of a heat, in turn."""

    table: str
    number: int
    coup: int
    players: tuple[str, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turn in the last coups: how many had it, how many of them went through, how many would if
    all at a table had the same chance, and how likely it is then to be as far off as this."""

    turn: str
    players: int
    through: int
    expected: float
    chance: float


def last_orders(name: str, lines: Iterable[bytes]) -> list[LastOrder]:
    """The last coup of every heat of a tournament, from its tables' events. Without a marker there
    is no order, and the heat is left out."""
    seated: dict[str, HeatSeated] = {}
    begun: dict[str, RoundBegun] = {}
    found: list[LastOrder] = []
    for text in lines:
        line = read_line(text)
        if not line.what.startswith(READ):
            continue
        event, table = RULES.read_event(text), TABLE_KIND.name(line.stream)
        if isinstance(event, HeatSeated):
            seated[table] = event
            begun.pop(table, None)
        elif isinstance(event, RoundBegun):
            begun[table] = event
        elif isinstance(event, HeatCounted) and event.tournament == name and table in begun:
            found += _last(table, seated[table], begun[table], event)
    return found


def _last(table: str, seat: HeatSeated, begun: RoundBegun, end: HeatCounted) -> list[LastOrder]:
    if begun.marker is None:
        return []
    there = {each.name for each in end.standing}
    there |= {each.name for each in end.out if each.coup >= begun.coup}
    boxes = sorted(seat.plan.seats)
    turns = [each for each in boxes if each >= begun.marker]
    turns += [each for each in boxes if each < begun.marker]
    players = tuple(seat.plan.seats[box] for box in turns if seat.plan.seats[box] in there)
    return [LastOrder(table, seat.plan.session, begun.coup, players)]


def report(file: File, orders: Sequence[LastOrder]) -> list[Turn]:
    """By turn from the first, and the last to wager by itself; finals and play-offs have no line
    to go through and are left out."""
    sessions = {each.number: each.session for each in file.seats if each.stage != "play-off"}
    through = {(each["session"], table): set(names) for each in file.results
               for table, names in each["through"].items()}  # fmt: skip
    told: dict[str, list[tuple[float, bool]]] = {}
    for order in orders:
        on = through.get((sessions.get(order.number, 0), order.table))
        if on is None or len(order.players) < 2:
            continue
        share = len(on & set(order.players)) / len(order.players)
        for place, player in enumerate(order.players, 1):
            turns = [str(place), "last"] if place == len(order.players) else [str(place)]
            for turn in turns:
                told.setdefault(turn, []).append((share, player in on))
    keys = sorted(told, key=lambda each: (each == "last", each.zfill(3)))
    return [_turn(each, told[each]) for each in keys]


def _turn(turn: str, told: list[tuple[float, bool]]) -> Turn:
    went, chances = sum(on for _, on in told), [share for share, _ in told]
    return Turn(turn, len(told), went, sum(chances), as_far_off(chances, went))


def as_far_off(chances: Sequence[float], went: int) -> float:
    """Return the probability that the number of players who advance, each with their own chance, is
    no likelier than this one.

    >>> as_far_off([0.5, 0.5], 2), as_far_off([0.5, 0.5], 1)
    (0.5, 1.0)
    """
    spread = [1.0]
    for chance in chances:
        kept = [each * (1 - chance) for each in [*spread, 0.0]]
        spread = [stay + move * chance for stay, move in zip(kept, [0.0, *spread], strict=True)]
    return min(1.0, sum(each for each in spread if each <= spread[went] + SAME))


def as_lines(turns: Sequence[Turn]) -> list[str]:
    """The report for people."""
    return [
        f"{'last' if each.turn == 'last' else f'turn {each.turn}'}: {each.players} players,"
        f" {each.through} through, {each.expected:.1f} expected, {each.chance:.0%} of chance alone"
        for each in turns
    ]
