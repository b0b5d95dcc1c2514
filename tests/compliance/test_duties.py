"""The calendar: every row of every document opened, fulfilled in time, and late by one second."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from compliance.nights import Night, audited, large, typed
from sabot.accounts.play import ASSESSMENT
from sabot.accounts.play_data import DATA
from sabot.aml.alerts import SUSPICION
from sabot.aml.thresholds import REPORT
from sabot.compliance.duties import DONE, DUE, LATE, OPEN, Calendar, DutyEntry, status_of
from sabot.compliance.duties.words import _names, people, until
from sabot.engine.streams import Stream
from sabot.floor.kinds import KINDS
from sabot.parts.notices import due_at
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.duties import all_duties, duties_of
from sabot.rules.irregularities.irregularity import BEFOREHAND, UNTIMED, Duty
from sabot.rules.operation.duties import EQUALS, DutyRow, EventSight
from web.files import words_of

SYDNEY = "Australia/Sydney"
NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
YEARS = timedelta(days=3650)
ROWS = {f"{row.rulebook}-{row.clause}-{row.name}-{row.to}": row for row in all_duties()}
SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}


class Book:
    """Lines of one stream, written by hand."""

    def __init__(self, rulebook: str, stream: str = "table:1") -> None:
        self.stream = stream
        self.seq = 0
        self.calendar = Calendar()
        self.put(NOW, "table-opened", setup={"rulebook": rulebook}, approval="letter")

    def put(self, at: datetime, what: str, **fields: Any) -> list[DutyEntry]:
        self.seq += 1
        line = {"stream": self.stream, "seq": self.seq, "at": at.isoformat(), "by": "sue",
                "what": f"{what}/1", "id": str(self.seq), **fields}  # fmt: skip
        return self.calendar.take(json.dumps(line, separators=(",", ":")).encode())

    def see(self, at: datetime, sight: EventSight) -> list[DutyEntry]:
        """An event that fits."""
        fields: dict[str, Any] = {}
        for path, how, value in ((sight.key, EQUALS, "1"), *sight.so):
            place = fields
            *folders, last = path.split(".")
            for folder in folders:
                place = place.setdefault(folder, {})
            place[last] = {"=": {"true": True}.get(value, value), "~": [value], "!": "other"}[how]
        fields.pop("", None)
        return self.put(at, sight.event, **fields)

    def notice(self, row: DutyRow, start: datetime | None = None) -> datetime | None:
        due = due_at(NOW, row.until, SYDNEY, start)
        told = {
            "number": 1,
            "to": row.to,
            "clause": row.clause,
            "about": "it",
            "deadline": row.until,
        }
        self.put(NOW, "notice-due", notice={**told, "by": due and due.isoformat()})
        return due

    def one(self) -> DutyEntry:
        (entry,) = self.calendar.open()
        return entry


def begun(row: DutyRow) -> tuple[Book, datetime | None]:
    """A stream in which this duty has just arisen; until when it is in time."""
    book = Book(row.rulebook)
    if row.by_notice:
        return book, book.notice(row, NOW + timedelta(hours=30))
    book.see(NOW, row.opened[0])
    return book, None


def give(book: Book, row: DutyRow, at: datetime) -> DutyEntry:
    """Fulfil it then."""
    if row.by_notice:
        done = book.put(at, "notice-given", number=1, channel="telephone", note="Lee")
    else:
        done = book.see(at, row.done[0])
    return next(each for each in done if (each.duty, each.to) == (row.name, row.to))


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_every_duty_stands_in_its_document_and_names_what_there_is(row: DutyRow) -> None:
    assert row.clause in catalogue(row.rulebook).clauses
    names = {str(each.__struct_config__.tag).partition("/")[0]
             for kind in KINDS for each in kind.rules.events}  # fmt: skip
    assert {each.event for each in (*row.opened, *row.done, *row.dropped)} <= names
    assert _names()[row.name]["en"] and _names()[row.name]["zh"]


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_every_duty_is_told_in_chinese_too(row: DutyRow) -> None:
    """On paper and on the page: until when, whose it is, and for whom."""
    assert until(row.until)["zh"] != row.until
    assert people(row.who)["zh"] != row.who and people(row.to)["zh"] != row.to
    key = re.sub(r"[0-9]+", "n", row.until).replace(" ", "-")
    for language in ("en", "zh"):
        words, shared = words_of("duties", language), words_of("shared", language)
        assert f"duties.until-{key}" in words
        for role in (row.who, row.to):
            assert f"duties.to-{role}" in words or f"role.{role}" in shared, role


def test_every_name_is_a_duty() -> None:
    of_policies = {ASSESSMENT, DATA, REPORT, SUSPICION}
    assert {*_names()} == {row.name for row in all_duties()} | of_policies


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_duty_of_a_rulebook_is_without_a_row(rulebook: str) -> None:
    book = RULEBOOKS[rulebook]
    cells = (cell for cells in book.conduct.irregularities.values() for cell in cells)
    wanted = {duty for cell in cells for duty in cell.duties}
    if (promotions := book.promotions) is not None:
        wanted |= {promotions.telling.duty, promotions.submission.duty, promotions.changes.duty}
        wanted |= {promotions.denial.duty, promotions.complaint, promotions.integrity}
    rows = {Duty(row.to, row.until, row.clause) for row in duties_of(rulebook)}
    assert wanted <= rows
    general, limits = book.conduct.general, book.conduct.limits
    signs = (limits.change, limits.end_protection, general.variant, general.close)
    minutes = {row.clause: row.minutes for row in duties_of(rulebook) if row.minutes is not None}
    assert {each.clause: each.minutes for each in signs if each}.items() <= minutes.items()
    told = [side for side in book.conduct.side_bets if side.restrict]
    assert {(side.told, to) for side in told for to in side.tells} <= {
        (row.clause, row.to) for row in duties_of(rulebook)
    }
    advice = {row.clause for row in duties_of(rulebook) if row.name == "complaint-advice"}
    assert advice == {general.disputes and general.disputes.told} - {None}


TIMED = {name: row for name, row in ROWS.items()
         if row.by_notice and row.until not in {*UNTIMED, BEFOREHAND}}  # fmt: skip


@pytest.mark.parametrize("row", TIMED.values(), ids=TIMED)
def test_a_timed_duty_is_in_time_at_its_last_moment_and_late_a_second_after(row: DutyRow) -> None:
    book, due = begun(row)
    assert due is not None
    entry = book.one()
    assert (entry.duty, entry.rulebook, entry.due) == (row.name, row.rulebook, due)
    counted = row.until.endswith(("hours", "before"))
    last = due if counted else due - SECOND
    assert status_of(entry, last, SYDNEY) == DUE
    assert status_of(entry, last + SECOND, SYDNEY) == LATE
    in_time, late = begun(row)[0], begun(row)[0]
    assert give(in_time, row, last).done.late is False  # type: ignore[union-attr]
    done = give(late, row, last + SECOND)
    assert done.done is not None and done.done.late
    assert (done.done.by, done.done.at, done.done.how) == ("sue", last + SECOND, "telephone: Lee")
    assert status_of(done, last + YEARS, SYDNEY) == DONE
    assert late.calendar.open() == []


UNCOUNTED = {name: row for name, row in ROWS.items()
             if row.until in UNTIMED or "reasonable" in row.until
             or (row.by_notice and row.beforehand)}  # fmt: skip


@pytest.mark.parametrize("row", UNCOUNTED.values(), ids=UNCOUNTED)
def test_no_minute_is_invented_and_it_stays_open_until_it_is_done(row: DutyRow) -> None:
    book, _ = begun(row)
    if row.done == row.opened:
        assert [each.duty for each in book.calendar.done if each.duty == row.name]
        return
    (entry,) = [each for each in book.calendar.open() if each.duty == row.name]
    assert status_of(entry, NOW + YEARS, SYDNEY) in (DUE, OPEN)
    done = give(book, row, NOW + YEARS)
    assert done.done is not None and not done.done.late
    assert (done.done.seq, done.done.by) == (book.seq, "sue")
    assert row.name not in {each.duty for each in book.calendar.open()}


FIRST = {name: row for name, row in ROWS.items() if row.beforehand and not row.by_notice}


@pytest.mark.parametrize("row", FIRST.values(), ids=FIRST)
def test_what_comes_first_is_done_with_the_thing_itself_or_late(row: DutyRow) -> None:
    whole = Book(row.rulebook)
    (done,) = [each for each in whole.see(NOW, row.done[0])
               if (each.clause, each.to) == (row.clause, row.to)]  # fmt: skip
    assert done.done is not None and not done.done.late
    book, _ = begun(row)
    if row.done == row.opened:
        assert row.to not in [each.to for each in book.calendar.open() if each.duty == row.name]
        return  # what tells people is the thing itself
    (entry,) = [each for each in book.calendar.open()
                if (each.clause, each.to) == (row.clause, row.to)]  # fmt: skip
    assert status_of(entry, NOW, SYDNEY) == LATE


SIGNS = {name: row for name, row in ROWS.items() if row.minutes is not None}


@pytest.mark.parametrize("row", SIGNS.values(), ids=SIGNS)
def test_a_sign_stands_its_minutes_and_its_own_time(row: DutyRow) -> None:
    book, _ = begun(row)
    entry = book.one()
    ready = NOW + timedelta(minutes=row.minutes or 0)
    assert entry.due == ready
    assert status_of(entry, ready + YEARS, SYDNEY) == DUE, "a sign makes nobody do anything"
    done = give(book, row, ready)
    assert done.done is not None and not done.done.late
    early, _ = begun(row)
    seen = [each for each in early.see(ready - SECOND, row.done[0]) if each.duty == row.name]
    assert row.minutes == 0 or [each.done and each.done.late for each in seen] == (
        [True] if row.strict else []
    )
    replaced, _ = begun(row)
    replaced.see(NOW + SECOND, row.opened[0])
    assert replaced.one().at == NOW + SECOND


def test_a_day_and_a_month_end_where_the_casino_stands() -> None:
    """At midnight, at a month's end, and on the days when clocks go back and forward."""
    daily = next(row for row in duties_of("star-baccarat") if row.name == "order-revealed")
    for now, due in (
        ("2026-03-14T12:59:59Z", "2026-03-14T13:00:00Z"),
        ("2026-03-31T12:59:59Z", "2026-03-31T13:00:00Z"),
        ("2026-04-04T13:30:00Z", "2026-04-05T14:00:00Z"),
        ("2026-10-03T14:30:00Z", "2026-10-04T13:00:00Z"),
    ):
        at, end = datetime.fromisoformat(now), datetime.fromisoformat(due)
        assert due_at(at, daily.until, SYDNEY) == end
        book = Book("star-baccarat")
        told = {"number": 1, "to": "inspector", "clause": "4.13", "about": "it"}
        book.put(at, "notice-due", notice={**told, "deadline": daily.until, "by": due})
        entry = book.one()
        assert status_of(entry, end - SECOND, SYDNEY) == DUE
        assert status_of(entry, end, SYDNEY) == LATE
        assert status_of(entry, at - timedelta(days=2), SYDNEY) == OPEN


