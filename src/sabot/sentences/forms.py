"""The forms in which a field of an event stands in its sentence."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.core.clock import FACE
from sabot.core.money import CHIPS, TOURNAMENT, cents
from sabot.core.refusal import Refusal, quoted
from sabot.engine.ledger import CURRENCIES, LAYOUT, amount_told, of_player
from sabot.promotions.running.state import tickets_in
from sabot.sentences.abouts import about_in
from sabot.sentences.names import person, table_called
from sabot.sentences.vocabulary import Tongue, answer
from sabot.table.state import Laid

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NO_MONEY: Final = re.compile(r"0+(\.0{1,2})?")
BOX: Final = re.compile(r"box (\d+)")


@dataclass(frozen=True)
class FormContext:
    """Context of a form: the language, the event's fields, the known stakes before it, and the
    currency wagered there, unless the event names it."""

    tongue: Tongue
    fields: Mapping[str, Any]
    laid: Mapping[int, Laid]
    language: str
    currency: str = CHIPS

    def cash(self, amount: int) -> str:
        """An amount with the sign of its currency."""
        return amount_told(amount, _currency(self.fields, self.currency))


PARTS: Final = ("stake", "setup", "mispaid")
"""Parts of an event that name a currency of their own."""


def _currency(fields: Mapping[str, Any], otherwise: str) -> str:
    """The currency that an event, a part of it or its moves name."""
    named = [each for name in PARTS if isinstance(each := fields.get(name), Mapping)]
    moves = [each for each in fields.get("moves") or () if isinstance(each, Mapping)]
    found = (each.get("currency") for each in (fields, *named, *moves))
    return next((each for each in found if each in CURRENCIES), otherwise)


Form = Callable[[Any, FormContext], str]


def _plain(value: Any, scene: FormContext) -> str:
    """Return typed text in one line, without its own full stop."""
    return " ".join(str("" if value is None else value).split()).rstrip(".。")


def _person(value: Any, scene: FormContext) -> str:
    """Return a person's name as the reader may see it."""
    return person(_plain(value, scene))


def _table(value: Any, scene: FormContext) -> str:
    """A table by what it is called, else as "table 12"."""
    called = table_called(str(value), scene.language)
    return called or scene.tongue.phrase("the-table", table=_plain(value, scene))


def _tables(value: Any, scene: FormContext) -> str:
    named = (table_called(str(each), scene.language) or _plain(each, scene) for each in value)
    return scene.tongue.between.join(named)


def _cash(value: Any, scene: FormContext) -> str:
    return scene.cash(value or 0)


def _chips(value: Any, scene: FormContext) -> str:
    """Return tournament chips, even in an event about other currencies."""
    return amount_told(value or 0, TOURNAMENT)


def _money(value: Any, scene: FormContext) -> str:
    """Return an amount of a command. Only a count can be zero. A text that is no amount is quoted
    as typed, for the person who confirms it."""
    try:
        return scene.cash(0) if NO_MONEY.fullmatch(str(value)) else scene.cash(cents(value))
    except Refusal:
        return quoted(value)


def _card(value: Any, scene: FormContext) -> str:
    if not value:
        return scene.tongue.words["unseen"]
    return f"{'10' if value[0] == 'T' else value[0]}{SUITS.get(value[1:], value[1:])}"


def _face(value: Any, scene: FormContext) -> str:
    return _card(value, scene) if value else scene.tongue.words["no card"]


def _cards(value: Any, scene: FormContext) -> str:
    named = (each.get("card") if isinstance(each, dict) else each for each in value)
    return " ".join(_card(each, scene) for each in named)


def _hand(value: Any, scene: FormContext, kind: str = "hand") -> str:
    box = BOX.fullmatch(value or "")
    if box:
        key = f"{kind}.box" if f"{kind}.box" in scene.tongue.words else "hand.box"
        return scene.tongue.phrase(key, box=box[1])
    return scene.tongue.words.get(f"{kind}.{value}") or scene.tongue.word(value or "", "hand")


def _counts(value: Any, scene: FormContext) -> str:
    told = (f"{_hand(hand, scene, 'total')} {count}" for hand, count in value.items())
    return scene.tongue.between.join(told)


def _slots(value: Any, scene: FormContext) -> str:
    hands: dict[str, list[str]] = {}
    for slot in value:
        hands.setdefault(slot["hand"], []).append(_card(slot.get("card"), scene))
    told = (f"{_hand(hand, scene, 'total')} {' '.join(cards)}" for hand, cards in hands.items())
    return scene.tongue.between.join(told)


def _wager(value: Any, scene: FormContext) -> str:
    return scene.tongue.wagers.get(value) or scene.tongue.word(str(value))


