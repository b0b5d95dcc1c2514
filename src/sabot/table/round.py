"""The coup that is bet on or dealt, its stakes and its cards, and the cards in use."""

from datetime import date, datetime
from typing import Annotated

import msgspec

from sabot.core.money import CHIPS
from sabot.engine.declarations import GameCard, StaffNumber, StaffText, bound, fixed, within
from sabot.engine.ledger import Move, write_alike
from sabot.parts.sizes import CARDS, HANDS, PLACES
from sabot.table.chip_set import ChipCounts


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
    # Chips that were counted, by their value in cents; None: the largest.
    chips: ChipCounts | None = None

    def __post_init__(self) -> None:
        if self.currency is not CHIPS:
            write_alike(self, "currency", CHIPS)


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the table: its hand, and whether it lies face up. An unseen card has no name here;
    a virtual one may have the seal under which the vault keeps it."""

    hand: str
    card: GameCard | None = None
    up: bool = True
    seal: StaffText | None = None
    position: StaffNumber | None = None


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The coup that is bet on or dealt."""

    number: int
    stakes: Annotated[
        dict[int, Laid], bound(900, "wagers in one coup", "Wait for the next one.")
    ] = {}
    # Clause that bars wagers on this coup.
    no_bet: str | None = None
    # True once no more bets was called.
    called: bool = False
    started: datetime | None = None
    # Boxes that are dealt.
    boxes: Annotated[tuple[int, ...], PLACES] = ()
    # Cards on the table, in the order of dealing.
    slots: Annotated[tuple[Slot, ...], CARDS] = ()
    # Drawing decision of each box.
    decisions: Annotated[dict[int, str], PLACES] = {}
    # True once the point counts were called.
    counts: bool = False
    result: str | None = None
    # Sequence numbers of settled stakes.
    settled: Annotated[tuple[int, ...], within("Round.stakes")] = ()
    # Moves of money in this coup.
    moves: Annotated[tuple[Move, ...], within("Round.stakes", 8)] = ()
    # Void hands: hand to clause.
    void_hands: Annotated[dict[str, str], HANDS] = {}
    # Clause by which the coup is void.
    void: str | None = None
    # Players who were handed a hand: hand to player.
    out: Annotated[dict[str, str], HANDS] = {}
    # True if a player touched cards in this coup.
    handled: bool = False
    # Players who declined a hand, or may not be handed it again.
    refused: Annotated[dict[str, Annotated[tuple[str, ...], within("Table.patrons")]], HANDS] = {}
    # Players who turn a card for the holder, by index of the card.
    nominees: Annotated[dict[int, str], CARDS] = {}
    # Index of the card that a nominee holds.
    card_out: int | None = None
    # Indices of cards that were taken back unturned.
    collected: Annotated[tuple[int, ...], CARDS] = ()
    # Point total that is marked.
    marker: int | None = None
    # Clause by which wagers may be removed.
    take_down: str | None = None
    # Players who answered the offer; before the first card, players who sit out.
    answered: Annotated[tuple[str, ...], within("Table.patrons", 2)] = ()
    # Time until which players may answer or bet.
    answer_by: datetime | None = None
    # Boxes that may not draw: box to clause.
    no_draw: Annotated[dict[int, str], PLACES] = {}
    # Clause by which betting was reopened during the coup.
    reopened: str | None = None
    # Question that a casino supervisor must decide before play goes on.
    held: str | None = None
    # Face of the cards dealt in this coup: up or down.
    face: str | None = None
    # Dealing method of this coup; None: the table's.
    method: str | None = None
    # Pay scheme of this coup.
    scheme: str | None = None
    # True if the cards were shuffled since the first card of the coup.
    mixed: bool = False
    # Cents that each player on a Loss Limit could lose, at the start of the coup.
    rooms: Annotated[dict[str, int], within("Table.patrons")] = {}
    # Indices of the cards that were keyed last.
    keyed: Annotated[tuple[int, ...], CARDS] = ()
    # Clause by which the coup was reopened after its end.
    rebuilt: str | None = None
    # Cents of a reopened coup's payments that players no longer held, by purse.
    advanced: Annotated[dict[str, int], within("Round.stakes", 4)] = {}
    # Players who bet on this coup with an account.
    accounts: Annotated[tuple[str, ...], within("Round.stakes")] = ()
    # Local day on which each player with a Loss Limit placed their wagers, of a reopened coup.
    days: Annotated[dict[str, date], within("Round.stakes")] = {}
    # Cents that went to the player for each settled stake, by sequence.
    returns: Annotated[dict[int, int], within("Round.stakes")] = {}
    # Largest purchase of chips by each player.
    bought: Annotated[
        dict[str, int],
        bound(1_000, "players who buy chips before one coup ends", "Deal a coup first."),
    ] = {}
    # Largest exchange of chips by each player.
    exchanged: Annotated[
        dict[str, int],
        bound(1_000, "players who change chips before one coup ends", "Deal a coup first."),
    ] = {}


class Stack(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards in use: how far they are prepared, and how far they have run."""

    # Colour of the backs.
    back: str
    # Number of cards loaded.
    cards: int = 0
    # None, shuffled or ready.
    stage: str | None = None
    # Number of the stack at this table.
    number: int = 0
    # Commitment to the order of a virtual stack.
    digest: str | None = None
    # Cards in front of the cutting card.
    cutting: int | None = None
    # Depth of the cut.
    depth: int = 0
    # Coups still to be dealt once the cutting card is out.
    left: int | None = None
    # True if a tie gave a further coup after the cutting card.
    tie_granted: bool = False
    # Cards that left the shoe or device since it was loaded.
    dealt: int = 0
    # True once the burn was done.
    burned: bool = False
    # Cards that are dealt before any other.
    carried: Annotated[tuple[Slot, ...], CARDS] = ()
    # Cards that open the next coup.
    waiting: Annotated[tuple[Slot, ...], CARDS] = ()
    # Number of times that each face was seen since loading.
    seen: Annotated[dict[str, int], fixed(52, "faces of a deck")] = {}
    # Discard rack, coup by coup.
    rack: Annotated[
        tuple[Annotated[tuple[str | None, ...], CARDS], ...],
        fixed(1_040, "coups dealt from a shoe"),
    ] = ()
    # Clause that calls for a shuffle.
    shuffle: str | None = None
    # Clause that calls for other cards.
    replace: str | None = None
    # Clause that calls for a check of the cards.
    check: str | None = None
    # True if players touched cards of this stack.
    handled: bool = False
    # True once the cards were checked.
    checked: bool = False
    # "casino" or "angel" for pre-shuffled cards.
    pre_shuffled: str | None = None
    # Number of devices in use.
    devices: int = 1
    # Occasion of the shuffle, which decides who cuts.
    occasion: str = ""
    # Seat that the cutting card named for the cut.
    named: int | None = None
    # Players who passed the cut on.
    passed: Annotated[tuple[str, ...], within("Table.patrons")] = ()
    # True if a person reported a card out of turn, so that `dealt` rests on that report.
    told: bool = False
    # Clause by which the cutting card ended this stack.
    run_down: str | None = None
    # Clause by which a card is dealt before any other.
    set_aside: str | None = None

    @property
    def played_out(self) -> bool:
        """No further coup is dealt from these cards."""
        return self.left == 0 or (self.dealt >= self.cards and not self.carried)
