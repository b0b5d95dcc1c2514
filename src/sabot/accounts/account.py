"""Opening an account, its Player Card, and exclusion from play."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sabot.accounts.days import moment, zone_of
from sabot.accounts.state import SYDNEY, Account, Exclusion
from sabot.accounts.stream import (
    ACCOUNT,
    BY_ANOTHER,
    BY_CAGE,
    BY_CASHIER,
    BY_STAFF,
    BY_SUPERVISOR,
    acts_for,
    check_not_own,
    check_opened,
    own_account,
    reason_of,
    replace,
)
from sabot.core import revision
from sabot.core.alike import is_same, looks_of
from sabot.core.card_numbers import PREFIX, check_number, is_digest, is_own, shown
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import PEOPLE
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    CardNumber,
    StaffText,
    Topic,
    decision,
    in_topics,
    on_pages,
    server_fills,
    statement,
)
from sabot.engine.ledger import is_player_name
from sabot.engine.streams import Claim, ClaimKind, Command, Confirmer, Event, Leave, Rejection
from sabot.policies.rules import PolicyTerms
from sabot.rulebooks import in_force
from sabot.rules.roles import CAGE, CASHIER, CASINO_SUPERVISOR, DEALER, PLAYER, STAFF

PLAYER_NAMES: Final = ClaimKind("player-name", "a player's name", since=PEOPLE)
"""Skeletons of the names of all accounts, so that no two look alike and each is found by any
spelling."""
STAFF_LINKS: Final = ClaimKind("staff-link", "a link to a staff name", since=PEOPLE)
"""Skeletons of the staff names of account holders: each leads to one account."""


def linked(staff: str, over: bool = False) -> Iterator[Claim]:
    """Claim the staff name of an account's holder, or give it back."""
    form = "{staff} is linked to another account: one person has one account."
    said = named(staff)
    taken = Rejection("linked", None, form.format(staff=said), form, {"staff": said})
    looks = sorted(looks_of(staff)) if staff else ()
    return (Claim(STAFF_LINKS, look, taken, over=over) for look in looks)


class OpenAccount(Command, frozen=True, kw_only=True):
    """Open the account of a player. `rules` is the rulebook whose clauses about Gaming Limits and
    Player Cards are cited. `zone` is where the casino's days begin: the server puts in the
    casino's own. `staff` is the name by which the holder signs in as a member of staff."""

    pages = on_pages("cage")
    server_fields = server_fills(changes="zone")

    player: str
    zone: str | None = None
    rules: str | None = None
    staff: str = ""


