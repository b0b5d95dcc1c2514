"""Tickets earned at live tables: what each promotion took down is what a naive recount finds."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import msgspec
import pytest

from promotions.recount import recounted
from sabot.engine.streams import read_line
from sabot.promotions.running.entries.earned_tickets import TableListener, is_struck
from sabot.promotions.running.state import Heard, PublishedTerms
from sabot.promotions.terms import read_terms
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER
from sabot.table import TABLE
from sabot.table.result.clearance import CoupEnded
from server import test_bets
from support.evening import Evening
from support.promotion_house import CLOSES, DAY, STARTS, Casino, form
from support.promotion_house import SECOND as SECONDS

PLAYERS = ("ann", "bob", "cy")
STAFF = ("dan", DEALER)
OPERATOR = ("olga", "casino operator")
GAME = "star-baccarat"
NOT_NONE: dict[str, Any] = {"minimum_wager": "as each way says"}


def earned(standing: PublishedTerms) -> Counter[tuple[str, int, int]]:
    names = {entrant: player for player, entrant in standing.entrants.items()}
    return Counter((names[each.entrant], each.coup, each.stake) for each in standing.tickets())


@pytest.fixture(scope="module")
def night() -> tuple[Casino, dict[str, dict[str, Any]]]:
    """Several promotions at once over one night of two tables, heard now and then."""
    rules: dict[str, dict[str, Any]] = {
        "any": {"on": "wager"},
        "won": {"on": "result", "wager": "banker", "odds": "19:20"},
        "lost": {"on": "result", "wager": "player", "outcome": "lose"},
        "friday": {"on": "wager", "days": ["friday"]},
        "dear": {"on": "wager", "minimum": "30"},
        "hall": {"on": "wager", "tables": ["hall"]},
    }
    casino = Casino(STARTS - 40 * DAY)
    casino.account(*PLAYERS, "dee")
    casino.now = STARTS - 3 * DAY
    hall = casino.play(GAME, 3, PLAYERS, side_bets=["super-six"])
    for name, rule in rules.items():
        casino.open(form([GAME], earns=[rule], **NOT_NONE), name)
        casino.now = STARTS - 2 * DAY
    hall.play(2)  # before the start: nothing
    casino.now = STARTS
    for nth in range(8):
        hall.play(2)
        if nth % 3 == 0:
            for name in rules:
                casino.ok("hear-tables", STAFF, name=name)
        casino.now += timedelta(hours=11)
    annexe = casino.play(GAME, 4, ("dee",), "annexe")
    casino.play("star-seven-up", 2, ("eve",), "other")  # another game, and nobody's account
    casino.now = CLOSES - SECONDS
    hall.play(2)
    casino.now = CLOSES
    hall.play(1)
    annexe.play(1)
    return casino, rules


def test_every_promotion_has_what_a_naive_recount_finds(
    night: tuple[Casino, dict[str, dict[str, Any]]],
) -> None:
    casino, rules = night
    for name, rule in rules.items():
        casino.ok("close-list", name=name)
        plain = {**rule, "minimum_cents": 3000} if "minimum" in rule else rule
        found = Counter[tuple[str, int, int]]()
        (opened,) = [
            line
            for line in casino.log(f"promotion:{name}")
            if line["what"].startswith("promotion-opened")
        ]
        for table in rule.get("tables", ["hall", "annexe", "other"]):
            after = opened["tables"].get(table, {"upto": 0})["upto"]
            lines = casino.log(f"table:{table}")
            if table != "other":
                found += recounted(lines, plain, STARTS, CLOSES, after, table)
        assert earned(casino.standing(name)) == found, name
        assert found, name
    assert casino.findings() == []


def test_hearing_again_changes_nothing(night: tuple[Casino, dict[str, dict[str, Any]]]) -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("ann")
    casino.now = STARTS - 3 * DAY
    casino.open(form([GAME], earns=[{"on": "wager"}], **NOT_NONE))
    casino.play(GAME, 3, ("ann",))
    casino.ok("hear-tables", STAFF)
    count = casino.standing().count
    assert count >= 3
    assert casino.ok("hear-tables", STAFF) == [] and casino.standing().count == count


def test_a_visit_earns_once_a_day() -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("ann", "bob")
    casino.now = STARTS - 3 * DAY
    casino.open(form([GAME], earns=[{"on": "visit", "most_a_day": 1, "tickets": 1}]))
    for _ in range(3):
        casino.play(GAME, 1, ("ann", "bob")).end()
        casino.ok("hear-tables", STAFF)
    assert casino.standing().count == 2
    casino.now += DAY
    casino.play(GAME, 1, ("ann",)).end()
    casino.play(GAME, 1, ("ann",)).end()
    casino.ok("hear-tables", STAFF)
    assert casino.standing().count == 3
    assert casino.findings() == []


def test_a_coup_that_is_reversed_earns_nothing_after_all() -> None:
    """Heard before it is reversed, or both at once: the same."""
    found = []
    for heard_between in (True, False):
        casino = Casino(STARTS - 40 * DAY)
        casino.account("ann", "bob")
        casino.now = STARTS - 3 * DAY
        casino.open(form([GAME], earns=[{"on": "wager"}], **NOT_NONE))
        casino.play(GAME, 3, ("ann", "bob"))
        if heard_between:
            casino.ok("hear-tables", STAFF)
            assert {each.coup for each in casino.standing().tickets()} == {1, 2, 3}
        fraud = {"cause": "fraud", "reason": "marked cards", "refund": True}
        casino.at_table("hall", "invalidate-outcome", OPERATOR, coup=1, **fraud)
        casino.ok("hear-tables", STAFF)
        standing = casino.standing()
        assert {each.coup for each in standing.tickets()} == {2, 3}
        rule = {"on": "wager"}
        lines = casino.log("table:hall")
        assert earned(standing) == recounted(lines, rule, STARTS, CLOSES, 0, "hall")
        found.append(sorted(earned(standing).items()))
        assert casino.findings() == []
    assert found[0] == found[1]


def test_nobody_who_works_here_or_is_excluded_gets_a_ticket() -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("ann", "bob")
    casino.now = STARTS - 3 * DAY
    casino.open(form([GAME], earns=[{"on": "wager"}], **NOT_NONE))
    casino.play(GAME, 1, ("ann", "bob")).end()
    boss = ("sue", CASINO_SUPERVISOR)
    casino.ok("exclude-player", boss, stream="player:bob", reason="they asked for it")
    casino.ok("hear-tables", STAFF)
    standing = casino.standing()
    assert set(standing.entrants) == {"ann"}
    (heard,) = [
        line for line in casino.log("promotion:p") if line["what"].startswith("entries-earned")
    ]
    assert heard["barred"] == {"bob": "bob is excluded from play."}
    assert casino.findings() == []


def test_heard_in_pieces_it_is_the_same(night: tuple[Casino, dict[str, dict[str, Any]]]) -> None:
    """Wherever a hearing stops, the next one goes on without a gap or a second time."""
    casino, _ = night
    terms = read_terms(form([GAME], earns=[{"on": "wager"}], **NOT_NONE).encode())
    lines = [each.line for each in casino.store.read("table:hall")]
    events = [(read_line(line), TABLE.read_event(line)) for line in lines]

    def hear(heard: Heard, upto: int) -> TableListener:
        ear = TableListener("hall", terms, "Australia/Sydney", heard)
        for line, event in events[heard.begin : upto]:
            ear.put(line.seq, line.at, event)
        return ear

    whole = hear(Heard(0, 0, ""), len(events))
    assert whole.earned
    for cut in range(0, len(events), 3):
        first = hear(Heard(0, 0, ""), cut)
        second = hear(first.heard, len(events))
        kept = [e for e in first.earned if not any(is_struck(e, s) for s in second.struck)]
        assert [*kept, *second.earned] == whole.earned, cut


@pytest.mark.parametrize(
    ("played", "coups"),
    [
        (test_bets.dealt_again, [1]),
        (test_bets.undone_when_over, []),
        (test_bets.void_after_the_settlement, []),
        (test_bets.forfeited, []),
    ],
)
def test_a_coup_counts_as_it_ends_at_last(played: Callable[[], Evening], coups: list[int]) -> None:
    """Banker won at first; heard in two pieces, cut anywhere."""
    terms = read_terms(form([GAME], earns=[{"on": "result"}], **NOT_NONE).encode())
    events = [
        msgspec.structs.replace(each, accounts=("alice",)) if isinstance(each, CoupEnded) else each
        for each, _ in played().log
    ]
    for cut in range(len(events) + 1):
        first = TableListener("hall", terms, "Australia/Sydney", Heard(0, 0, ""))
        for seq, event in enumerate(events[:cut], 1):
            first.put(seq, STARTS, event)
        second = TableListener("hall", terms, "Australia/Sydney", first.heard)
        for seq, event in enumerate(events[first.heard.begin :], first.heard.begin + 1):
            second.put(seq, STARTS, event)
        kept = [e for e in first.earned if not any(is_struck(e, s) for s in second.struck)]
        assert [each.coup for each in (*kept, *second.earned)] == coups, cut


def test_two_processes_that_hear_at_once_count_once() -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("ann", "bob")
    casino.now = STARTS - 3 * DAY
    casino.open(form([GAME], earns=[{"on": "wager"}], **NOT_NONE))
    hall = casino.play(GAME, 1, ("ann", "bob"))
    others = [Casino(casino.now, casino.store) for _ in range(3)]

    def hear(other: Casino) -> None:
        for _ in range(10):
            other.do("hear-tables", STAFF)

    for _ in range(3):
        hall.play(2)
        threads = [Thread(target=hear, args=(each,)) for each in others]
        for each in threads:
            each.start()
        for each in threads:
            each.join(60)
    standing = Casino(casino.now, casino.store).standing()
    lines = casino.log("table:hall")
    assert earned(standing) == recounted(lines, {"on": "wager"}, STARTS, CLOSES, 0, "hall")
    assert casino.findings() == []
