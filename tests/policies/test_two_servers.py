"""Bars of a policy over two servers that share one PostgreSQL store."""

from datetime import timedelta

from compliance.nights import audited
from policies.office import NOON, SUE, Office
from policies.test_play_time import DORA, SEAT, SHORT
from sabot.floor import Floor
from sabot.store import export_lines, open_store
from store.postgres import PostgresServer

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
OPENING = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}


def test_hours_at_two_servers_count_together(postgres_server: PostgresServer) -> None:
    url = postgres_server.fresh_url()
    with open_store(url) as store, open_store(url) as other:
        first, second = Office(Floor(store)), Office(Floor(other), "p")
        sign = {"minimum": "5", "maximum": "1000"}
        first.done("table:1", SUE, "open-table", sign=sign, **OPENING)
        second.done("table:2", SUE, "open-table", sign=sign, **OPENING)
        first.account("alice")
        first.adopt(SHORT)
        first.done("table:1", DORA, "join-table", **SEAT)
        assert second.code("table:2", DORA, "join-table", **SEAT) == "visit-open"
        first.now = second.now = NOON + 8 * HOUR
        first.done("table:1", DORA, "leave-table", player="alice")
        second.done("table:2", DORA, "join-table", **SEAT)
        second.now = NOON + 12 * HOUR
        second.done("table:2", DORA, "leave-table", player="alice")
        first.now = NOON + 36 * HOUR - SECOND
        assert first.code("table:1", DORA, "join-table", **SEAT) == "resting"
        first.now = NOON + 36 * HOUR
        first.done("table:1", DORA, "join-table", **SEAT)
        assert audited(export_lines(store)) == []
