"""Undisclosed wagers that prove wrong after the coup: deemed otherwise, and put right once."""

from datetime import datetime

import msgspec

from sabot.core.money import TOURNAMENT
from sabot.coup import Stake, settle_one
from sabot.engine.declarations import public, record, see, transfers_of
from sabot.engine.ledger import FLOAT, Move, balance, of_player
from sabot.engine.streams import Event
from sabot.table.heat.state import UndisclosedForm
from sabot.table.heat.words import betting_of, with_heat
from sabot.table.shoe.cards import coup_of
from sabot.table.state import Table
from sabot.table.stream import TABLE, affordable, moved, replace
from sabot.tournament.counting import Counted, after_blank, deemed


class Correction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Amount that a form is deemed to be for, and the change of its player's settlement."""

    player: str
    deemed: int
    change: int
    clause: str | None = None


class FormsCorrected(Event, frozen=True, kw_only=True):
    basis = record("the opened forms")
    sight = public("", forms=see("player deemed change clause"))
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    forms: tuple[Correction, ...]
    moves: tuple[Move, ...]


def correct_forms(table: Table, now: datetime) -> list[Event]:
    """When the coup is over: what of each announced form counts by the document. A void coup has
    no result that could be put right."""
    heat = table.heat
    if heat is None or not heat.is_on or table.round.void is not None or not heat.announced:
        return []
    found = []
    for name, entrant in heat.still_in.items():
        if entrant.form is not None and entrant.form.opened:
            found.append(_correction(table, name, entrant.form))
    if not found:
        return []
    moves = affordable(table, (_move(each) for each in found if each.change))
    return [FormsCorrected(forms=tuple(found), moves=moves)]


def _move(each: Correction) -> Move:
    own = of_player(each.player)
    if each.change > 0:
        return Move(FLOAT, own, each.change, TOURNAMENT)
    return Move(own, FLOAT, -each.change, TOURNAMENT)


def _correction(table: Table, player: str, form: UndisclosedForm) -> Correction:
    heat, rules = table.heat, betting_of(table).undisclosed
    assert heat is not None and rules is not None
    if form.on is None or form.amount is None:
        chips = balance(table.balances, of_player(player), TOURNAMENT)
        left = after_blank(heat.limits, chips)
        return Correction(player, 0, left - chips, rules.blank)
    count: Counted = deemed(rules, heat.limits, form.chips, form.beside, form.amount)
    laid = table.round.stakes.get(form.laid or 0)
    if laid is None or laid.invalid is not None:
        return Correction(player, 0, 0)
    clause = count.clause
    if clause is None and count.amount != form.amount:
        clause = betting_of(table).units
    change = _gain(table, form.on, count.amount) - _gain(table, form.on, laid.live)
    return Correction(player, count.amount, change, clause)


def _gain(table: Table, on: str, amount: int) -> int:
    """Return the gain or loss of an amount on a wager in this coup."""
    if not amount:
        return 0
    wager = table.book.by_id[on]
    stake = Stake(on, amount)
    end = settle_one(coup_of(table), wager, stake, table.round.scheme, table.opened.chip)
    return -amount if end.outcome == "lose" else end.pays


@TABLE.evolves(FormsCorrected)
def forms_corrected(table: Table, event: FormsCorrected) -> Table:
    heat = table.heat
    assert heat is not None
    entrants = dict(heat.entrants)
    for each in event.forms:
        entrant = entrants[each.player]
        assert entrant.form is not None
        entrants[each.player] = replace(entrant, form=replace(entrant.form, deemed=each.deemed))
    round_ = replace(table.round, moves=(*table.round.moves, *event.moves))
    table = with_heat(replace(table, round=round_), replace(heat, entrants=entrants))
    return moved(table, event.moves)
