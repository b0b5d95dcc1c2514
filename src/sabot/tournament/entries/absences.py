"""Entrants who have not come to the seat that was drawn for them: a fact of the log, from the
session's starting time on."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import StaffText, decision, on_pages, public, server_fills
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.roles import HEADS, STAFF, may_act_as
from sabot.tournament.desk.state import PLAY_OFF, RUNNING, SEATED, Contest, Sitting
from sabot.tournament.desk.stream import TOURNAMENT, check_head, replace


class NoteAbsence(Command, frozen=True, kw_only=True):
    """Note that the player of a seat is not there at the starting time. The server adds who sits at
    that table."""

    pages = on_pages("tournament")
    server_fields = server_fills("there")

    table: str
    box: int
    there: tuple[str, ...] = ()


class AbsenceNoted(Event, frozen=True, kw_only=True):
    basis = decision("seating")
    sight = public("number table box player clause")

    number: int
    table: str
    box: int
    player: str
    noted_by: StaffText
    clause: str


@TOURNAMENT.decides(NoteAbsence, Leave(None, ""), (RUNNING,), sent_by=(STAFF, *HEADS))
def note_absence(contest: Contest, command: NoteAbsence, now: datetime) -> Sequence[Event]:
    if command.role == contest.desk.head:
        check_head(contest, command)
    elif not may_act_as(command.role, STAFF):
        message = "Gaming staff, or who runs the tournament, note who is absent."
        raise Refusal("wrong-role", contest.desk.start, message)
    clause = contest.desk.forfeited or contest.desk.start
    sitting, player = waiting_seat(contest, command.table, command.box, clause)
    if now < sitting.starts:
        message = "The session has not begun: an absence is noted from its starting time on."
        raise Refusal("too-early", clause, message)
    if any(is_same(player, each) for each in command.there):
        raise Refusal("not-absent", clause, "{player} is at the table.", player=named(player))
    if player in sitting.absent:
        message = "The absence of {player} is noted already."
        raise Refusal("no-change", clause, message, player=named(player))
    return [
        AbsenceNoted(
            number=sitting.number,
            table=command.table,
            box=command.box,
            player=player,
            noted_by=command.actor,
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(AbsenceNoted)
def absence_noted(contest: Contest, event: AbsenceNoted) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    absent = {**sitting.absent, event.player: event.noted_by}
    return replace(contest, sitting=replace(sitting, absent=absent))


def waiting_seat(contest: Contest, table: str, box: int, clause: str) -> tuple[Sitting, str]:
    """Return the session that waits to start at a table, and the player of a seat there."""
    sitting = contest.sitting
    waits = sitting is not None and sitting.state == SEATED and sitting.stage != PLAY_OFF
    if sitting is None or not waits or table in sitting.begun:
        raise Refusal("not-seated", clause, "No session waits to start at that table.")
    found = sitting.seats.get(table, {}).get(box)
    if found is None:
        raise Refusal("wrong-place", clause, "No player has a seat at box {box} there.", box=box)
    return sitting, found


def check_absent(sitting: Sitting, player: str, command: Command, clause: str) -> None:
    """Refuse to give a seat away whose player is not on record as absent, or by the word of the one
    who noted the absence."""
    noted_by = sitting.absent.get(player)
    if noted_by is None:
        message = "The absence of {player} is noted first, from the starting time on."
        raise Refusal("not-absent", clause, message, player=named(player))
    if is_same(noted_by, command.actor):
        message = "You have noted that absence: another person decides on it."
        raise Refusal("own-statement", clause, message)
