"""Owners of a name by its look: the persons and players whose names look like it.

Accounts, sign-in names, display names and exclusions of strangers claim the skeletons of their
names. So any spelling of a name leads to its owner, and one check serves the door, the tables, the
accounts, the tournaments and the promotions.
"""

from collections.abc import Callable
from typing import Any, Protocol

from sabot.accounts import ACCOUNT_KIND, PLAYER_NAMES, Account
from sabot.accounts.account import STAFF_LINKS, owned
from sabot.core.alike import is_same, looks_of
from sabot.core.refusal import Refusal, named
from sabot.engine.kind import Kind
from sabot.engine.messages import names_people
from sabot.engine.streams import ClaimKind, Command
from sabot.people.names.sign_in_names import KEPT_OUT, PERSON_LETTERS, PERSON_NAME, card_kept_out
from sabot.people.persons.person import PERSON_KIND
from sabot.people.persons.state import Known
from sabot.rules.roles import PLAYER
from sabot.table import TABLE_KIND


class Directory(Protocol):
    """The other streams and the claims of a casino, as a command may see them."""

    def look(self, stream: str) -> Any: ...

    def owner(self, what: ClaimKind, name: str) -> str | None: ...


Owner = Callable[[ClaimKind, str], str | None]
"""Return the name of the stream that has claimed a thing, if any has."""


def namesakes(owner: Owner, name: str) -> tuple[str, ...]:
    """Return all names of persons and players that look like a name, itself first."""
    found = [
        owner(kind, f"{before}{look}")
        for look in sorted(looks_of(name))
        for kind, before in (
            (PLAYER_NAMES, ""),
            (KEPT_OUT, ""),
            (PERSON_LETTERS, ""),
            (PERSON_NAME, "called "),
        )
    ]
    return tuple(dict.fromkeys((name, *filter(None, found))))


def may_be_theirs(kind: Kind[Any], command: Command) -> bool:
    """Return whether a command for the casino can be about the person who sends it: not where the
    server gives it, nor at a table where it names neither a person nor a case nor a coup."""
    if command.role == PLAYER or isinstance(command, kind.own):
        return False
    return kind.prefix != TABLE_KIND.prefix or names_people(type(command))


def player_of(owner: Owner, name: str) -> str | None:
    """Return the player as whom a member of staff plays: the account that is linked to the staff
    name, or one whose name looks like it."""
    for kind in (STAFF_LINKS, PLAYER_NAMES):
        for look in sorted(looks_of(name)):
            found = owner(kind, look)
            if found is not None:
                return found
    return None


def works_here(known: Known) -> bool:
    """Return whether a person signs in as a member of staff, now or once they are let in."""
    return known.made is not None and known.role != PLAYER


def check_works_here(name: str, directory: Directory) -> None:
    """Refuse a staff name by which no member of staff signs in."""
    if not works_here(directory.look(PERSON_KIND.stream(name))):
        message = "No member of staff signs in as {name}."
        raise Refusal("unknown-person", None, message, name=named(name))


def check_may_play(
    name: str, directory: Directory, clause: str | None = None, staff: str = ""
) -> None:
    """Refuse a name under which a person cannot play: that of a member of staff, that of an
    excluded player, or another spelling of a known player's name. `staff` is the staff name that
    an account is opened with."""
    account: Account = directory.look(ACCOUNT_KIND.stream(name))
    linked = account.staff or staff
    for each in namesakes(directory.owner, name):
        other: Account = account if each == name else directory.look(ACCOUNT_KIND.stream(each))
        known: Known = directory.look(PERSON_KIND.stream(each))
        if works_here(known):
            _check_linked(name, known, linked, clause)
        if known.kept_out is not None or (each != name and other.exclusion is not None):
            raise excluded(name, known.kept_out or clause)
        if each != name and not account.player and not works_here(known):
            raise known_otherwise(name, each, clause)


def _check_linked(name: str, known: Known, linked: str, clause: str | None) -> None:
    """Refuse a member of staff's name, unless the account is that person's own."""
    if known.name == name:
        message = "{name} works here as {role}: staff cannot be players."
        raise Refusal("not-a-player", clause, message, name=named(name), role=known.role)
    if not linked or not is_same(linked, known.name):
        message = "{name} looks like the name of a member of staff: give another name."
        raise Refusal("staff-name", clause, message, name=named(name))


def known_otherwise(name: str, other: str, clause: str | None = None) -> Refusal:
    """Return the refusal of another spelling of a known player's name."""
    message = "{name} looks like {other}, a player known here: give the name as it is known."
    return Refusal("known-as", clause, message, name=named(name), other=named(other))


def excluded(name: str, clause: str | None) -> Refusal:
    """Return the refusal of a player who is excluded from the casino."""
    message = "{player} is excluded from the casino."
    return Refusal("excluded", clause, message, player=named(name))


def is_kept_out(name: str, directory: Directory) -> bool:
    """Return whether a player is excluded from the casino, by any spelling of the name."""
    found = namesakes(directory.owner, name)
    return any(directory.look(PERSON_KIND.stream(each)).kept_out is not None for each in found)


def door_of(name: str, directory: Directory) -> str:
    """Return the stream that keeps a player out: that of the person who signs in by this name or
    one that looks like it, or else the name's own."""
    if directory.look(PERSON_KIND.stream(name)).made is None:
        for each in sorted(looks_of(name)):
            owner = directory.owner(PERSON_LETTERS, each)
            if owner is not None:
                return PERSON_KIND.stream(owner)
    return PERSON_KIND.stream(name)


def check_card_owner(
    name: str, card: str | None, directory: Directory, clause: str | None = None
) -> None:
    """Refuse a Player Card that belongs to another player's account, or to a person who is excluded
    from the casino."""
    if card and directory.owner(KEPT_OUT, card_kept_out(card)) is not None:
        message = "That Player Card was shown by a person who is excluded from the casino."
        raise Refusal("excluded", clause, message)
    claim = None if not card else owned(card)
    owner = None if claim is None else directory.owner(claim.what, claim.name)
    if owner is not None and owner != name:
        raise Refusal("player-card", clause, "That Player Card is not this player's own.")
