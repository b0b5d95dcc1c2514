"""Opening an account, its Player Card, and exclusion from play."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

from sabot.accounts.days import zone_of
from sabot.accounts.state import SYDNEY, Account, Exclusion
from sabot.accounts.stream import (
    ACCOUNT,
    BY_CAGE,
    BY_STAFF,
    BY_SUPERVISOR,
    acts_for,
    check_not_own,
    check_opened,
    reason_of,
    replace,
)
from sabot.kind import Claim
from sabot.ledger import is_player_name
from sabot.refusal import Refusal, named, quoted
from sabot.rulebooks import in_force
from sabot.rules.roles import CAGE, CASINO_SUPERVISOR, PLAYER
from sabot.streams import Command, Confirmer, Event, Rejection


class OpenAccount(Command, frozen=True, kw_only=True):
    """Open the account of a player. `zone` is where the casino's days begin, `rules` the rulebook
    whose clauses about Gaming Limits and Player Cards are cited."""

    player: str
    zone: str = SYDNEY
    rules: str | None = None


class AccountOpened(Event, frozen=True, kw_only=True):
    player: str
    zone: str
    rules: str | None


@ACCOUNT.decides(OpenAccount, BY_CAGE)
def open_account(account: Account, command: OpenAccount, now: datetime) -> Sequence[Event]:
    player = command.player
    if account.player:
        raise Refusal(
            "already-open",
            None,
            "This is {player}'s account already.",
            player=named(account.player),
        )
    if not is_player_name(player):
        raise Refusal(
            "bad-name", None, "{player} is not a name for a player.", player=quoted(player)
        )
    zone_of(command.zone)
    if command.rules is not None:
        in_force(command.rules, now)
    return [AccountOpened(player=player, zone=command.zone, rules=command.rules)]


@ACCOUNT.evolves(AccountOpened)
def account_opened(account: Account, event: AccountOpened) -> Account:
    return replace(account, player=event.player, zone=event.zone, rules=event.rules)


# The Player Card

CARDS: Final = "player-card"
"""What the house calls the numbers of cards, each of which is one player's."""


class IssuePlayerCard(Command, frozen=True, kw_only=True):
    """Give the player a card to play with."""

    card: str


class PlayerCardIssued(Event, frozen=True, kw_only=True):
    card: str


def _confirms_card(account: Account, command: IssuePlayerCard) -> Confirmer | None:
    """A card opens the account's purse: another one for an account in use takes two persons."""
    in_use = bool(account.cancelled) or account.balance != 0 or account.stay is not None
    return Confirmer(None, CAGE) if in_use else None


@ACCOUNT.decides(IssuePlayerCard, BY_CAGE, confirmed_by=_confirms_card)
def issue_player_card(account: Account, command: IssuePlayerCard, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if not command.card.strip():
        raise Refusal("bad-card", None, "A Player Card has a number.")
    if account.card is not None:
        raise Refusal("second-card", None, "Cancel the player's valid Player Card first.")
    if command.card in account.cancelled:
        raise Refusal(
            "cancelled-card",
            None,
            "Player Card {card} was cancelled for good.",
            card=quoted(command.card),
        )
    return [PlayerCardIssued(card=command.card)]


@ACCOUNT.evolves(PlayerCardIssued)
def player_card_issued(account: Account, event: PlayerCardIssued) -> Account:
    return replace(account, card=event.card)


def claims(player: str, event: Event) -> Iterator[Claim]:
    """A Player Card is one person's."""
    if isinstance(event, PlayerCardIssued):
        taken = Rejection("card-taken", None, "That Player Card is somebody else's.")
        yield Claim(CARDS, sha256(event.card.encode()).hexdigest(), taken)


class CancelPlayerCard(Command, frozen=True, kw_only=True):
    """Make a card invalid: lost, stolen or taken back."""

    card: str
    reason: str


class PlayerCardCancelled(Event, frozen=True, kw_only=True):
    card: str
    reason: str


@ACCOUNT.decides(CancelPlayerCard, BY_STAFF)
def cancel_player_card(
    account: Account, command: CancelPlayerCard, now: datetime
) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if command.card != account.card:
        raise Refusal(
            "unknown-card",
            None,
            "{card} is no valid Player Card of this player.",
            card=quoted(command.card),
        )
    return [PlayerCardCancelled(card=command.card, reason=reason_of(command.reason))]


@ACCOUNT.evolves(PlayerCardCancelled)
def player_card_cancelled(account: Account, event: PlayerCardCancelled) -> Account:
    return replace(account, card=None, cancelled=(*account.cancelled, event.card))


# Exclusion


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Keep the player from play from now on: the house decides it, or the player themselves.
    `clause` is the rule under which the house decides; `casino`: from the casino as a whole, so
    that they cannot even come in."""

    reason: str
    clause: str | None = None
    casino: bool = False


class PlayerExcluded(Event, frozen=True, kw_only=True):
    reason: str
    clause: str | None
    casino: bool = False


@ACCOUNT.decides(ExcludePlayer)
def exclude_player(account: Account, command: ExcludePlayer, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CASINO_SUPERVISOR)
    if command.casino and command.role == PLAYER:
        raise Refusal("wrong-role", None, "Who is excluded from the casino is the house's to say.")
    known = account.exclusion
    if known is not None and (known.casino or not command.casino):
        raise Refusal("excluded", known.clause, "The player is excluded already.")
    reason = reason_of(command.reason)
    return [PlayerExcluded(reason=reason, clause=command.clause, casino=command.casino)]


@ACCOUNT.evolves(PlayerExcluded)
def player_excluded(account: Account, event: PlayerExcluded) -> Account:
    return replace(account, exclusion=Exclusion(event.reason, event.clause, event.casino))


class LiftExclusion(Command, frozen=True, kw_only=True):
    """Let the player play again. Nobody lifts their own exclusion."""

    reason: str


class ExclusionLifted(Event, frozen=True, kw_only=True):
    reason: str


@ACCOUNT.decides(LiftExclusion, BY_SUPERVISOR)
def lift_exclusion(account: Account, command: LiftExclusion, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if account.exclusion is None:
        raise Refusal("not-excluded", None, "The player is not excluded.")
    return [ExclusionLifted(reason=reason_of(command.reason))]


@ACCOUNT.evolves(ExclusionLifted)
def exclusion_lifted(account: Account, event: ExclusionLifted) -> Account:
    return replace(account, exclusion=None)


def check_not_excluded(account: Account) -> None:
    """An excluded player brings no money and visits no table; taking money out is not playing."""
    if account.exclusion is not None:
        raise Refusal(
            "excluded",
            account.exclusion.clause,
            "{player} is excluded from play.",
            player=named(account.player),
        )
