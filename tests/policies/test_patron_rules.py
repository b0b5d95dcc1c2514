"""Each rule about a patron with its nearest miss: at one table, over two, and over two servers.

A row is a rule; its function plays what is allowed to the last cent, second or day, and what is not
from the next one on. `here` and `there` are where the patron goes first and then.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest

from compliance.nights import audited
from policies.office import CASS, MAREK, NOON, SUE, VERA, stated
from policies.patrons import (
    DAY,
    DORA,
    HOUR,
    PLACES,
    SECOND,
    SYDNEY,
    Patron,
    midnight,
    offices,
    open_table,
)
from sabot.aml import AML_STREAM
from sabot.floor.kinds import ACCOUNTS, AML_DESKS
from sabot.store import export_lines
from store.postgres import PostgresServer


def cash_cap(patron: Patron) -> None:
    """A cent: cash at the cage and at tables counts together until midnight of the casino."""
    patron.here.adopt(stated("cash.cap", 5000))
    patron.here.done(patron.stream, patron.own, "set-pin", pin="73910")
    assert patron.sits() == ""
    assert (patron.pays("2000"), patron.buys("1500")) == ("", "")
    assert patron.goes() == ""
    assert patron.sits(1) == ""
    assert (patron.buys("1000", 1), patron.takes("500.01", 1)) == ("", "cash-cap")
    assert (patron.takes("500", 1), patron.pays("0.01"), patron.buys("5", 1)) == (
        "", "cash-cap", "cash-cap",
    )  # fmt: skip
    patron.now = midnight(patron.now) - SECOND
    assert patron.pays("0.01", 1) == "cash-cap"
    patron.now += SECOND
    assert (patron.buys("5000", 1), patron.goes(1)) == ("", "")


def threshold(patron: Patron) -> None:
    """A cent: two purchases that reach the amount together are no transaction of that amount."""
    patron.here.adopt(stated("cash.report_from", 3000) + stated("cash.report_days", 10))

    def due() -> int:
        return len(patron.there.floor.catch_up(AML_DESKS, AML_STREAM.partition(":")[2]).notices.due)

    before = due()
    assert (patron.sits(), patron.buys("2999.50"), patron.goes()) == ("", "", "")
    assert (patron.sits(1), patron.buys("0.50", 1), due() - before) == ("", "", 0)
    assert (patron.pays("2999.99"), due() - before) == ("", 0)
    assert (patron.buys("3000", 1), due() - before) == ("", 1)
    assert (patron.pays("3000", 1), due() - before, patron.goes(1)) == ("", 2, "")
    for number in (1, 2):
        patron.there.done(AML_STREAM, MAREK, "give-notice", number=number, channel="TTR 77")


def one_card(patron: Patron) -> None:
    """A card: that of the cage is taken, another and a cancelled one are not."""
    patron.here.adopt(stated("cards.issued_here", True))
    other = {**patron.seat, "card": f"other card of {patron.name}"}
    stranger = {"player": f"stranger to {patron.name}", "card": f"stray {patron.name}"}
    assert patron.at(1, DORA, "join-table", **stranger) == "not-issued"
    assert patron.at(1, DORA, "join-table", **other) == "player-card"
    assert (patron.sits(), patron.goes()) == ("", "")
    card = f"card of {patron.name}"
    patron.here.done(patron.stream, CASS, "cancel-player-card", card=card, reason="lost")
    assert patron.sits(1) != ""


def limits_first(patron: Patron) -> None:
    """A day: who has declined is asked again after twelve months."""
    patron.here.adopt(stated("limits.asked_months", 12))
    assert [patron.sits(place) for place in (0, 1)] == ["limits-not-said"] * 2
    patron.here.done(patron.stream, patron.own, "decline-limits")
    said = patron.now
    patron.plays(1, 1)
    patron.now = midnight(said.replace(year=said.year + 1) - DAY) - SECOND
    assert (patron.sits(1), patron.goes(1)) == ("", "")
    patron.now += SECOND
    assert [patron.sits(place) for place in (0, 1)] == ["limits-not-said"] * 2


def loosening(patron: Patron) -> None:
    """A second and a cent: a tighter limit holds at once, a looser one after 24 hours."""
    patron.here.adopt(stated("suspension.least_hours", 24))
    patron.here.done(patron.stream, patron.own, "set-deposit-limit", amount="100")
    assert (patron.pays("100.01", 1), patron.pays("100", 1)) == ("deposit-limit", "")
    patron.now += DAY
    patron.there.done(patron.stream, patron.own, "set-deposit-limit", amount="300")
    patron.now += DAY - SECOND
    assert (patron.pays("100.01"), patron.pays("100")) == ("deposit-limit", "")
    patron.now += SECOND
    assert (patron.pays("200.01"), patron.pays("200")) == ("deposit-limit", "")


def six_hours(patron: Patron) -> None:
    """A second: staff assess a patron after six hours of play, over both tables."""
    patron.here.adopt(stated("play.assessed_hours", 6) + stated("play.break_minutes", 30))
    patron.plays(3)
    patron.now += timedelta(minutes=30) - SECOND
    assert patron.sits(1) == ""
    patron.now += timedelta(hours=2, minutes=30)
    assert patron.note(1) == "nothing-due"
    patron.now += SECOND
    assert (patron.note(1), patron.duties()) == ("", ["play-assessment"])
    given = {"number": 1, "channel": "takes a break"}
    patron.there.done(patron.stream, SUE, "give-notice", **given)
    assert patron.goes(1) == ""
    patron.now += timedelta(minutes=30)
    assert patron.sits() == ""  # a break of the whole length: six hours begin anew
    patron.now += 6 * HOUR - SECOND
    assert patron.note() == "nothing-due"
    patron.now += SECOND
    assert patron.note() == ""
    patron.here.done(patron.stream, SUE, "give-notice", **{**given, "number": 2})
    assert patron.goes() == ""


SHORT = (
    stated("play.short_hours", 12)
    + stated("play.short_window_hours", 24)
    + stated("play.short_rest_hours", 24)
)
LONG = (
    stated("play.long_hours", 48)
    + stated("play.long_window_hours", 168)
    + stated("play.long_rest_hours", 168)
)


def rests(patron: Patron, rest: timedelta) -> None:
    """A second before the limit nothing is due; the rest then holds everywhere, to the second."""
    patron.now -= SECOND
    assert patron.note(1) == "nothing-due"
    patron.now += SECOND
    assert patron.note(1) == ""
    began = patron.now
    patron.now = began + rest - SECOND
    assert [patron.sits(place) for place in (0, 1)] == ["resting"] * 2
    patron.now = began + rest
    assert (patron.sits(), patron.goes()) == ("", "")


def twelve_hours(patron: Patron) -> None:
    """A second: no play for a day after twelve hours in 24, over both tables."""
    patron.here.adopt(SHORT)
    assert (patron.sits(), patron.sits(1)) == ("", "visit-open")  # one table at a time
    patron.now += 8 * HOUR
    assert patron.goes() == ""
    patron.now += HOUR
    assert patron.sits(1) == ""
    patron.now += 4 * HOUR
    rests(patron, DAY)


def forty_eight_hours(patron: Patron) -> None:
    """A second: no play for a week after 48 hours in seven days, over both tables."""
    patron.here.adopt(LONG)
    began = patron.now
    for day in range(4):
        patron.now = began + day * DAY
        patron.plays(11.5, day % 2)
    patron.now = began + 5 * DAY
    assert patron.sits(1) == ""
    patron.now += 2 * HOUR
    rests(patron, 7 * DAY)


def play_data(patron: Patron) -> None:
    """A second: data of play have a deadline of 48 hours, wherever they are asked for."""
    patron.here.adopt(stated("data.request_hours", 48))
    patron.here.done(patron.stream, patron.own, "request-play-data")
    (due,) = patron.there.floor.catch_up(ACCOUNTS, patron.name).notices.due.values()
    assert due.by == patron.now + 48 * HOUR
    patron.now += 48 * HOUR
    patron.there.done(patron.stream, SUE, "give-notice", number=1, channel="printed")


def suspension(patron: Patron) -> None:
    """An hour and a second: 24 hours at least, and not lifted early."""
    patron.here.adopt(stated("suspension.least_hours", 24))
    assert patron.sits(1) == ""
    assert patron.asks(0, patron.own, "suspend-play", hours=23) == "bad-hours"
    patron.here.done(patron.stream, patron.own, "suspend-play", hours=24)
    assert patron.name not in patron.seated(1)
    patron.now += DAY - SECOND
    assert [patron.sits(place) for place in (0, 1)] == ["suspended"] * 2
    assert patron.pays("5", 1) == "suspended"
    patron.now += SECOND
    assert (patron.pays("5", 1), patron.sits(1), patron.goes(1)) == ("", "", "")


def self_exclusion(patron: Patron) -> None:
    """A second and a person: not before its least period, and by two."""
    patron.here.adopt(stated("exclusion.least_days", 30))
    assert patron.sits(1) == ""
    patron.here.done(patron.stream, patron.own, "exclude-player", reason="a rest")
    assert (
        patron.seated(1)[patron.name].excluded is not None
    )  # the table takes no wager of theirs from now on
    assert patron.goes(1) == ""
    lift = {"reason": "rested", "application": "letter 7"}
    patron.now += 30 * DAY - SECOND
    assert patron.asks(1, SUE, "lift-exclusion", **lift) == "least-period"
    patron.now += SECOND
    patron.there.done(patron.stream, SUE, "lift-exclusion", **lift)
    assert [patron.sits(place) for place in (0, 1)] == ["excluded"] * 2  # one person alone
    patron.there.confirm(patron.stream, VERA)
    assert (patron.sits(), patron.goes()) == ("", "")


def identity(patron: Patron) -> None:
    """A second: a document holds to the end of its last day."""
    patron.here.adopt(stated("identity.checked", True))
    assert (patron.pays("5"), patron.sits(1)) == ("no-identity", "no-identity")
    number = f"N {patron.name}"
    shown = {"kind": "passport", "document": number, "number": number, "full_name": "A. Moreau"}
    until = patron.now.astimezone(SYDNEY).date().isoformat()
    patron.here.done(
        patron.stream, CASS, "record-identity", born="1990-02-03", expires=until, **shown
    )
    patron.now = midnight(patron.now) - SECOND
    assert (patron.pays("5"), patron.sits(1), patron.goes(1)) == ("", "", "")
    patron.now += SECOND
    assert (patron.pays("5", 1), patron.sits(1)) == ("expired-document", "expired-document")


def funds(patron: Patron) -> None:
    """A cent: money from the policy's amount on comes with a declaration."""
    patron.here.adopt(stated("funds.declared_from", 2000) + stated("funds.declared_days", 10))
    assert (patron.pays("1500"), patron.pays("499.99", 1)) == ("", "")
    assert [patron.pays("0.01", place) for place in (0, 1)] == ["not-declared"] * 2
    patron.here.done(patron.stream, CASS, "declare-funds", source="salary", form="F 7")
    assert patron.pays("0.01", 1) == ""


RULES: tuple[Callable[[Patron], None], ...] = (
    cash_cap, threshold, one_card, limits_first, loosening, six_hours, twelve_hours,
    forty_eight_hours, play_data, suspension, self_exclusion, identity, funds,
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_every_rule_with_its_nearest_miss(place: str, request: pytest.FixtureRequest) -> None:
    url = "sqlite://"
    if place == "two servers":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        url = server.fresh_url()
    tables = ("1", "1") if place == "one table" else ("1", "2")
    with offices(place, url) as (store, pair):
        for table, office in dict(zip(tables, pair, strict=True)).items():
            open_table(office, table)
        day = NOON
        for rule in RULES:
            patron = Patron(pair, tables, rule.__name__.replace("_", " "))
            patron.now = day
            rule(patron.opened())
            day = NOON + ((patron.now - NOON) // DAY + 9) * DAY
        assert audited(export_lines(store)) == []
