"""Handing cards out at a table: random evenings, virtual cards, and what is kept."""

import itertools
import random
from typing import Any

import msgspec
import pytest

from sabot.engine.streams import Rejection
from sabot.floor import Answer, Floor
from sabot.rules.roles import ROLES
from sabot.store import open_store
from sabot.table import TABLE, Table
from sabot.table.coup.handouts import held_by, recipients
from support.accounts import funded
from support.evening import Evening

GAMES = (("star-baccarat", "B"), ("star-three-card", "B"), ("canberra-mini", "down"))
PLAYERS = {"ann": 1, "bob": 2, "cat": 5, "dan": None}
HANDS = ("player", "banker", "box 1", "box 2", "box 5", "dealer", "")


def dealt(game: str, method: str) -> Evening:
    """Four players, one of them standing, with the initial deal face down."""
    evening = Evening(game, method=method)
    boxes = evening.table.book.procedure.takes_boxes
    for player, place in PLAYERS.items():
        evening.join(player, place)
        if boxes and place is None:
            evening.ok("take-box", player=player, box=5)
        where: dict[str, Any] = {"box": place or 5} if boxes else {}
        evening.bet(player, "player" if boxes or player != "cat" else "banker", **where)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    cards = [rank + suit for suit in "SHDC" for rank in "23456789TJQK"]
    for card in cards[: len(evening.table.book.procedure.initial((1, 2, 5)))]:
        evening.card(card)
    return evening


def anything(chance: random.Random, evening: Evening) -> dict[str, Any]:
    """A command about handing, sensible or not."""
    hand, player = chance.choice(HANDS), chance.choice([*PLAYERS, "a stranger"])
    slot = chance.choice([None, *range(-1, 7)])
    faces = evening.faces(hand or None, slot)
    commands: list[dict[str, Any]] = [
        {"do": "pass-hand", "hand": hand, "player": player, "marked": chance.random() < 0.2},
        {"do": "refuse-cards", "hand": hand, "player": player},
        {"do": "return-hand", "hand": hand},
        {"do": "forfeit-cards", "hand": hand, "player": player, "reason": "seen"},
        {"do": "nominate-players", "hand": hand, "player": player,
         "nominees": chance.choices([*PLAYERS, "a stranger"], k=chance.randrange(4))},
        {"do": "pass-card", "slot": slot or 0, "player": player},
        {"do": "expose-cards", "hand": hand or None, "slot": slot, "cards": faces},
        {"do": "approve", "what": chance.choice(["nominate", "standing"]), "player": player},
        {"do": "mark-point-total"},
        {"do": "choose-method", "method": "A"},
    ]  # fmt: skip
    command = chance.choice(commands)
    role = chance.choice(["player", "player", "dealer", "dealer", "duty manager", *ROLES])
    actor = chance.choice([player, *PLAYERS]) if role == "player" else "dana"
    return {**command, "role": role, "actor": actor}


@pytest.mark.parametrize("game, method", GAMES)
@pytest.mark.parametrize("seed", range(15))
def test_random_evenings_break_nothing(game: str, method: str, seed: int) -> None:
    chance, evening = random.Random(seed), dealt(game, method)
    for _ in range(150):
        command = anything(chance, evening)
        before = evening.table
        decided = evening.ask(**command)
        if isinstance(decided, Rejection):
            assert decided.message.endswith(".")
            continue
        evening.ok(**command)
        check_turned(before, evening.table, command)
        check_round(evening.table)
    assert evening.replayed() == evening.table
    kept = msgspec.msgpack.encode(evening.table)
    assert msgspec.msgpack.decode(kept, type=Table) == evening.table


def check_turned(before: Table, after: Table, command: dict[str, Any]) -> None:
    """A player turned only cards that lay before them, and not those that a player held."""
    pairs = zip(before.round.slots, after.round.slots, strict=True)
    turned = {index for index, (old, new) in enumerate(pairs) if new.up and not old.up}
    if command["role"] == "player":
        assert turned <= held_by(before, command["actor"])
    else:
        assert not turned & set().union(*(held_by(before, player) for player in PLAYERS))


def check_round(table: Table) -> None:
    round_, conduct = table.round, table.conduct
    if conduct.handing.one_hand_out is not None:
        assert len(round_.out) <= 1
    for hand, holder in round_.out.items():
        assert any(slot.hand == hand and not slot.up for slot in round_.slots)
        assert holder not in round_.refused.get(hand, ())
        assert table.patrons[holder].place is not None or conduct.handing.seated != "8.2.1"
    for one, other in itertools.combinations(PLAYERS, 2):
        assert not held_by(table, one) & held_by(table, other)
    if round_.out:
        assert round_.handled and table.stack.handled


def test_amounts_that_are_no_wager_any_more_do_not_count() -> None:
    evening = dealt("star-baccarat", "B")
    assert recipients(evening.table, "player") == ["bob", "ann"]
    round_, replace = evening.table.round, msgspec.structs.replace
    stakes = {
        number: replace(laid, live=0) if laid.player == "bob" else laid
        for number, laid in round_.stakes.items()
    }
    table = replace(evening.table, round=replace(round_, stakes=stakes))
    assert recipients(table, "player") == ["ann"]
    assert recipients(replace(table, patrons={}), "player") == []
    stakes = {number: replace(laid, invalid="5.6") for number, laid in round_.stakes.items()}
    table = replace(evening.table, round=replace(round_, stakes=stakes))
    assert recipients(table, "player") == []