class AccountOpened(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    claim_kinds = (PLAYER_NAMES, STAFF_LINKS)

    player: str
    zone: str
    rules: str | None
    staff: str = ""

    def claims(self, name: str) -> Iterator[Claim]:
        form = "Another account has the name {player}, or one that looks the same."
        said = named(self.player)
        taken = Rejection("name-taken", None, form.format(player=said), form, {"player": said})
        yield from (Claim(PLAYER_NAMES, look, taken) for look in sorted(looks_of(self.player)))
        yield from linked(self.staff)


def _confirms_staff(account: Account, command: OpenAccount) -> Confirmer | None:
    """A member of staff who plays here under a name like their own is known to two persons."""
    return BY_ANOTHER if command.staff else None


@ACCOUNT.decides(OpenAccount, BY_CAGE, confirmed_by=_confirms_staff, confirmers=(BY_ANOTHER.by,))
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
    zone = SYDNEY if command.zone is None else zone_of(command.zone).key
    if command.rules is not None:
        in_force(command.rules, now)
    if command.staff and is_same(command.actor, command.staff):
        raise own_account(command.staff)
    return [AccountOpened(player=player, zone=zone, rules=command.rules, staff=command.staff)]


@ACCOUNT.evolves(AccountOpened)
def account_opened(account: Account, event: AccountOpened) -> Account:
    opened = replace(account, player=event.player, zone=event.zone, rules=event.rules)
    return replace(opened, staff=event.staff)


# The Player Card

CARD_DIGESTS: Final = ClaimKind("card-digest", "a Player Card", since=revision.CARDS)
"""Keyed digests of Player Card numbers, each of which belongs to one player."""
CARDS: Final = ClaimKind("player-card", "a Player Card")
"""The same for numbers that an older log has in clear, under a digest without a key."""


def claim_name(card: str) -> str:
    """Return the name under which the store knows the owner of a card."""
    if is_digest(card):
        return card.removeprefix(PREFIX).rpartition(":")[0]
    return sha256(card.encode()).hexdigest()


def owned(card: str) -> Claim:
    """Return the claim of a card, as a digest or in clear as older logs have it."""
    taken = Rejection("card-taken", None, "That Player Card belongs to another player.")
    return Claim(CARD_DIGESTS if is_digest(card) else CARDS, claim_name(card), taken)


class IssuePlayerCard(Command, frozen=True, kw_only=True):
    """Give the player a card to play with."""

    pages = on_pages("cage")

    card: CardNumber


class PlayerCardIssued(Event, frozen=True, kw_only=True):
    basis = statement("player-card", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (CARD_DIGESTS, CARDS)
    topics = in_topics(Topic.PLAYER_CARD)

    card: CardNumber

    def claims(self, name: str) -> Iterator[Claim]:
        yield owned(self.card)


def _confirms_card(account: Account, command: IssuePlayerCard) -> Confirmer | None:
    """A card opens the account's purse: another one for an account in use takes two persons."""
    in_use = bool(account.cancelled) or account.balance != 0 or account.stay is not None
    return Confirmer(None, CAGE) if in_use else None


@ACCOUNT.decides(IssuePlayerCard, BY_CAGE, confirmed_by=_confirms_card, confirmers=(CAGE,))
def issue_player_card(account: Account, command: IssuePlayerCard, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if not command.card.strip():
        raise Refusal("bad-card", None, "Give the number of the Player Card.")
    if not is_digest(command.card):
        check_number(command.card)
    if (command.under or revision.FIRST) >= revision.CARDS and not is_digest(command.card):
        raise Refusal("bad-card", None, "Issue this card anew: an older release has stated it.")
    if account.card is not None:
        raise Refusal("second-card", None, "Cancel the player's valid Player Card first.")
    if command.card in account.cancelled:
        raise Refusal(
            "cancelled-card",
            None,
            "Player Card {card} was cancelled for good.",
            card=shown(command.card),
        )
    return [PlayerCardIssued(card=command.card)]


@ACCOUNT.evolves(PlayerCardIssued)
def player_card_issued(account: Account, event: PlayerCardIssued) -> Account:
    return replace(account, card=event.card)


class CancelPlayerCard(Command, frozen=True, kw_only=True):
    """Make a card invalid: lost, stolen or taken back. `card` may be as a screen shows it."""

    pages = on_pages("cage", without={DEALER: IN_THE_PIT})

    card: CardNumber
    reason: str


class PlayerCardCancelled(Event, frozen=True, kw_only=True):
    basis = decision("player-card")
    sight = STAFF_ONLY
    topics = in_topics(Topic.PLAYER_CARD)

    card: CardNumber
    reason: str


def _cancels(account: Account, command: CancelPlayerCard) -> Leave:
    """A cashier cancels a card at the desk, other staff where it is found."""
    return BY_CASHIER if command.role == CASHIER else BY_STAFF


@ACCOUNT.decides(CancelPlayerCard, _cancels, sent_by=(CASHIER, STAFF))
def cancel_player_card(
    account: Account, command: CancelPlayerCard, now: datetime
) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if account.card is None or not is_own(account.card, command.card, as_shown=True):
        raise Refusal(
            "unknown-card",
            None,
            "{card} is not a valid Player Card of this player.",
            card=shown(command.card),
        )
    return [PlayerCardCancelled(card=account.card, reason=reason_of(command.reason))]


@ACCOUNT.evolves(PlayerCardCancelled)
def player_card_cancelled(account: Account, event: PlayerCardCancelled) -> Account:
    return replace(account, card=None, cancelled=(*account.cancelled, event.card))


# Exclusion


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Keep the player from play from now on: the house decides it, or the player themselves.
    `clause` is the rule under which the house decides; `casino`: from the casino as a whole, so
    that they cannot even come in. The server fills in the `terms` of the policy in force, which
    name the least period of a self-exclusion."""

    pages = on_pages("account", "cage")
    server_fields = server_fills("terms")

    reason: str
    clause: str | None = None
    casino: bool = False
    terms: PolicyTerms | None = None


class PlayerExcluded(Event, frozen=True, kw_only=True):
    """`until`: the end of the least period of a self-exclusion under a policy."""

    basis = decision("sanction")
    sight = STAFF_ONLY
    topics = in_topics(Topic.CONDUCT, Topic.EXCLUSION)

    reason: str
    clause: str | None
    casino: bool = False
    until: datetime | None = None


@ACCOUNT.decides(ExcludePlayer, sent_by=(PLAYER, CASINO_SUPERVISOR))
def exclude_player(account: Account, command: ExcludePlayer, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CASINO_SUPERVISOR)
    if command.casino and command.role == PLAYER:
        raise Refusal("wrong-role", None, "Only staff exclude a person from the whole casino.")
    known, until = account.exclusion, _least_period(account, command, now)
    if known is not None and until == known.until and (known.casino or not command.casino):
        raise Refusal("excluded", known.clause, "The player is excluded already.")
    return [
        PlayerExcluded(
            reason=reason_of(command.reason),
            clause=command.clause,
            casino=command.casino or (known is not None and known.casino),
            until=until,
        )
    ]


def _least_period(account: Account, command: ExcludePlayer, now: datetime) -> datetime | None:
    """Return the end of the least period: of a self-exclusion under a policy that names one, or of
    an earlier one that still stands. The player cannot begin it anew."""
    known, terms = account.exclusion, command.terms
    if known is not None and known.until is not None:
        return known.until
    if command.role != PLAYER or terms is None or terms.exclusion_least_days is None:
        return None
    return moment(account, now) + timedelta(days=terms.exclusion_least_days)


@ACCOUNT.evolves(PlayerExcluded)
def player_excluded(account: Account, event: PlayerExcluded) -> Account:
    return replace(
        account, exclusion=Exclusion(event.reason, event.clause, event.casino, event.until)
    )


class LiftExclusion(Command, frozen=True, kw_only=True):
    """Let the player play again; players do not lift their own exclusion. A self-exclusion under a
    policy is lifted after its least period, on the player's written `application`, by two
    persons."""

    pages = on_pages("cage")

    reason: str
    application: str = ""


class ExclusionLifted(Event, frozen=True, kw_only=True):
    """`application` is the player's written application, for a self-exclusion under a policy."""

    basis = decision("sanction")
    sight = STAFF_ONLY
    topics = in_topics(Topic.CONDUCT, Topic.EXCLUSION)

    reason: str
    application: StaffText = ""


def _confirms_lifting(account: Account, command: LiftExclusion) -> Confirmer | None:
    """A self-exclusion under a policy is lifted by two persons."""
    known = account.exclusion
    return BY_ANOTHER if known is not None and known.until is not None else None


@ACCOUNT.decides(
    LiftExclusion, BY_SUPERVISOR, confirmed_by=_confirms_lifting, confirmers=(BY_ANOTHER.by,)
)
def lift_exclusion(account: Account, command: LiftExclusion, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if account.exclusion is None:
        raise Refusal("not-excluded", None, "The player is not excluded.")
    _check_least_period(account, account.exclusion, command, now)
    return [
        ExclusionLifted(reason=reason_of(command.reason), application=command.application.strip())
    ]


def _check_least_period(
    account: Account, known: Exclusion, command: LiftExclusion, now: datetime
) -> None:
    """Reject lifting a self-exclusion before its least period is over, or without the player's
    application."""
    if known.until is None:
        return
    if moment(account, now) < known.until:
        ends = known.until.astimezone(zone_of(account.zone))
        message = "{player} has chosen to stay away until {until}; it cannot be lifted earlier."
        said = f"{ends:%d %B %Y, %H:%M:%S}".lstrip("0")
        raise Refusal("least-period", None, message, player=named(account.player), until=said)
    if not command.application.strip():
        message = "Name the written application in which {player} asks to play again."
        raise Refusal("no-application", None, message, player=named(account.player))


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
