"""Moves of an evening, each as facts for the reference and as commands for the product."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from comparison.live import Live
from comparison.settings import PURSE, SEATS, Setting, dollars, product_card
from reference import facts
from reference.cards import HIDDEN, burn_value
from reference.deal import hidden
from reference.evening import Evening
from reference.facts import Fact
from reference.limits import HANDS, total_on
from reference.shoe import cutters, players_may_cut

Json = dict[str, Any]
SUPERVISOR = "casino supervisor"


@dataclass(frozen=True)
class Move:
    """A move of an evening."""

    name: str
    args: Mapping[str, Any]

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value!r}" for key, value in self.args.items())
        return f"{self.name}({told})"


Says = Callable[..., Iterable[Fact]]
Does = Callable[..., None]
MOVES: dict[str, tuple[Says, Does]] = {}
"""Name of a move -> its facts, given the reference's evening; its commands, given the table."""


def move(name: str, **args: Any) -> Move:
    """Return a move."""
    assert name in MOVES, name
    return Move(name, args)


def means(says: Says) -> Callable[[Does], Does]:
    """Register the commands of a move beside its facts, under the name of the function."""

    def register(does: Does) -> Does:
        MOVES[does.__name__.removesuffix("_")] = (says, does)
        return does

    return register


def _area(live: Live, player: str, bet: str) -> dict[str, int]:
    """Return where a wager lies, as the product's command says it."""
    area = live.setting.area_of(player)
    wager = live.table.book.by_id[live.setting.bet(bet)]
    return {"box": area} if wager.space.per_box else {"area": area}


def _box(live: Live, player: str, bet: str) -> dict[str, int]:
    """Return the box of a wager, where the product names one."""
    return {key: box for key, box in _area(live, player, bet).items() if key == "box"}


def setting_of(evening: Evening) -> Setting:
    """Return the setting that an evening of the reference is played under."""
    return evening.setting  # type: ignore[attr-defined,no-any-return]


# Wagers


def _laid(evening: Evening, player: str, bet: str, chips: int, tokens: int) -> Iterator[Fact]:
    box = setting_of(evening).area_of(player)
    yield facts.Laid(player, bet, box, chips, tokens, shared=True)


@means(_laid)
def lay(live: Live, player: str, bet: str, chips: int, tokens: int) -> None:
    """Lay a wager or raise it, in chips or tokens."""
    where: Json = {"player": player, "on": live.setting.bet(bet), **_area(live, player, bet)}
    if chips or not tokens:
        live.send("place-wager", "player", player, **where, amount=dollars(chips))
    if tokens:
        more = {"amount": dollars(tokens), "currency": "tokens"}
        live.send("place-wager", "player", player, **where, **more)


@means(lambda e, player, bet: [facts.Withdrew(player, bet, setting_of(e).area_of(player))])
def withdraw(live: Live, player: str, bet: str) -> None:
    """Take back a whole wager."""
    live.by_player("withdraw-wager", player, on=live.setting.bet(bet), **_box(live, player, bet))


@means(
    lambda e, player, bet: [
        facts.WagerRefused(player, bet, setting_of(e).area_of(player), SUPERVISOR)
    ]
)
def refuse(live: Live, player: str, bet: str) -> None:
    """Have a supervisor refuse a wager."""
    where: Json = {"player": player, "on": live.setting.bet(bet), **_box(live, player, bet)}
    live.send("refuse-wager", SUPERVISOR, **where, reason="a doubt")


def _reduced(evening: Evening, bet: str) -> Iterator[Fact]:
    table = evening.table
    limits, boxes = table.limits, sorted({w.box for w in table.wagers if w.bet == bet})
    most = limits.areas.get(bet)
    over = [box for box in boxes if most is not None and total_on(table.wagers, bet, box) > most]
    for box in over:
        yield facts.Reduced(bet, box)
    kept = sum(min(total_on(table.wagers, bet, box), most or 10**9) for box in boxes)
    other = HANDS[1 - HANDS.index(bet)]
    apart = kept - total_on(table.wagers, other)
    if not over or (limits.differential is not None and apart > limits.differential):
        yield facts.Reduced(bet)


