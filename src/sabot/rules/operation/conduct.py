"""Rules of running a live table: people, limits, dealing methods and general provisions, section by
section, so that a rulebook can fill them in document order.

A clause that is None means that the document has no such rule.
"""

from dataclasses import field
from typing import Literal

from sabot.core.record import record
from sabot.rules.irregularities.irregularity import Irregularities
from sabot.rules.operation.equipment import EquipmentItem, Forbidden
from sabot.rules.operation.player_card import PlayerCard
from sabot.rules.operation.powers import Notice, Power
from sabot.rules.operation.provisions import (
    Disputes,
    Gaming,
    General,
    Invalidation,
    Mispayment,
    Sanction,
)

# All records that a document's `conduct.py` is written with.
__all__ = [
    "Calls", "CardChecks", "Conduct", "DeviceRule", "Disputes", "Doubts", "Face", "Gaming",
    "General", "Handing", "Invalidation", "Limits", "Method", "Mispayment", "NoBet", "Notice",
    "PlayerCard", "Power", "Recipient", "Sanction", "Sharing", "SideBet", "Wagering",
]  # fmt: skip

Face = Literal["up", "down"]
Recipient = Literal["nobody", "highest", "bettor", "own box"]


@record(frozen=True, slots=True)
class CardChecks:
    """Cards checked before use: "must" or "may"; who may order a check at any time.

    `spares_pre_shuffled`: cards that come shuffled need no check. `replacements`: the clause by
    which each card that replaces another is checked.
    """

    clause: str | None
    duty: Literal["must", "may"]
    at_end: bool = False
    ordered_by: tuple[str, ...] = ()
    ordered_clause: str | None = None
    secured: str | None = None
    dropped: str | None = None
    spares_pre_shuffled: bool = False
    replacements: str | None = None


@record(frozen=True, slots=True)
class Doubts:
    """Orders to shuffle for doubt, to shuffle by hand before loading a device, and what happens
    when players have seen the order of the cards.

    `shuffle_pre_shuffled`: the clause for cards that came shuffled, where it is another one.
    `needs_reason`: a shuffle is ordered only on reason to doubt the mix. `hand_shuffle_of`: which
    cards may be shuffled by hand.
    """

    shuffle: Power | None
    hand_shuffle: Power | None
    order_seen: Power | None
    shuffle_pre_shuffled: Power | None = None
    needs_reason: bool = True
    hand_shuffle_of: Literal["any", "casino pre-shuffled"] = "any"


@record(frozen=True, slots=True)
class Wagering:
    """Rules of placing wagers: `before` the first card, `untouched` after it; `inside`, `single`
    and `flat` make them valid; `takes` is taken beside chips; `chance`: every player has time to
    bet."""

    before: str
    untouched: str
    chips: str
    takes: tuple[str, ...]
    refusal: Power | None
    responsible: str | None = None
    inside: str | None = None
    flat: str | None = None
    player_card: PlayerCard | None = None
    single: str | None = None
    chance: str | None = None


@record(frozen=True, slots=True)
class Sharing:
    """Number of players who may bet on one playing area, the power to lower (or permit) it, and the
    duty of players on several areas to make room.

    `most` is the document's limit, `at_first` the number until `limit`, the power to change it, is
    used (None: any number). `at_table`: the power to limit the players at the table.
    """

    clause: str | None
    most: int | None
    limit: Power | None
    several: str | None = None
    give_up: str | None = None
    give_up_when: Literal["seats", "areas"] | None = None
    at_first: int | None = None
    at_table: Power | None = None


@record(frozen=True, slots=True)
class SideBet:
    """A kind of side bet at a live table. `one_each`: one of each of `wagers` a player and coup.
    `restrict`: the power to limit it to players with a main bet, after telling `tells` and showing
    a sign. `positions`: places on one playing area, main bettors first. `optional`: a table carries
    it only if the casino offers it. `alone`: the clause by which it needs no main bet."""

    wagers: tuple[str, ...]
    sign: str
    one_each: str | None
    preference: str | None
    restrict: Power | None
    told: str | None = None
    restrict_sign: str | None = None
    tells: tuple[str, ...] = ()
    optional: bool = True
    positions: int | None = None
    alone: str | None = None


@record(frozen=True, slots=True)
class Limits:
    """Section "Minimum and maximum wagers".

    `late_minimum`: a wager below it found after the first card is valid, and its owner is
    "warned" where the document says so. `area`: the clause that knows a playing-area maximum,
    `pro_rata` that shares an excess among the wagers on it; `differential`: that knows one,
    `reduce`: that lets the dealer cut wagers before the first card, `differential_late`: that
    lets all stand after it. `bet_type`: that lets the sign state limits for one kind of bet.
    """

    sign: str
    unit: str
    by: str
    late_minimum: str | None
    late_maximum: str | None
    change: Notice | None
    personal: Power | None
    past_stand: str | None = None
    warned: bool = False
    area: str | None = None
    pro_rata: str | None = None
    differential: str | None = None
    differential_change: str | None = None
    reduce: str | None = None
    differential_late: str | None = None
    at_once: str | None = None
    marker: str | None = None
    marker_off: str | None = None
    marker_box: str | None = None
    end_protection: Notice | None = None
    two_signs: str | None = None
    newcomers: str | None = None
    per_player: bool = True
    bet_type: str | None = None


