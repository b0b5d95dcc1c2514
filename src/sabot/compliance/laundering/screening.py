"""Suspicious movements of one day, by the values of the policy in force.

Each kind of alert is a function of the movements up to the end of that day, and of the policy's
terms. A rule that the policy does not state raises nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

from sabot.aml import Alert
from sabot.compliance.laundering.movements import CashMove, Movements
from sabot.policies import PolicyTerms

STRUCTURING: Final = "structuring"
LITTLE_PLAY: Final = "little play"
OFFSETTING: Final = "offsetting bets"
CHIPS: Final = "chips of unknown origin"
THIRD_PARTY: Final = "cash-out by a third party"
KINDS: Final = (STRUCTURING, LITTLE_PLAY, OFFSETTING, CHIPS, THIRD_PARTY)
NEARLY_ALL: Final = 90
"""Per cent of a player's money that is nearly all of it."""
MOSTLY: Final = 70
"""Per cent of the coups with like stakes in which two players have to be on opposite sides."""
Openings = Callable[[str], int]
"""Balance of an account, in cents, before the movements began."""


def screened(
    day: date, found: Movements, terms: PolicyTerms, opening: Openings = lambda player: 0
) -> list[Alert]:
    """Return the alerts of a day, in an order that follows from them."""
    alerts = [
        *_structuring(day, found, terms),
        *_little_play(day, found, terms),
        *_offsetting(day, found, terms),
        *_chips(day, found, terms),
        *_third_party(day, found, terms, opening),
    ]
    return sorted(alerts, key=lambda each: (KINDS.index(each.kind), each.players))


def days_back(terms: PolicyTerms) -> int:
    """Return the number of days before a day that its screening needs."""
    return (terms.alerts_structuring_days or 1) - 1


def _structuring(day: date, found: Movements, terms: PolicyTerms) -> Iterator[Alert]:
    """Cash that keeps just below what is limited or reported, several times, or that is divided
    within one day. An amount of the limit itself keeps below nothing. Smaller amounts keep below it
    too where hardly any of the money is wagered: those who come to play have a reason to bring it.
    """
    parts, percent = terms.alerts_structuring_parts, terms.alerts_structuring_percent
    limits = [each for each in (terms.cash_report_from, terms.cash_cap) if each is not None]
    if parts is None or percent is None or not limits:
        return
    since = day - timedelta(days=days_back(terms))
    played = _played(found, since, day)
    for (player, _), moves in sorted(_by_player(found.cash, since, day).items()):
        whole = sum(each.amount for each in moves)
        part = min(percent, _unplayed(terms, played[player].turnover, whole) or percent)
        least = min(limits) * part
        today = [each for each in moves if each.day == day]
        near = [each for each in moves if each.amount * 100 >= least and each.amount not in limits]
        divided = len(today) >= parts and sum(each.amount for each in today) * 100 >= least
        if not divided and (len(near) < parts or not any(each in today for each in near)):
            continue
        told = today if divided else near
        amount = sum(each.amount for each in told)
        yield Alert(STRUCTURING, (player,), day, amount, tuple(each.ref for each in told[-12:]))


def _unplayed(terms: PolicyTerms, turnover: int, whole: int) -> int | None:
    """Return the lower part of a limit that holds for money of which hardly any was wagered."""
    little = terms.alerts_little_play_percent
    return (
        None
        if little is None or turnover * 100 >= whole * little
        else terms.alerts_unplayed_percent
    )


class _Play(NamedTuple):
    """Money that a player brought to tables, and what of it was wagered, over several visits."""

    brought: int = 0
    turnover: int = 0


def _played(found: Movements, since: date, until: date) -> Mapping[str, _Play]:
    """Return the play of each player in that time, over all visits."""
    own: dict[str, _Play] = defaultdict(_Play)
    for visit in found.visits:
        if since <= visit.day <= until:
            known = own[visit.player]
            own[visit.player] = _Play(
                known.brought + visit.brought, known.turnover + visit.turnover
            )
    return own


