"""The duty to tell a dissatisfied person whom to turn to, on the calendar of any game."""

from typing import Any

from compliance.nights import Night, typed
from sabot.compliance.duties import Calendar
from sabot.compliance.duties.entry import DutyEntry

SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}
GUS: dict[str, Any] = {"actor": "gus", "role": "gaming supervisor"}


def calendar_of(night: Night) -> Calendar:
    calendar = Calendar()
    for stored in night.store.read_all():
        calendar.take(stored.line)
    assert calendar.unread == 0
    return calendar


def advice_owed(night: Night) -> list[DutyEntry]:
    return [each for each in calendar_of(night).open() if each.to == "complainant"]


def decided(game: str) -> Night:
    night = typed(game)
    night.say("raise-dispute", "alice", "player", player="alice", about="the third card")
    night.say("decide-dispute", **GUS, number=1, decision="it stands", reason="the video")
    return night


def advice_stays_open_until_it_is_given(game: str, clause: str) -> None:
    """Asked for by the calendar from the review on; done with who, when and what."""
    night = decided(game)
    night.say("ask-review", "alice", "player", number=1)
    (entry,) = advice_owed(night)
    assert (entry.clause, entry.rulebook) == (clause, game)
    night.say("review-dispute", **SUE, number=1, decision="it stands", reason="seen again")
    assert len(advice_owed(night)) == 1, "a second decision is no advice"
    night.say("advise-complaint", **SUE, number=1)
    done = calendar_of(night).done[-1].done
    assert advice_owed(night) == [] and done is not None
    assert (done.by, done.what, done.late) == ("sue", "complaint-advised", False)


def content_people_need_no_advice(game: str) -> None:
    assert advice_owed(decided(game)) == []
