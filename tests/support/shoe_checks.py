"""Checks of a shuffle, cut or burn: left out, or done in the middle of a coup; in every game."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import msgspec

from sabot.parts.statements import StatementMade
from sabot.table.shoe.omissions import CutSkipped, ShuffleSkipped
from support.evening import Evening, Json
from support.irregular import SUPERVISOR, sound
from support.provisions import whole

replace = msgspec.structs.replace


@dataclass(frozen=True)
class Played:
    """A game for these checks: a bet of Alice, the cards of one coup without a tie, and clauses."""

    name: str
    bet: Json
    cards: str
    uncut: str | None
    unshuffled: str | None
    first: str
    during: str
    cut: str
    stands: bool = False
    options: Json = field(default_factory=dict)

    def evening(self, **more: Any) -> Evening:
        evening = Evening(self.name, **{**self.options, **more})
        evening.join("alice", 1)
        return evening

    def lay(self, evening: Evening) -> None:
        evening.bet("alice", self.bet["on"], "5", box=self.bet.get("box"))

    def call(self, evening: Evening) -> None:
        if evening.table.conduct.calls.required:
            evening.ok("no-more-bets")

    def rest(self, evening: Evening, cards: str) -> None:
        """Deal the rest of the coup and finish it."""
        *before, last = cards.split()
        evening.deal(" ".join(before))
        if self.stands:
            evening.choose(1, "stand", "alice")
        evening.deal(last)
        evening.finish()

    @property
    def opening(self) -> str:
        return self.cards.split()[0]

    @property
    def further(self) -> str:
        return " ".join(self.cards.split()[1:])


BACCARAT = Played(
    "star-baccarat", {"on": "player"}, "4S KH 5D 2C", "12.7", "12.9", "4.10", "4.9", "4.5"
)
THREE_CARD = Played(
    "star-three-card", {"on": "player", "box": 1}, "2S 9H 3D KC 4H QC", "12.10", "12.12", "4.8",
    "4.7", "4.5",
)  # fmt: skip
LUCKY_DRAW = Played(
    "star-lucky-draw", {"on": "enter", "box": 1}, "4S 6H 3D 2H", "10.12", "10.14", "4.1.2",
    "4.1.3", "4.8", stands=True,
)  # fmt: skip
CANBERRA = Played("canberra-mini", {"on": "player"}, "4S KH 5D 2C", None, None, "5.8", "5.8", "5.4")


def before_the_cut(game: Played) -> Evening:
    """Cards shuffled and not cut, and a wager of Alice: it may lie meanwhile."""
    evening = Evening(game.name, ready=False, **game.options)
    evening.ok("open-float", role=SUPERVISOR, amount="100000")
    evening.ok("check-cards", actor="sue", role=SUPERVISOR, dealer="dana")
    evening.join("alice", 1)
    game.lay(evening)
    evening.no("not-ready", "deal-card", card=game.opening)
    evening.ok("shuffle")
    return evening


def uncut_coup(game: Played) -> None:
    """A coup from uncut cards is completed; then they are shuffled and cut."""
    evening = before_the_cut(game)
    assert evening.no("not-cut", "deal-card", card=game.opening).clause == game.cut
    evening.no("not-so", "deal-card", card=game.opening, unshuffled=True)
    events = evening.card(game.opening, uncut=True)
    assert events[0] == CutSkipped(clause=str(game.uncut))
    assert evening.no("not-so", "deal-card", card="2C", uncut=True).clause == game.uncut
    assert evening.says("report-irregularity", situation="not-cut")[0].clause == game.uncut  # type: ignore[attr-defined]
    game.rest(evening, game.further)
    game.lay(evening)
    for said in ({}, {"uncut": True}, {"unshuffled": True}):
        assert evening.no("must-shuffle", "deal-card", card="2C", **said).clause == game.uncut
    evening.fresh_cards()
    game.rest(evening, game.cards)
    sound(evening)


def uncut_nearest_miss(game: Played) -> None:
    """Cards that were cut are not dealt as uncut; nor are those of a virtual shoe ever."""
    evening = game.evening()
    game.lay(evening)
    refused = evening.no("not-so", "deal-card", card=game.opening, uncut=True)
    assert refused.clause == game.uncut
    virtual = Evening(game.name, ready=False, feed="virtual", **game.options)
    virtual.ok("check-cards", actor="sue", role=SUPERVISOR, dealer="dana")
    virtual.ok("shuffle", digest="0" * 64)
    virtual.no("not-cut", "deal-card", uncut=True)


def run_down(game: Played) -> Evening:
    """Shuffle due after the cutting card, and a wager of Alice."""
    evening = game.evening()
    game.lay(evening)
    game.call(evening)
    evening.card(game.opening)
    one, rest = game.further.split(" ", 1)
    evening.card(one, cutting_card=True)
    game.rest(evening, rest)
    while evening.table.stack.left:
        game.lay(evening)
        game.rest(evening, game.cards)
    game.lay(evening)
    return evening


def unshuffled_coup(game: Played) -> None:
    """A coup dealt though the cutting card called for a shuffle is completed; then they are
    shuffled and cut."""
    evening = run_down(game)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == game.during
    evening.no("must-shuffle", "deal-card", card="2C", uncut=True)
    events = evening.card(game.opening, unshuffled=True)
    assert events[0] == ShuffleSkipped(clause=str(game.unshuffled))
    said = {"situation": "not-shuffled", "circumstances": {"enough_cards": True}}
    assert evening.says("report-irregularity", **said)[0].clause == game.unshuffled  # type: ignore[attr-defined]
    game.rest(evening, game.further)
    game.lay(evening)
    for more in ({}, {"unshuffled": True}):
        refused = evening.no("must-shuffle", "deal-card", card="2C", **more)
        assert refused.clause == game.unshuffled
    evening.ok("shuffle")
    evening.ok("cut-cards", depth=100, from_back=52, declined=["alice"])
    sound(evening)


def unshuffled_nearest_miss(game: Played) -> None:
    """Without a cutting card no shuffle was missed; one that a supervisor orders is made."""
    evening = game.evening()
    game.lay(evening)
    refused = evening.no("not-so", "deal-card", card=game.opening, unshuffled=True)
    assert refused.clause == game.unshuffled
    evening.ok("order-shuffle", actor="sue", role=SUPERVISOR, reason="in order")
    ordered = evening.no("must-shuffle", "deal-card", card=game.opening, unshuffled=True)
    assert ordered.clause != game.unshuffled


def dealers_word(game: Played, situation: str, clause: str, said: Json) -> None:
    """A dealer's word alone has no cards shuffled: a casino supervisor confirms it, or says so."""
    report: Json = {"situation": situation, "circumstances": said}
    evening = game.evening()
    game.lay(evening)
    evening.card(game.opening)
    (made,) = evening.says("report-irregularity", **report)
    assert isinstance(made, StatementMade) and made.clause == clause
    assert evening.table.stack.shuffle is None
    evening.no("held", "deal-card", card="2C")
    evening.ok("refuse-statement", actor="sue", role=SUPERVISOR, number=made.number, reason="no")
    assert evening.table.stack.shuffle is None
    game.rest(evening, game.further)
    game.lay(evening)
    evening.card(game.opening)
    evening.says("report-irregularity", actor="sue", role=SUPERVISOR, **report)
    assert evening.table.stack.shuffle == clause
    sound(evening)