def _by_player(
    moves: list[CashMove], since: date, until: date
) -> Mapping[tuple[str, bool], list[CashMove]]:
    """Return the cash of each player in that time, what was brought and what was paid out apart."""
    own: dict[tuple[str, bool], list[CashMove]] = defaultdict(list)
    for each in moves:
        if since <= each.day <= until:
            own[each.player, each.out].append(each)
    return own


def _little_play(day: date, found: Movements, terms: PolicyTerms) -> Iterator[Alert]:
    """Much money brought to a table, and hardly any of it wagered, in this visit and in all visits
    of these days together: who is called away once has played on another day. Cash that is paid out
    in cash again on the same day has changed nothing but its look: then more play is still little.
    """
    least, percent = terms.alerts_little_play_from, terms.alerts_little_play_percent
    if least is None or percent is None:
        return
    trips = _round_trips(day, found)
    played = _played(found, day - timedelta(days=days_back(terms)), day)
    for visit in found.visits:
        most = percent
        if terms.alerts_round_trip_percent is not None and trips[visit.player] >= least:
            most = max(percent, terms.alerts_round_trip_percent)
        everything = played[visit.player]
        little = all(each.turnover * 100 < each.brought * most for each in (visit, everything))
        if visit.over and visit.day == day and visit.brought >= least and little:
            yield Alert(LITTLE_PLAY, (visit.player,), day, visit.brought, tuple(visit.refs))


def _round_trips(day: date, found: Movements) -> Mapping[str, int]:
    """Return the cash of each player that came and went on a day: the smaller of both, or all that
    came where the rest stayed within what may be paid in cash."""
    came, went = defaultdict[str, int](int), defaultdict[str, int](int)
    for each in found.cash:
        if each.day == day:
            (went if each.out else came)[each.player] += each.amount
    return defaultdict(int, {player: came[player] for player in came if went[player]})


def _offsetting(day: date, found: Movements, terms: PolicyTerms) -> Iterator[Alert]:
    """Two players who bet against each other with like stakes, coup after coup. Two who come
    together and bet as they like stand on one side about as often as on two."""
    coups, percent = terms.alerts_offset_coups, terms.alerts_offset_percent
    if coups is None or percent is None:
        return
    for pair in found.pairs.values():
        often = pair.opposed >= coups and pair.opposed * 100 >= pair.both * percent
        mostly = pair.opposed * 100 >= pair.alike * MOSTLY
        if pair.day == day and often and mostly:
            yield Alert(OFFSETTING, pair.players, day, pair.amount, tuple(pair.refs))


def _chips(day: date, found: Movements, terms: PolicyTerms) -> Iterator[Alert]:
    """Chips that a player shows and that no record explains."""
    for visit in found.visits:
        whole = visit.brought + visit.unknown
        if visit.day == day and _is_foreign(visit.unknown, whole, terms):
            yield Alert(CHIPS, (visit.player,), day, visit.unknown, tuple(visit.refs))


def _third_party(
    day: date, found: Movements, terms: PolicyTerms, opening: Openings
) -> Iterator[Alert]:
    """Money paid out to a player that is neither brought nor won by them."""
    for player, flow in found.flows.items():
        foreign = flow.paid - flow.brought - flow.won
        if flow.paid_on != day or not _is_foreign(foreign, flow.paid, terms):
            continue
        foreign -= opening(player)
        if _is_foreign(foreign, flow.paid, terms):
            yield Alert(THIRD_PARTY, (player,), day, foreign, tuple(flow.refs))


def _is_foreign(amount: int, whole: int, terms: PolicyTerms) -> bool:
    """Return whether money of unknown origin is to be looked at: much of it, or less where nearly
    all of the player's money is of that kind."""
    least, alone = terms.alerts_chips_from, terms.alerts_foreign_from
    if least is not None and amount >= least:
        return True
    return alone is not None and amount >= alone and amount * 100 >= whole * NEARLY_ALL
