"""An approved document, as data: the shape that the five documents fill in.

Shared code never asks which game it plays. It reads a field of `Document`, or the number of the
clause that a document has for a matter. A document without a clause for a matter has no entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

NO_RULE = "no rule"
"""Answer where no clause speaks: a supervisor decides, and the decision is recorded."""

MATTERS: dict[str, str] = {
    # Opening and equipment.
    "decks": "how many decks the game is played with",
    "source": "what the cards are dealt from",
    "layout": "how many playing areas a layout has",
    "options share a table": "which optional bets one layout has",
    "low limit": "low limit gaming is dealt from a shuffling device",
    # Wagers.
    "bets": "which wagers are permissible",
    "optional bets": "optional bets are placed where they are offered",
    "chips": "wagers are made with chips",
    "before the first card": "wagers are placed before the first card",
    "no touch": "nothing is changed from the first card until settlement",
    "pairing": "which wagers one player may combine",
    "both hands": "who approves wagers on both hands",
    "one wager": "a player places one wager on this bet",
    "side bet needs a main bet": "a side bet needs a main bet on the table",
    "tie needs a main bet": "a Tie bet stands beside a wager on the hand",
    "players at an area": "how many players may wager on one area",
    "wagers at an area": "how many side wagers one area takes",
    "players at the table": "a limit on the number of players",
    "give up an area": "a player on several areas makes room for others",
    "restriction": "side bets limited to players with a main bet",
    "refuse a wager": "a supervisor refuses a wager",
    "proxy": "nobody bets for another person",
    "player card": "a valid Player Card of one's own",
    # Limits.
    "limits": "minimum and maximum stand on a sign",
    "unit": "the unit in which wagers are made",
    "below the minimum": "a wager found below the minimum",
    "above the maximum": "a wager found above the maximum",
    "area maximum": "wagers found above the maximum of an area",
    "differential": "the greatest difference between the two hands' totals",
    "reduce": "the dealer reduces wagers before the first card",
    "alter limits": "limits are altered; a higher minimum needs a sign",
    "raise at once": "a minimum raised at once, with protection",
    "end protection": "a protected minimum is raised after a sign",
    "personal limit": "a player is allowed more than the maximum",
    "loss limit": "no wager beyond the Loss Limit",
    "loss limit in the coup": "only the part within the Loss Limit counts",
    "loss limit break": "a break until the new Loss Limit period",
    "deposit limit": "what may be deposited in a calendar day",
    # Cards.
    "fit cards": "cards are replaced between coups",
    "handled cards": "cards that players handled are replaced after the shoe",
    "check cards": "who orders a check of the cards",
    "shuffle": "when the cards are shuffled",
    "order a shuffle": "a supervisor orders a shuffle",
    "reshuffle after a void": "all players agree to other cards after a void coup",
    "who cuts": "who cuts the cards",
    "players cut": "a supervisor lets the players cut",
    "cut": "how deep the cut is",
    "cutting card": "where the cutting card goes",
    "cutting card during": "the cutting card comes during a coup",
    "cutting card first": "the cutting card comes as the first card",
    "burn": "the burn before play",
    "burn approved": "a burn that a supervisor approves",
    # Deal.
    "no more bets": "the dealer calls that bets are closed",
    "opportunity": "each player has the opportunity to bet",
    "deal": "the order of the first cards",
    "no bet, players present": "a no-bet coup while players are at the table",
    "no bet, empty table": "a no-bet coup at an empty table",
    "no bet": "no wagers in a no-bet coup",
    "draw": "drawing or standing",
    "draw wager": "the wager for a third card",
    "no decision": "a player who does not decide stands",
    "who holds the cards": "which player receives the cards",
    "interim": "side bets are settled before further cards",
    "settle": "settlement after the result",
    "rounding": "payment that chips cannot make exactly",
    "scheme": "which pay scheme is in play",
    "scheme sign": "the other scheme's odds are displayed",
    "pairs sign": "the Pairs option and its limits are displayed",
    "pairs layout": "the Pairs layout is approved",
    # Irregularities.
    "wrong deal": "cards dealt incorrectly",
    "doubtful order": "cards dealt so that their order is in doubt",
    "rebuild": "the deal is reconstructed",
    "take down": "wagers may be removed after a reconstruction",
    "not rebuilt": "a coup that cannot be reconstructed is void",
    "too late": "an error notified after the next coup began",
    "late void": "a round is void though the next has begun",
    "cards taken out": "emptying the shoe counts as the next coup",
    "misdeal": "a misdeal makes all wagers void",
    "banker count": "a wrong number of cards in the Banker's hand",
    "hand void": "a Player hand with a wrong number of cards",
    "empty area": "a hand dealt to an area without a wager",
    "settling error": "a wrong announcement or settlement is corrected",
    "surplus to player": "a surplus card for the Player's hand",
    "surplus exposed": "a surplus card that was seen",
    "surplus unexposed": "a surplus card that was not seen",
    "surplus to house": "a surplus card for the Banker's or dealer's hand",
    "next card": "a card dealt in error is the next card",
    "decline the card": "a player declines the card dealt in error",
    "burned in error": "a burned card stays burned",
    "first card exposed": "a first card that was seen or found face up",
    "face up": "a card found face up during the coup",
    "suspect device": "all cards are removed from the device and checked",
    "order revealed": "players know the order of the cards",
    "cards short": "there are not enough cards",
    "missing card": "a card is missing, or foreign",
    "not cut": "the cards were not cut",
    "not burned": "the burn was forgotten",
    "not shuffled": "the cards were not shuffled after the cutting card",
    "wrong recipient": "cards passed to another player",
    "reopen": "wagers are changed while no card is exposed",
    "scanner": "the scanning shoe disagrees with the cards",
    "device": "the shuffling device fails",
    "device, cards moved": "cards go to another device",
    "device, disadvantage": "the coup ends and stakes go back",
    "device, no spare": "no other device, or no transfer",
    "invalid wager": "a wager found invalid",
    "invalid card": "a wager with an invalid Player Card",
    "mispayment": "an overpayment or underpayment",
    "contravention": "wagers of a person who broke the rules are void",
    "exclude": "a person is excluded from the game",
    "disruption": "the outcome is invalidated",
    "refund": "wagers of an invalidated outcome are refunded",
    "forfeit": "a cheat's wager is forfeited",
    "impractical": "a round is void because it cannot go on",
    "idle": "an idle player gives up the seat",
    "dispute": "a dispute is decided and reviewed",
    "complaint": "a dissatisfied person is told of the right to complain",
    "close": "closing a table with players present",
    "change scheme": "the pay scheme changes",
}
"""Every matter that a document may have a clause for. A document names a subset."""


@dataclass(frozen=True)
class Pay:
    """A line of a pay table."""

    # The bet that is paid.
    bet: str
    # Name of the condition in `settlement.CONDITIONS`.
    when: str
    # Odds as (win, stake): (19, 20) pays 19 for each 20 staked.
    odds: tuple[int, int]
    # Number of the clause that states the odds.
    clause: str
    # Pairs option under which the line holds; None: always.
    option: str | None = None


@dataclass(frozen=True)
class Document:
    """An approved document."""

    # Rulebook id.
    name: str
    # Numbers of decks that the game may be played with.
    decks: tuple[int, ...]
    # "shoe", "device".
    sources: tuple[str, ...]
    # Fewest and most playing areas of a layout.
    areas: tuple[int, int]
    # Bets of the game itself.
    main_bets: frozenset[str]
    # Bets that the casino may offer beside them.
    optional_bets: frozenset[str]
    # Sets of optional bets that may share a layout; empty: any.
    layouts: tuple[frozenset[str], ...]
    # Numbers of decks when one of the bets is offered.
    decks_for: Mapping[str, tuple[int, ...]]
    # Pay tables by scheme; the first scheme is the one a table opens with.
    schemes: Mapping[str, tuple[Pay, ...]]
    # Bets that neither win nor lose when the hands are equal.
    stand_off: frozenset[str]
    # Hands are compared by "count" (point count) or by "order" (order of hands).
    compared_by: str
    # Name of the hand that the house plays: "banker" or "dealer".
    house: str
    # Order of the initial cards for two common hands; empty: hands at the boxes.
    initial: tuple[str, ...]
    # Card printed on the layout as the first card of the Player's hand.
    printed: str | None
    # For hands at the boxes: one entry a round of dealing, True if the house receives a card.
    rounds: tuple[bool, ...]
    # Bets whose box is dealt a hand.
    dealt_bets: frozenset[str]
    # How further cards are drawn: "tableau", "decisions" or "none".
    drawing: str
    # Bets that are settled before further cards.
    interim_bets: frozenset[str]
    # Payment goes up to the next amount that chips can make; False: it must be exact.
    rounds_up: bool
    # Promotional tokens may be wagered.
    tokens: bool
    # A player's maximum holds over all boxes of a bet; False: for each box.
    maximum_over_boxes: bool
    # Wagers above an area's maximum are cut pro rata.
    area_pro_rata: bool
    # A wager below the minimum is returned once its owner was advised.
    returns_after_advice: bool
    # A personal maximum lifts the maximum of an area.
    personal_lifts_area: bool
    # Bets of which a player may have one wager in a coup.
    one_a_player: frozenset[str]
    # Players allowed at one area: default, and the most that may be allowed; None: any number.
    players_at_area: tuple[int | None, int | None]
    # An area of that limit is a "box", or one "bet" at a box.
    players_counted_by: str
    # Wagers of a side bet allowed at one area.
    wagers_at_area: Mapping[str, int]
    # Cuts: least depth from either end in cards; least and most cards behind the cutting card,
    # where -2 means half of the stack; None: the cards are not cut.
    cut_depth: int | None
    cutting_card: tuple[int, int] | None
    # Burns: "one", "shown", "counted"; those of the second tuple need an approval.
    burns: tuple[str, ...]
    burns_approved: tuple[str, ...]
    # Rounds after which dealt cards go back into a shuffling device.
    device_delay: int
    # Coups still dealt after the one in which the cutting card came (during, first).
    coups_after_cut: tuple[int, int]
    # A tie in the last coup gives one more.
    tie_gives_one_more: bool
    # "No more bets" is called before the first card.
    must_call_no_more_bets: bool
    # Cards may be dealt face down: "always", "method B" or "never".
    face_down: str
    # A supervisor orders a shuffle for any reason; False: where the cards may not be mixed.
    shuffle_for_any_reason: bool
    # Who receives the cards of a hand: "highest bettor" or "any bettor".
    cards_go_to: str
    # A no-bet coup with players present needs a player's request.
    no_bet_on_request: bool
    # Wagers come down after a reconstruction only while no card was exposed.
    take_down_unexposed_only: bool
    # Cards passed to the wrong player let wagers come down.
    wrong_recipient_takes_down: bool
    # A first card that was seen: "no bet" or "burn"; whether it was found inside (True) or seen in
    # another way (False).
    first_exposed: str
    first_exposed_where: frozenset[bool]
    # A card found face up during the coup is burned; False: played.
    face_up_burned: bool
    # Too few cards: the discards are shuffled and the coup goes on; False: it is void.
    short_reshuffles: bool
    # A payment made before the end of a void round stands.
    interim_stands: bool
    # No other device: stakes may go back and a shoe is used; False: the coup is void.
    device_gives_options: bool
    # A cheat's wager is forfeited whenever wagers are refunded.
    must_forfeit: bool
    # A coup ends when its cards are put away; False: with its settlement.
    ends_with_collection: bool
    # Minutes that a sign is displayed before the change; None: prior notice of any length.
    notice_minutes: int | None
    # Who decides: matter -> least role.
    roles: Mapping[str, str]
    # Who is told: matter -> those told.
    notify: Mapping[str, tuple[str, ...]]
    # Matter, or "matter: bet" -> number of the clause.
    clauses: Mapping[str, str] = field(default_factory=dict)

    def clause(self, matter: str, bet: str = "") -> str:
        """Return the number of the clause for a matter, or NO_RULE.

        A document that has one clause for each bet names it "matter: bet".
        """
        assert matter in MATTERS, matter
        return self.clauses.get(f"{matter}: {bet}", self.clauses.get(matter, NO_RULE))

    def knows(self, matter: str) -> bool:
        """Return True if a clause speaks of the matter."""
        return self.clause(matter) != NO_RULE
