"""Events of a coup in words, for a protocol."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sabot.compliance.finding import Step
from sabot.money import dollars
from sabot.streams import Event
from sabot.table.dealing import CardDealt, CountsAnnounced, CoupStarted
from sabot.table.decisions import HandDecided
from sabot.table.exposing import CardsExposed
from sabot.table.settling import CoupEnded, ResultAnnounced, WagersSettled
from sabot.table.state import Laid, Table
from sabot.table.wagers import WagerPlaced

MONEY: Final = frozenset(
    {"amount", "chips", "counted", "declared", "drop", "lost", "minimum", "room", "variance", "win"}
)
"""Fields in cents."""
SILENT: Final = frozenset(
    {"moves", "clause", "opened", "digest", "setup", "limit", "losses", "seal"}
)
"""Fields that say nothing to a reader, or stand elsewhere in the protocol."""


def said_of(step: Step[Table]) -> str:
    """One event in a few words."""
    return words_of(step.event)


def words_of(event: Event) -> str:
    """An event in a few words; one that has none of its own by its name and plain fields."""
    words = _WORDS.get(type(event))
    return words(event) if words is not None else _plainly(event)


def clause_of(event: Event) -> str | None:
    clause = getattr(event, "clause", None)
    return clause if isinstance(clause, str) else None


def wager_words(laid: Laid) -> str:
    """
    >>> wager_words(Laid(1, "alice", "tie", 500, 500, box=2))
    'alice 5.00 on tie, box 2'
    """
    place = f", box {laid.box}" if laid.box is not None else ""
    place = f", area {laid.area}" if not place and laid.area is not None else place
    return f"{laid.player} {dollars(laid.staked)} on {laid.on}{place}"


def _placed(event: WagerPlaced) -> str:
    return wager_words(event.stake)


def _started(event: CoupStarted) -> str:
    boxes = f", boxes {' '.join(map(str, event.boxes))}" if event.boxes else ""
    bet = " without wagers" if event.no_bet else ""
    cuts = "".join(
        f"; stake {cut.sequence} cut to {dollars(cut.live)} ({cut.clause})" for cut in event.cuts
    )
    return f"coup {event.number} begins{bet}, dealt face {event.face}{boxes}{cuts}"


def _dealt(event: CardDealt) -> str:
    return f"{event.card or 'a card face down'} to {event.hand}"


def _exposed(event: CardsExposed) -> str:
    return "turned up: " + " ".join(each.card for each in event.cards)


def _counts(event: CountsAnnounced | ResultAnnounced) -> str:
    counts = ", ".join(f"{hand} {count}" for hand, count in event.counts.items())
    result = getattr(event, "result", "")
    return f"called: {result}; {counts}" if result else f"called: {counts}"


def _decided(event: HandDecided) -> str:
    stake = f", {wager_words(event.stake)}" if event.stake is not None else ""
    return f"box {event.box}: {event.decision}{stake}"


def _settled(event: WagersSettled) -> str:
    return f"{len(event.lines)} wagers settled{' on the first cards' if event.early else ''}"


def _ended(event: CoupEnded) -> str:
    void = f", void by {event.void}" if event.void else ""
    return f"coup {event.number} is over{void}{'; the last of the shoe' * event.last_coup}"


def _plainly(event: Event) -> str:
    fields = msgspec.to_builtins(event)
    name = str(fields.pop("what")).rpartition("/")[0].replace("-", " ")
    told = [
        f"{key.replace('_', ' ')} {_short(dollars(value) if key in MONEY else value)}"
        for key, value in fields.items()
        if key not in SILENT and value not in (None, "", [], {}, False)
    ]
    return f"{name}: {', '.join(told)}" if told else name


def _short(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_short(each) for each in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {_short(each)}" for key, each in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_WORDS: Final[dict[type[Event], Callable[[Any], str]]] = {
    WagerPlaced: _placed,
    CoupStarted: _started,
    CardDealt: _dealt,
    CardsExposed: _exposed,
    CountsAnnounced: _counts,
    ResultAnnounced: _counts,
    HandDecided: _decided,
    WagersSettled: _settled,
    CoupEnded: _ended,
}