def test_the_zone_says_what_is_due_today() -> None:
    book = Book("star-baccarat")
    row = next(row for row in duties_of("star-baccarat") if row.name == "promotion-integrity")
    book.notice(row)  # until 16 March, 20:00 UTC: the 17th in Sydney, still the 16th in Perth
    early = datetime(2026, 3, 16, 12, 59, 59, tzinfo=UTC)
    assert status_of(book.one(), early, SYDNEY) == OPEN
    assert status_of(book.one(), early + SECOND, SYDNEY) == DUE
    assert status_of(book.one(), early, "UTC") == DUE


# What the live table does


def calendar_of(night: Night) -> Calendar:
    calendar = Calendar()
    for stored in night.store.read_all():
        calendar.take(stored.line)
    assert calendar.unread == 0
    return calendar


def test_6_7_a_sign_is_on_the_calendar_until_the_minimum_goes_up() -> None:
    night = typed("star-baccarat")
    effect = "2026-03-14T20:10:00Z"
    night.say("post-sign", **SUE, kind="minimum", takes_effect=effect, amount="10")
    (entry,) = calendar_of(night).open()
    assert entry.due == entry.at + timedelta(minutes=20)
    sign = {"minimum": "10", "maximum": "1000"}
    night.now = entry.due - 3 * SECOND
    assert night.no("change-limits", **SUE, sign=sign) == "too-early"
    night.now = entry.due - 2 * SECOND
    night.say("change-limits", **SUE, sign=sign)
    calendar = calendar_of(night)
    assert calendar.open() == []
    assert calendar.done[-1].done is not None and calendar.done[-1].done.what == "limits-changed"


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("star-baccarat", {"6.1"}),
        ("star-seven-up", {"6.1"}),
        ("star-three-card", {"6.1"}),
        ("star-lucky-draw", {"6.1"}),
        ("canberra-mini", {"3.1", "3.3"}),
    ],
)
def test_signs_that_stand_all_the_time_are_done_by_whoever_opens_the_table(
    game: str, clauses: set[str]
) -> None:
    calendar = calendar_of(typed(game))
    shown = [each for each in calendar.done if each.duty == "limits-shown"]
    assert {each.clause for each in shown} == clauses
    assert all(each.done and each.done.by and not each.done.late for each in shown)


