"""The coup that is bet on or dealt, its stakes and its cards, and the cards in use."""

from datetime import datetime
from typing import Annotated

import msgspec

from sabot.declarations import GameCard, StaffNumber, StaffText, bound, fixed, within
from sabot.ledger import Move, write_alike
from sabot.money import CHIPS
from sabot.parts.sizes import CARDS, HANDS, PLACES


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stake on the layout: `live` is what can be won or lost, `returned` what went back, and
    `clause` says why they differ from `staked`."""

    sequence: int
    player: str
    on: str
    staked: int
    live: int
    box: int | None = None
    area: int | None = None
    returned: int = 0
    currency: str = CHIPS
    clause: str | None = None
    invalid: str | None = None

    def __post_init__(self) -> None:
        write_alike(self, "currency", CHIPS)


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the table: where it lies and whether anyone may see it. A card that nobody has
    seen has no name here, only perhaps the seal under which the vault keeps it."""

    hand: str
    card: GameCard | None = None
    up: bool = True
    seal: StaffText | None = None
    position: StaffNumber | None = None


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The coup that is bet on or dealt: `no_bet` is the clause that bars wagers on it.

    `out`: who was handed which hand, `refused`: who will not be handed it again; `nominees`: who
    turns which card (counted from 0) for the holder, `card_out`: the one that such a player has
    now; `collected`: cards that came back unturned; `marker`: the point total that is marked.
    `take_down`: by what wagers may be removed, `answered`: who said yes or no (before any card: who
    sits out), `answer_by`: by when; `mixed`: shuffled since; `rooms`: to lose; `keyed`: last.
    `rebuilt`: the clause by which it was opened again after its end, `advanced`: what players did
    not hold of what they had been paid, by purse; `accounts`: who had played it on an account.
    `returns`: what went to the player for each settled stake, by sequence; `bought` and
    `exchanged`: the largest purchase and exchange of chips by each player."""

    number: int
    stakes: Annotated[
        dict[int, Laid], bound(900, "wagers in one coup", "Wait for the next one.")
    ] = {}
    no_bet: str | None = None
    called: bool = False
    started: datetime | None = None
    boxes: Annotated[tuple[int, ...], PLACES] = ()
    slots: Annotated[tuple[Slot, ...], CARDS] = ()
    decisions: Annotated[dict[int, str], PLACES] = {}
    counts: bool = False
    result: str | None = None
    settled: Annotated[tuple[int, ...], within("Round.stakes")] = ()
    moves: Annotated[tuple[Move, ...], within("Round.stakes", 8)] = ()
    void_hands: Annotated[dict[str, str], HANDS] = {}
    void: str | None = None
    out: Annotated[dict[str, str], HANDS] = {}
    handled: bool = False
    refused: Annotated[dict[str, Annotated[tuple[str, ...], within("Table.patrons")]], HANDS] = {}
    nominees: Annotated[dict[int, str], CARDS] = {}
    card_out: int | None = None
    collected: Annotated[tuple[int, ...], CARDS] = ()
    marker: int | None = None
    take_down: str | None = None
    answered: Annotated[tuple[str, ...], within("Table.patrons", 2)] = ()
    answer_by: datetime | None = None
    no_draw: Annotated[dict[int, str], PLACES] = {}
    reopened: str | None = None
    held: str | None = None
    face: str | None = None
    method: str | None = None
    scheme: str | None = None
    mixed: bool = False
    rooms: Annotated[dict[str, int], within("Table.patrons")] = {}
    keyed: Annotated[tuple[int, ...], CARDS] = ()
    rebuilt: str | None = None
    advanced: Annotated[dict[str, int], within("Round.stakes", 4)] = {}
    accounts: Annotated[tuple[str, ...], within("Round.stakes")] = ()
    returns: Annotated[dict[int, int], within("Round.stakes")] = {}
    bought: Annotated[
        dict[str, int],
        bound(1_000, "players who buy chips before one coup ends", "Deal a coup first."),
    ] = {}
    exchanged: Annotated[
        dict[str, int],
        bound(1_000, "players who change chips before one coup ends", "Deal a coup first."),
    ] = {}


class Stack(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards in use: how far they are prepared and how far they have run.

    `dealt` counts the cards that left the shoe or device since it was loaded, `seen` how often
    each face was seen since, `carried` are cards that come before any other, `waiting` those that
    open the next coup, `left` the coups still to be dealt once the cutting card is out, `shuffle`
    the clause that calls for one, `passed` who left the cut to others, `told`: somebody said that
    a card of these came out wrongly, and the count rests on it; `run_down` the clause by which the
    cutting card ended them; `set_aside` the clause by which a card comes before any other."""

    back: str
    cards: int = 0
    stage: str | None = None
    number: int = 0
    digest: str | None = None
    cutting: int | None = None
    depth: int = 0
    left: int | None = None
    tie_granted: bool = False
    dealt: int = 0
    burned: bool = False
    carried: Annotated[tuple[Slot, ...], CARDS] = ()
    waiting: Annotated[tuple[Slot, ...], CARDS] = ()
    seen: Annotated[dict[str, int], fixed(52, "faces of a deck")] = {}
    rack: Annotated[
        tuple[Annotated[tuple[str | None, ...], CARDS], ...],
        fixed(1_040, "coups dealt from a shoe"),
    ] = ()
    shuffle: str | None = None
    replace: str | None = None
    check: str | None = None
    handled: bool = False
    checked: bool = False
    pre_shuffled: str | None = None
    devices: int = 1
    occasion: str = ""
    named: int | None = None
    passed: Annotated[tuple[str, ...], within("Table.patrons")] = ()
    told: bool = False
    run_down: str | None = None
    set_aside: str | None = None

    @property
    def played_out(self) -> bool:
        """No further coup is dealt from these cards."""
        return self.left == 0 or (self.dealt >= self.cards and not self.carried)
