"""Rows of claims in one unit of work, over those that the store has."""

from collections.abc import Iterator

import pytest

from sabot.engine.claim_rows import ClaimRows
from sabot.engine.declarations import RECORD, STAFF_ONLY
from sabot.engine.streams import Claim, ClaimKind, Event, Rejection
from sabot.store import Swap, open_store

KEY, OTHER = ClaimKind("key", "a key"), ClaimKind("other", "another thing")
TAKEN = Rejection("taken", None, "It is taken.")


class Taken(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    claim_kinds = (KEY,)

    of: ClaimKind = KEY
    key: str = "7"
    once: bool = False
    over: bool = False
    if_free: bool = False

    def claims(self, name: str) -> Iterator[Claim]:
        yield Claim(self.of, self.key, TAKEN, self.once, self.over, self.if_free)


def test_what_one_batch_claims_another_of_the_same_unit_cannot() -> None:
    """The store alone would say that the version is stale, for ever."""
    with open_store("sqlite://") as store:
        rows = ClaimRows(store)
        assert rows.claim("ann", [Taken()]) is None
        assert rows.claim("ann", [Taken()]) is None, "it is theirs"
        assert rows.claim("bob", [Taken()]) == TAKEN
        assert rows.claim("ann", [Taken(once=True)]) == TAKEN
        assert rows.swaps() == [Swap("key", "7", None, b"ann")]
        assert store.swap(*rows.swaps())
        assert ClaimRows(store).claim("bob", [Taken()]) == TAKEN


def test_what_is_given_back_can_be_taken_in_the_same_unit() -> None:
    with open_store("sqlite://") as store:
        assert store.swap(Swap("key", "7", None, b"ann"))
        rows = ClaimRows(store)
        assert rows.claim("bob", [Taken(over=True)]) is None, "it is not theirs to give"
        assert rows.claim("bob", [Taken()]) == TAKEN
        mark = rows.mark()
        assert rows.claim("ann", [Taken(over=True)]) is None
        assert rows.claim("bob", [Taken()]) is None
        assert rows.swaps() == [Swap("key", "7", b"ann", b"bob")]
        rows.back_to(mark)
        assert rows.claim("bob", [Taken()]) == TAKEN and rows.swaps() == []


def test_what_is_taken_if_free_is_no_obstacle() -> None:
    with open_store("sqlite://") as store:
        rows = ClaimRows(store)
        for name in ("ann", "bob"):
            assert rows.claim(name, [Taken(if_free=True)]) is None
        assert rows.swaps() == [Swap("key", "7", None, b"ann")]


def test_a_claim_that_its_event_does_not_declare_is_rejected() -> None:
    with open_store("sqlite://") as store, pytest.raises(AssertionError, match="other"):
        ClaimRows(store).claim("ann", [Taken(of=OTHER)])
