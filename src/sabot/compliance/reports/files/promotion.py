"""The promotion's file: terms by version, entries, the draw with its proof, winners, claims."""

from datetime import datetime
from typing import Any, Final

from sabot.compliance.reports.cases import CLAIMS, claim_row
from sabot.compliance.reports.files.stream import StreamLog, fact, facts, happened, moment, yes
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    AMOUNT,
    CLAUSE,
    STATE,
    TIME,
    WHO,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.drawing import unproven
from sabot.promotions.running.draw.public_file import published_of
from sabot.promotions.running.state import PublishedTerms, tickets_in
from sabot.rulebooks import RULEBOOKS
from sabot.rules.promotions import PRIZES
from sabot.sentences.words import fixed

TERMS: Final = (
    SheetColumn("Version", "count"), TIME, WHO, SheetColumn("Reason"),
    SheetColumn("Approval"),
)  # fmt: skip
THINGS: Final = (
    SheetColumn("Prize", "count"), SheetColumn("Kind"), SheetColumn("Description"),
    SheetColumn("Value", "money"), SheetColumn("Conditions"),
    SheetColumn("Money instead"),
)  # fmt: skip
ENTRIES: Final = (
    SheetColumn("Earned"), SheetColumn("Tickets", "count"),
    SheetColumn("Struck off", "count"),
)  # fmt: skip
WINNERS: Final = (
    SheetColumn("Prize", "count"), SheetColumn("Ticket", "count"),
    SheetColumn("Reference"), SheetColumn("Place in the order", "count"),
    SheetColumn("Attempts to tell", "count"), SheetColumn("Reached"), STATE, AMOUNT,
)  # fmt: skip
TOLD: Final = (
    TIME, SheetColumn("Prize", "count"), SheetColumn("Way"), SheetColumn("Reached"),
    SheetColumn("Note"), CLAUSE, WHO,
)  # fmt: skip
HANDED, SUBMITTED, CHANGED = "prize-handed-over", "promotion-submitted", "terms-changed"
OPENED, BOUND, CLOSED = "order-opened", "draw-committed", "list-closed"


