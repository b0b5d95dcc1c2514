"""People who sign in: persons and roles, passwords, sessions, tokens for programs, and leases."""

from sabot.engine.kind import join_modules
from sabot.people.leases import Leases
from sabot.people.names.sign_in_names import SIGN_IN_ROLES
from sabot.people.persons.people import People
from sabot.people.persons.significant import Significant
from sabot.people.persons.state import Person
from sabot.people.sign_in.passes import Session, Token
from sabot.people.sign_in.passwords import Hashing
from sabot.people.sign_in.sessions import idle_seconds
from sabot.rules.roles import ADMINISTRATOR

join_modules(__name__)

__all__ = [
    "ADMINISTRATOR",
    "SIGN_IN_ROLES",
    "Hashing",
    "Leases",
    "People",
    "Person",
    "Session",
    "Significant",
    "Token",
    "idle_seconds",
]
