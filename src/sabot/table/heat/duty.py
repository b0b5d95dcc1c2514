"""The duty to wager: from one's own seat, in tournament chips, in turn, in time, in whole units."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import public, record, see, transfers_of
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Event
from sabot.rules.coup.wager import Wager
from sabot.table.heat.counts import CountedStake, apply_counts
from sabot.table.heat.rounds import is_time_over
from sabot.table.heat.state import Entrant, Heat
from sabot.table.heat.turns import EntrantBack, OutOfTurn
from sabot.table.heat.words import (
    betting_of,
    check_undisputed,
    entrant_of,
    has_acted,
    heat_on,
    held,
    is_for_heats,
    is_there,
    lying,
    play_of,
    with_heat,
)
from sabot.table.state import Laid, Table
from sabot.table.stream import TABLE, moved, replace
from sabot.tournament.counting import counted
from sabot.tournament.risk import risked
from sabot.tournament.wagers import LaidWager as AtRisk


def may_wager(table: Table, player: str, now: datetime) -> list[Event]:
    """Reject a wager, form or pass card that the entrant may not lay now. Return the announcements
    that come before it."""
    if not is_for_heats(table):
        return []
    heat, entrant = heat_on(table), entrant_of(table, player)
    play = play_of(table)
    _check_break(heat, play.breaks, now)
    if heat.announced and play.forms is not None:
        message = "Undisclosed wagers are announced: no wager is touched before settlement."
        raise Refusal("fixed", play.forms.fixed, message)
    if heat.counted:
        message = "Wagers of this coup are counted: none is added."
        raise Refusal("fixed", betting_of(table).units, message)
    if entrant.passed:
        raise Refusal(
            "pass-card", betting_of(table).in_lieu, "A pass card lies there in lieu of a wager."
        )
    back: list[Event] = []
    if entrant.away is not None:
        back = [EntrantBack(player=player)]
    return [*back, *_in_turn(table, heat, player, entrant)]


def _check_break(heat: Heat, clause: str | None, now: datetime) -> None:
    if heat.resumes is not None and now < heat.resumes:
        raise Refusal("break", clause, "Players have a break: play goes on when it is over.")


def _in_turn(table: Table, heat: Heat, player: str, entrant: Entrant) -> list[Event]:
    """Out of turn a wager is not taken, or stands with a warning, as the document has it."""
    order = play_of(table).order
    if not heat.plan.order or (heat.turn == entrant.box and not entrant.done):
        return []
    if entrant.done or has_acted(table, player):
        raise Refusal(
            "turn-over", order.fixed, "{player} has wagered: that stays so.", player=named(player)
        )
    if not order.stands:
        message = "{player} waits: it is the turn of box {turn}."
        raise Refusal(
            "out-of-turn", order.out_of_turn, message, player=named(player), turn=heat.turn
        )
    again = entrant.warned > 0
    return [OutOfTurn(player=player, again=again, clause=order.out_of_turn)]


def is_late(heat: Heat, entrant: Entrant, now: datetime) -> bool:
    return entrant.late or (heat.until is not None and now > heat.until)


def check_seat(table: Table, player: str, area: int | None) -> None:
    """A wager lies before one's own seat and nowhere else."""
    if not is_for_heats(table):
        return
    own = entrant_of(table, player).box
    if area not in (None, own):
        message = "{player} wagers from box {own} only."
        raise Refusal("wrong-place", play_of(table).seat, message, player=named(player), own=own)


def check_listed(table: Table, wager: Wager) -> None:
    """Only the wagers that the conditions list are offered."""
    heat = table.heat
    if heat is not None and heat.is_open and wager.id not in heat.plan.wagers:
        message = "{wager} is not among the wagers of this tournament."
        raise Refusal("not-offered", wager.clause, message, wager=wager.name)


def check_tournament_chips(table: Table, currency: str | None) -> None:
    if is_for_heats(table) and currency not in (None, TOURNAMENT):
        raise Refusal(
            "wrong-currency", play_of(table).chips, "Wagers are made with tournament chips only."
        )


def check_stake(table: Table, player: str, wager: Wager, amount: int, now: datetime) -> bool:
    """Reject an amount that may not be laid on a wager of a heat. Return True if the heat's unit
    rule replaces the table limits: wagers are then cut and made up instead of rejected by the sign.
    """
    if not is_for_heats(table):
        return False
    heat, play = heat_on(table), play_of(table)
    if amount % heat.plan.chip:
        message = "The smallest chip here is {chip}."
        raise Refusal("bad-amount", play.chips, message, chip=table.told(heat.plan.chip))
    entrant = heat.entrants[player]
    total = lying(table, player) + amount
    if play.late is not None and is_late(heat, entrant, now) and total != heat.least:
        message = "The time is over: {player} may wager the minimum, {least}."
        raise Refusal(
            "late", play.late, message, player=named(player), least=table.told(heat.least)
        )
    if play.risk is not None:
        _check_risk(table, heat, player, wager, amount, play.risk)
    return betting_of(table).units is not None


def _check_risk(
    table: Table, heat: Heat, player: str, wager: Wager, amount: int, clause: str
) -> None:
    """Wagers that win and lose against each other may put less at risk than the minimum."""
    own = [
        AtRisk(laid.on, laid.live) for laid in table.round.stakes.values() if laid.player == player
    ]
    at_risk = risked(table.book, [*own, AtRisk(wager.id, amount)], table.opened.scheme)
    if at_risk < min(heat.least, amount):
        message = "These wagers would not risk the minimum of {least} together."
        raise Refusal("no-risk", clause, message, least=table.told(heat.least))


