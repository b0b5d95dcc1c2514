"""Shapes of a table's view for players and onlookers.

Money is whole cents. A face-down card has no name in any view. `TableView` is the public view,
`You` is one player's own.
"""

from datetime import datetime

import msgspec

from sabot.accounts import AccountLimit
from sabot.core.money import DOLLARS
from sabot.views.competition.heat_shapes import HeatView


class SeenCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as it lies: its place among the coup's cards, and its name once it is up."""

    slot: int
    card: str | None = None
    up: bool = False


class HandView(msgspec.Struct, frozen=True):
    """A hand: "player", "banker", "dealer" or "box 3". `printed` are values that are on the layout
    (the printed 7). `total` counts what lies face up, and is None while a card lies face down.
    `holder`: the player who has the cards now."""

    hand: str
    cards: tuple[SeenCard, ...]
    total: int | None
    printed: tuple[str, ...] = ()
    void: str | None = None
    holder: str | None = None
    natural: bool = False


class StakeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stake on the layout; `live` is what can be won or lost, and `clause` why that is less."""

    sequence: int
    player: str
    on: str
    staked: int
    live: int
    box: int | None = None
    area: int | None = None
    returned: int = 0
    currency: str = "chips"
    clause: str | None = None
    invalid: str | None = None
    settled: bool = False


class EndView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a stake, with its clause. `outcome`: "win", "lose", "standoff", "invalid", "void"
    or "forfeited". Of the amount `staked` in coup `coup`, `live` could be won or lost and
    `returned` had gone back before; `returns` is the amount that went back at the end."""

    sequence: int
    coup: int
    player: str
    on: str
    outcome: str
    pays: int
    returns: int
    clause: str
    staked: int
    live: int
    returned: int = 0
    box: int | None = None
    odds: str | None = None


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at the table; `place` is None for one who stands."""

    player: str
    place: int | None = None
    boxes: tuple[int, ...] = ()


class PayLine(msgspec.Struct, frozen=True):
    """A line of a pay table: "8:1" or "standoff", its clause, and its condition in our words."""

    pays: str
    clause: str
    when: str


class WagerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager that this table offers, and what the sign says of it."""

    id: str
    name: str
    clause: str
    lines: tuple[PayLine, ...]
    least: int
    most: int
    side: bool = False
    per_box: bool = False
    with_decision: bool = False
    settles: str = "end"
    restricted: str | None = None


class SignView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limits at the table, and signs that announce changes. `positions`: places for one side
    bet."""

    least: int
    most: int
    unit: int | None = None
    area: int | None = None
    differential: int | None = None
    positions: int | None = None
    posted: tuple["PostedView", ...] = ()


class AnnouncedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limits that a sign announces; `wagers`: those of bets with a line of their own."""

    least: int
    most: int
    unit: int | None = None
    area: int | None = None
    differential: int | None = None
    positions: int | None = None
    wagers: dict[str, "WagerBound"] = {}


class PostedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign: what it announces, when it was posted, and from when it may take effect. `wager`: the
    one bet that it speaks of; `limit`: the whole sign that is announced."""

    kind: str
    posted: datetime
    takes_effect: datetime | None = None
    text: str = ""
    amount: int | None = None
    wager: str | None = None
    limit: AnnouncedView | None = None
    number: int = 0


class CoupView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The coup that is bet on or dealt. `bets_open` while wagers are taken; `closes` is when the
    countdown ends. `no_bet`, `void`, `held` and `take_down` are clauses (or reasons)."""

    number: int
    word: str = "coup"
    bets_open: bool = False
    called: bool = False
    closes: datetime | None = None
    boxes: tuple[int, ...] = ()
    no_bet: str | None = None
    void: str | None = None
    held: str | None = None
    take_down: str | None = None
    counts_called: bool = False
    result: str | None = None
    totals: dict[str, int] = {}
    decisions: dict[int, str] = {}
    marker: int | None = None


class WaitView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The step that the table waits for. `step` is a word such as "bets", "card", "decision",
    "expose", "counts", "result", "settle", "clear", "shuffle", "cut", "burn", "supervisor",
    "closed". `hand` or `box`: the one concerned; `player`: the one who has to act; `until`: their
    time limit; `clause` and `why`: the reason. `since`: where the dealer has to act, or has not
    signed on at a table with real cards, the time of the table's last event."""

    step: str
    hand: str | None = None
    box: int | None = None
    player: str | None = None
    clause: str | None = None
    why: str = ""
    why_words: dict[str, str] = {}
    until: datetime | None = None
    since: datetime | None = None


class ShoeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards in use, without any hint about the cards that are left."""

    number: int
    source: str
    stage: str | None = None
    digest: str | None = None
    last_coups: int | None = None


class Past(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coup of this shoe on the Winning Result Display. `corrected`: clause of a change after it
    was shown. A void coup stays in the list, crossed out, and on no road. `boxes`: where each box
    has a hand, "win", "lose", "standoff" or "void" of its main wager."""

    coup: int
    result: str | None = None
    totals: dict[str, int] = {}
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False
    void: bool = False
    corrected: str | None = None
    boxes: dict[str, str] = {}


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark on a road: column and row from 0, top left. `colour` is "red" or "blue" on derived
    roads, the result ("player", "banker", "tie") on bead plate and big road."""

    column: int
    row: int
    colour: str
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False
    coup: int | None = None


class AskView(msgspec.Struct, frozen=True):
    """The three derived marks if the next coup had this result; None where a road has not begun."""

    big_eye: str | None
    small: str | None
    cockroach: str | None


class RoadsView(msgspec.Struct, frozen=True):
    """The five roads, the ask cells and the counts; for games of common hands only."""

    bead: tuple[Mark, ...]
    big: tuple[Mark, ...]
    big_eye: tuple[Mark, ...]
    small: tuple[Mark, ...]
    cockroach: tuple[Mark, ...]
    if_player: AskView
    if_banker: AskView
    waiting_ties: int
    counts: dict[str, int]


class TableView(msgspec.Struct, frozen=True):
    """The public view of a table; `edition` is that of its rulebook."""

    id: str
    rulebook: str | None
    edition: str | None
    title: str
    casino: str
    phase: str
    scheme: str | None
    decks: int | None
    feed: str | None
    method: str | None
    face: str | None
    places: int
    chip: int
    coup: CoupView
    hands: tuple[HandView, ...]
    stakes: tuple[StakeView, ...]
    ends: tuple[EndView, ...]
    """Ends of the stakes of the last (or this) coup, until the next coup is bet on."""
    seats: tuple[SeatView, ...]
    sign: SignView | None
    wagers: tuple[WagerView, ...]
    wait: WaitView
    shoe: ShoeView
    past: tuple[Past, ...]
    roads: RoadsView | None
    player_card: str | None
    """The clause by which a player needs a Player Card, if one does."""
    heat: HeatView | None = None
    """The session of a tournament that is played here, or the last one."""
    layout: str | None = None
    """Layout of the document that lies on the table."""
    called: str = ""
    """The table's name for people; without one, its `id`."""
    money: str = DOLLARS
    """The sign of what is wagered here; chips that are worth no money have another."""


class WagerBound(msgspec.Struct, frozen=True):
    """The least and the most that this player may have on a wager now."""

    least: int
    most: int


class HeldCards(msgspec.Struct, frozen=True):
    """Cards that this player has to turn."""

    hand: str
    slots: tuple[int, ...]


class CutOffer(msgspec.Struct, frozen=True):
    """An offer of the cut to this player: least and most cards above the cut."""

    least: int
    most: int
    clause: str


class Nomination(msgspec.Struct, frozen=True, omit_defaults=True):
    """Face-down cards of a hand that this player was handed. Other seated players may turn them
    once staff have `approved` it. `nominees`: player by slot."""

    hand: str
    slots: tuple[int, ...]
    clause: str
    approved: bool = False
    nominees: dict[int, str] = {}


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's own view."""

    name: str
    at_table: bool = False
    place: int | None = None
    boxes: tuple[int, ...] = ()
    balance: int = 0
    """Chips at this table, off the layout."""
    tokens: int = 0
    """Promotional chips at this table, off the layout."""
    account: int | None = None
    """Balance of the account, without reserved money."""
    card: str | None = None
    elsewhere: str | None = None
    """The other table where this player's Player Card is in use."""
    bounds: dict[str, WagerBound] = {}
    held: tuple[HeldCards, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    decide: tuple[int, ...] = ()
    cut: CutOffer | None = None
    may_take_down: bool = False
    may_keep: bool = False
    """Their answer is awaited: take wagers down, or leave them."""
    may_sit_out: bool = False
    """Bets stay open for them until they have bet, say so, or the time has run."""
    protected: int | None = None
    """Earlier minimum that still holds for this player."""
    limit: AccountLimit | None = None
    """Loss Limit; of several the tightest."""
    room: int | None = None
    """Amount that may still be lost under the limit, after wins and losses so far."""
    lost: int = 0
    """Net loss of this visit; negative for a win."""
    barred: str | None = None
    excluded: str | None = None
    paused: bool = False
    disputes: tuple["DisputeView", ...] = ()
    owes: int = 0
    """Debt of the player at this table, in cents."""
    kept: int = 0
    """Money kept here for the player, who left before it was due."""


class DisputeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute or complaint, its decision with person and time, and the result of a review. `open`
    while it waits for a decision or review."""

    number: int
    player: str
    about: str
    coup: int | None = None
    decision: str | None = None
    open: bool = False
    decider: str | None = None
    decided: datetime | None = None
    review_asked: bool = False
    review: str | None = None
    reviewer: str | None = None
    reviewed: datetime | None = None
