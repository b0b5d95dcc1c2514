"""The cage: above how much money a second person of the house confirms what a cashier does.

One stream of the house holds the two thresholds, so that every change of them is on record. They
count what one person alone has taken or paid for a player on one local day, in however many parts.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from typing import Final

import msgspec

from sabot.accounts.stream import reason_of
from sabot.declarations import decision, on_pages
from sabot.kind import Kind, only_staff
from sabot.money import cents
from sabot.parts.statements import Statements, take_statements
from sabot.refusal import Refusal
from sabot.rules.roles import CASHIER, CASINO_OPERATOR
from sabot.streams import Command, Confirmer, Event, Leave, Stream

SECOND_ABOVE: Final = 10_000_00
"""In cents, unless the house has set another threshold."""
replace = msgspec.structs.replace


class CageRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the cage says of one deposit or withdrawal: above how many cents a day a second person
    confirms it, and which local day it is."""

    above: int
    day: date


class Cage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The thresholds, in cents, and what waits for a second person."""

    version: int = 0
    at: datetime | None = None
    deposit: int = SECOND_ABOVE
    withdrawal: int = SECOND_ABOVE
    statements: Statements = Statements()


CAGE_RULES: Stream[Cage] = Stream(
    lambda cage: cage.version,
    lambda cage: "",
    lambda cage, at: replace(cage, version=cage.version + 1, at=at),
)
take_statements(CAGE_RULES)


class SetThresholds(Command, frozen=True, kw_only=True):
    """Say above how much a second person is needed: for what comes in, and for what goes out."""

    pages = on_pages("cage")

    deposit: str
    withdrawal: str
    reason: str


class ThresholdsSet(Event, frozen=True, kw_only=True):
    basis = decision("thresholds", alone=False)

    deposit: int
    withdrawal: int
    reason: str


@CAGE_RULES.decides(
    SetThresholds,
    Leave(None, CASINO_OPERATOR),
    confirmed_by=Confirmer(None, CASINO_OPERATOR),
)
def set_thresholds(cage: Cage, command: SetThresholds, now: datetime) -> Sequence[Event]:
    new = ThresholdsSet(
        deposit=cents(command.deposit),
        withdrawal=cents(command.withdrawal),
        reason=reason_of(command.reason),
    )
    if (new.deposit, new.withdrawal) == (cage.deposit, cage.withdrawal):
        raise Refusal("no-change", None, "These are the thresholds already.")
    return [new]


@CAGE_RULES.evolves(ThresholdsSet)
def thresholds_set(cage: Cage, event: ThresholdsSet) -> Cage:
    return replace(cage, deposit=event.deposit, withdrawal=event.withdrawal)


CAGE_KIND = Kind(
    prefix="cage:",
    word="cage",
    rules=CAGE_RULES,
    state=Cage,
    empty=lambda name: Cage(),
    words="sabot.accounts",
    seen=partial(only_staff, also=frozenset({CASHIER})),
    whose="cage's",
)
CAGE_STREAM: Final = CAGE_KIND.stream("house")
