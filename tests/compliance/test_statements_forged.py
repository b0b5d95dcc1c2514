"""An insider rewrites who stated and who confirmed what, with a chain that holds: it shows."""

from collections.abc import Callable
from typing import Any

import pytest

from compliance.exceptional import money
from compliance.nights import Json, audited, find, forged

Forgery = Callable[[list[Json]], object]


def own_word(events: list[Json]) -> None:
    """The dealer confirms what the dealer stated."""
    event = find(events, "statement-confirmed")
    event["by"] = event["do"]["actor"] = event["confirmed_by"] = "dan"


def a_dealer_confirms(events: list[Json]) -> None:
    """Replace the confirmer by a person who is no supervisor."""
    event = find(events, "statement-confirmed")
    event["by"] = event["do"]["actor"] = event["confirmed_by"] = "dora"
    event["role"] = event["do"]["role"] = "dealer"


def confirmer_renamed(events: list[Json]) -> None:
    """The event names another person than the one who gave the command."""
    find(events, "statement-confirmed")["confirmed_by"] = "sue"


def stated_by_another(events: list[Json]) -> None:
    """Hide the author of a statement from the report."""
    find(events, "statement-confirmed")["stated_by"] = "dora"


def without_reason(events: list[Json]) -> None:
    event = find(events, "statement-confirmed")
    event["reason"] = event["do"]["reason"] = ""


def more_was_stated(events: list[Json]) -> None:
    """Ten times as much, in the statement and all that follows from it, but not in the command."""
    find(events, "statement-made")["stated"]["amount"] = "7000"
    declared = find(events, "chips-declared")
    declared["amount"] = declared["moves"][0]["amount"] = 700_000


def more_followed(events: list[Json]) -> None:
    declared = find(events, "chips-declared")
    declared["amount"] = declared["moves"][0]["amount"] = 700_000


def after_a_refusal(events: list[Json]) -> None:
    """Vera refuses bob's $900, and they are declared all the same."""
    refused = find(events, "statement-refused")
    declared = {**find(events, "chips-declared"), "id": refused["id"], "player": "bob"}
    declared |= {"amount": 90_000, "at": refused["at"]}
    declared["moves"] = [{"source": "world", "target": "player/bob", "amount": 90_000}]
    events.insert(events.index(refused) + 1, declared)


def refusal_made_a_confirmation(events: list[Json]) -> None:
    """The event says confirmed, and the command says refused."""
    event = find(events, "statement-refused")
    event["what"], event["confirmed_by"] = "statement-confirmed/1", event.pop("refused_by")


def confirmed_twice(events: list[Json]) -> None:
    """The same statement once more, with new chips."""
    first = events.index(find(events, "statement-confirmed"))
    again: list[Json] = [{**each, "id": "again"} for each in events[first : first + 2]]
    again[0]["do"] = {**again[0]["do"], "id": "again"}
    events[first + 2 : first + 2] = again


def never_confirmed(events: list[Json]) -> None:
    """The confirmation is cut out, and the dealer's word alone moves the money."""
    event = find(events, "statement-confirmed")
    declared = find(events, "chips-declared")
    stated = find(events, "statement-made")
    declared |= {"id": event["id"], "by": "dan", "do": {**stated["stated"], "id": event["id"]}}
    events.remove(event)


def never_stated(events: list[Json]) -> None:
    """Invent chips in a command that needed a confirmation."""
    declared, stated = find(events, "chips-declared"), find(events, "statement-made")
    declared |= {"id": stated["id"], "by": "dan", "do": stated["do"]}
    events.remove(stated)
    events.remove(find(events, "statement-confirmed"))


def nothing_followed(events: list[Json]) -> None:
    """A confirmation without what it confirms."""
    events.remove(find(events, "chips-declared"))


FORGERIES: dict[Forgery, set[str]] = {
    own_word: {"own-statement", "should-be-rejected"},
    a_dealer_confirms: {"wrong-confirmer", "should-be-rejected"},
    confirmer_renamed: {"wrong-confirmer", "not-decided-so"},
    stated_by_another: {"not-stated", "not-decided-so"},
    without_reason: {"should-be-rejected"},
    more_was_stated: {"not-decided-so"},
    more_followed: {"not-decided-so"},
    after_a_refusal: {"not-decided-so"},
    refusal_made_a_confirmation: {"not-decided-so"},
    confirmed_twice: {"not-stated", "should-be-rejected"},
    never_confirmed: {"not-decided-so"},
    never_stated: {"not-decided-so"},
    nothing_followed: {"not-decided-so"},
}


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    honest = money().lines()
    assert audited(honest) == []
    return honest


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__)
def test_a_word_that_nobody_confirmed_is_found(lines: list[bytes], forgery: Any) -> None:
    found = audited(forged(lines, forgery))
    assert FORGERIES[forgery] <= {each.finding for each in found}, found
    assert found[0].stream == "table:1" and found[0].seq is not None


def test_it_is_found_where_no_rulebook_is_known(lines: list[bytes]) -> None:
    """Nothing can be decided again there; who confirmed what can still be asked."""

    def strange(events: list[Json]) -> None:
        own_word(events)
        find(events, "table-opened")["setup"]["edition"] = "version 99"

    found = {each.finding for each in audited(forged(lines, strange))}
    assert "own-statement" in found and "should-be-rejected" not in found