@record(frozen=True, slots=True)
class Method:
    """A way to deal. `faces`: how cards may lie when dealt; `recipient`: who is handed a hand;
    `third`: the clause by which further cards are dealt like the first; `kept`: the clause by
    which the dealer keeps all cards."""

    name: str
    clause: str
    faces: tuple[Face, ...]
    recipient: Recipient
    face_clause: str
    third: str | None = None
    kept: str | None = None


@record(frozen=True, slots=True)
class Handing:
    """Rules of handing cards to players, as in method B.

    `hands_off`: the clause by which other persons touch no card. `in_view`, `over_layout`: how
    recipients have to hold them. `retained`: the dealer keeps a hand in the cases of
    `retained_unbet` and `retained_refused` only. `collected`: the dealer takes cards back.
    `house_last`: the house's hand is turned after all others.
    """

    seated: str | None = None
    forfeit: Power | None = None
    nominate: Power | None = None
    nominate_one_card: str | None = None
    highest: str | None = None
    next_highest: str | None = None
    level: str | None = None
    level_next: str | None = None
    one_hand_out: str | None = None
    retained: str | None = None
    expose: str | None = None
    turned_by_dealer: str | None = None
    opens_other_hands: str | None = None
    standing: Power | None = None
    hands_off: str | None = None
    in_view: str | None = None
    over_layout: str | None = None
    retained_unbet: str | None = None
    retained_refused: str | None = None
    collected: str | None = None
    house_last: str | None = None


@record(frozen=True, slots=True)
class NoBet:
    """A no-bet coup that people may ask for. `when`: the table is "empty", or all "agree".
    `asked`: a player has to ask for it. `single`: one at a time. `source`: only with that source.
    `marked`: a marker, or a word to Surveillance, comes first."""

    clause: str
    by: str
    when: Literal["empty", "agree"]
    asked: bool = False
    single: bool = False
    source: str | None = None
    marked: bool = False


@record(frozen=True, slots=True)
class Calls:
    """Announcements of the dealer. `required`: no card before "no more bets".

    `counts_handed`: the clause for the point counts where players are handed the cards.
    `last_coup`: called when the cutting card came during the coup before, `last_coup_first`: when
    it came as the first card of this one. `marker`: a marker shows the Banker's point total, before
    wagers on it (`marked`) are settled.
    """

    no_more_bets: str
    required: bool
    counts: str | None
    last_coup: str | None = None
    last_coup_first: str | None = None
    counts_handed: str | None = None
    marker: str | None = None
    marked: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class DeviceRule:
    """Rule for a coup about which a device and the dealer differ: a person seeks to confirm the
    actual outcome, and otherwise the coup is void.

    `clause` is the rule, `by` the person. `speaks_of_devices` is False where the document names no
    device that sees cards: then its rule for a doubtful coup is applied, which asks the same.
    """

    clause: str
    by: str
    speaks_of_devices: bool = False


@record(frozen=True, slots=True)
class Conduct:
    """Rules of a table's conduct, in document order.

    `methods_clause` lets the table choose among the methods, `methods_by` is the role that does.
    `no_bet_method` is the method of every no-bet coup and `no_bet_clause` says how one is played.
    `odds_sign_schemes`: the schemes that need the odds sign (none: it is always needed).
    `low_limit` keeps tournaments away from low limit gaming, `low_limit_source` is its source of
    cards. `zone` is the time zone in which the casino's days and months end. `overlaid` is the
    clause by which other rules replace some of these. `equipment`: things that have to be there;
    `forbidden`: conduct that is forbidden there. `over_when_paid` is the clause by which a coup is
    over once it is paid, while its cards still lie. `devices`: rule for what a device and the
    dealer say differently.
    """

    checks: CardChecks
    doubts: Doubts
    wagering: Wagering
    sharing: Sharing
    limits: Limits
    calls: Calls
    methods: tuple[Method, ...]
    handing: Handing
    side_bets: tuple[SideBet, ...]
    no_bet: tuple[NoBet, ...]
    no_bet_method: str | None
    irregularities: Irregularities
    general: General
    zone: str
    odds_sign: str | None = None
    odds_sign_schemes: tuple[str, ...] = ()
    low_limit: str | None = None
    low_limit_source: str | None = None
    cashless: str | None = None
    drop_box: str | None = None
    mispayment: Mispayment | None = None
    gaming: Gaming | None = None
    void_reverses: bool = False
    signs: dict[str, str] = field(default_factory=dict)
    methods_clause: str | None = None
    methods_by: str | None = None
    no_bet_clause: str | None = None
    overlaid: str | None = None
    equipment: tuple[EquipmentItem, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    over_when_paid: str | None = None
    devices: DeviceRule | None = None

    def method(self, name: str) -> Method | None:
        for each in self.methods:
            if each.name == name:
                return each
        return None

    def side_bet(self, wager: str) -> SideBet | None:
        for each in self.side_bets:
            if wager in each.wagers:
                return each
        return None
