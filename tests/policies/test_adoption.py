"""A policy in force: adopted by two, pinned in the log, and the rules that hold under it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from compliance.nights import audited, find, forged, kinds
from policies.office import CASS, GRETA, HEAD, MAREK, NOON, SUE, VERA, Office, stated
from sabot.floor import Floor
from sabot.floor.kinds import POLICIES
from sabot.policies import POLICY_STREAM, PolicyBook, terms_at
from sabot.store import export_lines, open_store

DAYS = stated("exclusion.least_days", 30)
CARDS = stated("cards.issued_here", True)
ALICE = {"actor": "alice", "role": "player"}


@pytest.fixture
def office() -> Iterator[Office]:
    with open_store("sqlite://") as store:
        yield Office(Floor(store))


def book(office: Office) -> PolicyBook:
    found: PolicyBook = office.floor.state(POLICIES, "casino")
    return found


def test_two_managers_adopt_and_end_a_policy(office: Office) -> None:
    say = {"text": HEAD + DAYS, "reason": "the law"}
    assert office.code(POLICY_STREAM, SUE, "adopt-policy", **say) == "wrong-role"
    office.done(POLICY_STREAM, GRETA, "adopt-policy", **say)
    assert terms_at(book(office), NOON) is None
    yes = {"number": 1, "reason": "seen"}
    assert office.code(POLICY_STREAM, GRETA, "confirm-statement", **yes) == "own-statement"
    office.done(POLICY_STREAM, MAREK, "confirm-statement", **yes)
    terms = terms_at(book(office), NOON)
    assert terms is not None and (terms.edition, terms.exclusion_least_days) == (
        "here@2026-01-01", 30,
    )  # fmt: skip
    assert office.code(POLICY_STREAM, GRETA, "adopt-policy", **say) == "no-change"
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="another one comes")
    office.confirm(POLICY_STREAM, MAREK)
    assert terms_at(book(office), NOON) is None
    assert office.code(POLICY_STREAM, GRETA, "end-policy", reason="x") == "no-policy"
    assert audited(export_lines(office.floor.store)) == []


def test_a_faulty_file_is_refused_and_the_old_policy_stays(office: Office) -> None:
    office.adopt(DAYS)
    wrong = {"text": HEAD + DAYS + "rest = 1", "reason": "new"}
    answer = office.say(POLICY_STREAM, GRETA, "adopt-policy", **wrong)
    assert answer.rejected is not None and 'has a key "rest"' in answer.rejected.message
    assert terms_at(book(office), NOON) is not None


def test_an_edition_holds_from_its_first_second_at_the_casino(office: Office) -> None:
    office.adopt(DAYS, stated("exclusion.least_days", 60, since="2026-04-05"))
    midnight = NOON.replace(month=4, day=4, hour=13)  # in Sydney, before clocks go back
    for moment, days in ((midnight - timedelta(seconds=1), 30), (midnight, 60)):
        terms = terms_at(book(office), moment)
        assert terms is not None and terms.exclusion_least_days == days


def test_an_edition_to_come_does_not_hold_yet(office: Office) -> None:
    office.adopt(DAYS)
    assert terms_at(book(office), NOON.replace(year=2025, month=12, day=31)) is None


# Self-exclusion


def excluded(office: Office) -> str:
    stream = office.account("alice")
    office.done(stream, ALICE, "exclude-player", reason="a rest")
    return stream


def test_a_self_exclusion_holds_to_the_last_second_of_its_least_period(office: Office) -> None:
    office.adopt(DAYS)
    stream = excluded(office)
    lift = {"reason": "rested", "application": "letter 7"}
    office.now = NOON + timedelta(days=30, seconds=-1)
    refused = office.say(stream, SUE, "lift-exclusion", **lift).rejected
    assert refused is not None and refused.code == "least-period"
    assert "alice has chosen to stay away until 13 April 2026" in refused.message
    office.now = NOON + timedelta(days=30)
    assert office.code(stream, SUE, "lift-exclusion", reason="rested") == "no-application"
    office.done(stream, SUE, "lift-exclusion", **lift)
    assert office.floor.account("alice").exclusion is not None
    office.confirm(stream, VERA)
    assert office.floor.account("alice").exclusion is None
    assert audited(export_lines(office.floor.store)) == []


def test_without_a_policy_one_supervisor_lifts_it_at_once(office: Office) -> None:
    stream = excluded(office)
    office.done(stream, SUE, "lift-exclusion", reason="a mistake")
    assert office.floor.account("alice").exclusion is None


def test_an_exclusion_by_the_casino_has_no_least_period(office: Office) -> None:
    office.adopt(DAYS)
    stream = office.account("alice")
    office.done(stream, SUE, "exclude-player", reason="shouting")
    office.done(stream, ALICE, "exclude-player", reason="a rest")
    exclusion = office.floor.account("alice").exclusion
    assert exclusion is not None and exclusion.until == NOON + timedelta(days=30)
    assert office.code(stream, ALICE, "exclude-player", reason="again") == "excluded"
    office.done(stream, SUE, "exclude-player", reason="a fight", casino=True)
    exclusion = office.floor.account("alice").exclusion
    assert exclusion is not None and exclusion.casino and exclusion.until is not None


def test_a_log_with_other_terms_than_the_policy_s_is_found(office: Office) -> None:
    office.adopt(DAYS)
    excluded(office)

    def shorter(events: list[dict[str, Any]]) -> None:
        event = find(events, "player-excluded")
        event["do"]["terms"]["exclusion_least_days"] = 1
        event["until"] = (NOON + timedelta(days=1)).isoformat().replace("+00:00", "Z")

    def without(events: list[dict[str, Any]]) -> None:
        event = find(events, "player-excluded")
        del event["do"]["terms"]
        event["until"] = None

    lines = list(export_lines(office.floor.store))
    assert kinds(audited(forged(lines, shorter))) == {"wrong-policy"}
    assert kinds(audited(forged(lines, without))) == {"wrong-policy"}


def test_terms_are_the_server_s_word(office: Office) -> None:
    stream = office.account("alice")
    terms = {"edition": "mine@2026-01-01", "exclusion_least_days": 1}
    refused = office.say(stream, ALICE, "exclude-player", reason="x", terms=terms).rejected
    assert refused is not None and refused.code == "bad-command"


# Cards that were issued here


def table(office: Office) -> str:
    sign = {"minimum": "5", "maximum": "1000"}
    opening = {"rulebook": "star-baccarat", "sign": sign, "method": "A", "feed": "typed"}
    office.done("table:1", SUE, "open-table", **opening)
    return "table:1"


DORA = {"actor": "dora", "role": "dealer"}


def test_a_table_takes_only_cards_issued_here_while_the_policy_says_so(office: Office) -> None:
    stream = table(office)
    seat = {"player": "zoe", "card": "x"}
    office.adopt(CARDS)
    refused = office.say(stream, DORA, "join-table", **seat).rejected
    assert refused is not None and refused.code == "not-issued"
    office.account("alice")
    office.done(stream, DORA, "join-table", player="alice", card="card of alice")
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="a test")
    office.confirm(POLICY_STREAM, MAREK)
    office.done(stream, DORA, "join-table", **seat)
    assert audited(export_lines(office.floor.store)) == []


def test_a_stranger_in_a_forged_log_is_found(office: Office) -> None:
    stream = table(office)
    office.adopt(CARDS.replace("true", "false"))
    office.done(stream, DORA, "join-table", player="zoe", card="x")

    def demanded(events: list[dict[str, Any]]) -> None:
        event = find(events, "policy-adopted")
        event["policy"]["editions"][0]["values"][0]["value"] = True
        for each in events:
            asked = each.get("stated") or {}
            if asked.get("do") == "adopt-policy":
                asked["text"] = asked["text"].replace("false", "true")

    found = kinds(audited(forged(export_lines(office.floor.store), demanded)))
    assert "card-not-issued" in found


# Identity before play and deposits


def test_a_deposit_and_a_visit_wait_for_a_valid_document(office: Office) -> None:
    stream, slip = office.account("alice"), {"amount": "5", "method": "cash"}
    felt = table(office)
    office.adopt(stated("identity.checked", True))
    seat = {"player": "alice", "card": "card of alice"}
    assert office.code(stream, CASS, "deposit", reference="i 1", **slip) == "no-identity"
    assert office.code(felt, DORA, "join-table", **seat) == "no-identity"
    shown = {"kind": "passport", "document": "N 1", "number": "N 1", "full_name": "Alice Moreau"}
    told = {**shown, "born": "1990-02-03", "expires": "2026-03-14"}
    office.done(stream, CASS, "record-identity", **told)
    office.now = NOON + timedelta(hours=11, minutes=59, seconds=59)  # the last second of that day
    office.done(stream, CASS, "deposit", reference="i 2", **slip)
    office.now = NOON + timedelta(hours=12)
    assert office.code(stream, CASS, "deposit", reference="i 3", **slip) == "expired-document"
    assert office.code(felt, DORA, "join-table", **seat) == "expired-document"
    assert audited(export_lines(office.floor.store)) == []


def test_a_player_is_old_enough_by_the_policy_in_force(office: Office) -> None:
    stream = office.account("alice")
    seen = {"kind": "passport", "document": "N 1", "number": "N 1", "full_name": "Alice Moreau"}
    seen |= {"expires": "2030-01-01", "born": "2008-03-16"}  # eighteen in two days
    office.adopt(stated("identity.least_age", 18))
    assert office.code(stream, CASS, "record-identity", **seen) == "too-young"
    office.done(stream, CASS, "record-identity", **{**seen, "born": "2008-03-14"})
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="sold")
    office.confirm(POLICY_STREAM, MAREK)
    office.done(stream, CASS, "record-identity", **seen)
    assert audited(export_lines(office.floor.store)) == []


def test_a_payment_is_confirmed_under_the_policy_of_that_moment(office: Office) -> None:
    stream = office.account("alice")
    large = {"amount": "10001", "method": "cash"}
    office.adopt(stated("exclusion.least_days", 30))
    office.done(stream, CASS, "deposit", reference="l 1", **large)
    office.adopt(stated("identity.checked", True))
    seen = {"number": 1, "reason": "seen"}
    assert office.code(stream, SUE, "confirm-statement", **seen) == "no-identity"
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="sold")
    office.confirm(POLICY_STREAM, MAREK)
    office.confirm(stream, SUE)
    assert audited(export_lines(office.floor.store)) == []
