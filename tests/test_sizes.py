"""No event is larger than its kind may be: a larger one is refused."""

import pytest

from compliance.nights import Night, typed
from people.night import GOOD
from sabot.core.refusal import Refusal
from sabot.engine.live import size_of
from sabot.engine.streams import Event
from sabot.floor.kinds import KINDS
from sabot.people import People
from sabot.people.custody import StoreRestored, enter
from sabot.people.persons.oversight import ChangeRole
from sabot.store import Batch, Entry, Store, open_store
from sabot.store.envelope import LARGE, SMALL
from sabot.store.log.batch import checked
from sabot.table.running.rule_copies import ShowRules


def shown(id_: str, size: int) -> ShowRules:
    """A command that leads to one event of about that size."""
    return ShowRules(id=id_, actor="sue", role="casino supervisor", to="ann", why="x" * size)


def test_an_event_beyond_64_kibibytes_is_rejected_and_nothing_is_logged() -> None:
    night = typed("star-baccarat")
    before = len(night.lines())
    answer = night.floor.do(night.name, shown("long", SMALL))
    assert answer.rejected is not None and answer.rejected.code == "event-too-big"
    assert "65,536" in answer.rejected.message and len(night.lines()) == before
    assert night.floor.do(night.name, shown("short", SMALL - 500)).rejected is None
    assert len(night.lines()) == before + 1


def test_who_says_too_much_keeps_nobody_else_waiting() -> None:
    night = typed("star-baccarat")
    asked = [(night.name, shown("a", 10)), (night.name, shown("b", SMALL)),
             (night.name, shown("c", 10))]  # fmt: skip
    codes = [a.rejected and a.rejected.code for a in night.floor.do_each(asked)]
    assert codes == [None, "event-too-big", None]


def test_accounts_are_held_to_it() -> None:
    night = typed("star-baccarat")
    night.account("open-account", "zoe", player="zoe")
    with pytest.raises(AssertionError, match="event-too-big"):
        night.account("exclude-player", "zoe", role="casino supervisor", reason="x" * SMALL)
    assert night.floor.account("zoe").exclusion is None
    night.account("exclude-player", "zoe", role="casino supervisor", reason="x")


def test_persons_and_the_custodian_are_held_to_it(people: People, store: Store) -> None:
    people.add("dora", GOOD, "dealer", "console")
    asked = ChangeRole(id="1", actor="abe", role="administrator", to="cashier", why="x" * SMALL)
    with pytest.raises(Refusal) as refused:
        people.oversight.state("dora", asked)
    assert refused.value.code == "event-too-big"
    with pytest.raises(Refusal) as refused:
        enter(store, StoreRestored(events=1, seen=1, has=1, reason="x" * SMALL), "kim")
    assert refused.value.code == "event-too-big"


@pytest.fixture
def store() -> Store:
    return open_store("sqlite://")


@pytest.fixture
def people(store: Store) -> People:
    return People(store)


def test_an_event_that_says_what_it_grows_with_may_be_larger_and_not_beyond_the_store() -> None:
    entry = Entry(Night("star-baccarat").now, "dan", "x/1", b'"a":"%b"' % (b"x" * SMALL), LARGE)
    checked(Batch("table:1", 0, [entry]))
    entry = Entry(entry.at, "dan", "x/1", b'"a":"%b"' % (b"x" * LARGE), LARGE)
    with pytest.raises(Refusal):
        checked(Batch("table:1", 0, [entry]))


def test_every_event_has_one_of_the_two_bounds_and_few_the_larger() -> None:
    events = {event for kind in KINDS for event in kind.rules.events}
    sizes = [size_of(event) for event in events]  # type: ignore[arg-type]
    assert set(sizes) == {SMALL, LARGE} and sizes.count(LARGE) < len(sizes) // 4
    assert all(" " in event.grows_with for event in events if event.grows_with)
    assert Event.grows_with == ""
