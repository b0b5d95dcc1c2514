"""People who sign in: persons and roles, passwords, sessions, tokens for programs, and leases."""

from sabot.engine.kind import join_modules
from sabot.people.leases import Leases
from sabot.people.names import SIGN_IN_ROLES
from sabot.people.passes import Session, Token
from sabot.people.passwords import Hashing
from sabot.people.people import People
from sabot.people.sessions import idle_seconds
from sabot.people.significant import Significant
from sabot.people.state import Person
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
