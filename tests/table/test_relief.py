"""Dealers sign on at a table and hand over; the log says who dealt, and no other dealer does."""

import pytest

from compliance.nights import Night, audited
from sabot.table.running.relief import DealerSignedOff, DealerSignedOn
from support.evening import Evening

DORA = {"actor": "dora", "role": "dealer"}
DAN = {"actor": "dan", "role": "dealer"}
SUE = {"actor": "sue", "role": "gaming supervisor"}


def test_a_dealer_signs_on_and_another_takes_over() -> None:
    evening = Evening("star-baccarat")
    evening.ok("sign-on", **DORA)
    assert evening.table.dealer is not None and evening.table.dealer.name == "dora"
    evening.no("deals-here", "sign-on", **DORA)
    (told,) = evening.ok("sign-on", **DAN)
    assert isinstance(told, DealerSignedOn)
    assert (told.dealer, told.relieves) == ("dan", "dora")
    assert evening.table.dealer.name == "dan"
    assert evening.replayed() == evening.table


def test_no_other_dealer_deals_where_one_has_signed_on() -> None:
    evening = Evening("star-baccarat")
    evening.ok("sign-on", **DORA)
    evening.no("not-signed-on", "call-supervisor", **DAN, reason="a spilt drink")
    evening.ok("call-supervisor", **DORA, reason="a spilt drink")
    evening.ok("answer-call", **SUE)


def test_where_nobody_has_signed_on_any_dealer_deals() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-supervisor", **DAN, reason="a spilt drink")
    evening.no("nobody-deals", "sign-off", **DAN)


def test_a_coup_is_finished_by_whoever_began_it() -> None:
    """Unless a supervisor signs them off, and another dealer comes."""
    night = Night("star-baccarat")
    night.say("sign-on", "dan", "dealer")
    night.say("place-wager", "alice", "player", player="alice", on="player", amount="100")
    night.say("no-more-bets", "dan", "dealer")
    night.deal()
    assert night.no("sign-on", "dora", "dealer") == "coup-runs"
    assert night.no("sign-off", "dan", "dealer") == "coup-runs"
    night.say("sign-off", "sue", "casino supervisor")
    night.say("sign-on", "dora", "dealer")
    assert night.table.dealer is not None and night.table.dealer.name == "dora"
    assert night.no("deal-card", "dan", "dealer") == "not-signed-on"
    assert audited(night.lines()) == []


def test_what_was_stated_before_a_hand_over_is_still_confirmed() -> None:
    night = Night("star-baccarat", feed="typed")
    night.say("sign-on", "dan", "dealer")
    night.say("declare-chips", "dan", "dealer", player="alice", amount="700")
    night.say("sign-on", "dora", "dealer")
    night.say("confirm-statement", "vera", "casino supervisor", number=1, reason="counted")
    assert audited(night.lines()) == []


def test_a_table_that_closes_has_no_dealer() -> None:
    evening = Evening("star-baccarat")
    evening.ok("sign-on", **DORA)
    assert evening.ok("sign-off", **DORA) == [DealerSignedOff(dealer="dora")]
    evening.ok("sign-on", **DORA)
    evening.ok("close-table", actor="sue", role="casino supervisor")
    assert evening.table.dealer is None


@pytest.mark.parametrize("role", ["player", "surveillance", "inspector", "cashier"])
def test_only_dealers_and_their_supervisors_sign_on(role: str) -> None:
    Evening("star-baccarat").no("wrong-role", "sign-on", actor="pat", role=role)


def test_a_table_has_a_name_for_people() -> None:
    evening = Evening("star-baccarat", called="  Baccarat 3,  high limit ")
    assert evening.table.opened.called == "Baccarat 3, high limit"


@pytest.mark.parametrize("called", ["x" * 61, "Bacca\x07rat"])
def test_a_name_that_nobody_can_read_is_refused(called: str) -> None:
    evening = Evening("star-baccarat")
    evening.ok("close-table", actor="sue", role="casino supervisor")
    sign = {"minimum": "10", "maximum": "100"}
    evening.no(
        "bad-name", "open-table", actor="sue", role="casino supervisor",
        rulebook="star-baccarat", sign=sign, called=called,
    )  # fmt: skip
