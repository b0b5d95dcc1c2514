"""Cards of older logs: their numbers stand there in clear, and as digests in the account from here
on.

Releases before 1.1 logged the number of a Player Card as it was typed. A log is never rewritten, so
the first command that touches such an account is preceded by one that the server gives: it takes
the digests of the account's cards into the account and claims them.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.accounts.account import CARD_DIGESTS, CARDS, owned
from sabot.accounts.state import Account
from sabot.accounts.stream import ACCOUNT, BY_SUPERVISOR, check_opened, replace
from sabot.core.card_numbers import is_digest
from sabot.core.refusal import Refusal
from sabot.engine.declarations import SERVER_ONLY, STAFF_ONLY, CardNumber, StaffText, record
from sabot.engine.enrichment import CONFIRMER, EnrichmentContext
from sabot.engine.streams import Claim, Command, Event


class Uncovered(Exception):
    """An account has a card's number in clear: its digest comes first."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


def clear_numbers(account: Account) -> tuple[str, ...]:
    """Return the card numbers that an account has in clear, from an older log."""
    every = (account.card, *account.cancelled)
    return tuple(each for each in every if each is not None and not is_digest(each))


class CoverPlayerCard(Command, frozen=True, kw_only=True):
    """Take the digests of a player's cards into the account. `card` is the valid one, `cancelled`
    are those that no longer are, `was` names the claims of their numbers that are given back."""

    pages = SERVER_ONLY

    card: CardNumber | None = None
    cancelled: tuple[CardNumber, ...] = ()
    was: tuple[StaffText, ...] = ()


class PlayerCardCovered(Event, frozen=True, kw_only=True):
    basis = record("the cards that the log has in clear")
    sight = STAFF_ONLY
    claim_kinds = (CARD_DIGESTS, CARDS)

    card: CardNumber | None
    cancelled: tuple[CardNumber, ...]
    was: tuple[StaffText, ...]

    def claims(self, name: str) -> Iterator[Claim]:
        for card in (self.card, *self.cancelled):
            if card is not None:
                yield owned(card)
        yield from (Claim(CARDS, each, owned(each).taken, over=True) for each in self.was)


@ACCOUNT.decides(CoverPlayerCard, BY_SUPERVISOR)
def cover_player_card(account: Account, command: CoverPlayerCard, now: datetime) -> Sequence[Event]:
    check_opened(account)
    if not clear_numbers(account):
        raise Refusal("covered", None, "The account has the digests of its cards already.")
    return [PlayerCardCovered(card=command.card, cancelled=command.cancelled, was=command.was)]


@ACCOUNT.evolves(PlayerCardCovered)
def player_card_covered(account: Account, event: PlayerCardCovered) -> Account:
    return replace(account, card=event.card, cancelled=event.cancelled)


@ACCOUNT.enriches(Command, before=CONFIRMER)
def check_covered(context: EnrichmentContext[Account], command: Command) -> Command:
    """Have the digests of an older account's cards taken first."""
    if clear_numbers(context.state) and not isinstance(command, CoverPlayerCard):
        raise Uncovered(context.name)
    return command
