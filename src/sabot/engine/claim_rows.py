"""Rows of claims: who owns each unique thing, and how one unit of work changes that."""

from collections.abc import Iterable

from sabot.engine.messages import Claim, Event, Rejection
from sabot.store.expiring_rows import Key, Swap
from sabot.store.trust.verified_reader import VerifiedReader


class ClaimRows:
    """Rows as one unit of work leaves them, over those that the store has."""

    def __init__(self, store: VerifiedReader) -> None:
        self._store = store
        self._before: dict[Key, bytes | None] = {}
        self._after: dict[Key, bytes | None] = {}

    def get(self, key: Key) -> bytes | None:
        """Return what a row says after all that was put so far; None if there is none."""
        if key not in self._before:
            self._before[key] = self._store.expiring_row(*key)
        return self._after.get(key, self._before[key])

    def put(self, key: Key, data: bytes | None) -> None:
        """Change a row; None takes it away."""
        self.get(key)
        self._after[key] = data

    def claim(self, name: str, events: Iterable[Event]) -> Rejection | None:
        """Claim for the stream of that name all that the events name. Return the answer to the
        first claim of a thing that is taken, and change nothing after it."""
        owner = name.encode()
        for event in events:
            for claim in event.claims(name) if event.claim_kinds else ():
                assert claim.what in event.claim_kinds, f"{event} declares no {claim.what.key}"
                if self._is_taken(claim, owner):
                    first = self.get((claim.what.key, claim.name))
                    return claim.refused(name if first is None else first.decode())
        return None

    def _is_taken(self, claim: Claim, owner: bytes) -> bool:
        """Take the thing, or give it back; return True if it is taken and cannot be had."""
        key = claim.what.key, claim.name
        found = self.get(key)
        if claim.over:
            if found == owner:
                self.put(key, None)
        elif found is None:
            self.put(key, owner)
        else:
            return not claim.if_free and (claim.once or found != owner)
        return False

    def swaps(self) -> list[Swap]:
        """Return what is to be changed in the store, each row once."""
        return [
            Swap(*key, self._before[key], data)
            for key, data in self._after.items()
            if data != self._before[key]
        ]

    def mark(self) -> dict[Key, bytes | None]:
        """Return what `back_to` needs to undo everything that is put from here on."""
        return dict(self._after)

    def back_to(self, mark: dict[Key, bytes | None]) -> None:
        """Undo everything that was put since that mark."""
        self._after = mark
