"""A Player Card that was found invalid for its player: no further wager is taken on it."""

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import public, statement
from sabot.engine.streams import Event
from sabot.table.state import Table
from sabot.table.stream import TABLE, replace

INVALID_CARD = "invalid-player-card"
"""The situation that is about a wager without a Player Card of one's own."""


class PlayerCardInvalid(Event, frozen=True, kw_only=True):
    """The card that this player showed is not valid for them: they bet again with another one."""

    basis = statement("player-card")
    sight = public("player clause")

    player: str
    clause: str


@TABLE.evolves(PlayerCardInvalid)
def player_card_invalid(table: Table, event: PlayerCardInvalid) -> Table:
    patron = table.patrons.get(event.player)
    if patron is None or patron.card is None:
        return table
    return replace(table, invalid_cards={**table.invalid_cards, event.player: patron.card})


def check_valid_card(table: Table, player: str, card: str | None) -> None:
    """Reject a player who plays, or comes, with a card that was found invalid for them."""
    rule = table.conduct.wagering.player_card
    if rule is None or card is None or table.invalid_cards.get(player) != card:
        return
    message = "That Player Card was found invalid for {player}: a valid one is needed to play."
    raise Refusal("player-card", rule.own, message, player=named(player))


def invalid_card(table: Table, player: str, clause: str | None) -> list[Event]:
    """Return what a confirmed report of an invalid card makes of that card."""
    rule, patron = table.conduct.wagering.player_card, table.patrons.get(player)
    known = patron is not None and patron.card is not None
    if rule is None or not known or table.invalid_cards.get(player) == (patron and patron.card):
        return []
    return [PlayerCardInvalid(player=player, clause=clause or rule.own)]
