"""Check-in, entries taken again after the close, and corrections of keyed entries."""

from support.contests import Desk, player


def test_an_entrant_is_checked_in_once() -> None:
    desk = Desk().opened()
    enter(desk, "ann")
    desk.no("proxy", "check-in", **player("bob"), player="ann")
    desk.no("no-entry", "check-in", **desk.cage, player="bob")
    assert not desk.contest.entries["ann"].here
    desk.ok("check-in", **player("ann"), player="ann")
    assert desk.contest.entries["ann"].here
    desk.no("no-change", "check-in", **desk.cage, player="ann")


def test_entries_are_taken_again_until_the_start() -> None:
    desk = Desk().opened()
    enter(desk, "ann")
    desk.no("wrong-phase", "reopen-entry", **desk.head, reason="a queue")
    desk.ok("close-entry", **desk.head)
    desk.no("no-reason", "reopen-entry", **desk.head, reason=" ")
    desk.no("wrong-role", "reopen-entry", **desk.operator, reason="a queue")
    desk.ok("reopen-entry", **desk.head, reason="a queue at the desk")
    assert desk.contest.phase == "open for entries"
    enter(desk, "bob")


def test_a_keyed_entry_is_corrected_on_the_record() -> None:
    desk = Desk().opened()
    enter(desk, "ann")
    desk.no("no-change", "correct-entry", **desk.cage, player="ann", reason="misread")
    desk.no("no-reason", "correct-entry", **desk.cage, player="ann", form="F 2", reason="")
    desk.no("no-entry", "correct-entry", **desk.cage, player="bob", form="F 2", reason="misread")
    event = desk.ok("correct-entry", **desk.cage, player="ann", form="F 2", reason="misread")
    assert event.form == "F 2" and [*event.claims("cup")]


def enter(desk: Desk, name: str) -> None:
    said = {"form": f"F {name}", "copy": "printed", "method": "cash", "reference": f"slip {name}"}
    desk.ok("enter-tournament", **desk.cage, player=name, **said)
