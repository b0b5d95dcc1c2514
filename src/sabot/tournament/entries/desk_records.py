"""The desk's record of entries: who has come, entries taken again after the list was closed, and
what was keyed wrongly, each with its reason."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, decision, on_pages, own, public
from sabot.engine.streams import Claim, Command, Event
from sabot.parts.papers import ENTRY_FORM, used_form
from sabot.rules.roles import CAGE, HEADS, PLAYER, may_act_as
from sabot.tournament.desk.state import CLOSED, OPEN, RUNNING, UNFINISHED, Contest
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    entry_of,
    reason_of,
    replace,
    with_entry,
)
from sabot.tournament.entries.registration import check_room

# Who has come


class CheckIn(Command, frozen=True, kw_only=True):
    """Record that an entrant has come: at the desk, or in the entrant's own session."""

    pages = on_pages("tournament")

    player: str


class EntrantCheckedIn(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TOURNAMENT.decides(CheckIn, phases=(OPEN, CLOSED, RUNNING), sent_by=(PLAYER, CAGE, *HEADS))
def check_in(contest: Contest, command: CheckIn, now: datetime) -> Sequence[Event]:
    clause = contest.desk.entry
    if command.role == PLAYER and command.actor != command.player:
        raise Refusal("proxy", clause, "Players act for themselves only.")
    if command.role in HEADS:
        check_head(contest, command)
    if entry_of(contest, command.player).here:
        message = "{player} is checked in already."
        raise Refusal("no-change", clause, message, player=named(command.player))
    return [EntrantCheckedIn(player=command.player, clause=clause)]


@TOURNAMENT.evolves(EntrantCheckedIn)
def entrant_checked_in(contest: Contest, event: EntrantCheckedIn) -> Contest:
    return with_entry(contest, replace(contest.entries[event.player], here=True))


# Entries are taken again


class ReopenEntry(Command, frozen=True, kw_only=True):
    """Take entries again after the list was closed, until the tournament starts."""

    pages = on_pages("tournament")

    reason: str


class EntryReopened(Event, frozen=True, kw_only=True):
    basis = decision("seating")
    sight = public("reason clause")

    reason: str
    clause: str


@TOURNAMENT.decides(ReopenEntry, by_head(lambda desk: desk.entry), (CLOSED,), sent_by=HEADS)
def reopen_entry(contest: Contest, command: ReopenEntry, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_room(contest)
    return [EntryReopened(reason=reason_of(command.reason), clause=contest.desk.entry)]


@TOURNAMENT.evolves(EntryReopened)
def entry_reopened(contest: Contest, event: EntryReopened) -> Contest:
    return replace(contest, phase=OPEN)


# Keyed wrongly


class CorrectEntry(Command, frozen=True, kw_only=True):
    """Correct the number of an entry form, or how the conditions were handed over, as it was keyed;
    what was keyed first stays in the log."""

    pages = on_pages("tournament")

    player: str
    reason: str
    form: str = ""
    copy: str = ""


class EntryCorrected(Event, frozen=True, kw_only=True):
    """`form` and `copy_given` are as they should have been keyed, "" where they stay."""

    basis = decision("decision")
    claim_kinds = (ENTRY_FORM,)
    sight = own("player form copy_given reason clause")

    player: str
    form: str
    copy_given: str
    reason: str
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        if self.form:
            yield from used_form(name, self.form)


@TOURNAMENT.decides(CorrectEntry, phases=UNFINISHED, sent_by=(CAGE, *HEADS))
def correct_entry(contest: Contest, command: CorrectEntry, now: datetime) -> Sequence[Event]:
    clause = contest.desk.entry
    if not may_act_as(command.role, CAGE):
        check_head(contest, command)
    entry_of(contest, command.player)
    form, copy = command.form.strip(), command.copy.strip()
    if not form and not copy:
        raise Refusal("no-change", clause, "Say what was keyed wrongly, and how it should read.")
    return [
        EntryCorrected(
            player=command.player,
            form=form,
            copy_given=copy,
            reason=reason_of(command.reason),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(EntryCorrected)
def entry_corrected(contest: Contest, event: EntryCorrected) -> Contest:
    return contest
