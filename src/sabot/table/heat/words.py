"""The few words that every topic of a heat uses."""

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.ledger import balance, of_player
from sabot.engine.streams import Command, Leave
from sabot.rules.roles import TOURNAMENT_MANAGER
from sabot.rules.tournament import Betting, DeskRules, Play
from sabot.table.heat.state import Entrant, Heat
from sabot.table.state import Table
from sabot.table.stream import replace
from sabot.tournament import tournament_of


def play_of(table: Table) -> Play:
    """Return the document's rules for playing a heat."""
    return tournament_of(table.book).play


def desk_of(table: Table) -> DeskRules:
    """Return the document's rules for running a tournament."""
    return tournament_of(table.book).desk


def betting_of(table: Table) -> Betting:
    return tournament_of(table.book).betting


def is_for_heats(table: Table) -> bool:
    """Return True if the table was opened for tournament play."""
    return table.setup is not None and table.setup.currency == TOURNAMENT


def by_head(table: Table, command: Command) -> Leave:
    """The Tournament Manager, or Director, who runs it."""
    if not is_for_heats(table):
        return Leave(None, TOURNAMENT_MANAGER)
    return Leave(None, desk_of(table).head)


def heat_of(table: Table) -> Heat:
    """The heat that holds this table."""
    if table.heat is None or not table.heat.is_open:
        clause = play_of(table).session if is_for_heats(table) else None
        raise Refusal("no-heat", clause, "No session of a tournament is seated at this table.")
    return table.heat


def heat_on(table: Table) -> Heat:
    """The heat, whose coups are played now."""
    heat = heat_of(table)
    if heat.started is None:
        raise Refusal("not-started", play_of(table).session, "The session has not started yet.")
    if heat.over is not None:
        raise Refusal("heat-over", heat.over, "The session is over: the chips are counted.")
    return heat


def check_undisputed(table: Table) -> None:
    """Refuse to go on while a dispute of the session is not settled, where the document says so."""
    held_by = desk_of(table).held
    waiting = [each.number for each in table.disputes.cases.values() if each.decision is None]
    if waiting and held_by is not None:
        message = "Play waits until dispute {open} is settled."
        raise Refusal("held", held_by, message, open=waiting[0])


def entrant_of(table: Table, player: str) -> Entrant:
    """An entrant who is still in."""
    heat = heat_of(table)
    found = heat.entrants.get(player)
    if found is None:
        raise Refusal(
            "not-an-entrant",
            desk_of(table).tables,
            "{player} has no seat in this session, and only entrants with a seat play here.",
            player=named(player),
        )
    if found.out is not None:
        gone = "{player} is {how} and plays no more in this session."
        raise Refusal("out", found.out.clause, gone, player=named(player), how=found.out.how)
    return found


def is_there(table: Table, player: str) -> bool:
    """Return True if an entrant sits at the table and was not noted as away."""
    heat = table.heat
    entrant = None if heat is None else heat.entrants.get(player)
    return player in table.patrons and entrant is not None and entrant.away is None


def taking_seat(table: Table, player: str, place: int | None) -> int | None:
    """Return the seat of a player who joins; at a heat the one of the plan. Reject other players
    there."""
    if not is_for_heats(table):
        return place
    own = entrant_of(table, player).box
    if place not in (None, own):
        message = "The seat of {player} in this session is at box {own}."
        raise Refusal("wrong-place", play_of(table).seat, message, player=named(player), own=own)
    return own


def has_seat(table: Table, player: str) -> bool:
    """Return True if an entrant is still in, at the table or away."""
    heat = table.heat
    return heat is not None and heat.is_open and player in heat.still_in


def purse_of(table: Table, player: str) -> int:
    """A player's tournament chips off the layout."""
    return balance(table.balances, of_player(player), TOURNAMENT)


def lying(table: Table, player: str) -> int:
    """Return the cents that a player has on the layout."""
    return sum(laid.live for laid in table.round.stakes.values() if laid.player == player)


def held(table: Table, player: str) -> int:
    """A player's tournament chips, on and off the layout."""
    return purse_of(table, player) + lying(table, player)


def has_acted(table: Table, player: str) -> bool:
    """Return True if a wager, a pass card or a form of the player's lies for this coup."""
    heat = table.heat
    entrant = None if heat is None else heat.entrants.get(player)
    if entrant is None:
        return False
    return entrant.passed or entrant.form is not None or lying(table, player) > 0


def excuse(table: Table, player: str, clause: str) -> Table:
    """A wager that staff refuse is no failure to make one."""
    heat = table.heat
    if heat is None or not heat.is_on or player not in heat.entrants:
        return table
    return changed(table, player, excused=clause)


def with_heat(table: Table, heat: Heat) -> Table:
    return replace(table, heat=heat)


def with_entrant(table: Table, player: str, entrant: Entrant) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, entrants={**heat.entrants, player: entrant}))


def changed(table: Table, player: str, **fields: object) -> Table:
    """The table with an entrant changed."""
    heat = table.heat
    assert heat is not None
    return with_entrant(table, player, replace(heat.entrants[player], **fields))
