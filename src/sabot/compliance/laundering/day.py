"""Screening of one day of a store."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sabot.aml import Alert
from sabot.compliance.laundering.movements import Movements
from sabot.compliance.laundering.screening import days_back, screened
from sabot.compliance.reports.records import Records
from sabot.engine.streams import read_line
from sabot.floor.kinds import ACCOUNTS
from sabot.policies import PolicyTerms
from sabot.store import Store


def screen(store: Store, zone: str, day: date, terms: PolicyTerms) -> list[Alert]:
    """Return the alerts of a day. It costs what happened on that day and on those before it that
    the policy has looked at together."""
    since = _midnight(day - timedelta(days=days_back(terms)), zone)
    until = _midnight(day + timedelta(days=1), zone)
    records = Records(store, until, zone, lambda: ())
    found = Movements(zone)
    for stored in store.read_all(records.position_before(since)):
        at = read_line(stored.line).at
        if since <= at < until:
            found.take(stored.line)

    def opening(player: str) -> int:
        stream = ACCOUNTS.stream(player)
        account = records.state_at(ACCOUNTS, stream, records.first_of(stream, since) - 1)
        return int(account.balance + (0 if account.stay is None else account.stay.chips))

    return screened(day, found, terms, opening)


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
