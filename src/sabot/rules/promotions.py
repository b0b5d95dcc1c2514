"""Records for a document's section on promotional prizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sabot.core.record import record
from sabot.rules.irregularities.irregularity import (
    BEFOREHAND,
    PRACTICABLE,
    SOON,
    Duty,
    hours_before,
    within_days,
)

MONEY: Final = "money"
CASH: Final = "cash"
VOUCHER: Final = "voucher"
CASINO_DOLLARS: Final = "casino-dollars"
SLOTS_DOLLARS: Final = "slots-dollars"
GOODS: Final = "goods"
APPLIANCE: Final = "appliance"
VEHICLE: Final = "vehicle"
TRAVEL: Final = "travel"
REAL_ESTATE: Final = "real-estate"
LIQUOR: Final = "liquor"
TOBACCO: Final = "tobacco"
FIREARM: Final = "firearm"
WEAPON: Final = "weapon"
PRESCRIBED: Final = "prescribed"

PRIZES: Final = {
    MONEY: "money by cheque or transfer",
    CASH: "cash",
    VOUCHER: "a voucher",
    CASINO_DOLLARS: "casino dollars",
    SLOTS_DOLLARS: "slots dollars",
    GOODS: "goods",
    APPLIANCE: "machinery or an electric appliance",
    VEHICLE: "a motor vehicle",
    TRAVEL: "travel",
    REAL_ESTATE: "real estate",
    LIQUOR: "liquor",
    TOBACCO: "tobacco",
    FIREARM: "a firearm, ammunition or an imitation firearm",
    WEAPON: "a prohibited weapon",
    PRESCRIBED: "a thing that the regulations prescribe",
}
"""Every kind of prize, in words."""

IN_CASH: Final = "cash"
BY_CHEQUE: Final = "cheque"
BY_TRANSFER: Final = "transfer"
WAYS_TO_PAY: Final = (IN_CASH, BY_CHEQUE, BY_TRANSFER)

NO_CASH_IN_LAW: Final = "CCA 76A"
"""Casino Control Act 1992 (NSW), section 76A: no prize in cash, and none that is swapped for it."""

WINNER: Final = "winner"
CLAIMANT: Final = "claimant"
COMPLAINANT: Final = "complainant"


@record(frozen=True, slots=True)
class TermsItem:
    """Something that has to be stated, by its key in the form of terms."""

    key: str
    clause: str


def states(clause: str, *keys: str) -> tuple[TermsItem, ...]:
    """Return the items that a clause wants to be stated."""
    return tuple(TermsItem(key, clause) for key in keys)


def numbered(clause: str, *keys: str) -> tuple[TermsItem, ...]:
    """Return the items that the numbered clauses below one want to be stated, one each.

    >>> numbered("16.7.11.1", "make", "model")[1]
    TermsItem(key='model', clause='16.7.11.1.2')
    """
    return tuple(TermsItem(key, f"{clause}.{number}") for number, key in enumerate(keys, 1))


@record(frozen=True, slots=True)
class Scrutineer:
    """The scrutineer of a draw with a prize worth more than `over` cents: `must` attend, or else
    may."""

    clause: str
    over: int
    must: bool


@record(frozen=True, slots=True)
class MoneyInstead:
    """Money for a thing, if the winner likes; never for prizes of these kinds."""

    clause: str
    never_for: tuple[str, ...]


@record(frozen=True, slots=True)
class CashPrizes:
    """Permission of cash prizes; `law` forbids them where the document does not. The winner of more
    than `choice_over` cents chooses among `ways`, or mixes them."""

    clause: str
    allowed: bool
    law: str | None = None
    choice_over: int | None = None
    ways: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Liquor:
    """Maximum litres of liquor in a prize."""

    clause: str
    most: int


@record(frozen=True, slots=True)
class Telling:
    """A winner who need not attend is told within so many days, by one of these ways."""

    clause: str
    days: int
    ways: Mapping[str, str]

    @property
    def duty(self) -> Duty:
        return Duty(WINNER, within_days(self.days), self.clause)


@record(frozen=True, slots=True)
class Submission:
    """The recipient of the full terms, and the hours before the start."""

    clause: str
    to: str
    hours: int

    @property
    def duty(self) -> Duty:
        return Duty(self.to, hours_before(self.hours), self.clause)


@record(frozen=True, slots=True)
class Changes:
    """Terms changed after the start: with the recipient's approval, or else sent again."""

    clause: str
    to: str
    approval: bool

    @property
    def duty(self) -> Duty:
        return Duty(self.to, BEFOREHAND if self.approval else SOON, self.clause)


@record(frozen=True, slots=True)
class Denial:
    """A claim that is not met: the reason is told; details are kept of one over so many cents."""

    clause: str
    kept: str
    over: int

    @property
    def duty(self) -> Duty:
        return Duty(CLAIMANT, PRACTICABLE, self.clause)


@dataclass(frozen=True)
class Promotions:
    """The section on promotional prizes of one document.

    `forbidden` has the kinds that no prize may be of, `made_known` what has to be so besides being
    stated, `terms` what the terms state, `prize` what they state of every prize and `details` of
    one of that kind, `complaint` who is told of the right to complain, `integrity` who is told of a
    promotion or draw that is no longer sound.
    """

    scrutineer: Scrutineer
    money_instead: MoneyInstead
    cash: CashPrizes
    forbidden: Mapping[str, str]
    liquor: Liquor
    made_known: tuple[TermsItem, ...]
    terms: tuple[TermsItem, ...]
    prize: tuple[TermsItem, ...]
    details: Mapping[str, tuple[TermsItem, ...]]
    telling: Telling
    denial: Denial
    complaint: Duty
    integrity: Duty
    submission: Submission
    changes: Changes
