"""Events after terms are handed in: changes, winners, claims, payment, lost integrity."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from sabot import RULEBOOKS
from sabot.core.refusal import Refusal
from sabot.parts.notices import DueNotice, due_at, is_late
from sabot.promotions.claims import DeniedClaim, check_payment, deny, is_kept, winner_chooses
from sabot.promotions.integrity import CANCEL, POSTPONE, compromised, resume
from sabot.promotions.paper_draw import check_draw, check_entry
from sabot.promotions.prizes import needs_scrutineer
from sabot.promotions.submission import change_terms, check_start, earliest_start, in_time
from sabot.promotions.terms import Prize, Promotion, Terms
from sabot.promotions.winners import Attempt, telling, told_until, tried, way_to_tell
from sabot.rules.irregularities.irregularity import ANY_TIME, AT_ONCE, PRACTICABLE, SOON, Duty
from sabot.rules.promotions import Promotions

SYDNEY = "Australia/Sydney"
SECTIONS: dict[str, Promotions] = {
    name: book.promotions for name, book in RULEBOOKS.items() if book.promotions is not None
}
BACCARAT = "star-baccarat"
OF_2016 = [name for name in SECTIONS if name != BACCARAT]
MONDAY = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo(SYDNEY))
SECOND = timedelta(seconds=1)


def clauses(*each: str) -> pytest.MarkDecorator:
    """Each document's own clause has a test: Baccarat, 7-Up, Three Card, Lucky Draw."""
    return pytest.mark.parametrize(("game", "clause"), list(zip(SECTIONS, each, strict=True)))


def refused(step: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as found:
        step()
    assert found.value.message.endswith(".")
    return found.value.code, found.value.clause


# Handed in, and changed


@clauses("16.12", "16.10", "15.9", "13.9")
def test_terms_are_there_24_hours_before(game: str, clause: str) -> None:
    one = {game: SECTIONS[game]}
    tuesday = earliest_start(MONDAY, one)
    assert tuesday == MONDAY.astimezone(UTC) + timedelta(hours=24)
    check_start(MONDAY, tuesday, one)
    early = refused(lambda: check_start(MONDAY, tuesday - timedelta(minutes=1), one))
    assert early == ("starts-too-soon", clause)


@pytest.mark.parametrize("day", [datetime(2026, 10, 3, 10), datetime(2026, 4, 4, 10)])
def test_a_day_of_daylight_saving_has_other_hours(day: datetime) -> None:
    """The clock is put forward on 4 October, and back on 5 April."""
    here = day.replace(tzinfo=ZoneInfo(SYDNEY))
    starts = earliest_start(here, SECTIONS).astimezone(ZoneInfo(SYDNEY))
    assert starts.hour == (11 if day.month == 10 else 9)
    rule = SECTIONS[BACCARAT].submission
    assert in_time(here, starts, rule) and not in_time(here, starts - SECOND, rule)


@clauses("16.12", "16.10", "15.9", "13.9")
def test_a_change_before_the_start_makes_the_hours_run_anew(game: str, clause: str) -> None:
    one, starts = {game: SECTIONS[game]}, MONDAY + timedelta(days=2)
    duties = change_terms(starts - timedelta(hours=24), starts, one)
    assert duties == [Duty("commission", "24 hours before", clause)]
    late = refused(lambda: change_terms(starts - timedelta(hours=24) + SECOND, starts, one))
    assert late == ("starts-too-soon", clause)


def test_16_12_1_a_change_after_the_start_is_sent_again_and_does_not_wait() -> None:
    one = {BACCARAT: SECTIONS[BACCARAT]}
    assert change_terms(MONDAY, MONDAY, one) == [Duty("commission", SOON, "16.12.1")]


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(OF_2016, ("16.10.1", "15.9.1", "13.9.1"), strict=True))
)
def test_a_change_after_the_start_waits_for_approval(game: str, clause: str) -> None:
    one = {game: SECTIONS[game]}
    assert refused(lambda: change_terms(MONDAY, MONDAY, one)) == ("not-approved", clause)
    assert change_terms(MONDAY, MONDAY, one, approved=True) == []


def test_over_several_games_the_strictest_holds() -> None:
    assert refused(lambda: change_terms(MONDAY, MONDAY, SECTIONS)) == ("not-approved", "16.10.1")
    approved = change_terms(MONDAY, MONDAY, SECTIONS, approved=True)
    assert approved == [Duty("commission", SOON, "16.12.1")]


