"""Changes of another person's rights, and the second person who confirms them.

A password that another person sets is stated first, and so is every change that gives or takes a
role other than a player's. Another administrator or an inspector confirms it; until then nothing
changes. The same holds for the console (`sabot people`), which makes only the first two
administrators alone.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.statements import (
    ConfirmStatement,
    Pending,
    RefuseStatement,
    StatementConfirmed,
    StatementMade,
    StatementRefused,
    confirm_statement,
    make_statement,
    refuse_statement,
    statement_closed,
    statement_made,
)
from sabot.people.names.sign_in_names import SIGN_IN_ROLES
from sabot.people.persons.person import (
    PERSON,
    PasswordChanged,
    PersonDisabled,
    PersonEnabled,
    RoleChanged,
    person_of,
    replace,
)
from sabot.people.persons.roster import PASSWORD, Roster, Update
from sabot.people.persons.state import Known, Person
from sabot.people.sign_in.factor import FACTOR, OFFERED, FactorReset
from sabot.rules.roles import (
    ADMINISTRATOR,
    INSPECTOR,
    OVERSEER,
    PLAYER,
    SURVEILLANCE,
    may_act_as,
)

OVERSIGHT: Final = frozenset({SURVEILLANCE, INSPECTOR, ADMINISTRATOR})
GUARDED: Final = frozenset(SIGN_IN_ROLES) - {PLAYER}
"""Roles that take two persons to give. A player sends commands about themselves alone; every other
role moves money, outcomes, seats, draws or rights, confirms what others state, or watches."""
ADMINISTRATORS: Final = 2
"""Number of administrators that the console makes alone, so that each can confirm the other's
changes."""
BY_OVERSEER: Final = Confirmer(None, OVERSEER)


class ChangeRole(Command, frozen=True, kw_only=True):
    """Give a person another role."""

    to: str


class ResetPassword(Command, frozen=True, kw_only=True):
    """Give a person a new password, which the vault keeps until it is confirmed."""


class ResetFactor(Command, frozen=True, kw_only=True):
    """Remove the lost second factor of a person, who enrols another one."""


class EnablePerson(Command, frozen=True, kw_only=True):
    """Let a person sign in, for the first time or again."""


class DisablePerson(Command, frozen=True, kw_only=True):
    """Stop a person from signing in."""


DOES: Final[dict[str, Callable[[dict[str, Any]], Sequence[Event]]]] = {
    "change-role": lambda said: [RoleChanged(role=said["to"])],
    "reset-password": lambda said: [PasswordChanged(reset=True)],
    "reset-factor": lambda said: [FactorReset()],
    "enable-person": lambda said: [PersonEnabled()],
    "disable-person": lambda said: [PersonDisabled()],
}


@PERSON.evolves(StatementMade)
def change_stated(known: Known, event: StatementMade) -> Known:
    return replace(known, statements=statement_made(known.statements, event))


@PERSON.evolves(StatementConfirmed)
@PERSON.evolves(StatementRefused)
def change_decided(known: Known, event: StatementConfirmed | StatementRefused) -> Known:
    return replace(known, statements=statement_closed(known.statements, event))


def stated(known: Known, command: Command, now: datetime) -> Event:
    """Return the statement of a change that a second person must confirm; one of a kind at a
    time."""
    do = str(command.__struct_config__.tag)
    if any(each.command["do"] == do for each in known.statements.pending.values()):
        raise Refusal(
            "asked-already", None, "That is already waiting for a second person's confirmation."
        )
    return make_statement(known.statements, command, BY_OVERSEER, now)


def sealed_as(number: int) -> str:
    """Return the name in the vault of a password that waits for confirmation."""
    return f"{PASSWORD} {number}"


class Oversight:
    """Confirm changes of rights by a second person. `ended` is called with the name of a person
    whose sessions end; `check_role` refuses a role that a person may not have."""

    def __init__(
        self,
        roster: Roster,
        clock: Callable[[], datetime],
        ended: Callable[[str], None],
        check_role: Callable[[str, str], object],
    ) -> None:
        self._roster = roster
        self._clock = clock
        self._ended = ended
        self._may_be = check_role

    def pending(self) -> list[tuple[str, Pending]]:
        """Return all changes that wait, each with the name of the person it is about."""
        return [
            (known.name, each)
            for known in self._roster.everyone()
            for each in known.statements.pending.values()
        ]

    def is_alone(self, *roles: str) -> bool:
        """Return whether the console gives or takes these roles without a second person: that of a
        player, and an administrator's while there are fewer than two."""
        if not GUARDED & {*roles}:
            return True
        there = [each for each in self._roster.everyone() if each.role == ADMINISTRATOR]
        few = sum(not each.is_out for each in there) < ADMINISTRATORS
        return few and {*roles} <= {PLAYER, ADMINISTRATOR}

    def state(self, name: str, command: Command, sealed: bytes | None = None) -> Person:
        """State a change that a second person must confirm."""

        def decide(known: Known, now: datetime) -> Update:
            made = stated(known, command, now)
            number = known.statements.count + 1
            return Update([made], {} if sealed is None else {sealed_as(number): sealed})

        known, _ = self._roster.change(name, command.actor, decide, command.via)
        return self._person(known)

    def confirm(self, name: str, command: ConfirmStatement) -> Person:
        """Carry out a change that another person has stated."""

        def decide(known: Known, now: datetime) -> Update:
            self._check_role(known, command)
            confirmed = confirm_statement(known.statements, command)
            said = known.statements.pending[command.number].command
            if command.actor == name:
                raise Refusal("own-statement", None, "You cannot confirm a change about yourself.")
            if said["do"] == "change-role":
                self._may_be(name, said["to"])
            return Update([confirmed, *DOES[said["do"]](said)], self._seal(known, command, said))

        known, _ = self._roster.change(name, command.actor, decide, command.via)
        self._ended(name)
        return self._person(known)

    def refuse(self, name: str, command: RefuseStatement) -> Person:
        """Refuse a stated change, or withdraw one's own."""

        def decide(known: Known, now: datetime) -> Update:
            found = known.statements.pending.get(command.number)
            if found is None or found.actor != command.actor:
                self._check_role(known, command)
            refused = refuse_statement(known.statements, command)
            taken_out = found is not None and found.command["do"] == "reset-password"
            return Update([refused], {sealed_as(command.number): None} if taken_out else {})

        known, _ = self._roster.change(name, command.actor, decide, command.via)
        return self._person(known)

    def _check_role(self, known: Known, command: Command) -> None:
        if not may_act_as(command.role, OVERSEER):
            message = "This is for an {overseer} to do, not for a {role}."
            raise Refusal("wrong-role", None, message, overseer=OVERSEER, role=command.role)

    def _seal(
        self, known: Known, command: ConfirmStatement, said: dict[str, Any]
    ) -> dict[str, bytes | None]:
        """Return the vault entries that a confirmed change replaces: the new password for the old
        one, or none for a lost second factor."""
        if said["do"] == "reset-factor":
            return {FACTOR: None, OFFERED: None}
        if said["do"] != "reset-password":
            return {}
        waiting = sealed_as(command.number)
        return {PASSWORD: self._roster.sealed(known.name, waiting), waiting: None}

    def _person(self, known: Known) -> Person:
        person = person_of(known, self._clock())
        assert person is not None
        return person
