"""The common error shape: a code, the clause, and a sentence."""

from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.streams import Rejection
from sabot.sentences.names import person
from sabot.sentences.vocabulary import refused

STATUSES: Final = {
    "bad-command": 400,
    "bad-json": 400,
    "bad-query": 400,
    "bad-amount": 400,
    "bad-name": 400,
    "bad-role": 400,
    "bad-label": 400,
    "bad-number": 400,
    "weak-password": 400,
    "wrong-host": 400,
    "not-signed-in": 401,
    "locked": 401,
    "second-factor": 401,
    "enrol-factor": 401,
    "wrong-code": 401,
    "unknown-sign-in": 404,
    "wrong-role": 403,
    "wrong-origin": 403,
    "wrong-password": 403,
    "forbidden": 403,
    "proxy": 403,
    "no-consent": 403,
    "own-statement": 403,
    "not-found": 404,
    "unknown-table": 404,
    "unknown-tournament": 404,
    "unknown-rulebook": 404,
    "unknown-edition": 404,
    "unknown-person": 404,
    "unknown-player": 404,
    "no-receipt": 404,
    "unknown-coup": 404,
    "not-rated": 404,
    "unknown-stream": 404,
    "unknown-clause": 404,
    "unknown-simulation": 404,
    "unknown-token": 404,
    "unknown-promotion": 404,
    "bad-terms": 400,
    "unknown-report": 404,
    "bad-time": 400,
    "no-subject": 400,
    "wrong-method": 409,
    "no-such-method": 405,
    "too-slow": 408,
    "too-big": 413,
    "event-too-big": 413,
    "not-json": 415,
    "too-many": 429,
    "busy": 503,
    "store-unavailable": 503,
    "outcome-unknown": 503,
    "store-closed": 503,
    "stopping": 503,
    "task-failing": 503,
    "opening": 503,
    "broken-log": 503,
    "unreadable-log": 503,
    "rigged-vault": 503,
}
REJECTED: Final = 409
"""Status of a rejection by a rule, and of other conflicts with the current state."""


NAMES: Final = frozenset(
    {
        "actor", "against", "cutter", "dealer", "entrant", "holder", "instead_of", "now_on",
        "person", "player", "strangers", "uncounted", "unseen", "without_wager",
    }
)  # fmt: skip
"""Slots of a sentence that hold a sign-in name."""


AWAY: Final = "The store takes no writes at the moment, so nothing was changed: try again shortly."
"""Sentence in place of what the database or its driver said, which names hosts and is for the
server's log."""


class ErrorReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reason of an error: `message` in English, `words` in the other languages."""

    code: str
    clause: str | None
    message: str
    words: dict[str, str] = {}


class ErrorAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error answer. `id` is that of the command, if there was one."""

    error: ErrorReason
    id: str | None = None


def status_of(code: str) -> int:
    return STATUSES.get(code, REJECTED)


def failure(no: Refusal, id_: str | None = None) -> bytes:
    return msgspec.json.encode(ErrorAnswer(said(no), id_))


def names_people(no: Refusal | Rejection) -> bool:
    return not NAMES.isdisjoint(no.slots)


def said(no: Refusal | Rejection) -> ErrorReason:
    """Return the reason, with people named as the caller may read them."""
    slots = {slot: person(text) if slot in NAMES else text for slot, text in no.slots.items()}
    form = AWAY if no.code == "store-unavailable" else no.form or no.message
    message = form.format(**slots) if no.form else form
    return ErrorReason(no.code, no.clause, message, refused(no.code, form, slots))
