"""Exclusion from the casino: an excluded person may not sign in under any name."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.alike import looks_of
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import SERVER_ONLY, STAFF_ONLY, CardNumber, record
from sabot.engine.streams import Claim, Command, Event, Leave, Rejection
from sabot.people.names.sign_in_names import (
    KEPT_OUT,
    card_kept_out,
)
from sabot.people.persons.person import PERSON, ended, replace
from sabot.people.persons.state import Known
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER


class KeepOut(Command, frozen=True, kw_only=True):
    """Exclude a person from the casino; they may not sign in under any name. `card` is the Player
    Card that they showed without an account: no other person plays with it."""

    pages = SERVER_ONLY

    reason: str
    clause: str | None = None
    card: CardNumber | None = None


def _kept_out(name: str, card: str | None, over: bool) -> Iterator[Claim]:
    taken = Rejection("excluded", None, "They are excluded from the casino already.")
    yield from (Claim(KEPT_OUT, look, taken, over=over) for look in sorted(looks_of(name)))
    if card is not None:
        yield Claim(KEPT_OUT, card_kept_out(card), taken, over=over, if_free=not over)


class PersonKeptOut(Event, frozen=True, kw_only=True):
    basis = record("an exclusion at a table or an account")
    sight = STAFF_ONLY
    claim_kinds = (KEPT_OUT,)
    ends_sessions = True

    reason: str
    clause: str | None
    card: CardNumber | None = None

    def claims(self, name: str) -> Iterator[Claim]:
        return _kept_out(name, self.card, over=False)


class LetIn(Command, frozen=True, kw_only=True):
    """Lift an exclusion from the casino."""

    pages = SERVER_ONLY

    reason: str


class PersonLetIn(Event, frozen=True, kw_only=True):
    basis = record("the end of an exclusion")
    sight = STAFF_ONLY
    claim_kinds = (KEPT_OUT,)

    reason: str
    card: CardNumber | None = None

    def claims(self, name: str) -> Iterator[Claim]:
        return _kept_out(name, self.card, over=True)


@PERSON.decides(KeepOut, Leave(None, CASINO_SUPERVISOR), begins=True)
def keep_out(known: Known, command: KeepOut, now: datetime) -> Sequence[Event]:
    """Exclude a person, who need not be known here. A member of staff may be one who oversees the
    sender, so their exclusion takes two persons (`oversight.py`)."""
    if known.made is not None and known.role != PLAYER:
        message = (
            "{known} is a member of staff: two administrators decide that on the page of people."
        )
        raise Refusal("not-a-player", command.clause, message, known=named(known.name))
    if known.kept_out is not None:
        raise Refusal("excluded", command.clause, "They are excluded from the casino already.")
    return [PersonKeptOut(reason=command.reason, clause=command.clause, card=command.card)]


@PERSON.evolves(PersonKeptOut)
def person_kept_out(known: Known, event: PersonKeptOut) -> Known:
    return replace(ended(known), kept_out=event.clause or event.reason, kept_card=event.card)


@PERSON.decides(LetIn, Leave(None, CASINO_SUPERVISOR), begins=True)
def let_in(known: Known, command: LetIn, now: datetime) -> Sequence[Event]:
    if known.kept_out is None:
        raise Refusal("not-excluded", None, "They are not excluded.")
    return [PersonLetIn(reason=command.reason, card=known.kept_card)]


@PERSON.evolves(PersonLetIn)
def person_let_in(known: Known, event: PersonLetIn) -> Known:
    return replace(known, kept_out=None, kept_card=None)
