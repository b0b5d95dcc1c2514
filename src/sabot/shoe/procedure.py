"""Preparing the cards: decks, cut, cutting card, burn, replacement, as data and as deeds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from sabot.core.cards import DECK, Card
from sabot.core.record import record
from sabot.core.refusal import Refusal, quoted
from sabot.shoe.shoe import LastCoup, Shoe, Source

S = TypeVar("S", bound=Source)

ONE_DECK = len(DECK)
SUPERVISOR = 0
"""Place of the casino supervisor in an order of offers, who cuts when all players pass."""

COMMENCING = "the game commences"
SHUFFLED = "the cards were shuffled"
CUTTING_CARD_ON_AREA = "the cutting card came on an area"
CUTTING_CARD_ON_DEALER = "the cutting card came on the dealer's hand"
CUTTING_CARD_FIRST = "the cutting card came first"
REPLACED = "the cards were replaced"
HANDLED = "cards handled by players"

SHOE, DEVICE = "shoe", "device"


@record(frozen=True, slots=True)
class Decks:
    """The numbers of decks that a game may be played with."""

    clause: str
    allowed: tuple[int, ...]


@record(frozen=True, slots=True)
class FirstOffer:
    """Whom the stack is offered to first: `occasion` says when; `seat` says whom: the one at
    the dealer's "left" or "right" end, or the "named" one."""

    clause: str
    occasion: str
    seat: str


@record(frozen=True, slots=True)
class CutRule:
    """Rule of the cut: who cuts, and the distance from either end of the stack, in cards.

    `supervisor_clause` lets the casino supervisor cut without an offer to the players;
    `designates`: the player who is offered the cut may pass it to another; `any_player`: the
    dealer may ask the players in any order, seated or not.
    """

    clause: str
    offers: tuple[FirstOffer, ...]
    refused_clause: str
    supervisor_clause: str | None = None
    depth: int = ONE_DECK
    designates: bool = False
    any_player: bool = False


@record(frozen=True, slots=True)
class CuttingCard:
    """Place of the cutting card from the back: at least `nearest` cards, at most `farthest` cards
    and at most `part` of the stack."""

    clause: str
    nearest: int
    farthest: int | None = None
    part: Fraction = Fraction(1)

    def deepest(self, stack: int) -> int:
        by_part = int(stack * self.part)
        return by_part if self.farthest is None else min(by_part, self.farthest)


@record(frozen=True, slots=True)
class Burn:
    """A permitted way to burn. `counted`: the first card face up, then as many as it shows."""

    clause: str
    name: str
    counted: bool = False
    shown_on_request: bool = False
    approval: str | None = None


@record(frozen=True, slots=True)
class Burned:
    """The burned cards, in order; those face up have been seen by everyone."""

    cards: tuple[Card, ...]
    face_up: tuple[Card, ...]


@record(frozen=True, slots=True)
class PreShuffled:
    """Cards that come shuffled: who may ask to have them shuffled by hand before they are
    played, and who has to approve it. `of`: only cards shuffled by the casino, or those that came
    so from Angel; `loading`: also before they go into a device, not only before the cut."""

    clause: str
    asked_by: tuple[str, ...]
    approved_by: str | None
    of: str | None = None
    loading: bool = False


@record(frozen=True, slots=True)
class Replacement:
    """When cards may be replaced, by whose word, and whether the new backs must differ.
    `played_out`: only those of a shoe that has run down to its last coup."""

    clause: str
    occasion: str
    ordered_by: str
    other_back: bool = False
    same_back_if_scanning: str | None = None
    played_out: bool = False


@record(frozen=True, slots=True)
class Sources:
    """Permitted sources of cards."""

    clause: str
    allowed: tuple[str, ...]


@record(frozen=True, slots=True)
class Preparation:
    """All that a document says of its cards before they are played."""

    decks: Decks
    sources: Sources
    cut: CutRule | None
    cutting_card: CuttingCard | None
    burns: tuple[Burn, ...]
    last_coup: LastCoup | None
    pre_shuffled: tuple[PreShuffled, ...]
    replacements: tuple[Replacement, ...]
    rack_coups: int | None
    cutting_cards: int = 1
    burn_required: bool = True

    def burn_named(self, name: str) -> Burn:
        for way in self.burns:
            if way.name == name:
                return way
        names = ", ".join(way.name for way in self.burns)
        raise Refusal(
            "wrong-burn",
            self.burns[0].clause,
            "The burn here is {names}, not {name}.",
            names=names,
            name=name,
        )


def check_decks(rule: Decks, decks: object) -> int:
    """The number of decks, if the document allows it."""
    if isinstance(decks, int) and not isinstance(decks, bool) and decks in rule.allowed:
        return decks
    allowed = " or ".join(map(str, rule.allowed))
    raise Refusal(
        "wrong-decks",
        rule.clause,
        "This game is played with {allowed} decks, not {decks}.",
        allowed=allowed,
        decks=quoted(decks),
    )


def check_source(rule: Sources, source: str) -> str:
    """Return the source of cards if the document allows it: a shoe or a shuffling device."""
    if source not in rule.allowed:
        raise Refusal(
            "wrong-source",
            rule.clause,
            "Cards are dealt here from a {allowed}, not from a {source}.",
            allowed=" or a ".join(rule.allowed),
            source=source,
        )
    return source


