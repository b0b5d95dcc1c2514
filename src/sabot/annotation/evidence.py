"""Evidence for each clause: the tests and campaigns that last proved it, and when.

`proven.tsv` is written by `campaigns/links.py`: a row for each clause whose tests it ran, with the
digest of what was proven, the row of the catalogue and the code of its function. A clause whose
code has changed since is marked as such until the campaign is run again. `campaigns.tsv` has the
long searches of `docs/campaigns/`, the day of their last run, and the packages that they try.
"""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from hashlib import sha256
from importlib import resources
from typing import Any, Final

from sabot.rules.clause import Clause

LINKED: Final = "linked"
"""All tests of the row pass, and one at least fails where its function does nothing."""
PASSED: Final = "passed"
"""All tests of the row pass."""
FILE: Final = "proven.tsv"
CAMPAIGNS: Final = "campaigns.tsv"
DIGITS: Final = 16
"""Hexadecimal digits of the digest of what was proven."""


@dataclass(frozen=True)
class Proven:
    """Result of the last run of a clause's tests. `current`: neither its row nor its code has
    changed since."""

    result: str
    date: str
    current: bool


@dataclass(frozen=True)
class Campaign:
    """A long search of `docs/campaigns/`. `tries` is the package whose functions it tries, or
    `pays` for all clauses that pay a wager."""

    name: str
    date: str
    tries: str
    what: str


def function_of(where: str) -> Callable[..., Any] | None:
    """Return the function that a row of the catalogue names as `module:name`, if it names one."""
    module, colon, name = where.partition(":")
    if not colon:
        return None
    found: Any = reduce(getattr, name.split("."), importlib.import_module(module))
    unwrapped: Callable[..., Any] = inspect.unwrap(found)
    return unwrapped


def digest_of(clause: Clause) -> str:
    """Return a digest of what is proven of a clause: its kind, function, tests and code."""
    function = function_of(clause.where)
    code = "" if function is None else inspect.getsource(function)
    text = "\n".join((clause.kind, clause.where, *clause.tests, code))
    return sha256(text.encode()).hexdigest()[:DIGITS]


def proven(rulebook: str, clause: Clause) -> Proven | None:
    """Return how a clause was last proven; None if no test of its own was run."""
    row = _rows().get((rulebook, clause.number))
    if row is None:
        return None
    digest, result, date = row
    return Proven(result, date, digest == digest_of(clause))


def campaigns_on(clause: Clause, pays: bool) -> list[Campaign]:
    """Return the campaigns that try the function of a clause, or the wagers that it pays."""
    return [
        each
        for each in campaigns()
        if (each.tries == "pays" and pays) or f"{clause.where}.".startswith(f"{each.tries}.")
    ]


@cache
def campaigns() -> tuple[Campaign, ...]:
    """Return all campaigns that prove clauses."""
    return tuple(Campaign(*row) for row in _table(CAMPAIGNS))


@cache
def _rows() -> dict[tuple[str, str], tuple[str, str, str]]:
    return {
        (rulebook, clause): (digest, result, date)
        for rulebook, clause, digest, result, date in _table(FILE)
    }


def _table(name: str) -> list[list[str]]:
    file = resources.files("sabot.annotation") / name
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
