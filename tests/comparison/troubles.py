"""Moves of signs, limits, irregularities, disputes and closing, as facts and as commands."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from comparison.live import CONFIRMER, Live
from comparison.settings import dollars, product_card
from comparison.translation import SUPERVISOR, means, setting_of
from reference import facts
from reference.cards import HIDDEN
from reference.evening import Evening
from reference.facts import Fact
from support.evening import START
from support.provisions import whole

MANAGER = "gaming manager"
SIGNS = {"scheme": "variant", "minimum": "minimum", "maximum": "limits", "close": "close"}
"""The reference's kinds of sign -> the product's."""

# Signs, limits and schemes


def _sign(evening: Evening, kind: str, value: Any, seconds: int) -> Iterator[Fact]:
    at = evening.table.now + seconds
    if kind == "scheme":
        yield facts.SignPosted(kind, scheme=value, takes_effect=at, by=MANAGER)
    else:
        yield facts.SignPosted(kind, value, takes_effect=at, by=MANAGER)


@means(_sign)
def sign(live: Live, kind: str, value: Any, seconds: int) -> None:
    """Post a sign that announces a change."""
    said: dict[str, Any] = {"kind": SIGNS.get(kind, kind)}
    said["takes_effect"] = (live.now + timedelta(seconds=seconds)).isoformat()
    if kind == "scheme":
        said["text"] = live.setting.scheme(value)
    elif kind == "minimum" and live.table.conduct.limits.at_once is None:
        said |= {"kind": "limits", "sign": changed_sign(live, kind, value)}
    elif value is not None:
        said["amount"] = dollars(value)
    live.supervise("post-sign", **said)


def _changed(evening: Evening, limit: str, amount: int) -> Iterator[Fact]:
    if limit != "area maximum":
        yield facts.LimitsChanged(limit, amount, by=MANAGER)
        return
    for bet in sorted(evening.table.limits.areas):
        yield facts.LimitsChanged(limit, amount, bet, by=MANAGER)


@means(_changed)
def change(live: Live, limit: str, amount: int) -> None:
    """Change one limit of the sign."""
    live.supervise("change-limits", sign=changed_sign(live, limit, amount))


def changed_sign(live: Live, limit: str, amount: int) -> dict[str, Any]:
    """Return the whole sign with one limit changed."""
    shown = live.table.sign
    key = {"area maximum": "area_maximum"}.get(limit, limit)
    sign: dict[str, Any] = {
        "minimum": dollars(shown.least),
        "maximum": dollars(shown.most),
        "wagers": {
            name: {"minimum": dollars(own.least or 0), "maximum": dollars(own.most or 0)}
            for name, own in shown.by_wager.items()
        },
    }
    if shown.area is not None:
        sign["area_maximum"] = dollars(shown.area)
    if shown.differential is not None:
        sign["differential"] = dollars(shown.differential)
    return {**sign, key: dollars(amount)}


@means(lambda e, amount: [facts.MinimumRaised(amount, by=MANAGER)])
def raise_minimum(live: Live, amount: int) -> None:
    """Raise the minimum at once."""
    live.supervise("raise-minimum", minimum=dollars(amount))


@means(
    lambda e, player, minimum, maximum: [facts.PersonalLimit(player, minimum, maximum, by=MANAGER)]
)
def personal(live: Live, player: str, minimum: int, maximum: int) -> None:
    """Allow a player more than the maximum."""
    own = {"minimum": dollars(minimum), "maximum": dollars(maximum)}
    live.supervise("set-personal-limits", player=player, **own)


@means(lambda e, player: [facts.PersonalLimitEnded(player, MANAGER)])
def end_personal(live: Live, player: str) -> None:
    """End a player's own limits."""
    live.supervise("set-personal-limits", player=player)


def _switched(evening: Evening, scheme: str, consent: tuple[str, ...]) -> Iterator[Fact]:
    yield facts.SchemeChanged(scheme, MANAGER, frozenset(consent))
    yield facts.SignPosted("odds", scheme=scheme, by=MANAGER)


@means(_switched)
def switch(live: Live, scheme: str, consent: tuple[str, ...]) -> None:
    """Change the pay scheme, and show its odds."""
    said = {"scheme": live.setting.scheme(scheme), "consent": list(consent)}
    live.supervise("switch-scheme", **said)
    if live.needs_odds():
        live.send("show-odds")


# Irregularities


