"""Checks of persons who take part in a game: one spelling of a name, and no staff who act there."""

from functools import lru_cache

from sabot.core.alike import is_same, looks_of
from sabot.core.refusal import Refusal, named
from sabot.engine.streams import Command
from sabot.table.heat.state import Heat
from sabot.table.state import Table
from sabot.table.stream import replace, with_patron


def check_plays_not(table: Table, command: Command) -> None:
    """Refuse a person who plays here and would act for the casino."""
    own = command.plays_as
    if plays_here(table, command.actor) or (own is not None and plays_here(table, own)):
        raise plays(command.actor)


def plays(person: str) -> Refusal:
    """Return the refusal of a person who plays and would act for the casino."""
    message = "{actor} plays at this table: another person acts for the casino."
    return Refusal("plays-here", None, message, actor=named(person))


def plays_here(table: Table, person: str) -> bool:
    """Return whether a person has a seat, chips or a wager at the table, under any spelling of
    their name, or under the player name of an account that is linked to it."""
    heat, patrons = table.heat, table.patrons
    names = [each.staff for each in patrons.values() if each.staff]
    if heat is not None:
        names += _entrants(heat)
    return _is_among(person, (*patrons, *names))


def _entrants(heat: Heat) -> tuple[str, ...]:
    """Return who is still in: they hold tournament chips from the seating on, at the table or away
    from it. Of the casino's own chips and wagers only patrons have any."""
    return tuple(name for name, each in heat.entrants.items() if heat.is_open and not each.out)


@lru_cache(4096)
def _is_among(person: str, names: tuple[str, ...]) -> bool:
    """Return whether a name looks like one of several."""
    looks = looks_of(person)
    return any(not looks.isdisjoint(looks_of(name)) for name in names)


def barred_by(table: Table, player: str, any_spelling: bool = True) -> str | None:
    """Return the clause that bars a player from this game, by any spelling of the name."""
    if not any_spelling:
        return table.excluded.get(player)
    return next((by for name, by in table.excluded.items() if is_same(name, player)), None)


def card_barred_by(table: Table, card: str | None) -> str | None:
    """Return the clause that bars the person who showed this Player Card, under any name."""
    if card is None:
        return None
    return next(
        (table.excluded[name] for name, each in table.barred_cards.items() if each == card), None
    )


def card_shown(table: Table, player: str) -> str | None:
    """Return the Player Card of a player who is here or has left lately."""
    patron = table.patrons.get(player)
    return table.left_cards.get(player) if patron is None else patron.card


def barred(table: Table, player: str, clause: str, card: str | None) -> Table:
    """Return the table at which a person may not play, nor another with the card they showed."""
    cards = table.barred_cards if card is None else {**table.barred_cards, player: card}
    table = replace(table, excluded={**table.excluded, player: clause}, barred_cards=cards)
    patron = table.patrons.get(player)
    if patron is None:
        return table
    return with_patron(table, player, replace(patron, barred=clause))


def known_as(table: Table, player: str) -> str:
    """Return the name under which a player is, or lately was, at this table."""
    known = (*table.patrons, *table.left)
    return next((each for each in known if is_same(each, player)), player)


def check_coming(table: Table, player: str, staff: str, seated_by: str) -> None:
    """Refuse a player who was here under another spelling of the name, and one who deals here or
    whom their own staff name would seat. `staff` is that name, `seated_by` the person who acts for
    the casino; either may be empty."""
    known = known_as(table, player)
    if known != player:
        message = "{name} looks like {other}, a player known here: give the name as it is known."
        raise Refusal("known-as", None, message, name=named(player), other=named(known))
    deals = table.dealer
    if deals is not None and any(is_same(deals.name, each) for each in (player, staff) if each):
        message = "{dealer} deals at this table, and so cannot play here."
        raise Refusal("deals-here", None, message, dealer=named(deals.name))
    if staff and seated_by and is_same(staff, seated_by):
        raise plays(seated_by)
