"""The house's hand: what a virtual table adds to a command before it is decided.

The order of a virtual stack lies in the vault. Nobody who sends a command can choose a card, a seal
or a digest at such a table: the house puts them in, and the log binds the house to them.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sabot.cards import decks_of, read_card, read_cards
from sabot.money import cash, cents
from sabot.records import looked_up
from sabot.refusal import Refusal
from sabot.rules.outcomes import DISCARDS, Effect, Outcome
from sabot.seals import is_bound, part_of
from sabot.shoe.commitment import STACK as COMMITTED
from sabot.shoe.commitment import commit
from sabot.shoe.procedure import DEVICE, burn_count
from sabot.shoe.randomness import Randomness, shuffle
from sabot.store import Store
from sabot.streams import Command
from sabot.table import TABLE_KIND
from sabot.table.coup.dealing import DealCard
from sabot.table.coup.exposing import ExposeCards, Turned, turning
from sabot.table.heat.papers.forms import (
    AnnounceForms,
    Opened,
    ReturnForm,
    WriteForm,
    form_seal,
    is_faulty,
    sealed_forms,
)
from sabot.table.irregularities.report import DecideReport, ReportIrregularity, cell_for
from sabot.table.result.clearing import ClearCards
from sabot.table.shoe.burning import BurnCards
from sabot.table.shoe.cards import seal_of
from sabot.table.shoe.preparing import Shuffle
from sabot.table.state import VIRTUAL, Slot, Table

STACK = "stack"
Sealed = dict[str, bytes | None]
replace = msgspec.structs.replace


class Stack(msgspec.Struct, frozen=True):
    """What the vault keeps of a virtual stack: salt and order, as they will be opened."""

    salt: str
    order: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    """Cards that went to the rack unseen, in that order."""
    aside: dict[str, tuple[str, str]] = {}
    """Cards that wait face down for the next coup, by seal: name and salt."""

    def card(self, position: int, depth: int) -> str:
        """The card at a place of the cut stack."""
        return self.order[(position + depth) % len(self.order)]

    def salt_of(self, position: int) -> str:
        """The salt of one card: it opens that card's seal and no other."""
        return part_of(self.salt, f"card {position}")

    def opening(self) -> dict[str, str]:
        return {"salt": self.salt, "order": " ".join(self.order)}

    def is_bound_by(self, digest: str) -> bool:
        """Whether the digest that was published is of this order."""
        return is_bound(digest, COMMITTED, self.salt, " ".join(self.order))


class Written(msgspec.Struct, frozen=True):
    """What the vault keeps of an undisclosed wager: its salt, its type and its cents."""

    salt: str
    on: str | None
    amount: int | None


def _form_key(player: str) -> str:
    return f"form {player}"