def test_a_no_bet_coup_is_dealt_by_method_a_and_nobody_is_handed_it() -> None:
    evening = Evening("star-baccarat", method="B")
    evening.ok("call-no-bet-coup", role="casino supervisor", marker=True)
    for _ in range(4):
        evening.ok("deal-card")
    assert evening.no("dealer-keeps", "pass-hand", hand="player", player="ann").clause == "8.5"


@pytest.mark.parametrize("face", ["Nine", "", "9S9S"])
def test_a_card_that_does_not_exist_is_not_turned(face: str) -> None:
    evening = dealt("star-baccarat", "B")
    evening.ok("pass-hand", hand="player", player="bob")
    turned: dict[str, Any] = {"slot": 0, "turned_by": "bob"}
    evening.no("unknown-card", "expose-cards", cards=[{"slot": 0, "card": face}], **turned)


def test_only_staff_and_holders_turn_cards_and_only_those_they_name() -> None:
    evening = dealt("canberra-mini", "down")
    evening.no_turn("wrong-role", "player", role="surveillance")
    banker = [{"slot": 1, "card": "3S"}, {"slot": 3, "card": "5S"}]
    evening.no("not-face-down", "expose-cards", hand="player", cards=banker)
    evening.no("bad-command", "expose-cards", hand="banker", cards=banker[:1])
    evening.turn()
    evening.no("not-face-down", "expose-cards", cards=[])


def test_no_card_is_turned_before_the_first_cards_are_dealt() -> None:
    evening = Evening("canberra-mini", method="down")
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.ok("no-more-bets")
    evening.card("2S")
    assert evening.no_turn("not-now").clause == "6.3"


def test_the_holder_may_name_somebody_else_for_what_is_left() -> None:
    evening = dealt("star-baccarat", "B")
    evening.ok("approve", what="nominate", player="bob", role="casino supervisor")
    evening.ok("pass-hand", hand="player", player="bob")
    evening.ok("nominate-players", hand="player", player="bob", nominees=["ann", "cat"],
               role="casino supervisor")  # fmt: skip
    (passed,) = evening.ok("pass-card", slot=0, player="ann")
    assert getattr(passed, "clause", None) == "8.4.1"
    evening.turn(slot=0, actor="ann", role="player")
    evening.ok("nominate-players", hand="player", player="bob", nominees=["ann"],
               role="casino supervisor")  # fmt: skip
    assert held_by(evening.table, "ann") == {2}


class Virtual:
    """A virtual table over a store."""

    def __init__(self) -> None:
        self.floor = Floor(open_store("sqlite://"))
        self._ids = itertools.count(1)
        sue: dict[str, str] = {"actor": "sue", "role": "casino supervisor"}
        sign = {"minimum": "5", "maximum": "1000"}
        self.ok("open-table", rulebook="star-baccarat", method="B", sign=sign, **sue)
        self.ok("open-float", amount="100000", **sue)
        self.ok("check-cards")
        self.ok("shuffle")
        self.ok("cut-cards", depth=100, from_back=52)
        self.ok("burn-cards")
        for place, player in ((1, "ann"), (2, "bob")):
            own = {"actor": player, "role": "player", "player": player}
            funded(self.floor, player, "1000", f"{player} 1")
            self.ok("join-table", **own, place=place, chips="1000", card=f"{player} 1")
            self.ok("place-wager", **own, on="player", amount="100")
        for _ in range(4):
            self.ok("deal-card")

    def do(self, do: str, actor: str = "dana", role: str = "dealer", **fields: Any) -> Answer:
        said = {"id": str(next(self._ids)), "do": do, "actor": actor, "role": role, **fields}
        return self.floor.do("1", TABLE.read_command(msgspec.json.encode(said)))

    def ok(self, do: str, **fields: Any) -> None:
        answer = self.do(do, **fields)
        assert answer.rejected is None, answer.rejected

    def no(self, code: str, do: str, **fields: Any) -> None:
        answer = self.do(do, **fields)
        assert answer.rejected is not None and answer.rejected.code == code, answer

    def up(self) -> list[int]:
        return [i for i, slot in enumerate(self.floor.table("1").round.slots) if slot.up]


def test_a_virtual_hand_is_turned_card_by_card_without_naming_it() -> None:
    table, bob = Virtual(), {"actor": "bob", "role": "player"}
    table.ok("pass-hand", hand="player", player="bob")
    table.no("not-your-cards", "expose-cards", slot=1, **bob)
    table.no("not-your-cards", "expose-cards", hand="player", actor="ann", role="player")
    table.no("bad-command", "expose-cards", slot=2, cards=[{"slot": 2, "card": "AS"}], **bob)
    table.ok("expose-cards", slot=2, **bob)
    assert table.up() == [2]
    table.no("not-your-cards", "expose-cards", slot=99, **bob)
    table.ok("expose-cards", hand="player", **bob)
    assert table.up() == [0, 2]
    table.ok("expose-cards", hand="banker")
    assert table.up() == [0, 1, 2, 3]


def test_a_virtual_nominee_turns_one_card() -> None:
    table, bob = Virtual(), {"actor": "bob", "role": "player"}
    table.ok("approve", what="nominate", player="bob", role="casino supervisor")
    table.ok("pass-hand", hand="player", player="bob")
    table.ok("nominate-players", hand="player", player="bob", nominees=["ann", "bob"], **bob)
    table.no("one-card-out", "expose-cards", hand="player", actor="ann", role="player")
    table.ok("pass-card", slot=0, player="ann")
    table.ok("expose-cards", hand="player", actor="ann", role="player")
    assert table.up() == [0]