# Entries and the draw


CLOSING = MONDAY + timedelta(days=9)


def promotion(*games: str, value: int = 10_000_01) -> Promotion:
    return Promotion(
        rulebooks=games,
        starts=MONDAY,
        terms=Terms(entries_close=CLOSING),
        prizes=(Prize(kind="goods", value=value),),
    )


@clauses("16.7.6", "16.8.6", "15.7.6", "13.7.6")
def test_an_entry_is_received_before_the_closing_time(game: str, clause: str) -> None:
    one, held = {game: SECTIONS[game]}, promotion(game)
    check_entry(MONDAY, held, one)
    check_entry(CLOSING - SECOND, held, one)
    assert refused(lambda: check_entry(CLOSING, held, one)) == ("entries-closed", clause)
    early = refused(lambda: check_entry(MONDAY - SECOND, held, one))
    assert early == ("not-started", SECTIONS[game].submission.clause)


@clauses("16.7.6", "16.8.6", "15.7.6", "13.7.6")
def test_nothing_is_drawn_before_entries_close_or_while_in_doubt(game: str, clause: str) -> None:
    one, held = {game: SECTIONS[game]}, promotion(game)
    check_draw(CLOSING, held, "Ms Lee", True, one)
    early = refused(lambda: check_draw(CLOSING - SECOND, held, "Ms Lee", True, one))
    assert early == ("entries-open", clause)
    doubtful = refused(lambda: check_draw(CLOSING, held, "Ms Lee", False, one))
    assert doubtful == ("compromised", SECTIONS[game].integrity.clause)


def test_a_scrutineer_oversees_the_draw_of_a_large_prize() -> None:
    for nobody in (None, " "):
        found = refused(lambda n=nobody: check_draw(CLOSING, promotion(), n, True, SECTIONS))  # type: ignore[misc]
        assert found == ("no-scrutineer", "16.3"), "7-Up asks for one, Baccarat does not"
        check_draw(CLOSING, promotion(value=10_000_00), nobody, True, SECTIONS)
        check_draw(CLOSING, promotion(), nobody, True, {BACCARAT: SECTIONS[BACCARAT]})


# Winners


@clauses("16.8", "16.9", "15.8", "13.8")
def test_a_winner_who_need_not_attend_is_told_within_2_days(game: str, clause: str) -> None:
    section, friday = SECTIONS[game], datetime(2026, 12, 4, 21, tzinfo=ZoneInfo(SYDNEY))
    assert telling(True, section) is None
    assert telling(False, section) == Duty("winner", "within 2 days", clause)
    monday = datetime(2026, 12, 7, tzinfo=ZoneInfo(SYDNEY))
    assert told_until(friday, section, SYDNEY) == monday
    assert tried([Attempt("mail", monday - SECOND)], friday, section, SYDNEY)
    assert not tried([Attempt("mail", monday)], friday, section, SYDNEY)
    assert not tried([Attempt("mail", friday - SECOND)], friday, section, SYDNEY)
    assert not tried([], friday, section, SYDNEY)


@clauses("16.8", "16.9", "15.8", "13.8")
def test_a_winner_is_told_by_one_of_four_ways(game: str, clause: str) -> None:
    ways = ("face-to-face", "mail", "telephone", "e-mail")
    found = [way_to_tell(each, SECTIONS[game]) for each in ways]
    assert found == [f"{clause}.{number}" for number in (1, 2, 3, 4)]
    assert refused(lambda: way_to_tell("pigeon", SECTIONS[game])) == ("bad-way", clause)


# Claims


@clauses("16.9", "16.11", "15.10", "13.10")
def test_a_claimant_is_told_why(game: str, clause: str) -> None:
    section = SECTIONS[game]
    assert deny(DeniedClaim(100_00, "no ticket"), section) == Duty("claimant", PRACTICABLE, clause)
    assert refused(lambda: deny(DeniedClaim(1, " "), section)) == ("no-reason", clause)


@clauses("16.9.1", "16.11.1", "15.10.1", "13.10.1")
def test_a_denied_claim_over_100_is_kept(game: str, clause: str) -> None:
    section = SECTIONS[game]
    assert not is_kept(100_00, section) and is_kept(100_01, section)
    for name, address in (("", ""), ("name-7", ""), ("", "address-7")):
        claim = DeniedClaim(100_01, "no ticket", name, address)
        assert refused(lambda claim=claim: deny(claim, section)) == ("no-record", clause)  # type: ignore[misc]
    deny(DeniedClaim(100_01, "no ticket", "name-7", "address-7"), section)