def _stake(stake: Mapping[str, Any], scene: FormContext) -> str:
    """A stake without whose it is."""
    say, box, area = scene.tongue.phrase, stake.get("box"), stake.get("area")
    place = say("place.area", place=area) if area else ""
    place = say("place.box", place=box) if box else place
    amount = amount_told(stake["staked"], _currency(stake, scene.currency))
    return say("laid", amount=amount, wager=_wager(stake["on"], scene), place=place)


def _own(sequence: int, scene: FormContext) -> str | None:
    """Return a stake with its owner's name; None if it is unknown."""
    laid = scene.laid.get(sequence)
    if laid is None:
        return None
    told = msgspec.structs.asdict(laid)
    return scene.tongue.phrase("whose", player=person(laid.player), stake=_stake(told, scene))


def _stakes(value: Any, scene: FormContext) -> str:
    """Stakes by their numbers; where the layout is not known, by what went back to whom."""
    found = [_own(each, scene) for each in value]
    if found and all(found):
        return scene.tongue.between.join(map(str, found))
    return _gets(scene.fields.get("moves"), scene) or _numbers(value, scene)


def _numbers(value: Any, scene: FormContext) -> str:
    return scene.tongue.between.join(scene.tongue.phrase("stake", sequence=each) for each in value)


def _gets(moves: Any, scene: FormContext) -> str:
    """Return the amounts that players get from the layout."""
    gains: dict[str, int] = {}
    for move in moves or ():
        if move["source"] == LAYOUT and move["target"].startswith(of_player("")):
            player = move["target"].removeprefix(of_player(""))
            gains[player] = gains.get(player, 0) + move["amount"]
    return _owing(gains, scene)


def _owing(value: Any, scene: FormContext) -> str:
    told = (
        scene.tongue.phrase("owed", player=person(player), amount=scene.cash(amount))
        for player, amount in value.items()
    )
    return scene.tongue.between.join(told)


def _cuts(value: Any, scene: FormContext) -> str:
    told = (
        scene.tongue.phrase(
            "cut",
            stake=_own(cut["sequence"], scene)
            or scene.tongue.phrase("stake", sequence=cut["sequence"]),
            live=scene.cash(cut["live"]),
        )
        for cut in value
    )
    return scene.tongue.between.join(told)


def _forms(value: Any, scene: FormContext) -> str:
    """Undisclosed wagers as they are announced: one may lack its type or its amount."""
    told = []
    for each in value:
        named = each.get("on") is not None and each.get("amount") is not None
        stake = scene.tongue.words["unwritten"]
        if named:
            wager, amount = _wager(each["on"], scene), _chips(each["amount"], scene)
            stake = scene.tongue.phrase("laid", amount=amount, wager=wager, place="")
        told.append(scene.tongue.phrase("whose", player=person(each["player"]), stake=stake))
    return scene.tongue.between.join(told)


def _deemed(value: Any, scene: FormContext) -> str:
    return _owing(
        {each["player"]: each["deemed"] for each in value}, replace(scene, currency=TOURNAMENT)
    )


def _moved(value: Any, scene: FormContext) -> str:
    return scene.cash(sum(move["amount"] for move in value or ()))


def _loss(value: Any, scene: FormContext) -> str:
    """Return the result of a visit; a negative loss was won."""
    key = "loss.lost" if value > 0 else "loss.won" if value else "loss.even"
    return scene.tongue.phrase(key, amount=scene.cash(abs(value)))


def _gain(value: Any, scene: FormContext) -> str:
    return scene.tongue.phrase(
        "gain.up" if value > 0 else "gain.down", amount=scene.cash(abs(value))
    )


def _settled(value: Any, scene: FormContext) -> str:
    return (
        scene.tongue.counted("settled", len(value)) if value else scene.tongue.words["settled.none"]
    )


def _situation(value: Any, scene: FormContext) -> str:
    return scene.tongue.situations.get(value) or scene.tongue.word(str(value))


def _outcome(value: Any, scene: FormContext) -> str:
    return scene.tongue.outcomes.get(value) or scene.tongue.word(str(value)).lower()


def _circumstances(value: Any, scene: FormContext) -> str:
    known = scene.tongue.circumstances
    told = (known.get(name, {}).get(answer(each), "") for name, each in value.items())
    return scene.tongue.between.join(filter(None, told))


def _known(value: Any, scene: FormContext) -> str:
    return "" if value is None else scene.tongue.words["known.yes" if value else "known.no"]


def _case(value: Any, scene: FormContext) -> str:
    """Return the subject of a report or a notice."""
    return _plain(about_in(scene.language, str(value)), scene)


def _book(value: Any, scene: FormContext) -> str:
    return scene.tongue.games.get(str(value), str(value))