def check_riffle(
    rules: Sequence[PreShuffled],
    asked_by: str,
    *,
    approved: bool,
    of: str | None = None,
    loading: bool = False,
) -> PreShuffled:
    """The rule under which pre-shuffled cards may be shuffled by hand before they are played: cards
    of that kind (None: any), before the cut or (`loading`) before they go into a device."""
    known = [each for each in rules if of is None or each.of in (None, of)]
    rule = next((each for each in known if asked_by in each.asked_by), None)
    if rule is None:
        clause = rules[0].clause if rules else None
        raise Refusal(
            "wrong-riffle", clause, "A {asked_by} cannot ask for that shuffle.", asked_by=asked_by
        )
    if loading and not rule.loading:
        raise Refusal("wrong-riffle", rule.clause, "These cards are riffled just before the cut.")
    if rule.approved_by and not approved:
        raise Refusal(
            "needs-approval",
            rule.clause,
            "The shuffle needs the approval of a {approved_by}.",
            approved_by=rule.approved_by,
        )
    return rule


def offers_of_the_cut(
    rule: CutRule,
    occasion: str,
    seats: Sequence[int],
    named: int | None = None,
    *,
    to_players: bool = True,
) -> list[int]:
    """To whom the stack is offered, in order: from one seat clockwise round the table, and last
    to the casino supervisor; to the supervisor alone, not `to_players`, where a clause lets him.

    `seats` are those taken, clockwise from the dealer's left. `named` is the seat of the first
    player at the table, or of the area on which the cutting card came, where the document asks
    for it; a seat that is no longer taken passes the offer on to the next one.
    """
    offer = next((each for each in rule.offers if each.occasion == occasion), None)
    if offer is None:
        clause = rule.offers[0].clause
        raise Refusal(
            "wrong-cut", clause, "No clause says who cuts when {occasion}.", occasion=occasion
        )
    if not to_players:
        if rule.supervisor_clause is None:
            raise Refusal("wrong-cut", offer.clause, "The players are offered the cut first.")
        return [SUPERVISOR]
    start = {
        "left": 0,
        "right": len(seats) - 1,
        "named": sum(seat < (named or 0) for seat in seats),
    }[offer.seat]
    return [*seats[start:], *seats[:start], SUPERVISOR]


def cut(cards: Sequence[Card], at: int, rule: CutRule) -> tuple[Card, ...]:
    """The stack cut after `at` cards: those in front go to the back."""
    check_cut(len(cards), at, rule)
    return (*cards[at:], *cards[:at])


def check_cut(stack: int, at: int, rule: CutRule) -> None:
    """Refuse a cut at a place that the rule does not allow for a stack of this size."""
    if not rule.depth <= at <= stack - rule.depth:
        raise Refusal(
            "wrong-cut",
            rule.clause,
            "The cut must be at least {depth} cards from either end of the"
            " {stack}, not after card {at}.",
            depth=rule.depth,
            stack=stack,
            at=at,
        )


def load(cards: Iterable[Card], from_back: int, rule: CuttingCard) -> Shoe:
    """The cut stack in the shoe, with the cutting card `from_back` cards from its back."""
    stack = tuple(cards)
    check_cutting_card(len(stack), from_back, rule)
    return Shoe(stack, len(stack) - from_back)


def check_cutting_card(stack: int, from_back: int, rule: CuttingCard) -> None:
    """Refuse a place of the cutting card that the rule does not allow for a stack of this size."""
    deepest = rule.deepest(stack)
    if not rule.nearest <= from_back <= deepest:
        raise Refusal(
            "wrong-cutting-card",
            rule.clause,
            "The cutting card goes {nearest} to {deepest} cards from the back, not {from_back}.",
            nearest=rule.nearest,
            deepest=deepest,
            from_back=from_back,
        )


def burn_count(card: Card) -> int:
    """Return how many more cards a face-up first card burns: ten for T to K, one for an ace."""
    return card.value or 10


def burn(
    source: S, way: Burn, *, approved: bool = False, asked_to_show: bool = False
) -> tuple[Burned, S]:
    """Burn before the first coup, in a way that may need approval; a card may be shown if players
    ask and the way allows it."""
    if way.approval and not approved:
        raise Refusal(
            "needs-approval",
            way.clause,
            "To burn {way} needs the approval of a {approval}.",
            way=way.name,
            approval=way.approval,
        )
    drawn, source = source.draw()
    if not way.counted:
        shown = (drawn.card,) if asked_to_show and way.shown_on_request else ()
        return Burned((drawn.card,), shown), source
    cards = [drawn.card]
    for _ in range(burn_count(drawn.card)):
        more, source = source.draw()
        cards.append(more.card)
    return Burned(tuple(cards), (drawn.card,)), source


def check_replacement(
    rules: Sequence[Replacement],
    occasion: str,
    *,
    in_coup: bool,
    old_back: str,
    new_back: str,
    scanning: bool = False,
    played_out: bool = True,
) -> Replacement:
    """The rule under which cards may be replaced now, or a refusal that names its clause."""
    rule = next((r for r in rules if r.occasion == occasion), None)
    if rule is None:
        known = " or ".join(r.occasion for r in rules)
        raise Refusal(
            "wrong-replacement",
            None,
            "Cards are replaced here for {known}, not {occasion}.",
            known=known,
            occasion=occasion,
        )
    if in_coup:
        raise Refusal(
            "wrong-replacement", rule.clause, "Cards are replaced between coups, not during one."
        )
    if rule.played_out and not played_out:
        raise Refusal(
            "wrong-replacement",
            rule.clause,
            "These cards are replaced after {occasion} only.",
            occasion=occasion,
        )
    if rule.other_back and new_back == old_back and not (scanning and rule.same_back_if_scanning):
        raise Refusal(
            "wrong-replacement",
            rule.clause,
            "The new cards need backs of another colour than {old_back}.",
            old_back=old_back,
        )
    return rule
