"""Undisclosed wagers: written for the gaming supervisor alone, announced before the first card."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS, holds
from sabot.core.seals import bound, is_bound
from sabot.engine.declarations import (
    RECORD,
    StaffText,
    on_pages,
    public,
    record,
    see,
    server_fills,
    stops,
    transfers_of,
)
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import GAMING_SUPERVISOR, RANKS
from sabot.rules.tournament import Forms
from sabot.table.betting.wagers import check_open
from sabot.table.heat.duty import count_open, is_late, may_wager
from sabot.table.heat.state import Heat, UndisclosedForm
from sabot.table.heat.words import (
    betting_of,
    changed,
    entrant_of,
    heat_of,
    heat_on,
    held,
    is_for_heats,
    lying,
    play_of,
    purse_of,
    with_heat,
)
from sabot.table.sights import STAKE
from sabot.table.state import BETTING, Laid, Table
from sabot.table.stream import OF_PLAYERS, TABLE, consents, moved, patron_of, replace
from sabot.tournament.counting import deemed


def forms_of(table: Table) -> Forms:
    rules = play_of(table).forms
    if rules is None:
        raise Refusal("no-rule", None, "{game} has no undisclosed wagers.", game=table.book.title)
    return rules


def form_seal(salt: str, heat: Heat, player: str, on: str | None, amount: int | None) -> str:
    """Return the seal of a form: SHA-256 over the line `sabot form 1`, the salt, the tournament,
    the session and its coup, the player, the wager and the cents, each ending in a newline; a line
    is empty where nothing is written."""
    return bound("form", salt, *_lines(heat, player, on, amount))


def _lines(heat: Heat, player: str, on: str | None, amount: int | None) -> list[object]:
    told = (heat.plan.tournament, heat.plan.session, heat.coup, player, on, amount)
    return ["" if each is None else each for each in told]


class WriteForm(Command, frozen=True, kw_only=True):
    """Write an undisclosed wager: its type and its amount, for the gaming supervisor alone. The
    house puts both into the vault, and their `seal` into the command."""

    pages = on_pages(
        "table", without=dict.fromkeys(RANKS, "A player alone writes a form, and it is sealed.")
    )
    server_fields = server_fills("seal", changes="on amount")
    stopped_by = stops()

    player: str
    on: str | None = None
    amount: str | None = None
    seal: StaffText | None = None


class FormWritten(Event, frozen=True, kw_only=True):
    """`left` is how many more the player may write."""

    basis = RECORD
    sight = public("player left clause")

    player: str
    seal: StaffText
    left: int
    clause: str


@TABLE.decides(WriteForm, phases=(BETTING,), sent_by=OF_PLAYERS)
def write_form(table: Table, command: WriteForm, now: datetime) -> Sequence[Event]:
    told = check_may_write(table, command, now)
    if command.seal is None or command.on is not None or command.amount is not None:
        raise Refusal("bad-command", None, "The house seals what is written on a form.")
    rules, left = forms_of(table), entrant_of(table, command.player).forms - 1
    written = FormWritten(player=command.player, seal=command.seal, left=left, clause=rules.written)
    return [*told, written]


def check_may_write(table: Table, command: WriteForm, now: datetime) -> list[Event]:
    """Reject a form that may not be taken from this player, independent of its content."""
    consents(table, command, command.player)
    patron_of(table, command.player)
    heat, rules = heat_on(table), forms_of(table)
    entrant = entrant_of(table, command.player)
    if entrant.form is not None or not entrant.forms:
        message = "{player} has no further undisclosed wager."
        raise Refusal("no-form", rules.number, message, player=named(command.player))
    check_open(table)
    told = may_wager(table, command.player, now)
    late = play_of(table).late
    if late is not None and is_late(heat, entrant, now):
        raise Refusal("late", late, "The time is over: only the minimum may be laid openly.")
    return told


@TABLE.evolves(FormWritten)
def form_written(table: Table, event: FormWritten) -> Table:
    return changed(table, event.player, form=UndisclosedForm(event.seal), forms=event.left)


def is_faulty(table: Table, player: str, on: str | None, amount: int | None) -> bool:
    """Return True if a written wager would be deemed to be for another amount than the written
    one."""
    rules, heat = betting_of(table).undisclosed, heat_of(table)
    assert rules is not None
    if on is None or amount is None:
        return True
    chips, beside = held(table, player), lying(table, player)
    return deemed(rules, heat.limits, chips, beside, amount).amount != amount


def supervises(table: Table, command: Command) -> Leave:
    """Leave the examination of forms to the gaming supervisor."""
    rules = play_of(table).forms if is_for_heats(table) else None
    return Leave(None if rules is None else rules.examined, GAMING_SUPERVISOR)


class ExamineForm(Command, frozen=True, kw_only=True):
    """The gaming supervisor has looked at a form, and puts an indicator before its player."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "supervisor"

    player: str