def _report(live: Live, situation: str, **fields: Any) -> None:
    live.report(situation, **fields)
    live.finish()


def _rebuilt(evening: Evening, cards: tuple[str, ...]) -> Iterator[Fact]:
    yield facts.WrongDeal()
    yield facts.Rebuilt(cards)


@means(_rebuilt)
def rebuild(live: Live, cards: tuple[str, ...]) -> None:
    """Report a wrong deal with the cards in the order in which they should have come."""
    named = [None if card == HIDDEN else product_card(card) for card in cards]
    live.report("wrong-deal", circumstances={"in_doubt": False}, cards=named)


def _lost(evening: Evening) -> Iterator[Fact]:
    yield facts.WrongDeal()
    yield facts.NotRebuilt(MANAGER)


@means(_lost)
def cannot_rebuild(live: Live) -> None:
    """Declare void a coup whose deal cannot be rebuilt."""
    _report(live, "cannot-rebuild")


@means(lambda e: [facts.WrongDeal()])
def misdeal(live: Live) -> None:
    """Report a wrong deal where the document makes it a misdeal."""
    _report(live, "wrong-deal", circumstances={"in_doubt": False})


@means(lambda e, coup: [facts.WrongDeal(coup)])
def late(live: Live, coup: int) -> None:
    """Report an error of an earlier coup after the next has begun."""
    _report(live, "found-after-next-coup", circumstances={"in_doubt": False}, coup=coup)


@means(
    lambda e, player, bet: [facts.TookDown(player, bet, setting_of(e).area_of(player))],
)
def take_down(live: Live, player: str, bet: str) -> None:
    """Take a wager down while that is offered."""
    wager = live.table.book.by_id[live.setting.bet(bet)]
    box = {"box": live.setting.area_of(player)} if wager.space.per_box else {}
    live.by_player("take-down", player, on=wager.id, **box)


@means(lambda e: [facts.Resumed()])
def resume(live: Live) -> None:
    """Go on after the option."""
    live.resume()
    live.finish()


@means(lambda e: [facts.OrderRevealed(MANAGER)])
def order_seen(live: Live) -> None:
    """Declare the cards void, since players know their order."""
    _report(live, "order-seen", circumstances={"in_shuffle": True})


@means(lambda e, found: [facts.CardsChecked(("7H",) if found else (), (), MANAGER)])
def check(live: Live, found: bool) -> None:
    """Check the cards, and find one missing or none."""
    checks = live.table.conduct.checks
    ordered = {"ordered_by": checks.ordered_by[0]} if checks.ordered_by else {}
    live.supervise("check-cards", missing=int(found), dealer="dana", **ordered)
    live.finish()


DEVICE: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "spare": ("device-fails", {}, {}),
    "damaged": ("device-damages-cards", {"damaged": True}, {"damaged": 1}),
    "harms": ("device-harms", {"disadvantage": True}, {}),
    "no spare": ("device-without-spare", {"spare": False}, {"circumstances": {"damaged": False}}),
}
"""Failures of a device: the product's situation, the reference's fields, the product's fields."""


@means(lambda e, how: [facts.DeviceFailed(**DEVICE[how][1])])
def device(live: Live, how: str) -> None:
    """Report that the shuffling device fails."""
    situation, _, fields = DEVICE[how]
    _report(live, situation, **fields)


SURPLUS = {
    ("player", True): "surplus-to-player-banker-draws",
    ("player", False): "surplus-to-player-banker-stands",
}
"""Hand and whether the house has to draw -> the product's situation."""


@means(lambda e, to, card, exposed: [facts.SurplusCard(to, card if exposed else None, exposed)])
def surplus(live: Live, to: str, card: str, exposed: bool) -> None:
    """Draw a card to a hand that is not due one."""
    live.before_card()
    draws = live.phase() == "dealing"
    hand = to if to in ("player", "banker", "dealer") else "player"
    situation = SURPLUS.get((hand, draws), "surplus-to-banker")
    named = {"card": product_card(card)} if exposed else {}
    box = {"box": int(to.split()[1])} if to.startswith("box") else {}
    _report(live, situation, circumstances={"exposed": exposed}, **named, **box)


@means(lambda e, card: [facts.CardFaceUp(card)])
def face_up(live: Live, card: str) -> None:
    """Find a card face up in the shoe or device."""
    live.before_card()
    dealing = live.table.phase == "dealing" and live.phase() == "dealing"
    situation = "face-up-card" if dealing else "first-card-exposed"
    said = {} if dealing else {"circumstances": {"face_up": True}}
    _report(live, situation, card=product_card(card), **said)