@means(_reduced)
def reduce(live: Live, bet: str) -> None:
    """Have the dealer reduce the wagers on one hand before the first card."""
    live.send("reduce-wagers", side=bet)


@means(lambda e, player: [facts.BothHandsApproved(player, "gaming manager")])
def both_hands(live: Live, player: str) -> None:
    """Let a player wager on both hands."""
    live.send("approve", "gaming manager", what="both hands", player=player)


@means(lambda e: [facts.BetsClosed()])
def close_bets(live: Live) -> None:
    """Call "no more bets"."""
    live.send("resume-play" if live.table.round.reopened else "no-more-bets")


@means(lambda e: [facts.BetsCalled()])
def call_bets(live: Live) -> None:
    """Call "place your bets"."""
    live.send("place-your-bets")


@means(lambda e, player: [facts.SatOut(player)])
def sit_out(live: Live, player: str) -> None:
    """Let the coup go by."""
    live.by_player("sit-out", player)


# Cards


def _prepared(evening: Evening, card: str) -> Iterator[Fact]:
    table = evening.table
    if table.shoe.handled and table.document.knows("handled cards"):
        yield facts.CardsReplaced()
    yield facts.Shuffled()
    if table.shoe.step == "cut":
        for name in cutters(table) if players_may_cut(table) else ():
            yield facts.CutDeclined(name)
        yield facts.Cut(SUPERVISOR, table.shoe.stack // 2, 52)
    yield from _burned(evening, card)


def _burned(evening: Evening, card: str) -> Iterator[Fact]:
    if "one" in evening.table.document.burns:
        yield facts.Burned()
    else:
        yield facts.Burned(1 + burn_value(card), card)


@means(_prepared)
def prepare(live: Live, card: str) -> None:
    """Shuffle, cut and burn."""
    live.ready_cards()
    live.burn(card)


@means(_burned)
def burn(live: Live, card: str) -> None:
    """Burn before play."""
    live.burn(card)


def _dealt(evening: Evening, card: str, cutting: bool, face: str) -> Iterator[Fact]:
    if cutting:
        yield facts.CuttingCardSeen()
        if evening.table.shoe.step == "shuffle":
            return
    yield facts.CardShown(card) if face == "up" else facts.CardDrawn()


@means(_dealt)
def card(live: Live, card: str, cutting: bool, face: str) -> None:
    """Deal the next card, face up or face down."""
    live.before_card()
    carried = live.table.stack.carried
    named = {"card": product_card(card)} if face == "up" and not carried else {}
    out: Json = {"cutting_card": True} if cutting else {}
    live.send("deal-card", **named, **out)
    slots = live.table.round.slots
    if carried and face == "up" and not carried[0].up and live.table.phase == "dealing":
        slot = len(slots) - 1
        live.send("expose-cards", slot=slot, cards=[{"slot": slot, "card": product_card(card)}])


def _turned(evening: Evening, cards: Mapping[str, list[str]]) -> Iterator[Fact]:
    for hand, names in cards.items():
        for name in names:
            yield facts.CardTurned(hand, name)


@means(_turned)
def turn(live: Live, cards: Mapping[str, list[str]]) -> None:
    """Turn over the cards of hands that lie face down."""
    live.keep_cards()
    left = {hand: list(names) for hand, names in cards.items()}
    named = [
        {"slot": at, "card": product_card(left[slot.hand].pop(0))}
        for at, slot in enumerate(live.table.round.slots)
        if not slot.up and left.get(slot.hand)
    ]
    hand = {"hand": next(iter(cards))} if len(cards) == 1 else {}
    live.send("expose-cards", cards=named, **hand)


@means(
    lambda e, player, draw, chips, tokens: [
        facts.Decision(player, setting_of(e).area_of(player), draw, chips, tokens)
    ]
)
def decide(live: Live, player: str, draw: bool, chips: int, tokens: int) -> None:
    """Draw with a wager, or stand."""
    live.before_card()
    box = live.setting.area_of(player)
    paid = {"currency": "tokens"} if tokens and not chips else {}
    if tokens and chips:
        paid = {"tokens": dollars(tokens)}
    said = {"box": box, "decision": "draw" if draw else "stand", **paid}
    live.send("decide-hand", "player", player, **said)


@means(lambda e: [facts.InterimSettled()])
def interim(live: Live) -> None:
    """Settle the bets that are settled before further cards."""
    live.settle()


@means(lambda e: [facts.ResultAnnounced()])
def announce(live: Live) -> None:
    """Announce the result; without wagers the cards are cleared."""
    live.call_counts()
    live.send("announce-result")
    if not [s for s in live.table.round.stakes if s not in live.table.round.settled]:
        live.settle()
        live.finish()


@means(lambda e: [facts.Settled()])
def settle(live: Live) -> None:
    """Pay and collect, and clear the cards."""
    live.settle()
    live.finish()


# People and money


def _came(evening: Evening, player: str) -> Iterator[Fact]:
    kind = facts.Returned if player in evening.table.players else facts.Joined
    yield kind(player, SEATS[player])
    limit = setting_of(evening).loss_limits.get(player)
    if limit is not None:
        yield facts.LossLimit(player, limit)
    yield facts.Brought(player, PURSE)
    owed = evening.table.money.get(f"debt:{player}", 0)
    if owed:
        yield facts.DebtPaid(player, min(owed, PURSE), "chips")


@means(_came)
def come(live: Live, player: str) -> None:
    """Come to the table, or come back, with chips."""
    visit = live.visit(player)
    said: Json = {"player": player, "place": SEATS[player], "card": f"card of {player}"}
    role, actor = ("player", player) if visit else ("dealer", "")
    live.send_fields("join-table", role, actor, {**said, "chips": dollars(PURSE), **visit})


@means(lambda e, player, amount, source: [facts.DebtPaid(player, amount, source)])
def pay_debt(live: Live, player: str, amount: int, source: str) -> None:
    """Pay a debt, or a part of it, with chips at the table or in cash."""
    live.send("pay-debt", player=player, amount=dollars(amount), means=source)


@means(lambda e, player, by: [facts.Left(player, by)])
def leave(live: Live, player: str, by: str) -> None:
    """Leave the table with the chips; wagers that lie go back first."""
    if live.betting:
        live.withdraw_all([player])
    declared = dollars(live.money(f"player/{player}"))
    limited = {"declared": declared} if player in live.setting.loss_limits else {}
    before = live.mark()[0]
    live.send("leave-table", by, player if by == "player" else "", player=player, **limited)
    live.end_visit(before, player)


@means(lambda e, player, amount: [facts.Bought(player, amount)])
def buy(live: Live, player: str, amount: int) -> None:
    """Buy chips for cash."""
    live.send("buy-chips", player=player, amount=dollars(amount))


@means(lambda e, player, amount: [facts.TokensIssued(player, amount)])
def tokens(live: Live, player: str, amount: int) -> None:
    """Exchange a voucher for tokens."""
    live.send("exchange-voucher", player=player, amount=dollars(amount), **live.new_voucher())


@means(lambda e: [facts.Midnight()])
def midnight(live: Live) -> None:
    """Begin a calendar day."""
    live.to_midnight()


@means(lambda e, seconds: [])
def wait(live: Live, seconds: int) -> None:
    """Let time pass."""
    live.wait_seconds(seconds)


def lies_down(evening: Evening) -> dict[str, int]:
    """Return how many cards of each hand lie face down."""
    coup = evening.table.coup
    if coup is None or not hidden(coup, *coup.hands):
        return {}
    down = {hand: cards.count(HIDDEN) for hand, cards in coup.hands.items()}
    return {hand: number for hand, number in down.items() if number}