def behind_the_cutting_card(game: Played) -> None:
    """No card from behind the cutting card is taken while it is said to be in the shoe."""
    for before, clause in ((0, game.first), (1, game.during)):
        evening = game.evening()
        stack = evening.table.stack
        evening.table = replace(
            evening.table, stack=replace(stack, dealt=(stack.cutting or 0) - before)
        )
        game.lay(evening)
        game.call(evening)
        if before:
            evening.ok("deal-card", card=game.opening)
        assert evening.no("cutting-card", "deal-card", card="2C").clause == clause
        (out, *_) = evening.ok("deal-card", card="2C", cutting_card=True)
        assert (out.clause, out.early) == (clause, 0)  # type: ignore[attr-defined]


def before_the_cutting_card(game: Played) -> None:
    """The card in front of the cutting card is dealt as ever. One that comes out before the place
    that the log has for it is kept with how far."""
    evening = game.evening()
    stack = evening.table.stack
    evening.table = replace(evening.table, stack=replace(stack, dealt=(stack.cutting or 0) - 2))
    game.lay(evening)
    game.call(evening)
    evening.ok("deal-card", card=game.opening)
    (out, *_) = evening.ok("deal-card", card="2C", cutting_card=True)
    assert (out.clause, out.early) == (game.during, 1)  # type: ignore[attr-defined]


