"""Client of a remote witness: another Sabot that keeps the digest of every checkpoint it was sent.

Each checkpoint names the digest of the one before it, so the holder of the digests can detect a log
that was cut or rewritten. The witness signs what it has seen: over the lines `sabot witness 1`, the
casino's name there, the number, the digest and the moment, each ending in a newline.
"""

import os
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.trust.signer import is_signed

TOKEN: Final = "SABOT_WITNESS_TOKEN"
PATIENCE: Final = 10.0
AT_ONCE: Final = 200
"""Digests told in one request."""


class SeenCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint's number, and the SHA-256 of its line in hex."""

    number: int
    digest: str


class Receipt(msgspec.Struct, frozen=True):
    """Signed statement of the last checkpoint that a witness has seen."""

    casino: str
    number: int
    digest: str
    at: str
    key: str
    signature: str

    @property
    def is_signed(self) -> bool:
        text = receipt_text(self.casino, self.number, self.digest, self.at)
        return is_signed(self.key, text, self.signature)


class ToldCheckpoints(msgspec.Struct, frozen=True):
    """Checkpoints in their order."""

    seen: list[SeenCheckpoint]


class Testimony(msgspec.Struct, frozen=True):
    """A page of the checkpoints that a witness has seen, and a receipt for the last of all."""

    seen: list[SeenCheckpoint]
    receipt: Receipt | None = None


def receipt_text(casino: str, number: int, digest: str, at: str) -> bytes:
    """Return the text that a witness signs."""
    lines = ("sabot witness 1", casino, number, digest, at)
    return "".join(f"{line}\n" for line in lines).encode()


def digest_of(checkpoint: bytes) -> str:
    return sha256(checkpoint.removesuffix(b"\n")).hexdigest()


class RemoteWitness:
    """The witness at an address such as `https://other.example/api/witness/our-casino`, asked with
    the token in `SABOT_WITNESS_TOKEN`."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        self._token = os.environ.get(TOKEN, "") if token is None else token
        self.receipt: Receipt | None = None
        """The witness's last receipt, as far as it was requested."""

    def seen(self) -> list[SeenCheckpoint]:
        """All that it has seen."""
        found: list[SeenCheckpoint] = []
        while page := self._ask("GET", after=found[-1].number if found else 0).seen:
            found += page
        return found

    @property
    def is_empty(self) -> bool:
        return not self._ask("GET", after=0).seen

    def last(self) -> Receipt | None:
        """Return the witness's receipt for the last checkpoint it has seen."""
        return self._ask("GET", after=0).receipt

    def catch_up(self, checkpoints: Callable[[int], Iterable[bytes]]) -> None:
        """Tell it of all that it has not seen; refused if it has seen another past."""
        last = self.last()
        before = 0 if last is None else last.number
        if last is not None:
            there = next(iter(checkpoints(before - 1)), None)
            if there is None or digest_of(there) != last.digest:
                raise Refusal(
                    "witness-differs",
                    None,
                    f"The witness {quoted(self.url)} has seen a checkpoint {before} that this store"
                    " does not have: the store was changed, or is an old copy.",
                )
        page: list[SeenCheckpoint] = []
        for number, line in enumerate(checkpoints(before), before + 1):
            page.append(SeenCheckpoint(number, digest_of(line)))
            if len(page) == AT_ONCE:
                self._ask("POST", page)
                page = []
        if page:
            self._ask("POST", page)

    def _ask(
        self, method: str, told: list[SeenCheckpoint] | None = None, after: int = 0
    ) -> Testimony:
        import httpx

        body: Any = None if told is None else msgspec.json.encode(ToldCheckpoints(told))
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        query = {} if told is not None else {"after": after}
        try:
            said = httpx.request(
                method, self.url, content=body, params=query, headers=headers, timeout=PATIENCE
            )
            said.raise_for_status()
            testimony = msgspec.json.decode(said.content, type=Testimony)
        except (httpx.HTTPError, httpx.InvalidURL, msgspec.DecodeError):
            raise Refusal(
                "witness-unavailable", None, f"The witness {quoted(self.url)} does not answer."
            ) from None
        if testimony.receipt is not None and not testimony.receipt.is_signed:
            raise Refusal(
                "witness-differs", None, f"{quoted(self.url)} has not signed what it says."
            )
        self.receipt = testimony.receipt or self.receipt
        return testimony
