"""The Player Card that a player shows when they come to the table."""

from datetime import datetime
from typing import TYPE_CHECKING

from sabot.core.card_numbers import check_number, is_digest, is_own
from sabot.core.refusal import Refusal
from sabot.rules.roles import PLAYER
from sabot.table.players.invalid_cards import check_valid_card
from sabot.table.state import Table

if TYPE_CHECKING:
    from sabot.table.players.seats import JoinTable


def card_of(command: "JoinTable") -> str | None:
    """Return the card as the account knows it, where its holder names it as a screen shows it."""
    known = None if command.visit is None else command.visit.card
    if is_own(known, command.card, command.role == PLAYER):
        return known
    if command.card is not None and not is_digest(command.card):
        check_number(command.card)
    return command.card


def check_player_card(table: Table, command: "JoinTable", now: datetime) -> None:
    """A player shows a card of their own; where there is no account the dealer has looked at it."""
    rule = table.conduct.wagering.player_card
    if rule is None or now.date().isoformat() < rule.since:
        return
    if not command.card:
        raise Refusal(
            "player-card", rule.clause, "The player shows a valid Player Card before they play."
        )
    if command.visit is None and command.role == PLAYER:
        raise Refusal("player-card", rule.clause, "The dealer has to see that Player Card.")
    check_valid_card(table, command.player, command.card)
    if command.visit is not None and command.visit.card != command.card:
        raise Refusal("player-card", rule.own, "That Player Card is not this player's own.")
    if any(patron.card == command.card for patron in table.patrons.values()):
        raise Refusal("player-card", rule.own, "Another player is using that Player Card here.")
