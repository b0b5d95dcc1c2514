"""State at a moment of the evening: people, money by place, wagers, cards, coups."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reference.document import Document
from reference.options import Limits as Limits
from reference.options import Line as Line
from reference.options import Options as Options
from reference.refusals import IMPOSSIBLE, LEAST, RANKS, Refused, refuse_unless


@dataclass(frozen=True)
class Piece:
    """Chips or tokens laid at one time."""

    # Order of laying at the table.
    order: int
    # "chips" or "tokens".
    kind: str
    amount: int


@dataclass
class Wager:
    """All that a player has on one bet and one box: one wager (5.2, 5.5.2, 5.8)."""

    player: str
    bet: str
    box: int
    pieces: list[Piece] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str, int]:
        """Return what identifies the wager."""
        return (self.player, self.bet, self.box)

    @property
    def stake(self) -> int:
        """Return all that lies, chips and tokens together."""
        return sum(piece.amount for piece in self.pieces)

    def part(self, kind: str) -> int:
        """Return the chips or the tokens of the wager."""
        return sum(piece.amount for piece in self.pieces if piece.kind == kind)

    @property
    def order(self) -> int:
        """Return the order of placing."""
        return self.pieces[0].order


@dataclass
class Player:
    """A person who has come to the table."""

    name: str
    box: int
    present: bool = True
    card_valid: bool = True
    # Put out by staff since the last coup that the player could have left.
    put_out: bool = False
    excluded: bool = False
    # May wager on both hands.
    both_hands: bool = False
    # Coups in a row without a wager.
    idle: int = 0
    # Clause under which the debt was recorded.
    debt_clause: str = ""
    # Line of the sign ("" is the table's) -> minimum that the player keeps.
    protected: dict[str, int] = field(default_factory=dict)
    # Personal minimum and maximum.
    personal: Line | None = None
    # Advised that wagers below the minimum will be returned.
    advised: bool = False
    loss_limit: int | None = None
    # Net loss in chips, by the calendar day on which the wagers were laid.
    lost: Counter[int] = field(default_factory=Counter)
    # Calendar day on which the player last laid a wager.
    bet_day: int = 0
    on_break: bool = False
    deposit_limit: int | None = None
    deposited: int = 0


@dataclass(frozen=True)
class Paid:
    """The effect of one settlement on one wager."""

    player: str
    bet: str
    box: int
    # Amount that counted.
    counted: int
    # Chips paid.
    pay: int
    # Chips and tokens collected.
    chips_taken: int
    tokens_taken: int
    # Settled before the end of the coup.
    interim: bool
    # Calendar day on which the wager was laid or raised.
    day: int
    # Part of the amount that counted which was laid in tokens.
    tokens: int = 0


@dataclass
class Finding:
    """A wager of a past coup that the books settled by other cards than those on the layout."""

    coup: int
    player: str
    bet: str
    # Cents too much, or too little below nothing.
    amount: int
    # Calendar day on which the wager was laid or raised.
    day: int
    # Cents that were put right.
    righted: int = 0


@dataclass
class Coup:
    """A coup or round of play."""

    number: int
    # Boxes that are dealt a hand, from the dealer's left.
    areas: tuple[int, ...]
    hands: dict[str, list[str]]
    no_bet: bool
    # Limits and rooms at the first card.
    limits: Limits
    personal: dict[str, Line]
    rooms: dict[str, int]
    advised: frozenset[str]
    minimums: dict[tuple[str, str, int], int] = field(default_factory=dict)
    # "rebuild", "options" or "held": the coup waits.
    hold: str | None = None
    # Why the options are open: matter of the document.
    hold_matter: str = ""
    # The options after a failing device were open when the deal was found wrong.
    offered: bool = False
    # A face was seen; a player handled cards.
    exposed: bool = False
    handled: bool = False
    announced: bool = False
    interim_done: bool = False
    # Lucky Draw decisions: box -> draws.
    decisions: dict[int, bool] = field(default_factory=dict)
    # Boxes whose Player hand is void; boxes that receive no further card.
    void_boxes: set[int] = field(default_factory=set)
    out_boxes: set[int] = field(default_factory=set)
    settled_boxes: set[int] = field(default_factory=set)
    # Players who had a wager in the coup.
    bettors: set[str] = field(default_factory=set)
    # Calendar day on which each of them last laid a wager in it.
    days: dict[str, int] = field(default_factory=dict)
    # Wagers may be changed by leave of a supervisor.
    reopened: bool = False
    # Cards dealt in error that are the next cards, in order: a face, or "" if nobody saw it.
    next_cards: list[str] = field(default_factory=list)
    # Those of them that no hand had needed when the coup ended; they wait for the next coup.
    kept: list[str] = field(default_factory=list)
    # Hands of the cards that lie, in the order in which they came.
    order: list[str] = field(default_factory=list)
    # Players who may not receive the cards of a hand because they declined.
    declined: dict[str, set[str]] = field(default_factory=dict)
    paid: list[Paid] = field(default_factory=list)
    # Wagers as they were when the coup was settled: for a past coup that is rebuilt.
    wagers: list[Wager] = field(default_factory=list)
    # What counts of the wagers that lay at the first card.
    counted: dict[tuple[str, str, int], list[Piece]] = field(default_factory=dict)
    # Order of the last laying before the first card.
    laid_before: int = 0
    # A settled coup that is rebuilt: what its first settlement did.
    undone: list["Paid"] | None = None
    # The device failed without a spare: a card shoe has the rest of this coup (13.5.4; 11.5.4).
    from_shoe: bool = False
    # The cutting card has come out in it, and its end has not been counted since.
    ran_out: bool = False
    # Cards were shuffled since its first card.
    renewed: bool = False
    # "playing", "settled", "no bet", "void" or "stopped".
    status: str = "playing"
    # Payments fixed by a supervisor.
    fixed: dict[tuple[str, str, int], int] = field(default_factory=dict)
    # Card of which there are too many; the hand in which it was turned over, or None if drawn.
    held_card: str | None = None
    held_hand: str | None = None
    scheme: str = ""
    # Faces of the cards that left the shoe for this coup.
    faces: list[str] = field(default_factory=list)
    # Player -> cents that the books paid too much (too little below nothing), put right apart.
    wrong: dict[str, int] = field(default_factory=dict)

    @property
    def next_card(self) -> str | None:
        """Return the card that is dealt before any other, or None."""
        return self.next_cards[0] if self.next_cards else None


@dataclass
class Shoe:
    """The cards: how they are prepared, which are out."""

    decks: int
    source: str
    # "shuffle", "cut", "burn" or "ready".
    step: str = "shuffle"
    # Clause that makes a shuffle due.
    shuffle_clause: str = ""
    out: Counter[str] = field(default_factory=Counter)
    # Cards drawn since the shuffle, known or not.
    drawn: int = 0
    # Cards in the shoe at the last shuffle.
    stack: int = 0
    # Drawn cards before the cutting card; None: unknown or none.
    cut_after: int | None = None
    cutting_card_seen: bool = False
    # Coups left to deal after the one in progress; None: the cutting card has not come.
    coups_left: int | None = None
    # Clause that makes that coup the last.
    last_clause: str = ""
    # A tie has already given one more coup.
    one_more: bool = False
    # Commencing: no shuffle has been done yet at this table.
    commencing: bool = True
    # Who may cut: players' turn, who declined.
    players_cut: bool = False
    cut_declined: set[str] = field(default_factory=set)
    # First player to be offered the cut; None: by seat.
    cut_from: str | None = None
    # Players have handled cards of this shoe.
    handled: bool = False
    # Cards in the rack that have not gone back into the device, oldest coup first.
    rack: list[list[str]] = field(default_factory=list)
    # The current coup must be followed by a shuffle; the clause.
    shuffle_after: str = ""


@dataclass(frozen=True)
class SetAside:
    """A card that waits for the next coup."""

    # The face, or "" if it is not known.
    card: str
    clause: str
    # Everybody has seen it.
    exposed: bool = True


@dataclass
class Table:
    """The whole state."""

    document: Document
    options: Options
    limits: Limits
    shoe: Shoe
    scheme: str
    open: bool = False
    closed: bool = False
    now: int = 0
    players: dict[str, Player] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=dict)
    wagers: list[Wager] = field(default_factory=list)
    laid: int = 0
    coup: Coup | None = None
    history: list[Coup] = field(default_factory=list)
    bets_closed: bool = False
    # Since when bets may be laid for the next coup.
    bets_since: int = 0
    sat_out: set[str] = field(default_factory=set)
    # The next coup is a no-bet coup: the clause.
    no_bet: str = ""
    # Cards that are the first of the next coup, in order.
    waiting: list[SetAside] = field(default_factory=list)
    restricted: set[str] = field(default_factory=set)
    players_at_area: int | None = None
    players_limit: int | None = None
    # Pending and displayed signs, with the time at which they were posted.
    signs: list[tuple[int, Any]] = field(default_factory=list)
    displayed: set[str] = field(default_factory=set)
    layout_approved: bool = False
    duties: set[str] = field(default_factory=set)
    disputes: dict[str, str] = field(default_factory=dict)
    decided: set[str] = field(default_factory=set)
    # Wagers for the next coup that lie until a settled coup is rebuilt, or not.
    parked: list[Wager] = field(default_factory=list)
    # The cards of the last coup, which is settled, still lie on the layout.
    cards_lie: bool = False
    # Cards were taken out of the shoe since the last coup.
    emptied: bool = False
    just_voided: bool = False
    # Calendar days since the table opened.
    day: int = 0
    mispaid: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    first_player: str | None = None

    @property
    def set_aside(self) -> SetAside | None:
        """Return the card that is the first of the next coup, or None."""
        return self.waiting[0] if self.waiting else None

    @property
    def chip(self) -> int:
        """Return the smallest chip."""
        return min(self.options.chips)


@dataclass(frozen=True)
class Rule:
    """The judgement on one kind of fact."""

    # Judge the fact and apply it, or raise Refused before anything is changed.
    do: Callable[[Table, Any], None]
    # Phases in which it may happen.
    phases: frozenset[str]
    # Matter whose clause refuses it in another phase.
    otherwise: str | None = None
    # Matter that the document must have a clause for.
    needs: str | None = None


def require_role(table: Table, matter: str, by: str, clause: str = "") -> None:
    """Refuse a decision by a person who may not take it, under the clause that names who may."""
    needed = table.document.roles.get(matter, "casino supervisor")
    clause = clause or table.document.clause(matter)
    if needed.endswith("inspector") and by == "inspector":
        return
    allowed = RANKS[RANKS.index(LEAST[needed]) :]
    refuse_unless(by in allowed, clause, f"{needed} decides, not {by}")


def move(table: Table, source: str, target: str, cents: int) -> None:
    """Move money from one place to another; the sum of all places stays the same."""
    table.money[source] = table.money.get(source, 0) - cents
    table.money[target] = table.money.get(target, 0) + cents


def held(table: Table, place: str) -> int:
    """Return the money at a place."""
    return table.money.get(place, 0)


def at_table(table: Table, name: str) -> Player:
    """Return a player who is at the table, or refuse."""
    player = table.players.get(name)
    if player is None or not player.present:
        raise Refused(IMPOSSIBLE, f"{name} is not at the table")
    return player


def present(table: Table) -> list[Player]:
    """Return the players at the table by box; standing players last."""
    there = [player for player in table.players.values() if player.present]
    return sorted(there, key=lambda player: (player.box == 0, player.box))


def find(table: Table, key: tuple[str, str, int]) -> Wager | None:
    """Return the wager with a key."""
    return next((wager for wager in table.wagers if wager.key == key), None)
