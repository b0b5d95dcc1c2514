"""Consequences of a tournament's draws, counts and money, derived again: seats from the opened
draw, places from the chips, prizes from the fees."""

from collections import Counter
from collections.abc import Iterator

from sabot.core.money import cash
from sabot.core.refusal import Refusal, named
from sabot.engine.finding import Check, Finding, Step
from sabot.parts.draw import DrawOpened, verify
from sabot.tournament.desk.state import POOL, Contest, Sitting, TableCount, held
from sabot.tournament.purse.cancellation import TournamentCancelled
from sabot.tournament.purse.prizes import PrizesAwarded
from sabot.tournament.ranking import Level
from sabot.tournament.sessions.placements import PlacesAnnounced, SessionAnnounced
from sabot.tournament.sessions.seat_draw import allot, allot_groups
from sabot.tournament.sessions.session_call import SeatsAllotted
from sabot.tournament.sessions.session_play import TableCounted

Found = Iterator[Finding]


def contest_checks() -> list[Check]:
    return [draw_proof, seats, count, announced, money]


def draw_proof(step: Step[Contest]) -> Found:
    """Check that the opened secret matches its seal, and that the order follows from it."""
    event = step.event
    if isinstance(event, DrawOpened):
        draw = step.before.draw
        if not verify(draw, event.secret, event.value, event.order):
            yield step.finding("wrong-draw", f"Draw {event.number} is not the one that was sealed.")


def seats(step: Step[Contest]) -> Found:
    """Check that the seats follow from the draw, one for each player."""
    event, sitting = step.event, step.before.sitting
    if not isinstance(event, SeatsAllotted) or sitting is None:
        return
    seated = Counter(player for boxes in event.seats.values() for player in boxes.values())
    twice = [player for player, number in seated.items() if number > 1]
    if twice or set(seated) != set(sitting.players):
        message = f"The seats of session {event.number} are not one for each of its players."
        yield step.finding("wrong-seats", message, event.clause)
    if _allotted(step.before, sitting, event) != event.seats:
        message = f"The seats of session {event.number} do not follow from the draw."
        yield step.finding("wrong-seats", message, event.clause)


def _allotted(contest: Contest, sitting: Sitting, event: SeatsAllotted) -> object:
    drawn = contest.draw.drawn
    try:
        if sitting.groups:
            return allot_groups(drawn, sitting.groups)
        return allot(drawn, sitting.tables, sitting.fixed, sitting.apart, event.clause)
    except Refusal:
        return None


def count(step: Step[Contest]) -> Found:
    """Chips issued and won are all back or recorded missing, and the order is that of the chips."""
    event = step.event
    if not isinstance(event, TableCounted):
        return
    sheet = event.sheet
    if sheet.issued + sheet.won != sheet.returned + sheet.missing:
        message = (
            f"{cash(sheet.issued + sheet.won)} in chips went out at {named(event.table)}, and"
            f" {cash(sheet.returned + sheet.missing)} came back or are missing."
        )
        yield step.finding("chips-differ", message, event.clause)
    if _by_chips(sheet, step.before) != event.order:
        message = f"The order at {named(event.table)} is not that of the chips."
        yield step.finding("wrong-order", message, event.clause)


def _by_chips(sheet: TableCount, contest: Contest) -> tuple[Level, ...]:
    """Best first: the more chips the better; of those who went out the later coup, then what is
    left, then the larger wager, then the chips taken later, as far as the document tells them
    apart."""
    placing = contest.rules.placing
    standing: dict[tuple[int, ...], list[str]] = {}
    for name, chips in sheet.standing.items():
        if name not in sheet.disqualified:
            standing.setdefault((chips,), []).append(name)
    levels = [Level(tuple(standing[key]), True) for key in sorted(standing, reverse=True)]
    unknown = {
        (each.coup, each.residual, each.wager) for each in sheet.out if each.collected is None
    }
    gone: dict[tuple[int, ...], list[str]] = {}
    for each in sheet.out:
        key: tuple[int, ...] = (each.coup,)
        if placing.knocked_out is not None:
            key = (each.coup, each.residual, each.wager)
            key = (*key, 0 if key in unknown else each.collected or 0)
        if each.name not in sheet.disqualified:
            gone.setdefault(key, []).append(each.name)
    plays_off = placing.knocked_out is None
    return (*levels, *(Level(tuple(gone[k]), plays_off) for k in sorted(gone, reverse=True)))


def announced(step: Step[Contest]) -> Found:
    """Everybody who was placed is through or out, once; no more go on than was fixed before."""
    event, before = step.event, step.before
    if isinstance(event, SessionAnnounced):
        placed = [n for levels in before.orders.values() for level in levels for n in level.names]
        told = [*(n for names in event.through.values() for n in names), *event.out]
        if sorted(placed) != sorted(told) or len(set(told)) < len(told):
            message = f"Not everybody of session {event.session} is through or out, and once."
            yield step.finding("wrong-places", message, event.clause)
        schedule = before.schedule
        if schedule is None or schedule.legs[event.session - 1].points:
            return
        most = schedule.legs[event.session - 1].advance
        for table, names in event.through.items():
            best = [n for level in before.orders.get(table, ()) for n in level.names][: len(names)]
            if len(names) > most or sorted(best) != sorted(names):
                message = f"It is not the best {most} of {named(table)} who go on."
                yield step.finding("wrong-places", message, event.clause)
    elif isinstance(event, PlacesAnnounced):
        levels = tuple(each.names for order in before.orders.values() for each in order)
        if levels != event.places:
            message = "The places are not those of the last session."
            yield step.finding("wrong-places", message, event.clause)


def money(step: Step[Contest]) -> Found:
    """All fees are in the pool, and all of the pool is in prizes, but for the commission."""
    event, before, after = step.event, step.before, step.after
    if isinstance(event, PrizesAwarded):
        won = sum(event.won.values())
        whole = before.fees + before.added
        if won != event.pool or held(after.balances, POOL):
            message = f"The prizes add up to {cash(won)}, and the pool is {cash(event.pool)}."
            yield step.finding("pool-differs", message, event.clause)
        promised = before.guarantee is not None and event.pool == before.guarantee.amount
        if event.pool + event.commission != whole and not promised:
            message = (
                f"{cash(event.pool)} and a commission of {cash(event.commission)} are not the"
                f" {cash(whole)} that came in."
            )
            yield step.finding("pool-differs", message, event.clause)
    elif isinstance(event, TournamentCancelled) and held(after.balances, POOL):
        message = "Not all fees go back to those who paid them."
        yield step.finding("pool-differs", message, event.clause)
    if held(before.balances, POOL) != before.fees + before.added and not before.places:
        message = "What is in the pool is not what was paid and added."
        yield step.finding("pool-differs", message)
