"""Sign-in names, their claims, and the roles in which people sign in."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from sabot.core.alike import is_of_one_script, is_seen, skeletons
from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import PEOPLE
from sabot.engine.streams import Claim, ClaimKind, Rejection
from sabot.rules.roles import (
    ADMINISTRATOR,
    ASSISTANT_GAMING_MANAGER,
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SCRUTINEER,
    SURVEILLANCE,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
)

SIGN_IN_ROLES: Final = (
    PLAYER,
    DEALER,
    CASHIER,
    GAMING_SUPERVISOR,
    CASINO_SUPERVISOR,
    ASSISTANT_GAMING_MANAGER,
    GAMING_MANAGER,
    DUTY_MANAGER,
    TOURNAMENT_MANAGER,
    TOURNAMENT_DIRECTOR,
    SURVEILLANCE,
    INSPECTOR,
    SCRUTINEER,
    ADMINISTRATOR,
)
"""Roles of persons. A person has one name and one of these roles; the casino operator is none of
them."""
PERSON_NAME: Final = ClaimKind("name", "a person's name")
"""Names and looks of names, each of which belongs to one person."""
NAME: Final = PERSON_NAME.key
PERSON_LETTERS: Final = ClaimKind("name-letters", "the letters of a person's name", since=PEOPLE)
"""Skeletons of sign-in names without the signs between their letters; the first person has them."""
KEPT_OUT: Final = ClaimKind("kept-out", "a person who is kept out", since=PEOPLE)
"""Skeletons of the names of all who are excluded from the casino, and the Player Cards that they
showed without an account."""
LONGEST_NAME: Final = 32
SIGNS: Final = frozenset("._-'")
RESERVED: Final = frozenset({"console", "demo", "house", "nobody"})
"""Actors in the log that are not persons."""


def is_person_name(name: object) -> bool:
    """Return True if a text can be a sign-in name: letters and digits of any script, and `._-'`
    inside.

    >>> [is_person_name(name) for name in ("dora", "Zoë.O'Hara", "陳大文", "a b", "-x", "")]
    [True, True, True, False, False, False]
    """
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        return False
    plain = all(letter.isalnum() or letter in SIGNS for letter in name) and name[0].isalnum()
    return plain and is_seen(name) and unicodedata.normalize("NFKC", name) == name


def check_name(name: object) -> None:
    if not is_person_name(name) or str(name).casefold() in RESERVED:
        raise Refusal(
            "bad-name",
            None,
            "{name} cannot be a name: up to {longest_name} letters and digits, and . _ - '"
            " after the first.",
            name=quoted(name),
            longest_name=LONGEST_NAME,
        )
    if not is_of_one_script(str(name)) or skeletons(str(name)) & _reserved():
        raise Refusal(
            "bad-name",
            None,
            "{name} cannot be a name: it looks like another one. Take letters of one alphabet.",
            name=quoted(name),
        )


def name_claims(name: str) -> list[str]:
    """Return the claims of a sign-in name: its lower case and its skeletons."""
    return sorted({name.casefold(), *(f" {each}" for each in skeletons(name))})


def letters_claims(name: str) -> Iterator[Claim]:
    """Claim the letters of a sign-in name, as far as they are free."""
    taken = name_taken()
    for look in looks_without_signs(name):
        yield Claim(PERSON_LETTERS, look, taken, if_free=True)


def called_claims(called: str) -> list[str]:
    """Return the claims of a display name's letters, without the signs between them."""
    return [f"called {look}" for look in looks_without_signs(called)]


def looks_without_signs(text: str) -> list[str]:
    """Return the skeletons of a text's letters and figures."""
    return sorted(skeletons("".join(filter(str.isalnum, text)) or text))


def card_kept_out(card: str) -> str:
    """Return the name of the claim on a Player Card whose holder is excluded from the casino."""
    return f"card {card}"


def claims_of_names(names: Iterable[str]) -> Iterator[Claim]:
    """Claim each of these for one person."""
    taken = name_taken()
    return (Claim(PERSON_NAME, name, taken) for name in names)


def name_taken() -> Rejection:
    """Return the answer to a second claimant of a name."""
    message = "That is the name of another person, or looks the same."
    return Rejection("name-taken", None, message)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(each for name in RESERVED for each in skeletons(name))


def check_role(role: object) -> None:
    if role not in SIGN_IN_ROLES:
        raise Refusal("bad-role", None, "{role} is not a role to sign in with.", role=quoted(role))