class House:
    """Fills in what a virtual table must not be told by anyone."""

    def __init__(self, store: Store, randomness: Randomness) -> None:
        self._store = store
        self._randomness = randomness
        self._stacks: dict[str, Stack | None] = {}

    def prepare(self, name: str, table: Table, command: Command) -> tuple[Command, Sealed]:
        """The command with the house's part put in, and what the vault has to keep."""
        command = looked_up(self._store, TABLE_KIND.stream(name), table, command)
        form = _FORMS.get(type(command))
        if form is not None and table.heat is not None:
            prepared: tuple[Command, Sealed] = form(self, name, table, command)
            return prepared
        if table.setup is None or table.opened.feed != VIRTUAL:
            return command, {}
        fill = _FILLS.get(type(command))
        return (command, {}) if fill is None else fill(self, name, table, command)

    def sealed(self, name: str, sealed: Mapping[str, bytes | None]) -> None:
        """The vault has kept it."""
        kept = sealed.get(STACK)
        if kept is not None:
            self._stacks[name] = msgspec.json.decode(kept, type=Stack)

    def forget(self, name: str) -> None:
        """What is in memory may be old: look into the vault next time."""
        self._stacks.pop(name, None)

    def stack(self, name: str, table: Table) -> Stack | None:
        """What the vault has, if that is what the house has bound itself to."""
        if name not in self._stacks:
            kept = self._store.unseal(TABLE_KIND.stream(name), STACK)
            stack = None if kept is None else msgspec.json.decode(kept, type=Stack)
            digest = table.stack.digest if table.setup is not None else None
            if digest is not None and (stack is None or not stack.is_bound_by(digest)):
                raise Refusal(
                    "rigged-vault",
                    None,
                    "The cards in the vault are not those that the published digest binds the house"
                    " to: nothing is dealt from them. Call the inspector, and bring new cards.",
                )
            self._stacks[name] = stack
        return self._stacks[name]

    def peek(self, name: str, table: Table, slots: Iterable[int]) -> list[tuple[int, str]]:
        """What lies face down in these places; nothing where people hold real cards."""
        if table.setup is None or table.opened.feed != VIRTUAL:
            return []
        stack = self._kept(name, table)
        return [(slot, _behind(stack, table, table.round.slots[slot])[0]) for slot in sorted(slots)]

    def form(self, name: str, player: str) -> Written | None:
        """What a player has written on a form that is still sealed."""
        kept = self._store.unseal(TABLE_KIND.stream(name), _form_key(player))
        return None if kept is None else msgspec.json.decode(kept, type=Written)

    def _write(self, name: str, table: Table, command: WriteForm) -> tuple[Command, Sealed]:
        """What is written goes into the vault, and only its seal into the log."""
        if command.seal is not None:
            raise Refusal("bad-command", None, "The house seals a form, nobody else.")
        heat, on = table.heat, command.on
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
        written = Written(salt, on, amount)
        seal = form_seal(salt, heat, command.player, on, amount)
        filled = replace(command, on=None, amount=None, seal=seal)
        return filled, {_form_key(command.player): msgspec.json.encode(written)}

    def _return(self, name: str, table: Table, command: ReturnForm) -> tuple[Command, Sealed]:
        if command.faulty:
            raise Refusal("bad-command", None, "The house reads a form and says what is wrong.")
        written = self.form(name, command.player)
        if written is None:
            return command, {}
        faulty = is_faulty(table, command.player, written.on, written.amount)
        return replace(command, faulty=faulty), {}

    def _announce(self, name: str, table: Table, command: AnnounceForms) -> tuple[Command, Sealed]:
        """Every sealed form is opened, and leaves the vault."""
        if command.forms:
            raise Refusal("bad-command", None, "The house opens the forms, nobody else.")
        assert table.heat is not None
        opened, gone = list[Opened](), dict[str, bytes | None]()
        for player in sealed_forms(table.heat):
            written = self.form(name, player)
            if written is None:
                raise Refusal("broken-seal", None, "A form is not in the vault.")
            opened.append(Opened(player, written.salt, written.on, written.amount))
            gone[_form_key(player)] = None
        return replace(command, forms=tuple(opened)), gone

    def _kept(self, name: str, table: Table) -> Stack:
        stack = self.stack(name, table)
        if stack is None:
            raise Refusal("not-ready", None, "There are no cards ready to deal.")
        return stack

    def _shuffle(self, name: str, table: Table, command: Shuffle) -> tuple[Command, Sealed]:
        order = shuffle(decks_of(table.opened.decks), self._randomness)
        try:
            old = self.stack(name, table)
        except Refusal:
            if table.stack.digest is not None:
                raise
            old = None  # other cards were brought, and what was rigged is never opened
        return self._bind(Stack("", tuple(card.name for card in order)), command, old)

    def _bind(self, new: Stack, command: Any, old: Stack | None) -> tuple[Command, Sealed]:
        """Bind the house to a new order, and open the old one."""
        commitment, opening = commit(read_cards(new.order))
        opened = old.opening() if old is not None else None
        filled = replace(command, digest=commitment.digest, opened=opened)
        return filled, _keep(replace(new, salt=opening.salt))

    def _deal(self, name: str, table: Table, command: DealCard) -> tuple[Command, Sealed]:
        if command.card is not None or command.seal is not None:
            raise Refusal("bad-command", None, "The virtual shoe deals the card: do not name one.")
        if table.stack.carried:
            return command, {}
        stack, position = self._kept(name, table), table.stack.dealt
        if position >= table.stack.cards:
            raise Refusal("cards-run-out", None, "No card is left: report that the cards run out.")
        card = stack.card(position, table.stack.depth)
        face = table.round.face or _face(table)
        if face == "up":
            return replace(command, card=card), {}
        return replace(command, seal=seal_of(stack.salt_of(position), position, card)), {}

    def _expose(self, name: str, table: Table, command: ExposeCards) -> tuple[Command, Sealed]:
        stack = self._kept(name, table)
        cards = tuple(
            Turned(index, *_behind(stack, table, slot))
            for index, slot in turning(table, command).items()
        )
        return replace(command, cards=cards), {}

    def _burn(self, name: str, table: Table, command: BurnCards) -> tuple[Command, Sealed]:
        ways = table.book.preparation.burns
        way = next((each for each in ways if each.name == command.way), ways[0])
        if command.card is not None:
            raise Refusal("bad-command", None, "The virtual shoe shows the card: do not name one.")
        stack, first = self._kept(name, table), table.stack.dealt
        card = stack.card(first, table.stack.depth)
        if not (way.counted or command.shown):
            return command, _keep(replace(stack, hidden=(*stack.hidden, card)))
        more = burn_count(read_card(card)) if way.counted else 0
        unseen = [stack.card(first + n, table.stack.depth) for n in range(1, more + 1)]
        hidden = replace(stack, hidden=(*stack.hidden, *unseen))
        return replace(command, card=card), _keep(hidden)

    def _clear(self, name: str, table: Table, command: ClearCards) -> tuple[Command, Sealed]:
        """A device takes cards back and mixes all that it holds: whatever is not in the rack or
        waiting for the next coup. Cards of a void coup may go to the rack unseen."""
        old = self._kept(name, table)
        down = [slot for slot in table.round.slots if slot.card is None]
        if down:
            unseen_now = (_behind(old, table, slot)[0] for slot in down)
            old = replace(old, hidden=(*old.hidden, *unseen_now))
        if table.opened.source != DEVICE:
            return command, _keep(old) if down else {}
        rack = (*table.stack.rack, tuple(slot.card for slot in table.round.slots))
        stays = rack[len(rack) - (table.book.preparation.rack_coups or 0) :]
        inside = Counter(card.name for card in decks_of(table.opened.decks))
        inside.subtract(card for cards in stays for card in cards if card is not None)
        unseen = sum(card is None for cards in stays for card in cards)
        hidden = old.hidden[len(old.hidden) - unseen :]
        inside.subtract(hidden)
        aside = self._aside(table, old, _waiting(table))
        waiting = [slot.card for slot in _waiting(table) if slot.card is not None]
        inside.subtract([*waiting, *(card for card, _ in aside.values())])
        order = shuffle(read_cards(inside.elements()), self._randomness)
        new = Stack("", tuple(card.name for card in order), hidden, aside)
        return self._bind(new, command, old)

    def _report(
        self, name: str, table: Table, command: ReportIrregularity
    ) -> tuple[Command, Sealed]:
        try:
            cell, _ = cell_for(table, command)
        except Refusal:
            return command, {}
        return self._remedy(name, table, command, cell.outcome.value)

    def _decision(self, name: str, table: Table, command: DecideReport) -> tuple[Command, Sealed]:
        outcome = Outcome.__members__.get(command.outcome)
        if outcome is None or outcome.value.renews is None:
            return command, {}
        given = command.report or ReportIrregularity(
            id=command.id, actor=command.actor, role=command.role, situation=""
        )
        report, sealed = self._remedy(name, table, given, outcome.value)
        return replace(command, report=report), sealed

    def _remedy(
        self, name: str, table: Table, report: ReportIrregularity, effect: Effect
    ) -> tuple[Command, Sealed]:
        """The new order of the cards that finish the coup."""
        if report.card is not None or report.seal is not None or report.cards:
            raise Refusal("bad-command", None, "The virtual shoe knows its cards: do not name one.")
        if effect.renews is not None:
            return self._renew(name, table, report, discards=effect.renews == DISCARDS)
        return report, {}

    def _renew(
        self, name: str, table: Table, report: ReportIrregularity, *, discards: bool
    ) -> tuple[Command, Sealed]:
        """The discards, or the cards still inside, in a new order."""
        old = self._kept(name, table)
        if discards:
            known = [card for cards in table.stack.rack for card in cards if card is not None]
            unseen = sum(card is None for cards in table.stack.rack for card in cards)
            names = [*known, *old.hidden[len(old.hidden) - unseen :]]
        else:
            places = range(table.stack.dealt, table.stack.cards)
            names = [old.card(position, table.stack.depth) for position in places]
        order = shuffle(read_cards(names), self._randomness)
        aside = self._aside(table, old, (*table.round.slots, *_waiting(table)))
        hidden = () if discards else old.hidden
        new = Stack("", tuple(card.name for card in order), hidden, aside)
        return self._bind(new, report, old)

    def _aside(self, table: Table, old: Stack, slots: Iterable[Slot]) -> dict[str, tuple[str, str]]:
        """What lies face down and belongs to the old order."""
        return {
            slot.seal: _behind(old, table, slot)
            for slot in slots
            if not slot.up and slot.seal is not None
        }


