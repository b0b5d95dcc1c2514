"""Show a player one coup again."""

from collections.abc import Sequence
from typing import Final

import msgspec

from sabot.audit.protocol import Dealt, Protocol, ProtocolEntry
from sabot.compliance.topics import names_in
from sabot.core.languages import ENGLISH, languages
from sabot.core.refusal import Refusal
from sabot.engine.declarations import Topic
from sabot.engine.ledger import FLOAT
from sabot.sentences.vocabulary import tongue
from sabot.sentences.words import Told, briefly, told
from sabot.server.tables.archive import Placed
from sabot.table import TABLE

SHOWN: Final = frozenset(names_in(Topic.COUP))
OWN: Final = frozenset(names_in(Topic.OWN_WAGER))
NAMED_ONLY: Final = frozenset(
    str(each.__struct_config__.tag).partition("/")[0] for each in TABLE.events if each.untold
)
"""Events whose sentences tell what others owe, or name cards that no player has seen."""


class ShoeCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the coup: card `(position + depth) mod cards` of the committed order, counted from
    0. No name if no player has seen it."""

    hand: str
    position: int
    card: str | None = None


class CoupShoe(msgspec.Struct, frozen=True):
    """The stack that a coup was dealt from: the digest from before the cut, and the coup's cards;
    the depth of the cut, salt and order once the stack is over."""

    coup: int
    digest: str
    depth: int | None
    cards: tuple[ShoeCard, ...]
    salt: str | None
    order: str | None


def shoe_of(coup: Protocol, placed: Sequence[Placed], opened: tuple[str, str] | None) -> CoupShoe:
    """Return what a player needs to check the cards of a coup without trusting the casino."""
    if not placed:
        message = "The cards of this coup were real ones: no order was bound beforehand."
        raise Refusal("no-shoe", None, message)
    first = placed[0]
    by_event = {each.seq: each for each in placed if each.digest == first.digest}
    cards = tuple(
        ShoeCard(each.hand, by_event[each.seq].position, each.card)
        for each in coup.cards
        if each.seq in by_event
    )
    salt, order = opened or (None, None)
    depth = None if opened is None else first.depth
    return CoupShoe(coup.coup, first.digest, depth, cards, salt, order)


def own_protocol(whole: Protocol, player: str) -> Protocol:
    """The cards, and this player's stakes and money. Refused while the coup is not over: what lies
    face down stays so."""
    if not whole.over:
        raise Refusal("unknown-coup", None, "That coup is not over yet.")
    unseen = {each.seq: each.hand for each in whole.cards if each.turned is None}
    entries = tuple(
        _said(each, player, unseen)
        for each in whole.entries
        if (name := _name(each)) in SHOWN or (name in OWN and each.by == player)
    )
    return msgspec.structs.replace(
        whole,
        entries=entries,
        cards=tuple(map(_lying, whole.cards)),
        wagers=tuple(laid for laid in whole.wagers if laid.player == player),
        settlement=tuple(each for each in whole.settlement if each.player == player),
        # A player who is called like the float is not shown the float.
        money=tuple(each for each in whole.money if each.place == player != FLOAT),
        findings=(),
    )


def _name(entry: ProtocolEntry) -> str:
    return entry.what.partition("/")[0]


def _said(entry: ProtocolEntry, player: str, unseen: dict[int, str]) -> ProtocolEntry:
    """The entry without who entered it, and in words that are everybody's to read."""
    name, said = _name(entry), Told({ENGLISH: entry.text, **entry.words})
    if name in NAMED_ONLY:
        said = briefly(name)
    elif name == "coup-started":
        said = Told({language: _uncut(text, language) for language, text in said.items()})
    elif entry.seq in unseen:
        said = told("card-dealt", {"hand": unseen[entry.seq]})
    by = entry.by if entry.by == player else ""
    return msgspec.structs.replace(entry, by=by, text=said.en, words=said.words)


def _uncut(text: str, language: str) -> str:
    """Without what was cut: by which clause one is, tells of a Loss Limit."""
    first, cut, _ = text.partition(tongue(language).words["cuts"])
    return first + languages()[language].stop if cut else text


def _lying(dealt: Dealt) -> Dealt:
    """A card that was never turned up has no name."""
    return dealt if dealt.turned is not None else msgspec.structs.replace(dealt, card=None)
