"""Unique things: the store's rows compared with the log, and the log's claims with each other."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from sabot.core.refusal import named
from sabot.core.revision import PEOPLE
from sabot.engine.finding import Finding, Step
from sabot.engine.kind import Kind
from sabot.floor.claims import CLAIM_KINDS, ClaimFold, Double, covered_kinds, read_given, write_rows
from sabot.floor.kinds import KINDS, kind_of
from sabot.people.names.identity import may_be_theirs, player_of
from sabot.rules.roles import PLAYER
from sabot.store import Flaw, Store, Swap
from sabot.store.expiring_rows import COVERED, COVERS_NOTHING, Key
from sabot.store.trust.verification import OF_THE_LOG, verify_store

ROUNDS: Final = 3
"""Rows are compared so often: what differs every time was not just being written."""


def verify_house(
    store: Store, rest: Callable[[], None] = lambda: None, mend: bool = False
) -> Iterator[Flaw]:
    """Report all that `verify_store` finds, and then, if the log itself can be believed, what it
    says of claims: `claimed-twice`, `claimed-by-two`, `lost-claim`, `spare-claim`. Rows of kinds
    that are newer than the store are written first. `mend`: wrong rows are written anew."""
    sound = True
    for flaw in verify_store(store, rest, mend):
        sound = sound and flaw.kind not in OF_THE_LOG
        yield flaw
    if sound:
        yield from _verify_claims(store, rest, mend)


def _verify_claims(store: Store, rest: Callable[[], None], mend: bool) -> Iterator[Flaw]:
    fold = ClaimFold()
    for double in fold.read_on(store, rest):
        found = finding_of(double)
        yield Flaw(found.finding, found.stream, found.seq, 0, found.message)
    covers = _covered(store, fold)
    if not covers <= covered_kinds(store):
        message = "The row that lists the kinds of claims of this store leaves out some of them."
        yield Flaw("lost-claim", None, None, 0, message)
    if lacks := CLAIM_KINDS.keys() - covers:
        write_rows(store, fold.rows(), lacks)
    wrong = dict[Key, tuple[bytes | None, bytes | None]]()
    for each in range(ROUNDS):
        differs = _differences(store, fold)
        wrong = {key: both for key, both in differs.items() if not each or key in wrong}
        if not wrong:
            break
        list(fold.read_on(store, rest))
    for (what, name), (there, owner) in wrong.items():
        yield _flaw(CLAIM_KINDS[what].words, name, is_lost=owner is not None)
        if mend:
            store.swap(Swap(what, name, there, owner))
    if mend:
        write_rows(store, {}, ())


def _covered(store: Store, fold: ClaimFold) -> set[str]:
    """Return the kinds whose rows the store must have: those that it names, and those of every
    revision that the log was written under."""
    if store.expiring_row(*COVERED) == COVERS_NOTHING:
        return set()
    known = {key for key, kind in CLAIM_KINDS.items() if kind.since <= fold.newest}
    return known | (covered_kinds(store) & CLAIM_KINDS.keys())


def _differences(store: Store, fold: ClaimFold) -> dict[Key, tuple[bytes | None, bytes | None]]:
    """Return where the rows say otherwise: what is there, and what should be."""
    should = fold.rows()
    there = {
        (what, name): data
        for what in CLAIM_KINDS
        for name, data in store.expiring_rows_of(what).items()
    }
    return {
        key: (there.get(key), should.get(key))
        for key in sorted(should.keys() | there.keys())
        if there.get(key) != should.get(key)
    }


def _flaw(claim: str, name: str, is_lost: bool) -> Flaw:
    if is_lost:
        message = f"The log gives {claim} to a stream, and its row does not say so: {name}."
        return Flaw("lost-claim", None, None, 0, message)
    message = f"A row gives {claim} to a stream, and the log does not say so: {name}."
    return Flaw("spare-claim", None, None, 0, message)


class ClaimsCheck:
    """The claims of all streams of a log, in its order."""

    def __init__(self, kinds: tuple[Kind[Any], ...] = KINDS) -> None:
        self._kinds = kinds
        self._fold = ClaimFold(kinds)

    def take(self, step: Step[Any]) -> Iterable[Finding]:
        """Check the claims of the next event, and whom its sender plays as."""
        kind = kind_of(step.line.stream, self._kinds)
        assert kind is not None
        sent = self._sender(kind, step) if bytes(step.line.do) else ()
        return chain(sent, map(finding_of, self._fold.take(kind, step.line, step.event)))

    def _sender(self, kind: Kind[Any], step: Step[Any]) -> Iterator[Finding]:
        """Check that a command names the account of a person who sends it for the casino. A log of
        one stream does not show the accounts, and then nothing is expected."""
        given = read_given(bytes(step.line.do))
        if kind.unasked or given.role == PLAYER or given.under < PEOPLE:
            return
        player = player_of(self._fold.owner, given.actor)
        if player is None or given.plays_as == player or given.do not in kind.rules.tags:
            return
        if may_be_theirs(kind, kind.rules.read_logged(bytes(step.line.do))):
            message = f"{named(given.actor)} plays as {named(player)}, and this does not say so."
            yield step.finding("wrong-sender", message)


def finding_of(double: Double) -> Finding:
    """Report a claim of a thing that was taken already."""
    line, claim, (_, stream, seq) = double.line, double.claim.what.words, double.first
    message = f"This takes {claim} that event {seq} of {stream} took before."
    if double.by_two:
        return Finding("claimed-by-two", None, line.stream, line.seq, message)
    return Finding("claimed-twice", None, line.stream, line.seq, message)