@means(lambda e: [facts.Reopened(MANAGER)])
def reopen(live: Live) -> None:
    """Let players change wagers while no card is exposed."""
    said = {"exposed": False, "deal_correct": True}
    _report(live, "change-of-wagers", circumstances=said)


# Wagers and persons


@means(lambda e, player, bet: [facts.WagerInvalid(player, bet, setting_of(e).area_of(player))])
def invalid_wager(live: Live, player: str, bet: str) -> None:
    """Find a wager invalid after the first card."""
    _report(live, "invalid-wager", player=player, on=live.setting.bet(bet))


def _voided(evening: Evening, player: str, coup: int | None) -> Iterator[Fact]:
    yield facts.Contravened(player, MANAGER, () if coup is None else (coup,))


@means(_voided)
def sanction(live: Live, player: str, coup: int | None) -> None:
    """Declare a person's wagers void, in the coup in progress or in a past one."""
    rule = whole(live.table.conduct.general).sanction
    said: dict[str, Any] = {"offence": "4.1"} if rule.any_breach else {}
    said |= {} if coup is None else {"coup": coup}
    live.supervise("sanction-player", player=player, measures=["void"], reason="a device", **said)
    live.finish()


@means(
    lambda e, coup, player, bet, amount, cards: [
        facts.BooksWrong(coup, player, bet, amount, tuple(cards))
    ]
)
def misread(live: Live, coup: int, player: str, bet: str, amount: int, cards: list[str]) -> None:
    """Find that a wager was settled by misread cards, and state those that lay."""
    said: dict[str, Any] = {
        "of": "wager",
        "coup": coup,
        "player": player,
        "on": live.setting.bet(bet),
    }
    said |= {"amount": dollars(abs(amount)), "over": amount > 0, "note": "misread"}
    live.supervise("find-mispayment", **said, in_books=True, cards=[product_card(c) for c in cards])


@means(lambda e, number, amount: [facts.BooksRighted(number, amount)])
def put_right(live: Live, number: int, amount: int | None) -> None:
    """Put that right; another person confirms it than those who found it."""
    part = {} if amount is None else {"amount": dollars(amount)}
    live.confirmer = "walt"
    try:
        live.supervise("rectify-payment", number=number, **part)
    finally:
        live.confirmer = CONFIRMER


CAUSES = {"disruption": "disturbance", "fraud": "fraud", "impractical": "impractical"}


def _invalidated(
    evening: Evening, cause: str, coup: int | None, refund: bool, cheat: str | None
) -> Iterator[Fact]:
    cheats = frozenset() if cheat is None else frozenset({cheat})
    forfeit = cheat is not None
    yield facts.OutcomeInvalidated(MANAGER, cause, coup, refund, cheats, forfeit)


@means(_invalidated)
def invalidate(live: Live, cause: str, coup: int | None, refund: bool, cheat: str | None) -> None:
    """Invalidate the outcome of a coup."""
    said: dict[str, Any] = {"refund": refund} | ({} if coup is None else {"coup": coup})
    if cheat is not None:
        said |= {"by_player": cheat, "forfeit": True}
    live.supervise("invalidate-outcome", cause=CAUSES[cause], reason="as seen", **said)
    live.finish()


# Disputes and closing


@means(lambda e, player: [facts.DisputeRaised(player)])
def dispute(live: Live, player: str) -> None:
    """Dispute something."""
    live.by_player("raise-dispute", player, about="the last payment")


@means(lambda e, player: [facts.DisputeDecided(player, MANAGER)])
def decide_dispute(live: Live, player: str) -> None:
    """Decide a dispute in the first instance."""
    number = live.dispute_of(player, decided=False)
    live.supervise("decide-dispute", number=number, decision="stands", reason="as seen")


@means(lambda e: [facts.Closed(MANAGER)])
def close(live: Live) -> None:
    """Close the table; wagers that lie go back first."""
    if live.betting:
        live.withdraw_all(list(live.table.patrons))
    live.supervise("close-table")


def seconds_of(live: Live) -> int:
    """Return the seconds on the casino's clock since the evening began."""
    return int((live.now - START).total_seconds())


__all__ = ["CAUSES", "DEVICE", "MANAGER", "SUPERVISOR", "seconds_of"]