def contradicted(evening: Evening, clause: str, wrong: str, right: str | None) -> None:
    """A keyed card that is not the one set aside is refused; that one is dealt."""
    assert evening.no("set-aside", "deal-card", card=wrong).clause == clause
    events = evening.ok("deal-card", **({} if right is None else {"card": right}))
    assert events[-1].card == right  # type: ignore[attr-defined]
    sound(evening)


def cut_and_burned_in_coup(
    evening: Evening, cut_clause: str, burn_clause: str, *, depth: int, from_back: int
) -> None:
    """Cards shuffled in a coup are offered to be cut and burned, as before any shoe."""
    cut: dict[str, Any] = {"depth": depth, "from_back": from_back}
    if evening.table.round.take_down is not None:
        evening.ok("resume-play")
    refused = evening.no("not-cut", "deal-card", card="2C")
    assert refused.clause == cut_clause
    evening.no("not-now", "burn-cards")
    rule = evening.table.book.preparation.cut
    by_word = rule is not None and rule.supervisor_clause is not None
    evening.no("needs-approval" if by_word else "wrong-cut", "cut-cards", **cut, cutter="mallory")
    (done,) = evening.ok("cut-cards", **cut, **evening.cutter())
    assert (done.depth, done.cutter, done.clause) == (depth, None, cut_clause)  # type: ignore[attr-defined]
    refused = evening.no("not-burned", "deal-card", card="2C")
    assert refused.clause == burn_clause
    way = evening.table.book.preparation.burns[0]
    evening.ok("burn-cards", **({"card": "AS"} if way.counted else {}))
    evening.no("not-now", "burn-cards", **({"card": "AS"} if way.counted else {}))
    evening.no("not-shuffled", "cut-cards", **cut)
    assert evening.table.phase == "dealing"


def put_out_and_closed(game: str, clause: str) -> None:
    """Players whom staff key out are told of a closure by a sign like those who sit there."""
    evening = Evening(game)
    evening.join("alice", 1)
    evening.ok("leave-table", player="alice")
    close = {"actor": "sue", "role": whole(evening.table.conduct.general).close.by}
    sign = {"actor": "sue", "role": SUPERVISOR, "kind": "close"}
    assert evening.no("no-sign", "close-table", **close).clause == clause
    minutes = whole(evening.table.conduct.general).close.minutes
    past = (evening.now.replace(day=evening.now.day - 1)).isoformat()
    assert evening.no("bad-sign", "post-sign", **sign, takes_effect=past).clause == clause
    soon = evening.now + timedelta(seconds=1)
    evening.ok("post-sign", **sign, takes_effect=soon.isoformat())
    evening.now = soon
    if minutes:
        assert evening.no("too-early", "close-table", **close).clause == clause
        evening.wait(minutes=minutes)
    evening.ok("close-table", **close)
    sound(evening)


def left_and_closed(game: str) -> None:
    """A table that players have left by their own hand, or long ago, closes without a sign."""
    evening = Evening(game)
    close = {"actor": "sue", "role": whole(evening.table.conduct.general).close.by}
    evening.join("alice", 1)
    evening.ok("leave-table", actor="alice", role="player", player="alice")
    evening.ok("close-table", **close)
    minutes = whole(evening.table.conduct.general).close.minutes
    if minutes:
        evening = Evening(game)
        evening.join("alice", 1)
        evening.ok("leave-table", player="alice")
        evening.wait(minutes=minutes)
        evening.ok("close-table", **close)


def burned_in_part(game: str, clause: str, **way: Any) -> Evening:
    """A counted burn of which the dealer forgot some cards: those stay in play."""
    evening = Evening(game, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    for burned in (0, 8, 9):  # a seven and seven more
        refused = evening.no("not-so", "burn-cards", card="7H", burned=burned, **way)
        assert refused.clause == clause
    burned_, skipped = evening.ok("burn-cards", card="7H", burned=3, **way)
    assert (burned_.number, skipped.clause, skipped.left) == (3, clause, 5)  # type: ignore[attr-defined]
    evening.no("not-now", "burn-cards", card="7H", **way)
    sound(evening)
    return evening
