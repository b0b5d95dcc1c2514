"""Take the secrets out of a command before it is compared with others, decided or logged.

The number of a Player Card is given in clear and becomes a keyed digest here. Which fields these
are follows from their types (`sabot.engine.secrecy`).
"""

from collections.abc import Callable
from functools import cached_property
from threading import Lock, RLock
from typing import Any, Final

from sabot.accounts import ACCOUNT_KIND, Account, CoverPlayerCard
from sabot.accounts.account import CARD_DIGESTS, CARDS, claim_name
from sabot.accounts.card_digests import clear_numbers
from sabot.accounts.identity import DOCUMENTS
from sabot.core.card_numbers import SHOWN, check_number, digest_of
from sabot.engine.live import Answer
from sabot.engine.secrecy import has_unkept, secrets_of, with_digests
from sabot.engine.streams import Command
from sabot.links.pins import WRONG_PIN, miss_of
from sabot.people.card_key import card_key
from sabot.rules.roles import CASINO_OPERATOR
from sabot.store import Store

BY: Final = "house"
"""In whose name the server gives commands that follow from no person's."""


class Intake:
    """Takes in the commands for all streams of a store. `account` gives the account of a player as
    it stands, `give` does a command of the server's."""

    def __init__(
        self,
        store: Store,
        account: Callable[[str], Account],
        give: Callable[[str, Command], Any],
    ) -> None:
        self._store = store
        self._account = account
        self._give = give
        self._is_covered = False
        self._covering = RLock()
        self._pins = Lock()

    @cached_property
    def _key(self) -> bytes:
        return card_key(self._store)

    def digest(self, number: str) -> str:
        """Return what the log keeps of the number on a Player Card."""
        if not number.strip():
            return number
        check_number(number)
        self.cover_all()
        return digest_of(number, self._key)

    def take(self, command: Command) -> Command:
        """Return a command as it is decided and logged. A card may be named as a screen shows it:
        the decision says who may do that."""
        if secrets_of(type(command)) is None:
            return command
        return with_digests(command, self._taken)

    def _taken(self, number: str) -> str:
        return number if number.startswith(SHOWN) else self.digest(number)

    def holder(self, number: str) -> str | None:
        """Return the player whose card has a number."""
        found = self._store.expiring_row(CARD_DIGESTS.key, claim_name(self.digest(number)))
        return None if found is None else found.decode()

    def document_holder(self, number: str) -> str | None:
        """Return the player whose identity was checked by a document of that number."""
        found = self._store.expiring_row(DOCUMENTS.key, claim_name(self.digest(number)))
        return None if found is None else found.decode()

    def decide(self, stream: str, command: Command, do: Callable[[str, Command], Answer]) -> Answer:
        """Return the answer to a command. Those that have a PIN are done one at a time, and a wrong
        one is counted before the next."""
        if not has_unkept(command):
            return do(stream, command)
        with self._pins:
            answer = do(stream, command)
            if answer.rejected is not None and answer.rejected.code == WRONG_PIN:
                self._give(stream, miss_of(stream, command, self._key))
            return answer

    # Cards of older logs

    def cover_all(self) -> None:
        """Have all accounts of an older log claim their cards under keyed digests, so that no other
        account is given one of them, in any spelling. Later calls do nothing."""
        if self._is_covered:
            return
        with self._covering:
            for owner in sorted(set(self._store.expiring_rows_of(CARDS.key).values())):
                self.cover(owner.decode())
            self._is_covered = True

    def cover(self, player: str) -> None:
        """Take the digests of a player's cards into their account. A card that another account has
        claimed meanwhile is not taken: the player gets a new one at the cage."""
        account = self._account(player)
        clear = clear_numbers(account)
        if not clear:
            return

        def kept(card: str) -> str | None:
            digest = digest_of(card, self._key) if card in clear else card
            owner = self._store.expiring_row(CARD_DIGESTS.key, claim_name(digest))
            return digest if owner in (None, player.encode()) else None

        cancelled = (kept(each) for each in account.cancelled)
        stream = ACCOUNT_KIND.stream(player)
        self._give(
            stream,
            CoverPlayerCard(
                id=f"{stream}/cover/{account.version}",
                actor=BY,
                role=CASINO_OPERATOR,
                card=None if account.card is None else kept(account.card),
                cancelled=tuple(each for each in cancelled if each is not None),
                was=tuple(claim_name(each) for each in clear),
            ),
        )
