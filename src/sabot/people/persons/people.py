"""All persons of a store: roles, credentials, sessions and tokens.

All methods are safe from any thread and beside other processes on the same store. Hashing a
password takes a tenth of a second on purpose: call from a thread that may wait.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.accounts import ACCOUNT_KIND
from sabot.core.alike import is_seen
from sabot.core.clock import system_clock
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.live import Shelf
from sabot.engine.streams import Command, Event
from sabot.people.names.display_names import Callings, checked_called, taken
from sabot.people.names.sign_in_names import NAME, check_name, check_role, name_claims
from sabot.people.persons.oversight import GUARDED, Oversight, ResetPassword, stated
from sabot.people.persons.person import (
    PasswordChanged,
    PersonAdded,
    PersonDisabled,
    PersonEnabled,
    PersonUnlocked,
    RoleChanged,
    SessionsEnded,
    SessionUnlocked,
    SignedIn,
    SignedOut,
    TokenIssued,
    TokenRevoked,
    person_of,
)
from sabot.people.persons.roster import PASSWORD, STREAM, Roster, Update
from sabot.people.persons.significant import Significant, significant
from sabot.people.persons.state import Known, Person
from sabot.people.sign_in.door import COUNT, Door, desk_of
from sabot.people.sign_in.door import STREAM as DOOR
from sabot.people.sign_in.factor import FACTOR, OFFERED, FactorReset
from sabot.people.sign_in.passes import SESSION, Session, Token
from sabot.people.sign_in.password_check import WRONG, Doorman
from sabot.people.sign_in.passwords import Hashing, Passwords, check_password, is_for_staff
from sabot.people.sign_in.sessions import Sessions
from sabot.people.sign_in.sign_ins import Comings
from sabot.rules.roles import PLAYER
from sabot.store import Store, Swap

LONGEST_LABEL: Final = 60
MOST_DAYS: Final = 365
INSIDE: Final = "inside"
"""Address of a signed-in person, where none is given."""


class People:
    """Persons of one store.

    `changed` is called with a person's name when all their sessions end, and with a session's id
    when that one ends. For sessions that another process ended it is called at the next request
    with them. `asks_factor`: staff need a second factor to sign in.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime] = system_clock,
        hashing: Hashing = Hashing(),  # noqa: B008  frozen
        asks_factor: bool = False,
    ) -> None:
        self._store = store
        self._clock = clock
        self._passwords = Passwords(hashing)
        self._roster = Roster(store, clock)
        self._accounts = Shelf(store, ACCOUNT_KIND)
        self._sessions = Sessions(store, self._roster, clock, self._ended)
        self._doorman = Doorman(self._roster, self._passwords, Door(store, clock))
        self.comings = Comings(
            self._roster, self._sessions, self._doorman, self._passwords, asks_factor
        )
        self.oversight = Oversight(
            self._roster, clock, self._sessions.forget_person, self.check_new_role
        )
        self.callings = Callings(self._roster, store)
        self._has_people = False
        self.changed: list[Callable[[str], None]] = []

    def is_empty(self) -> bool:
        """Return True if no person has been added yet."""
        self._has_people = self._has_people or bool(self._store.streams_like(STREAM))
        return not self._has_people

    def person(self, name: str) -> Person | None:
        """Return the person of that sign-in name, or None."""
        known = self._roster.known(name)
        return None if known is None else person_of(known, self._clock())

    def everyone(self) -> list[Person]:
        """Return all persons, by name."""
        now = self._clock()
        found = (person_of(known, now) for known in self._roster.everyone())
        return [person for person in found if person is not None]

    def add(
        self,
        name: str,
        password: str,
        role: str,
        by: str,
        called: str = "",
        asked: Command | None = None,
    ) -> Person:
        """Add a person with a display name (`called`). Refused as `bad-name`, `bad-role`,
        `weak-password` or `name-taken`, also for names that look the same. `asked` is an
        administrator's command: in a guarded role the person signs in only after a second person
        has confirmed it."""
        check_name(name)
        check_role(role)
        check_password(password, name, role)
        if self._roster.known(name) is not None:
            raise taken(name)
        shown = checked_called(called) if called else name
        sealed = self._passwords.sealed(password)

        def decide(known: Known, now: datetime) -> Update:
            self.callings.check_free(name, role)
            held = (self._store.expiring_row(NAME, key) for key in name_claims(name))
            if known.made is not None or any(each is not None for each in held):
                raise taken(name)
            self.callings.check_added(name, shown)
            events: list[Event] = [PersonAdded(role=role, shown=shown, made=now)]
            if asked is not None and role in GUARDED:
                events += [PersonDisabled(), stated(known, asked, now)]
            return Update(events, {PASSWORD: sealed})

        via = None if asked is None else asked.via
        return self._person(self._roster.add(name, by, decide, via))

    def sign_in(self, name: str, password: str, address: str) -> tuple[str, Session]:
        """Open a session and return it with its token. Any fault is refused as `not-signed-in`,
        with one sentence and after about the same time."""
        came = self.comings.sign_in(name, password, address)
        self._sessions.sweep(self._clock(), COUNT)
        return came.token, came.session

    def sign_in_as(self, name: str, by: str) -> tuple[str, Session]:
        """Open a session without a password, for the demo and for robots only."""
        made: list[tuple[str, Session]] = []

        def welcome(known: Known, now: datetime) -> Update:
            if known.is_out:
                raise Refusal("not-signed-in", None, WRONG)
            token, swap, session = self._sessions.fresh(known, by, now)
            made[:] = [(token, session)]
            return Update([SignedIn(address=by, session=session.id)], swaps=[swap])

        self._roster.change(name, by, welcome)
        self._sessions.sweep(self._clock(), COUNT)
        return made[0]

    def session(self, token: str) -> Session | None:
        """Return the session of a person's or program's token, which may be locked; None if there
        is none. Sessions that another process ended are noticed within two seconds, this process's
        own at once."""
        return self._sessions.find(token)

    def at_hand(self, token: str) -> Session | None:
        """Return the session from memory, without waiting; None if there is none or `session` must
        look."""
        return self._sessions.at_hand(token)

    def awake(self, token: str) -> Session | None:
        """Return the session from memory and note activity; None: call `session`, then `touch`."""
        return self._sessions.awake(token)

    def touch(self, token: str) -> None:
        """Note activity: the idle time begins again. Never waits for a disk."""
        self._sessions.touch(token)

    def unlock(self, token: str, password: str) -> str:
        """Return a new token for a locked session; the old token ends. Refused as `wrong-password`,
        or as `not-signed-in` if the session is over."""
        session = self._sessions.find(token)
        row = self._sessions.row(token)
        if session is None or row is None:
            raise Refusal("not-signed-in", None, "The session is over: sign in again.")
        key, _, kept = row
        made: list[str] = []

        def welcome(known: Known, now: datetime) -> Update:
            found = self._sessions.row(token)
            if found is None or known.sessions_since != kept.since:
                raise Refusal("not-signed-in", None, "The session is over: sign in again.")
            fresh, swap, unlocked = self._sessions.fresh(known, kept.address, now, kept.made)
            made[:] = [fresh]
            event = SessionUnlocked(
                address=kept.address, session=unlocked.id, instead_of=session.id
            )
            return Update([event], swaps=[Swap(SESSION, key, found[1], None), swap])

        self._doorman.admit(session.person, password, kept.address, welcome, inside=True)
        self._sessions.forget(SESSION, key)
        return made[0]

    def sign_out(self, token: str) -> None:
        """End a session. A session that is over, or a program's token, is left as it is."""
        session = self._sessions.find(token)
        row = self._sessions.row(token)
        if session is None or row is None:
            return

        def leave(known: Known, now: datetime) -> Update:
            found = self._sessions.row(token)
            if found is None:
                return Update()
            gone = Swap(SESSION, found[0], found[1], None)
            return Update([SignedOut(session=session.id)], swaps=[gone])

        self._roster.change(session.person, session.person, leave)
        self._sessions.forget(SESSION, row[0])

    def end_sessions(self, name: str, by: str, via: str | None = None) -> Person:
        """End all sessions of a person; tokens of programs stay."""
        return self._end(name, by, lambda known: [SessionsEnded()], via)

    def disable(self, name: str, by: str, via: str | None = None) -> Person:
        """Stop a person from signing in; sessions and tokens end."""
        return self._end(name, by, lambda known: [] if known.disabled else [PersonDisabled()], via)

    def look_again(self, name: str) -> None:
        """End a person's sessions if another stream has excluded them."""
        known = self._roster.known(name)
        if known is not None and known.is_out:
            self._sessions.forget_person(name)

    def enable(self, name: str, by: str, via: str | None = None) -> Person:
        """Let a person sign in again."""
        return self._note(name, by, lambda known: [PersonEnabled()] if known.disabled else [], via)

    def unlock_person(self, name: str, by: str, via: str | None = None) -> Person:
        """Remove all lock-outs of a person."""
        return self._note(
            name,
            by,
            lambda known: [PersonUnlocked()] if known.failures or known.lock_outs else [],
            via,
        )

    def change_role(self, name: str, role: str, by: str, via: str | None = None) -> Person:
        """Give a person another role; sessions and tokens end."""
        known = self.check_new_role(name, role)
        change = [RoleChanged(role=role)] if known.role != role else []
        return self._end(name, by, lambda known: change, via)

    def check_new_role(self, name: str, role: str) -> Known:
        """Refuse a role that a person cannot have: another than player while they have money in an
        account or at a table, or a short password."""
        check_role(role)
        known = self._somebody(name)
        account = self._accounts.live(name)
        self._accounts.catch_up(account)
        held = account.state
        if role != PLAYER and (held.balance or held.stay or held.statements.pending):
            message = "{name} has money in an account or at a table: it is paid out first."
            raise Refusal("has-account", None, message, name=named(name))
        sealed = self._roster.sealed(name)
        if role != PLAYER and (sealed is None or not is_for_staff(sealed)):
            message = "{name} has a player's short password: give them a longer one first."
            raise Refusal("weak-password", None, message, name=named(name))
        return known

    def change_password(
        self, name: str, old: str, new: str, address: str = INSIDE, code: str = ""
    ) -> Person:
        """Change one's own password; `wrong-password` if the old one is not right. Staff show their
        second factor (`code`) where sign-in asks for it. Sessions and tokens end."""
        known = self._somebody(name)
        check_password(new, name, known.role)
        sealed = self._passwords.sealed(new)

        def change(known: Known, now: datetime) -> Update:
            return Update([PasswordChanged(reset=False)], {PASSWORD: sealed})

        prove, desk = self.comings.prove_again(name, code), desk_of(address)
        changed = self._doorman.admit(name, old, desk, change, inside=True, prove=prove)
        self._sessions.forget_person(name)
        return self._person(changed)

    def state_password(self, name: str, new: str, asked: ResetPassword) -> Person:
        """State a new password for another person; it holds once a second person confirms it."""
        check_password(new, name, self._somebody(name).role)
        return self.oversight.state(name, asked, self._passwords.sealed(new))

    def reset_password(self, name: str, new: str, by: str) -> Person:
        """Set another person's password. Sessions and tokens end."""
        check_password(new, name, self._somebody(name).role)
        sealed = self._passwords.sealed(new)
        change = Update([PasswordChanged(reset=True)], {PASSWORD: sealed})
        known, _ = self._roster.change(name, by, lambda known, now: change)
        self._sessions.forget_person(name)
        return self._person(known)

    def reset_factor(self, name: str, by: str) -> Person:
        """Remove the lost second factor of a person, who enrols another. Sessions and tokens
        end."""
        change = Update([FactorReset()], {FACTOR: None, OFFERED: None})
        known, _ = self._roster.change(name, by, lambda known, now: change)
        self._sessions.forget_person(name)
        return self._person(known)

    def issue_token(self, name: str, label: str, by: str, days: int, via: str | None = None) -> str:
        """Return a token with which a program acts as this person for `days` days. It is shown
        once."""
        label = _label(label, LONGEST_LABEL, "bad-label")
        if type(days) is not int or not 1 <= days <= MOST_DAYS:
            message = "A token is good for 1 to {most_days} days."
            raise Refusal("bad-number", None, message, most_days=MOST_DAYS)
        made: list[str] = []

        def issue(known: Known, now: datetime) -> Update:
            if known.is_out:
                raise Refusal("disabled", None, "{name} may not sign in at all.", name=named(name))
            life = timedelta(days=days)
            secret, swap, token = self._sessions.fresh_token(known, label, by, now, life)
            made[:] = [secret]
            return Update([TokenIssued(token=token.id, label=label, until=token.until)], {}, [swap])

        self._roster.change(name, by, issue, via)
        return made[0]

    def tokens(self, name: str) -> list[Token]:
        """Return the valid tokens of a person, without their secrets."""
        return [token for token, _ in self._sessions.tokens() if token.person == name]

    def revoke_token(self, id_: str, by: str, via: str | None = None) -> Token:
        """End a token by its id."""
        token, _ = self._token(id_)

        def revoke(known: Known, now: datetime) -> Update:
            _, swap = self._token(id_)
            return Update([TokenRevoked(token=token.id, label=token.label)], swaps=[swap])

        _, made = self._roster.change(token.person, by, revoke, via)
        self._sessions.forget(*made.swaps[0].key)
        return token

    def denied(self, name: str, asked: str, address: str) -> None:
        """Count and log a request for which the person's role has no right."""
        self._doorman.denied(name, asked, desk_of(address))

    def log(self, after: int = 0, limit: int = 100, newest: bool = False) -> list[Significant]:
        """Return significant events after a position in the log, in order: the first `limit` of
        them, or the last if `newest`."""
        self._doorman.settle()
        found = self._store.read_like(STREAM, DOOR, after=after, limit=limit, newest=newest)
        return [significant(stored) for stored in found]

    def _note(
        self, name: str, by: str, decide: Callable[[Known], Sequence[Event]], via: str | None
    ) -> Person:
        known, _ = self._roster.change(name, by, lambda known, now: Update(decide(known)), via)
        return self._person(known)

    def _end(
        self, name: str, by: str, decide: Callable[[Known], Sequence[Event]], via: str | None
    ) -> Person:
        known, made = self._roster.change(name, by, lambda known, now: Update(decide(known)), via)
        if made.events:
            self._sessions.forget_person(name)
        return self._person(known)

    def _somebody(self, name: str) -> Known:
        known = self._roster.known(name)
        if known is None:
            raise Refusal(
                "unknown-person", None, "No person is registered as {name}.", name=named(name)
            )
        return known

    def _token(self, id_: str) -> tuple[Token, Swap]:
        for token, swap in self._sessions.tokens():
            if token.id == id_:
                return token, swap
        raise Refusal("unknown-token", None, "There is no token {id}.", id=quoted(id_))

    def _person(self, known: Known) -> Person:
        person = person_of(known, self._clock())
        assert person is not None
        return person

    def _ended(self, what: str) -> None:
        for tell in tuple(self.changed):
            tell(what)


def _label(text: object, longest: int, code: str) -> str:
    is_text = isinstance(text, str) and text.isprintable() and is_seen(text)
    if not isinstance(text, str) or not is_text or not 0 < len(text.strip()) <= longest:
        message = "{text} is no name to show: 1 to {longest} characters."
        raise Refusal(code, None, message, text=quoted(text), longest=longest)
    return text.strip()
