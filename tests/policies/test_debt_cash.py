"""A debt that is paid in cash counts against the cap of the day, at the cage and all tables."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from compliance.nights import audited, find, forged, kinds
from policies.office import CASS, NOON, SUE, Office, stated
from sabot.floor import Floor
from sabot.floor.kinds import TABLES
from sabot.store import export_lines, open_store
from sabot.table import Table
from sabot.views.steps.next_step import next_step

DORA = {"actor": "dora", "role": "dealer"}
VERA = {"actor": "vera", "role": "casino supervisor"}
TABLE = "table:1"
WON, LOST = "9S 5H KD 2C", "5H 9S 2C KD"


def table_of(office: Office) -> Table:
    found: Table = office.floor.state(TABLES, "1")
    return found


def go_on(office: Office, cards: str = "") -> None:
    """Do what comes next, until players are waited for or the cards are used up."""
    left = iter(cards.split())
    while (step := next_step(table_of(office))) is not None:
        fields: dict[str, Any] = dict(step.fields)
        if step.do == "check-cards":
            fields["dealer"] = "dora"
        if step.card is not None:
            card = next(left, None)
            if card is None:
                return
            fields["card"] = card
        if step.do == "cut-cards":
            fields |= {"depth": 200, "from_back": 52, "declined": ["bea"]}
        who = SUE if step.role or step.do in ("shuffle", "cut-cards") else DORA
        office.done(TABLE, who, step.do, **fields)


def bets(office: Office, amount: str) -> None:
    placed = {"player": "bea", "on": "player", "amount": amount}
    office.done(TABLE, DORA, "place-wager", **placed)
    office.done(TABLE, DORA, "no-more-bets")


@pytest.fixture
def office() -> Iterator[Office]:
    """Bea owes $1,000 at a table, and her account is empty: what she had won is taken back."""
    with open_store("sqlite://") as store:
        made = Office(Floor(store))
        made.now = NOON - timedelta(days=1)
        made.account("bea")
        sign = {"minimum": "5", "maximum": "9000"}
        opening = {"rulebook": "canberra-mini", "method": "up", "feed": "typed", "sign": sign}
        made.done(TABLE, SUE, "open-table", **opening)
        made.done(TABLE, SUE, "open-float", amount="90000")
        made.done(
            TABLE, DORA, "join-table", player="bea", card="card of bea", chips="1000", place=1
        )
        go_on(made)
        for cards in (WON, LOST, LOST):
            bets(made, "1000")
            go_on(made, cards)
        made.now = NOON
        found = {"situation": "found-after-next-coup", "circumstances": {"in_doubt": False}}
        made.done(TABLE, DORA, "report-irregularity", coup=1, note="seen late", **found)
        made.confirm(TABLE, VERA)
        assert table_of(made).debts["bea"].amount == 1000_00
        yield made


def pays(office: Office, amount: str) -> str:
    """Pay in cash at the table, and return the code of the refusal."""
    said = {"player": "bea", "amount": amount, "means": "cash"}
    answer = office.say(TABLE, DORA, "pay-debt", **said).rejected
    return "" if answer is None else answer.code


def test_cash_for_a_debt_counts_with_all_other_cash_to_the_cent(office: Office) -> None:
    office.adopt(stated("cash.cap", 500))
    paid = {"amount": "300", "method": "cash", "reference": "d 1"}
    office.done("player:bea", CASS, "deposit", **paid)
    assert pays(office, "200.01") == "cash-cap"
    assert pays(office, "200") == ""
    assert pays(office, "0.01") == "cash-cap"
    office.now += timedelta(days=1)
    assert pays(office, "0.01") == ""


def test_cash_for_a_debt_that_is_not_counted_is_found_in_a_forged_log(office: Office) -> None:
    office.adopt(stated("cash.cap", 500))
    assert pays(office, "200") == ""

    def more(events: list[dict[str, Any]]) -> None:
        event = find(events, "debt-cash-counted")
        event["amount"], event["do"]["amount"] = 100_00, "100"

    lines = list(export_lines(office.floor.store))
    assert not kinds(audited(lines))
    assert "wrong-visit" in kinds(audited(forged(lines, more)))