def _role(value: Any, scene: FormContext) -> str:
    return scene.tongue.word(str(value), "role")


def _a_role(value: Any, scene: FormContext) -> str:
    role = _role(value, scene)
    article = "an" if "an" in scene.tongue.words and role[:1] in "aeiou" else "a"
    return scene.tongue.phrase(article, role=role)


def _time(value: Any, scene: FormContext) -> str:
    try:
        return FACE.tell(datetime.fromisoformat(str(value)))
    except ValueError:
        return _plain(value, scene)


def _eases(value: Any, scene: FormContext) -> str:
    """Return the limit that stays in force while a looser one waits.

    >>> from sabot.sentences.event_text import tell
    >>> standing = [{"amount": 50000, "until": "2026-11-17T13:00:00Z"}, {"amount": 80000}]
    >>> fields = {"who": "Al", "amount": 80000, "standing": standing}
    >>> with FACE.turned("UTC"):
    ...     tell("deposit-limit-set", fields).partition("day")[2]
    ', from 2026-11-17 13:00 UTC on; until then it stays at $500.00.'
    """
    until = [(each["until"], each["amount"]) for each in value or () if each.get("until")]
    if not until:
        return ""
    moment, amount = max(until, key=lambda each: str(each[0]))
    return scene.tongue.phrase("eases", moment=_time(moment, scene), amount=scene.cash(amount))


def _payments(value: Any, scene: FormContext) -> str:
    """Return the amounts paid by each method."""
    return scene.tongue.between.join(
        f"{scene.cash(amount)} {scene.tongue.word(way, 'paid-by')}" for way, amount in value.items()
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _of(kind: str) -> Callable[[Any, FormContext], str]:
    return lambda value, scene: scene.tongue.word(str(value), kind)


def _each(form: Callable[[Any, FormContext], str]) -> Callable[[Any, FormContext], str]:
    return lambda value, scene: scene.tongue.between.join(form(each, scene) for each in value)


def _many(key: str) -> Callable[[Any, FormContext], str]:
    return lambda value, scene: scene.tongue.counted(key, int(value))


def _either(yes: str, no: str) -> Callable[[Any, FormContext], str]:
    return lambda value, scene: scene.tongue.words[yes if value else no]


FORMS: Final[Mapping[str, Form]] = {
    "plain": _plain,
    "person": _person,
    "persons": _each(_person),
    "table": _table,
    "Table": lambda value, scene: _capital(_table(value, scene)),
    "tables": _tables,
    "silent": lambda value, scene: "",
    "ended": lambda value, scene: f"{_plain(value, scene)}.",
    "cash": _cash,
    "chips": _chips,
    "money": _money,
    "moved": _moved,
    "loss": _loss,
    "gain": _gain,
    "card": _card,
    "face-of": _face,
    "cards": _cards,
    "hand": _hand,
    "to": lambda value, scene: _hand(value, scene, "to"),
    "counts": _counts,
    "slots": _slots,
    "wager": _wager,
    "wagers": _each(_wager),
    "laid": _stake,
    "stake": lambda value, scene: _stakes([value], scene),
    "stakes": _stakes,
    "cuts": _cuts,
    "owing": _owing,
    "forms": _forms,
    "deemed": _deemed,
    "settled": _settled,
    "situation": _situation,
    "outcome": _outcome,
    "circumstances": _circumstances,
    "known": _known,
    "case": _case,
    "book": _book,
    "role": _role,
    "a-role": _a_role,
    "Role": lambda value, scene: _capital(_role(value, scene)),
    "word": lambda value, scene: scene.tongue.word(str(value)),
    "words": _each(_role),
    "face": _of("faces"),
    "result": _of("wins"),
    "decides": _of("decides"),
    "need": _of("need"),
    "attempt": _of("attempt"),
    "measures": _each(_of("measure")),
    "paid": _of("paid"),
    "method": _plain,
    "list": _each(_plain),
    "keys": _each(_plain),
    "values": lambda value, scene: _each(_person)(value.values(), scene),
    "time": _time,
    "eases": _eases,
    "too": _either("too.much", "too.little"),
    "meant": _either("meant.yes", "meant.no"),
    "or-none": lambda value, scene: "" if value else scene.tongue.words["none"],
    "tickets": lambda value, scene: scene.tongue.counted("tickets", tickets_in(value)),
    "tickets-count": _many("tickets"),
    "struck": _each(lambda each, scene: scene.tongue.phrase("struck", **each)),
    "payments": _payments,
    "publicity": _of("publicity"),
    "way": _of("way"),
    "cause": _of("cause"),
    "decision": _of("decision"),
    "step": _of("step"),
    "cards-count": _many("cards-count"),
    "coups-count": _many("coups-count"),
}