@clauses("16.10", "16.12", "15.11", "13.11")
def test_whoever_is_not_satisfied_is_told_of_the_right_to_complain(game: str, clause: str) -> None:
    assert SECTIONS[game].complaint == Duty("complainant", ANY_TIME, clause)


# Payment


def cash_of(value: int) -> Prize:
    return Prize(kind="cash", value=value)


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(OF_2016, ("16.5", "15.4", "13.4"), strict=True))
)
def test_the_winner_of_more_than_10000_in_cash_chooses(game: str, clause: str) -> None:
    section, large, small = SECTIONS[game], cash_of(10_000_01), cash_of(10_000_00)
    assert winner_chooses(large, section) and not winner_chooses(small, section)
    assert not winner_chooses(Prize(kind="money", value=10_000_01), section)
    check_payment(large, {"cash": 1, "cheque": 5_000_00, "transfer": 5_000_00}, True, section)
    check_payment(small, {"cheque": 10_000_00}, False, section)
    parts: list[tuple[dict[str, int], bool, str]] = [
        ({"cash": 10_000_01}, False, "no-choice"),
        ({"chips": 10_000_01}, True, "bad-way"),
        ({"cash": 10_000_00}, True, "bad-amount"),
        ({"cash": 10_000_02, "cheque": -1}, True, "bad-amount"),
        ({"cash": 10_000_01, "cheque": 0}, True, "bad-amount"),
        ({}, True, "bad-amount"),
    ]
    for paid, by_winner, code in parts:
        found = refused(lambda p=paid, w=by_winner: check_payment(large, p, w, section))  # type: ignore[misc]
        assert found == (code, clause)


def test_16_4_no_prize_is_paid_in_cash() -> None:
    section = SECTIONS[BACCARAT]
    paid = refused(lambda: check_payment(cash_of(100), {"cash": 100}, True, section))
    assert paid == ("no-cash", "16.4")
    check_payment(Prize(kind="money", value=100), {"cheque": 100}, False, section)


def test_a_scrutineer_is_needed_over_10000_but_only_may_be_there_in_baccarat() -> None:
    for value, needed in ((10_000_00, False), (10_000_01, True)):
        prizes = [Prize(kind="goods", value=value)] * 2
        assert [needs_scrutineer(prizes, SECTIONS[each]) for each in OF_2016] == [needed] * 3
        assert not needs_scrutineer(prizes, SECTIONS[BACCARAT])


# Integrity


@clauses("16.11", "16.13", "15.12", "13.12")
def test_what_is_compromised_is_postponed_or_its_draw_cancelled(game: str, clause: str) -> None:
    one = {game: SECTIONS[game]}
    wednesday = datetime(2026, 12, 2, 12, tzinfo=ZoneInfo(SYDNEY))
    for decision in (POSTPONE, CANCEL):
        (duty,) = compromised(decision, one)
        assert (duty.to, duty.clause) == ("inspector", clause)
        by = due_at(wednesday, duty.by, SYDNEY)
        notice = DueNotice(1, duty.to, clause, "the draw", by, duty.by)
        friday = wednesday + timedelta(hours=48)
        if game == BACCARAT:
            assert by == friday and not is_late(notice, friday)
            assert is_late(notice, friday + SECOND)
        else:
            assert duty.by == AT_ONCE and not is_late(notice, friday + SECOND), "open until given"
    assert refused(lambda: compromised("draw all the same", one)) == ("bad-decision", clause)


@clauses("16.11", "16.13", "15.12", "13.12")
def test_what_was_postponed_goes_on_once_it_is_validated(game: str, clause: str) -> None:
    one = {game: SECTIONS[game]}
    resume("olga", "all tickets counted again", one)
    for who, how in (("", "counted"), ("olga", " ")):
        found = refused(lambda who=who, how=how: resume(who, how, one))  # type: ignore[misc]
        assert found == ("not-validated", clause)


@pytest.mark.parametrize("word", [SOON, PRACTICABLE, ANY_TIME, AT_ONCE])
def test_what_has_no_minutes_is_open_until_it_is_given(word: str) -> None:
    by = due_at(MONDAY, word, SYDNEY)
    assert by == MONDAY
    assert not is_late(
        DueNotice(1, "commission", "16.12.1", "terms", by, word), MONDAY.replace(year=2030)
    )
