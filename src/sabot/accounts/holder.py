"""The holder of an account who is a member of staff: two names of one person, linked."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.accounts.account import STAFF_LINKS, linked
from sabot.accounts.state import Account
from sabot.accounts.stream import (
    ACCOUNT,
    BY_ANOTHER,
    BY_CAGE,
    check_not_own,
    check_opened,
    own_account,
    reason_of,
    replace,
)
from sabot.core.alike import is_same
from sabot.core.refusal import Refusal
from sabot.engine.declarations import STAFF_ONLY, decision, on_pages
from sabot.engine.streams import Claim, Command, Event


class RecordStaffName(Command, frozen=True, kw_only=True):
    """Record by which name the holder signs in as a member of staff, so that they act for the
    casino neither here nor at a table where they play; an empty name ends the link."""

    pages = on_pages("cage")

    staff: str
    reason: str


class StaffNameRecorded(Event, frozen=True, kw_only=True):
    """`was` is the staff name that the account had before."""

    basis = decision("rights", alone=False)
    sight = STAFF_ONLY
    claim_kinds = (STAFF_LINKS,)

    staff: str
    reason: str
    was: str = ""

    def claims(self, name: str) -> Iterator[Claim]:
        yield from linked(self.was, over=True)
        yield from linked(self.staff)


@ACCOUNT.decides(RecordStaffName, BY_CAGE, confirmed_by=BY_ANOTHER)
def record_staff_name(account: Account, command: RecordStaffName, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if command.staff and is_same(command.actor, command.staff):
        raise own_account(account.player)
    if command.staff == account.staff:
        message = "The account has that name of staff already."
        raise Refusal("nothing-new", None, message)
    reason = reason_of(command.reason)
    return [StaffNameRecorded(staff=command.staff, reason=reason, was=account.staff)]


@ACCOUNT.evolves(StaffNameRecorded)
def staff_name_recorded(account: Account, event: StaffNameRecorded) -> Account:
    return replace(account, staff=event.staff)