def _waiting(table: Table) -> tuple[Slot, ...]:
    return (*table.stack.carried, *table.stack.waiting)


def _behind(stack: Stack, table: Table, slot: Slot) -> tuple[str, str]:
    """The name and the salt of a card that lies face down."""
    if slot.seal in stack.aside:
        return stack.aside[slot.seal]
    assert slot.position is not None
    return stack.card(slot.position, table.stack.depth), stack.salt_of(slot.position)


def _keep(stack: Stack) -> Sealed:
    return {STACK: msgspec.json.encode(stack)}


def _face(table: Table) -> str:
    """How the first card of the coup will lie."""
    conduct = table.conduct
    if table.round.no_bet and conduct.no_bet_method:
        method = conduct.method(conduct.no_bet_method)
        assert method is not None
        return table.opened.face if table.opened.face in method.faces else method.faces[0]
    return table.opened.face


_FORMS: dict[type[Command], Any] = {
    WriteForm: House._write,
    ReturnForm: House._return,
    AnnounceForms: House._announce,
}
"""At any table, whoever deals its cards."""
_FILLS: dict[type[Command], Any] = {
    Shuffle: House._shuffle,
    DealCard: House._deal,
    ExposeCards: House._expose,
    BurnCards: House._burn,
    ClearCards: House._clear,
    ReportIrregularity: House._report,
    DecideReport: House._decision,
}