@pytest.mark.parametrize(
    ("game", "clause", "scheme"),
    [
        ("star-baccarat", "2.5", {"scheme": "even-money"}),
        ("star-three-card", "2.4", {"scheme": "even-money"}),
        ("star-lucky-draw", "2.5", {}),
        ("canberra-mini", "8.3", {}),
    ],
)
def test_the_odds_sign_is_a_duty_until_somebody_says_that_it_stands(
    game: str, clause: str, scheme: dict[str, str]
) -> None:
    night = typed(game, **scheme)
    (entry,) = [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert (entry.clause, status_of(entry, NOW + YEARS, SYDNEY)) == (clause, OPEN)
    assert night.no("show-odds", actor="alice", role="player") == "wrong-role"
    night.say("show-odds", **SUE, note="on a stand beside the dealer")
    calendar = calendar_of(night)
    assert not [each for each in calendar.open() if each.duty == "odds-shown"]
    (done,) = [each for each in calendar.done if each.duty == "odds-shown"]
    assert done.done and done.done.by == "sue" and done.done.how == "on a stand beside the dealer"


def test_an_odds_sign_that_nobody_has_seen_is_late_once_the_game_is_played() -> None:
    """Lucky Draw 2.5: with the first coup, not before; no clause states a time, so the audit leaves
    it at that."""
    night = typed("star-lucky-draw")
    (entry,) = [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert status_of(entry, night.now, SYDNEY) == OPEN
    night.coups(1)
    (entry,) = [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert status_of(entry, night.now, SYDNEY) == LATE
    night.do("show-odds", **SUE)
    (done,) = [each for each in calendar_of(night).done if each.duty == "odds-shown"]
    assert done.done is not None and done.done.late
    assert audited(night.lines()) == []


@pytest.mark.parametrize(
    ("game", "clause", "scheme"),
    [
        ("star-baccarat", "2.5", "even-money"),
        ("star-three-card", "2.4", "even-money"),
        ("canberra-mini", "8.3", "non-commission"),
    ],
)
def test_the_first_card_waits_for_the_sign_of_another_scheme(
    game: str, clause: str, scheme: str
) -> None:
    night = typed(game, scheme=scheme)
    (entry,) = [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert entry.clause == clause and status_of(entry, night.now, SYDNEY) == OPEN
    night.bet()
    night.say("no-more-bets")
    assert night.no("deal-card", card="4S") == "not-displayed"
    night.do("show-odds", **SUE)
    night.deal()
    (done,) = [each for each in calendar_of(night).done if each.duty == "odds-shown"]
    assert done.done is not None and not done.done.late


def test_2_5_nearest_miss_the_sign_stood_before_the_first_coup() -> None:
    night = typed("star-lucky-draw")
    night.do("show-odds", **SUE)
    night.coups(1)
    (done,) = [each for each in calendar_of(night).done if each.duty == "odds-shown"]
    assert done.done is not None and not done.done.late


def test_2_5_whoever_looks_the_table_over_has_seen_the_sign_or_misses_it() -> None:
    night = typed("star-lucky-draw")
    night.say("inspect-table", **SUE, missing=["odds sign"])
    (entry,) = [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert entry.clause == "2.5"
    night.say("inspect-table", **SUE)
    assert not [each for each in calendar_of(night).open() if each.duty == "odds-shown"]


def test_2_5_no_odds_sign_where_the_game_in_play_is_another() -> None:
    night = typed("star-baccarat")
    assert not [each for each in calendar_of(night).open() if each.duty == "odds-shown"]
    assert night.no("show-odds", **SUE) == "no-rule"


def test_10_4_1_and_its_likes_who_was_told_first() -> None:
    night = typed("star-baccarat")
    night.say("restrict-side-bet", **SUE, wager="super-six", told=["surveillance"], sign=True)
    done = [each for each in calendar_of(night).done if each.seq > 1]
    assert {(each.clause, each.to) for each in done} == {
        ("10.11.1", "surveillance"), ("10.11.2", "players"),
    }  # fmt: skip


def test_14_19_whoever_asks_for_a_review_is_told_whom_to_turn_to() -> None:
    night = typed("star-baccarat")
    night.say("raise-dispute", "alice", "player", player="alice", about="the third card")
    night.say("decide-dispute", **SUE, number=1, decision="it stands", reason="the video")
    assert calendar_of(night).open() == [], "nobody has said yet that they are not content"
    night.say("ask-review", "alice", "player", number=1)
    assert [each.clause for each in calendar_of(night).open()] == ["14.19"]
    night.say("advise-complaint", **SUE, number=1)
    calendar = calendar_of(night)
    assert calendar.open() == [] and calendar.done[-1].done is not None
    assert calendar.done[-1].done.by == "sue"


def test_12_20_2_a_large_wrong_payment_is_for_the_month_and_put_right_meanwhile() -> None:
    night = large().coups(1)
    night.do("find-mispayment", of="wager", coup=1, amount="1000.01", over=True, player="alice",
             note="a plaque too many")  # fmt: skip
    by_clause = {each.clause: each for each in calendar_of(night).open()}
    assert {*by_clause} == {"12.18.2", "12.20.2"}
    month = by_clause["12.20.2"].due
    assert month == datetime(2026, 3, 31, 13, tzinfo=UTC)
    night.say("record-inquiry", **SUE, number=1, intended=False, note="asked the dealer")
    night.do("rectify-payment", **SUE, number=1)
    night.now = month - 2 * SECOND
    night.say("give-notice", **SUE, number=1, channel="letter")
    calendar = calendar_of(night)
    assert calendar.open() == []
    late = next(each.done for each in calendar.done if each.clause == "12.20.2")
    assert late is not None and late.late, "the month is over at that very moment"
    found = {each.finding for each in audited(list(export(night)))}
    assert found == {"notice-late"}


def export(night: Night) -> list[bytes]:
    return [stored.line + b"\n" for stored in night.store.read_all()]


def test_a_duty_of_the_last_document_is_kept_when_the_table_opens_under_another() -> None:
    night = typed("star-baccarat")
    night.say("raise-dispute", "alice", "player", player="alice", about="the third card")
    night.say("decide-dispute", **SUE, number=1, decision="it stands", reason="the video")
    night.say("ask-review", "alice", "player", number=1)
    book = Book("star-baccarat")
    book.put(NOW, "review-asked", number=1)
    book.put(NOW, "table-opened", setup={"rulebook": "canberra-mini"})
    (done,) = book.put(NOW, "complaint-advised", number=1)
    assert (done.rulebook, done.clause) == ("star-baccarat", "14.19")


def test_late_duties_are_findings_of_the_audit() -> None:
    """Surveillance was not told of it first: a log that no table here would have written."""
    night = typed("star-baccarat")
    night.say("restrict-side-bet", **SUE, wager="super-six", told=["surveillance"], sign=True)
    lines = [line.replace(b'"told":["surveillance"]', b'"told":[]') for line in export(night)]
    found = [each for each in audited(lines) if each.finding == "duty-late"]
    assert [(each.clause, each.seq) for each in found] == [("10.11.1", 9)]


def test_nothing_is_kept_but_what_is_open() -> None:
    book = Book("star-baccarat")
    for number in range(1, 200):
        told = {"number": number, "to": "inspector", "clause": "14.8.4", "about": "x",
                "deadline": "at once"}  # fmt: skip
        book.put(NOW, "notice-due", notice=told)
        book.put(NOW, "notice-given", number=number, channel="telephone", note="")
    calendar = book.calendar
    assert calendar.open() == [] and len(calendar.places) == 1
    notices = [each for each in calendar.done if each.is_notice]
    assert len(notices) == 199 and calendar.done.maxlen is not None


def test_a_stream_of_any_kind_with_notices_is_on_it() -> None:
    """A notice that no row covers is shown too, to any person."""
    book = Book("star-baccarat", stream="player:alice")
    told = {
        "number": 1,
        "to": "mayor",
        "clause": "99.9",
        "about": "a parade",
        "deadline": "at once",
    }
    book.put(NOW, "notice-due", notice=told)
    entry = book.one()
    assert (entry.duty, entry.to, entry.about) == ("", "mayor", "a parade")
    assert [kind for kind in KINDS if isinstance(kind.rules, Stream)] == [*KINDS]


BROKEN = (b'{"seq":1,"what":"notice-due/1"}', b'"seq":1,',
          b'{"stream":"table:1","seq":1,"at":"x","what":"sign-posted/1"}')  # fmt: skip


@pytest.mark.parametrize("line", [*BROKEN, b'[{"what":"notice-due/1"}]'])
def test_lines_that_are_none_are_counted_and_passed_over(line: bytes) -> None:
    calendar = Calendar()
    assert calendar.take(line) == []
    assert calendar.unread == 1