def of_promotion(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    log = StreamLog(records, PROMOTIONS, name, since, until)
    last = log.every[-1].seq if log.every else 0
    standing: PublishedTerms = records.state_at(PROMOTIONS, log.stream, last)
    return [
        _head(standing, log),
        section("Terms by version", TERMS, _terms(log)),
        section("Prizes", THINGS, _prizes(standing, log)),
        section("Entries", ENTRIES, _entries(log)),
        _draw(standing, log),
        section("Winners", WINNERS, _winners(standing, log)),
        section("Winners told", TOLD, map(_told, log.of("winner-told"))),
        section("Claims that were denied", CLAIMS,
                map(claim_row, log.of("claim-refused"))),
        *happened(log),
    ]  # fmt: skip


def said(word: str, events: Any = ()) -> SheetCell:
    return words(fixed(word), events)


def _head(standing: PublishedTerms, log: StreamLog) -> Section:
    terms, changed = standing.terms, (SUBMITTED, CHANGED)
    if terms is None:
        return facts("Promotion", [])
    games = [f"{RULEBOOKS[book].title}, {dated}" for book, dated in standing.editions.items()]
    return facts("Promotion", [
        fact("Name", figure(terms.name or standing.name, log.refs(*changed))),
        fact("Held to", figure("; ".join(games), log.refs(SUBMITTED))),
        fact("State", words(fixed(standing.phase, of="promotion"))),
        fact("Integrity lost", figure(standing.doubt, log.refs("integrity-lost"))),
        fact("Starts", moment(terms.starts, log, *changed)),
        fact("Entries close", moment(terms.terms.entries_close, log, *changed)),
        fact("Draw", moment(terms.terms.when, log, *changed)),
        fact("Tickets", figure(f"{standing.count:,}", log.refs(CLOSED))),
        fact("People with one", figure(f"{standing.people:,}")),
        fact("Results published",
             moment(standing.published, log, "results-published")),
    ])  # fmt: skip


def _terms(log: StreamLog) -> list[list[SheetCell]]:
    return [
        [figure(each.fields.get("edition", 1), [each.ref]), figure(each.at), people(each.by),
         figure(each.fields.get("reason") or ""), figure(each.fields.get("approval") or "")]
        for each in log.of(SUBMITTED, CHANGED)
    ]  # fmt: skip


def _prizes(standing: PublishedTerms, log: StreamLog) -> list[list[SheetCell]]:
    prizes = () if standing.terms is None else standing.terms.prizes
    terms = log.refs(SUBMITTED, CHANGED)[-1:]
    return [
        [figure(number), words(fixed(PRIZES[each.kind or ""])),
         figure(each.description), figure(each.value, terms), figure(each.conditions),
         said(each.money_instead)]
        for number, each in enumerate(prizes, 1)
    ]  # fmt: skip


def _entries(log: StreamLog) -> list[list[SheetCell]]:
    """At each table, and by form; a coup that does not count after all is struck off."""
    earned: dict[str, list[Happened]] = {}
    for each in log.of("entries-earned"):
        places = [*each.fields["tickets"], *each.fields["struck"]]
        for table in dict.fromkeys(one.get("table", "") for one in places):
            earned.setdefault(table, []).append(each)

    def count(table: str, key: str) -> int:
        found = (one for each in earned[table] for one in each.fields[key])
        return tickets_in([one for one in found if one.get("table", "") == table])

    rows = [
        [figure(table), figure(count(table, "tickets"), [each.ref for each in earned[table]]),
         figure(count(table, "struck"))]
        for table in sorted(earned)
    ]  # fmt: skip
    forms = log.of("entry-received")
    if forms:
        tickets = sum(tickets_in(each.fields["tickets"]) for each in forms)
        by_form = words(fixed("by form"))
        rows.append([by_form, figure(tickets, [each.ref for each in forms]), figure(0)])
    return rows


def _draw(standing: PublishedTerms, log: StreamLog) -> Section:
    draw, seen = standing.draw, standing.scrutiny
    opened = log.refs(OPENED)
    proof = figure("")
    if draw.order:
        proof = yes(not list(unproven(published_of(standing))), opened)
    return facts("Draw", [
        fact("Bound beforehand by", figure(draw.digest, log.refs(BOUND))),
        fact("Outside value", figure(draw.beacon, log.refs(BOUND))),
        fact("Not known before", moment(draw.known_from, log, BOUND)),
        fact("Digest of the list", figure(draw.listed, log.refs(CLOSED))),
        fact("Opened", moment(draw.drawn, log, OPENED)),
        fact("Secret", figure(draw.secret, opened)),
        fact("What came of the outside value", figure(draw.value, opened)),
        fact("Signature of the drand round", figure(draw.signature, opened)),
        fact("Scrutineer", figure(draw.scrutineer, opened or log.refs(BOUND))),
        fact("Scrutineer named instead",
             figure(standing.overseer_called, log.refs("scrutineer-named"))),
        fact("What the scrutineer stated",
             figure("" if seen is None else seen.saw, log.refs("scrutiny-stated"))),
        fact("Found sound",
             figure("") if seen is None else yes(seen.sound, log.refs("scrutiny-stated"))),
        fact("Proven", proof),
    ])  # fmt: skip


def _winners(standing: PublishedTerms, log: StreamLog) -> list[list[SheetCell]]:
    found = []
    for each in standing.awards.values():
        mine = [e for e in log.of("winner-told", HANDED, "prize-claimed", "winner-passed-over")
                if e.fields["prize"] == each.prize]  # fmt: skip
        handed = [e for e in mine if e.what == HANDED]
        state = each.done or ("claimed" if each.claim else "to be claimed")
        drawn = log.refs(OPENED) + [e.ref for e in mine if e.what == "winner-passed-over"]
        found.append(
            [figure(each.prize), figure(each.ticket, drawn), figure(each.entrant),
             figure(each.place),
             figure(each.attempts, [e.ref for e in mine if e.what == "winner-told"]),
             yes(each.reached), said(state, [e.ref for e in mine][-1:]),
             figure(handed[-1].fields["value"] if handed else None, [e.ref for e in handed])]
        )  # fmt: skip
    return found


def _told(each: Happened) -> list[SheetCell]:
    fields = each.fields
    return [
        figure(each.at), figure(fields["prize"], [each.ref]), said(fields["way"]),
        yes(fields["reached"]), figure(fields["note"]), figure(fields["clause"]), people(each.by),
    ]  # fmt: skip