def check_withdrawal(table: Table, player: str) -> None:
    """A wager of a heat is taken back only before it is fixed."""
    heat = table.heat
    if not is_for_heats(table) or heat is None or not heat.is_on:
        return
    play, entrant = play_of(table), entrant_of(table, player)
    if heat.announced and play.forms is not None:
        message = "Undisclosed wagers are announced: no wager is touched before settlement."
        raise Refusal("fixed", play.forms.fixed, message)
    own_turn = heat.turn == entrant.box and not entrant.done
    if heat.plan.order and not (play.order.stands and own_turn):
        raise Refusal("turn-over", play.order.fixed, "A wager made in turn is not taken back.")


# When the first card is due


def check_duty(table: Table, now: datetime) -> None:
    """Reject the first card while an entrant still owes a wager, or the coup may not be dealt."""
    if not is_for_heats(table) or table.round.no_bet is not None:
        return
    heat, play = heat_on(table), play_of(table)
    if is_time_over(heat, now):
        raise Refusal("heat-over", play.session, "The session's time is over: none is begun.")
    _check_break(heat, play.breaks, now)
    check_undisputed(table)
    sealed = [name for name, each in heat.still_in.items() if each.form and not each.form.opened]
    if sealed and play.forms is not None:
        raise Refusal("not-announced", play.forms.announced, "Announce undisclosed wagers first.")
    for name in waiting(table):
        clause = betting_of(table).idle or play.risk
        message = "{name} has to wager in each {coup_word}."
        raise Refusal("no-wager", clause, message, name=named(name), coup_word=table.book.coup)


def waiting(table: Table) -> list[str]:
    """Return the entrants who are present and still owe a wager, by box."""
    heat = table.heat
    if heat is None or not heat.is_on:
        return []
    return [
        name
        for name, each in heat.still_in.items()
        if is_there(table, name) and each.excused is None and not has_acted(table, name)
    ]


def check_closing(table: Table, now: datetime) -> None:
    """Reject the closing of bets while an entrant without a wager has time left or was not
    asked."""
    heat = table.heat
    if not is_for_heats(table) or heat is None or not heat.is_on or table.round.no_bet:
        return
    for name in waiting(table):
        entrant = heat.entrants[name]
        has_time = heat.until is not None and now <= heat.until and not entrant.late
        if has_time or not entrant.asked:
            message = "{name} has not wagered yet: ask, and give the time that there is."
            raise Refusal("time-left", play_of(table).pace, message, name=named(name))


def plays_heat(table: Table) -> bool:
    """Return True if the coup belongs to a heat. Its wagers are counted there, and it is dealt even
    without wagers, where every entrant passes or is away."""
    return is_for_heats(table) and table.heat is not None and table.heat.is_on


# Amounts of wagers that count


class WagersCounted(Event, frozen=True, kw_only=True):
    """Wagers count in whole units up to the maximum; short ones are made up, or void."""

    basis = record("the session's unit rule and the wagers on the layout")
    sight = public("", stakes=see("sequence live clause returned added"))
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    stakes: tuple[CountedStake, ...]
    moves: tuple[Move, ...]


def count_open(table: Table, *, single: bool) -> list[Event]:
    """Return an event with the amounts that count of each entrant's open wagers, once betting is
    over. `single`: each wager laid counts by itself, as on paper; before the revision `RESULTS`,
    those on one bet counted together."""
    heat = table.heat
    if heat is None or not heat.is_on or heat.counted or table.round.no_bet is not None:
        return []
    stakes: list[CountedStake] = []
    for name in heat.still_in:
        stakes += _counted_of(table, heat, name, single)
    laid = table.round.stakes
    back = (
        Move(LAYOUT, of_player(laid[each.sequence].player), each.returned, TOURNAMENT)
        for each in stakes
        if each.returned
    )
    added = (
        Move(of_player(laid[each.sequence].player), LAYOUT, each.added, TOURNAMENT)
        for each in stakes
        if each.added
    )
    return [WagersCounted(stakes=tuple(stakes), moves=(*back, *added))]


def _counted_of(table: Table, heat: Heat, player: str, single: bool) -> list[CountedStake]:
    """In the order of placing: what is over comes off what was placed last."""
    own: dict[object, list[Laid]] = {}
    for sequence, laid in sorted(table.round.stakes.items()):
        if laid.player == player:
            own.setdefault(sequence if single else laid.on, []).append(laid)
    totals = [sum(laid.live for laid in each) for each in own.values()]
    chips = held(table, player)
    found: list[CountedStake] = []
    counts = counted(betting_of(table), heat.limits, chips, totals)
    for stakes, total, count in zip(own.values(), totals, counts, strict=True):
        if count.amount != total:
            assert count.clause is not None
            found += _spread(stakes, count.amount, count.clause)
    return found


def _spread(stakes: Sequence[Laid], amount: int, clause: str) -> list[CountedStake]:
    found, left = [], amount
    for place, laid in enumerate(stakes):
        last = place == len(stakes) - 1
        live = left if last else min(laid.live, left)
        left -= live
        if live != laid.live:
            found.append(
                CountedStake(
                    laid.sequence,
                    live,
                    clause,
                    returned=max(laid.live - live, 0),
                    added=max(live - laid.live, 0),
                )
            )
    return found


@TABLE.evolves(WagersCounted)
def wagers_counted(table: Table, event: WagersCounted) -> Table:
    heat = table.heat
    assert heat is not None
    stakes = apply_counts(table.round.stakes, event.stakes)
    table = replace(table, round=replace(table.round, stakes=stakes))
    return moved(with_heat(table, replace(heat, counted=True)), event.moves)
