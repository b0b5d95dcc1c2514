"""Undisclosed wagers of a heat: what a player writes goes into the vault until it is announced."""

import secrets

import msgspec

from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal
from sabot.engine.enrichment import EnrichmentContext
from sabot.engine.vault import Vault
from sabot.table import TABLE, Table
from sabot.table.heat.papers.forms import (
    AnnounceForms,
    Opened,
    ReturnForm,
    WriteForm,
    form_seal,
    is_faulty,
    sealed_forms,
)

replace = msgspec.structs.replace


class WrittenWager(msgspec.Struct, frozen=True):
    """An undisclosed wager as the vault keeps it: its salt, its type and its cents."""

    salt: str
    on: str | None
    amount: int | None


def _key(player: str) -> str:
    return f"form {player}"


def _has_heat(table: Table) -> bool:
    return table.heat is not None


def written_form(vault: Vault, stream: str, player: str) -> WrittenWager | None:
    """Return what a player has written on a form that is still sealed."""
    kept = vault.unseal(stream, _key(player))
    return None if kept is None else msgspec.json.decode(kept, type=WrittenWager)


@TABLE.enriches(WriteForm, "seal on amount", when=_has_heat)
def seal_form(context: EnrichmentContext[Table], command: WriteForm) -> WriteForm:
    """Move what is written into the vault, and fill in its seal for the log."""
    table, heat, on = context.state, context.state.heat, command.on
    assert heat is not None
    if on is not None and on not in heat.plan.wagers:
        wager = table.book.wager(on)
        message = "{wager} is not among the wagers of this tournament."
        raise Refusal("not-offered", wager.clause, message, wager=wager.name)
    amount = None if command.amount is None else cents(command.amount)
    if amount is not None and amount % heat.plan.chip:
        message = "The smallest chip here is {chip}."
        raise Refusal("bad-amount", None, message, chip=cash(heat.plan.chip))
    salt = secrets.token_hex(32)
    context.seal(_key(command.player), msgspec.json.encode(WrittenWager(salt, on, amount)))
    seal = form_seal(salt, heat, command.player, on, amount)
    return replace(command, on=None, amount=None, seal=seal)


@TABLE.enriches(ReturnForm, "faulty", when=_has_heat)
def read_form(context: EnrichmentContext[Table], command: ReturnForm) -> ReturnForm:
    """Fill in whether the form is faulty, and no more of it."""
    written = written_form(context.vault, context.stream, command.player)
    if written is None:
        return command
    faulty = is_faulty(context.state, command.player, written.on, written.amount)
    return replace(command, faulty=faulty)


@TABLE.enriches(AnnounceForms, "forms", when=_has_heat)
def open_forms(context: EnrichmentContext[Table], command: AnnounceForms) -> AnnounceForms:
    """Open every sealed form, and remove it from the vault."""
    assert context.state.heat is not None
    opened = list[Opened]()
    for player in sealed_forms(context.state.heat):
        written = written_form(context.vault, context.stream, player)
        if written is None:
            raise Refusal("broken-seal", None, "The vault does not hold that form.")
        opened.append(Opened(player, written.salt, written.on, written.amount))
        context.seal(_key(player), None)
    return replace(command, forms=tuple(opened))
