"""Entries by form: a player's own, and those that staff key for persons at the desk.

A form that staff key has a number, which is used once in the casino. One person keys so many on a
day alone; more of them wait for a second person.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from sabot.core.refusal import Refusal
from sabot.core.revision import MONEY, SCRUTINY, holds
from sabot.engine.declarations import (
    AT_THE_DESK,
    STAFF_ONLY,
    Address,
    decision,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import PROMOTION_FORM, number_on, used_promotion_form
from sabot.parts.periods import day_in
from sabot.promotions.earns import FORM
from sabot.promotions.paper_draw import check_entry
from sabot.promotions.running.entries.entry_list import check_room, packed_as
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.state import (
    OPEN,
    PublishedTerms,
    Ticket,
    clause_of,
    replace,
    sections_of,
    with_tally,
    with_tickets,
    zone_of,
)
from sabot.promotions.running.stream import PROMOTION, in_phase
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, PLAYER, STAFF, may_act_as

KEYED_ALONE: Final = 20
"""Forms that one member of staff keys alone on one day, for all persons together."""


class EnterByForm(Command, frozen=True, kw_only=True):
    """Hand in an entry form: a player for themselves, or staff, with the form's number, for a
    person whose name and address the vault keeps. The server adds who is barred, the reference, a
    keyed digest that recognises the same name and address, and how many forms the sender has keyed
    on this day; another person confirms those above the bound."""

    pages = on_pages("promote", "promotions", without={DEALER: AT_THE_DESK})
    server_fields = server_fills("kept barred same keyed", changes="person address")

    player: str = ""
    person: str = ""
    address: Address = ""
    kept: str = ""
    barred: str = ""
    same: str = ""
    form: str = ""
    keyed: int = 0


class EntryReceived(Event, frozen=True, kw_only=True):
    """`player` is empty for a person without an account, whom the vault knows by reference. `keyed`
    counts the forms that `clerk` has keyed on this day, this one too; the exceptions report shows
    each of them."""

    basis = decision(
        "seating", alone=False, when=lambda event, moment: not event.player or bool(event.clerk)
    )
    sight = STAFF_ONLY
    claim_kinds = (PROMOTION_FORM,)

    tickets: tuple[Ticket, ...]
    player: str
    entrant: str
    day: str
    tally: dict[str, int]
    same: str = ""
    form: str = ""
    clerk: str = ""
    keyed: int = 0

    def claims(self, name: str) -> Iterator[Claim]:
        return used_promotion_form(self.form)


def _confirms_form(standing: PublishedTerms, command: EnterByForm) -> Confirmer | None:
    """Require a second person for the forms of one member of staff above the bound of a day."""
    if command.role == PLAYER or command.keyed < KEYED_ALONE:
        return None
    return Confirmer(clause_of(standing, "eligible"), CASINO_SUPERVISOR)


@PROMOTION.decides(
    EnterByForm,
    sent_by=(PLAYER, STAFF),
    confirmed_by=_confirms_form,
    confirmers=(CASINO_SUPERVISOR,),
)
def enter_by_form(standing: PublishedTerms, command: EnterByForm, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "eligible")
    in_phase(standing, OPEN, clause=clause)
    check_sound(standing)
    _check_speaks(command, clause)
    check_entry(now, standing.told, sections_of(standing))
    ways = [n for n, rule in enumerate(standing.told.earns, 1) if rule.on == FORM]
    if not ways:
        raise Refusal("no-form", clause, "This promotion takes no entries by form.")
    number = _number_of(command, clause)
    if command.barred:
        raise Refusal("ineligible", clause, command.barred)
    entrant = reference_of(standing, command.player, command.same)
    day = day_in(zone_of(standing), now).isoformat()
    rule, key = standing.told.earns[ways[0] - 1], f"{day} {ways[0]} {entrant}"
    had, most = standing.tally.get(key, 0), rule.most_a_day
    count = rule.tickets if most is None else min(rule.tickets, most - had)
    if count <= 0:
        raise Refusal("enough-today", clause, "No more forms of one person are taken today.")
    check_room(standing, count)
    return [
        EntryReceived(
            tickets=tuple(packed_as(Ticket(entrant, ways[0]), count, holds(command, MONEY))),
            player=command.player,
            entrant=entrant,
            day=day,
            tally={} if most is None else {key: had + count},
            same=command.same,
            form=number,
            clerk=command.actor if number else "",
            keyed=keyed_on(standing, command.actor, day) + 1 if number else 0,
        )
    ]


def _number_of(command: EnterByForm, clause: str | None) -> str:
    """Return the number of a form that staff keyed; a player's own entry has none."""
    if command.role == PLAYER or not holds(command, SCRUTINY):
        return ""
    number = number_on(command.form, command)
    if not number:
        raise Refusal("no-form-number", clause, "Give the number that is printed on the form.")
    return number


def keyed_on(standing: PublishedTerms, clerk: str, day: str) -> int:
    """Return how many forms a member of staff has keyed on a day."""
    return standing.keyed.get(clerk, 0) if day == standing.keyed_on else 0


def reference_of(standing: PublishedTerms, player: str, same: str) -> str:
    """Return an entrant's reference on the list: the known one, or the next free."""
    known = standing.entrants.get(player) if player else standing.forms.get(same)
    return known or f"E{standing.people + 1}"


def _check_speaks(command: EnterByForm, clause: str | None) -> None:
    if command.role == PLAYER:
        if command.player != command.actor:
            raise Refusal("proxy", clause, "People enter for themselves.")
        return
    if not may_act_as(command.role, STAFF):
        message = "This is for the player or gaming staff, not for a {role}."
        raise Refusal("wrong-role", clause, message, role=command.role)
    if bool(command.player) == bool(command.kept):
        message = "Give the player's account or, for a person without one, name and address."
        raise Refusal("bad-command", clause, message)


@PROMOTION.evolves(EntryReceived)
def entry_received(standing: PublishedTerms, event: EntryReceived) -> PublishedTerms:
    known = event.player in standing.entrants or event.same in standing.forms
    return replace(
        with_tickets(standing, event.tickets),
        entrants={**standing.entrants, event.player: event.entrant}
        if event.player
        else standing.entrants,
        forms={**standing.forms, event.same: event.entrant} if event.same else standing.forms,
        people=standing.people + (not known),
        day=event.day,
        tally=with_tally(standing, event.day, event.tally),
        **_keyed(standing, event),
    )


def _keyed(standing: PublishedTerms, event: EntryReceived) -> dict[str, Any]:
    """Return the forms that each member of staff has keyed on the day of the newest."""
    if not event.clerk:
        return {}
    others = standing.keyed if standing.keyed_on == event.day else {}
    return {"keyed": {**others, event.clerk: event.keyed}, "keyed_on": event.day}
