"""Tournaments and promotions are on the calendar and have their files, as any kind with notices."""

import re
from datetime import timedelta
from typing import Any

import msgspec

from compliance.nights import typed
from sabot.compliance.duties import DONE, DUE, LATE, OPEN, Calendar, DutyEntry, status_of
from sabot.compliance.reports import Records, ReportRequest, make
from sabot.sentences.abouts import about_in
from sabot.store import Batch, Store, open_store
from sabot.store.log.batch import Entry as Written
from support.contests import SMALL, Desk
from support.promotion_checks import prize
from support.promotion_house import STARTS, Casino, form

SYDNEY = "Australia/Sydney"
SECOND = timedelta(seconds=1)


def calendar_of(store: Store) -> Calendar:
    calendar = Calendar()
    for stored in store.read_all():
        calendar.take(stored.line)
    assert calendar.unread == 0
    return calendar


def one(entries: list[DutyEntry], clause: str) -> DutyEntry:
    (found,) = [each for each in entries if each.clause == clause]
    return found


def filed(store: Store, report: str, name: str) -> Any:
    now = STARTS + timedelta(days=60)
    return make(Records(store, now, SYDNEY, list), ReportRequest(report, of=name))


def test_16_12_the_terms_of_a_promotion_are_due_24_hours_before_its_start() -> None:
    casino = Casino()
    casino.submit(form(["star-baccarat"]))
    entry = one(calendar_of(casino.store).open(), "16.12")
    last = STARTS - timedelta(hours=24)
    assert (entry.duty, entry.rulebook, entry.to) == (
        "promotion-terms", "star-baccarat", "commission",
    )  # fmt: skip
    assert entry.due == last
    assert status_of(entry, last, SYDNEY) == DUE and status_of(entry, last + SECOND, SYDNEY) == LATE
    assert status_of(entry, last - timedelta(days=2), SYDNEY) == OPEN
    casino.send()
    done = one(list(calendar_of(casino.store).done), "16.12")
    assert done.done is not None and (done.done.by, done.done.late) == ("max", False)
    assert status_of(done, last, SYDNEY) == DONE


def test_p3_one_promotion_of_several_games_has_the_rows_of_each_document() -> None:
    """16.12 of one document and 16.12 of another are not the same."""
    casino = Casino()
    casino.submit(form(["star-baccarat", "star-seven-up"], scrutineer="a scrutineer"))
    found = {(each.rulebook, each.clause, each.duty) for each in calendar_of(casino.store).open()}
    assert found == {
        ("star-baccarat", "16.12", "promotion-terms"),
        ("star-seven-up", "16.10", "promotion-terms"),
    }


def test_the_file_of_a_promotion_has_its_duties_and_all_that_happened() -> None:
    casino = Casino()
    casino.submit(form(["star-baccarat"]), name="lantern")
    casino.send("lantern")
    *_, duties, happened = filed(casino.store, "promotion-file", "lantern").sections
    assert [row[4].value for row in duties.rows] == ["16.12"]
    assert "Lantern night" in str(happened.rows[0][2].value) and happened.rows[0][2].words


def kept(desk: Desk) -> Store:
    """Return the decisions of a tournament's desk, as a log has them."""
    store = open_store("sqlite://")
    entries = []
    for event, at in desk.log:
        body = msgspec.json.encode(event)
        what = str(type(event).__struct_config__.tag)
        fields = b'"id":"1"' + body[len(f'{{"what":"{what}"') : -1]
        entries.append(Written(at, "olga", what, fields))
    store.append(Batch("tournament:cup", 0, entries))
    return store


def test_15_2_the_commission_is_told_before_a_tournament_takes_entries() -> None:
    desk = Desk("canberra-mini").drafted()
    desk.ok("publish-conditions", conditions=SMALL["canberra-mini"])
    entry = one(calendar_of(kept(desk)).open(), "15.2(c)")
    assert (entry.duty, entry.to, entry.rulebook) == (
        "tournament-conditions", "commission", "canberra-mini",
    )  # fmt: skip
    assert status_of(entry, desk.now, SYDNEY) == DUE, "entries wait for it"
    desk.ok("give-notice", number=1, channel="e-mail")
    done = list(calendar_of(kept(desk)).done)
    assert {each.duty for each in done} == {"tournament-conditions", "conditions-available"}
    *_, duties, happened = filed(kept(desk), "tournament-file", "cup").sections
    assert len(duties.rows) == 2 and "Spring Cup" in str(happened.rows[0][2].value)


def test_15_4_1_every_entrant_has_the_conditions() -> None:
    desk = Desk("star-baccarat").opened()
    desk.enter("ann", "ben")
    done = [each for each in calendar_of(kept(desk)).done if each.clause == "15.4.1"]
    assert len(done) == 2 and all(each.done and not each.done.late for each in done)


def test_what_a_notice_is_about_is_told_in_chinese_too() -> None:
    """Every notice of a promotion from its terms to its end, of a tournament and of a table."""
    casino = Casino()
    casino.drawn(form(["star-baccarat"], [prize(), prize()]))
    casino.ok("claim-prize", prize=1, person="Zoe", address="1 High Street")
    casino.agreed("refuse-claim", number=1, reason="no ticket")
    casino.ok("lose-integrity", decision="postpone", reason="a copy")
    desk = Desk("canberra-mini").drafted()
    desk.ok("publish-conditions", conditions=SMALL["canberra-mini"])
    night = typed("star-baccarat")
    night.say("sanction-player", "dan", "duty manager", player="zoe", measures=["detain"],
              reason="a camera")  # fmt: skip
    night.say("report-irregularity", "sue", "casino supervisor", situation="order-seen",
              circumstances={"in_shuffle": True}, note="face up")  # fmt: skip
    found: list[DutyEntry] = []
    for store in (casino.store, kept(desk), night.store):
        calendar = calendar_of(store)
        found += (each for each in (*calendar.open(), *calendar.done) if each.is_notice)
    assert len({each.clause for each in found}) >= 7
    for each in found:
        assert re.search(r"[\u4e00-\u9fff]", each.words["zh"]) and each.words["zh"] != each.about, (
            each
        )
        assert "wrong payment" not in each.words["zh"]
    assert about_in("zh", "wrong payment 3 of $1,500.00") == "錯誤賠付 3，$1,500.00"