class FormExamined(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(ExamineForm, supervises, (BETTING,), sent_by=(GAMING_SUPERVISOR,))
def examine_form(table: Table, command: ExamineForm, now: datetime) -> Sequence[Event]:
    check_reader(sealed_form(table, command.player), command, forms_of(table))
    return [FormExamined(player=command.player, clause=forms_of(table).examined)]


def check_reader(form: UndisclosedForm, command: Command, rules: Forms) -> None:
    """Refuse to examine a form that this supervisor has not read."""
    if holds(command, RESULTS) and form.reader != command.actor:
        message = "Read the form first: who examines it knows what is written on it."
        raise Refusal("not-read", rules.examined, message)


def check_examined(table: Table) -> None:
    """Refuse to close bets while a form is not examined: it could not go back any more."""
    heat = table.heat
    if heat is None or not heat.is_on:
        return
    for name, form in sealed_forms(heat).items():
        if not form.examined:
            message = "The form of {unseen} has not been examined."
            raise Refusal("not-examined", forms_of(table).examined, message, unseen=named(name))


@TABLE.evolves(FormExamined)
def form_examined(table: Table, event: FormExamined) -> Table:
    heat = table.heat
    assert heat is not None
    form = heat.entrants[event.player].form
    assert form is not None
    return changed(table, event.player, form=replace(form, examined=True))


def sealed_form(table: Table, player: str) -> UndisclosedForm:
    """Return the form of a player that is not announced; refuse if there is none."""
    heat_on(table)
    form, rules = entrant_of(table, player).form, forms_of(table)
    if form is None or form.opened:
        message = "No sealed form of {player} lies there."
        raise Refusal("no-form", rules.written, message, player=named(player))
    return form


class ReturnForm(Command, frozen=True, kw_only=True):
    """Hand a form back to be rewritten, unseen by others, while bets are open. `faulty` is filled
    in by the server, which has read the form and discloses no more."""

    pages = on_pages("deal")
    server_fields = server_fills("faulty")
    stopped_by = stops()

    player: str
    faulty: bool = False


class FormReturned(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(ReturnForm, supervises, (BETTING,), sent_by=(GAMING_SUPERVISOR,))
def return_form(table: Table, command: ReturnForm, now: datetime) -> Sequence[Event]:
    rules = forms_of(table)
    check_reader(sealed_form(table, command.player), command, rules)
    check_open(table)
    if not command.faulty:
        raise Refusal(
            "form-stands", rules.examined, "No fault of that form is stated, so it stands."
        )
    return [FormReturned(player=command.player, clause=rules.examined)]


@TABLE.evolves(FormReturned)
def form_returned(table: Table, event: FormReturned) -> Table:
    heat = table.heat
    assert heat is not None
    forms = heat.entrants[event.player].forms + 1
    return changed(table, event.player, form=None, forms=forms)


# Announced


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """Content of a form, with the salt that opens its seal."""

    player: str
    salt: StaffText
    on: str | None = None
    amount: int | None = None


class AnnouncedForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form as it is announced: `chips` are all that the player has, `beside` what counts of the
    open wagers, and `stake` what is laid of it."""

    player: str
    salt: StaffText
    chips: int
    beside: int
    on: str | None = None
    amount: int | None = None
    stake: Laid | None = None


class AnnounceForms(Command, frozen=True, kw_only=True):
    """The gaming supervisor announces every undisclosed wager, and each is laid on the layout. The
    house opens them: `forms`."""

    pages = on_pages("deal")
    server_fields = server_fills("forms")
    stopped_by = stops()
    awaited = "supervisor"

    forms: tuple[Opened, ...] = ()


class FormsAnnounced(Event, frozen=True, kw_only=True):
    basis = record("the opened forms")
    sight = public("clause", forms=see("player on amount chips beside", stake=STAKE))
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    forms: tuple[AnnouncedForm, ...]
    moves: tuple[Move, ...]
    clause: str


def _announces(table: Table, command: AnnounceForms) -> Leave:
    rules = play_of(table).forms if is_for_heats(table) else None
    return Leave(None if rules is None else rules.announced, GAMING_SUPERVISOR)


@TABLE.decides(
    AnnounceForms,
    _announces,
    (BETTING,),
    seen="sealed forms, opened by the house",
    sent_by=(GAMING_SUPERVISOR,),
)
def announce_forms(table: Table, command: AnnounceForms, now: datetime) -> Sequence[Event]:
    heat, rules = heat_on(table), forms_of(table)
    pending = sealed_forms(heat)
    if not pending:
        raise Refusal("no-form", rules.announced, "There is no undisclosed wager to announce.")
    if not table.round.called:
        message = "Undisclosed wagers are announced after no more bets are called."
        raise Refusal("not-called", rules.announced, message)
    unseen = [name for name, form in pending.items() if not form.examined]
    if unseen:
        message = "The form of {unseen} has not been examined."
        raise Refusal("not-examined", rules.examined, message, unseen=named(unseen[0]))
    counted = count_open(table, single=holds(command, RESULTS))
    for event in counted:
        table = TABLE.evolve(table, event, now)
    announced = _laid_on_layout(table, heat, pending, command.forms)
    moves = tuple(
        Move(of_player(each.player), LAYOUT, each.stake.live, TOURNAMENT)
        for each in announced
        if each.stake is not None
    )
    return [*counted, FormsAnnounced(forms=announced, moves=moves, clause=rules.announced)]


def sealed_forms(heat: Heat) -> dict[str, UndisclosedForm]:
    """Return the forms that only the gaming supervisor has seen, by box."""
    found = ((name, each.form) for name, each in heat.still_in.items())
    return {name: form for name, form in found if form is not None and not form.opened}


def _laid_on_layout(
    table: Table, heat: Heat, pending: dict[str, UndisclosedForm], opened: Sequence[Opened]
) -> tuple[AnnouncedForm, ...]:
    """Each form as it was sealed; what is laid is what is written, as far as the chips reach."""
    found, sequence = [], table.sequence
    if [each.player for each in opened] != [*pending]:
        raise Refusal("broken-seal", None, "Every form is opened, and no other.")
    for each in opened:
        lines = _lines(heat, each.player, each.on, each.amount)
        if not is_bound(pending[each.player].seal, "form", each.salt, *lines):
            raise Refusal("broken-seal", None, "That is not what was written on the form.")
        purse, chips = purse_of(table, each.player), held(table, each.player)
        beside, stake = chips - purse, None
        amount = min(each.amount or 0, purse)
        if each.on is not None and amount:
            sequence += 1
            box = heat.entrants[each.player].box
            stake = Laid(
                sequence, each.player, each.on, amount, amount, None, box, currency=TOURNAMENT
            )
        found.append(
            AnnouncedForm(each.player, each.salt, chips, beside, each.on, each.amount, stake)
        )
    return tuple(found)


@TABLE.evolves(FormsAnnounced)
def forms_announced(table: Table, event: FormsAnnounced) -> Table:
    heat = table.heat
    assert heat is not None
    entrants, stakes, sequence = dict(heat.entrants), dict(table.round.stakes), table.sequence
    for each in event.forms:
        entrant, stake = entrants[each.player], each.stake
        assert entrant.form is not None
        form = replace(
            entrant.form,
            opened=True,
            on=each.on,
            amount=each.amount,
            laid=None if stake is None else stake.sequence,
            chips=each.chips,
            beside=each.beside,
        )
        entrants[each.player] = replace(entrant, form=form)
        if stake is not None:
            stakes[stake.sequence], sequence = stake, stake.sequence
    table = with_heat(table, replace(heat, entrants=entrants, announced=True))
    table = replace(table, sequence=sequence, round=replace(table.round, stakes=stakes))
    return moved(table, event.moves)
