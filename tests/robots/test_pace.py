"""When robots act: after the countdown, at a pace that people can follow, and never before a person
had the time that is theirs."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from sabot.floor import Floor
from sabot.robots import Pace, RobotDealer, RobotPlayer, TableScene, View, Wish
from sabot.store import open_store
from support.accounts import funded

START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
PACE = Pace(card=1, call=2, look=5, think=6, squeeze=3, turn=20, decide=15, aside=30)
replace = msgspec.structs.replace


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


class Evening:
    """A table at which the test says what happens, and a robot dealer who wishes in time."""

    def __init__(self, book: str, **options: Any) -> None:
        self.floor = Floor(open_store("sqlite://"), lambda: START)
        self.view = View(self.floor, "1")
        self._ids = iter(range(10**6))
        self.opener = RobotDealer(book, **options)

    def do(self, wish: Wish) -> None:
        answer = self.floor.do("1", self.floor.read(wish.command(f"n{next(self._ids)}")))
        assert answer.rejected is None, (wish, answer.rejected)
        self.view.look()

    def say(self, actor: str, role: str, do: str, **fields: Any) -> None:
        self.do(Wish(do, actor, role, fields))

    def join(self, *names: str) -> None:
        for place, name in enumerate(names, 1):
            card = f"card {name}"
            funded(self.floor, name, "5000", card)
            seat = {"player": name, "chips": "5000", "place": place, "card": card}
            self.say(name, "player", "join-table", **seat)

    def bet(self, name: str, on: str, amount: str = "50", **more: Any) -> None:
        fields = {"player": name, "on": on, "amount": amount, **more}
        self.say(name, "player", "place-wager", **fields)

    def deal(self, until: Callable[[TableScene], bool] = lambda scene: False) -> None:
        """Do all the dealer's steps that need no waiting."""
        while not until(self.view.scene()) and (wish := self.opener.wish(self.view.scene())):
            self.do(wish)

    def scene(self, now: datetime, player: str | None = None, **coup: Any) -> TableScene:
        scene = replace(self.view.scene(player), now=now)
        table = replace(scene.table, coup=replace(scene.table.coup, **coup))
        return replace(scene, table=table)


@pytest.fixture
def baccarat() -> Iterator[Evening]:
    evening = Evening("star-baccarat", method="B")
    evening.deal()
    evening.join("ann", "bea")
    yield evening


def test_bets_are_closed_when_the_countdown_has_run_out(baccarat: Evening) -> None:
    dealer = RobotDealer(pace=PACE)
    assert dealer.wish(baccarat.scene(START)) is None
    baccarat.bet("ann", "player")
    for now in (START, later(3), later(14.9)):
        wish = dealer.wish(baccarat.scene(now, closes=later(15)))
        assert wish is not None
        assert (wish.do, wish.at) == ("no-more-bets", later(15))
        assert not wish.is_due(now) and wish.is_due(later(15))


def test_cards_come_one_after_the_other(baccarat: Evening) -> None:
    baccarat.bet("ann", "player")
    baccarat.say("dora", "dealer", "no-more-bets")
    dealer = RobotDealer(pace=PACE)
    for number in range(4):
        now = later(10 * number)
        wish = dealer.wish(baccarat.scene(now))
        assert wish is not None and wish.do == "deal-card"
        assert wish.at == now + timedelta(seconds=PACE.card)
        assert dealer.wish(baccarat.scene(now + timedelta(seconds=0.5))) == wish
        baccarat.do(wish)


def test_a_player_has_time_to_turn_the_cards_and_then_they_come_back(baccarat: Evening) -> None:
    baccarat.bet("ann", "player")
    baccarat.deal(lambda scene: any(hand.holder for hand in scene.table.hands))
    dealer = RobotDealer(pace=PACE)
    wish = dealer.wish(baccarat.scene(START))
    assert wish == Wish("return-hand", dealer.name, "dealer", {"hand": "player"}, later(20))
    baccarat.say("ann", "player", "expose-cards", slot=0)
    wish = dealer.wish(baccarat.scene(later(10)))
    assert wish is not None and wish.at == later(30)
    baccarat.do(wish)
    wish = dealer.wish(baccarat.scene(later(30)))
    assert wish is not None and wish.do == "expose-cards"
    baccarat.deal(lambda scene: scene.table.wait.step != "expose")
    assert all(card.up for hand in baccarat.view.scene().table.hands for card in hand.cards)


def test_without_a_limit_the_robot_waits_for_ever(baccarat: Evening) -> None:
    baccarat.bet("ann", "player")
    baccarat.deal(lambda scene: any(hand.holder for hand in scene.table.hands))
    assert RobotDealer().wish(baccarat.scene(later(10**6))) is None


def test_a_hand_without_a_decision_stands() -> None:
    evening = Evening("star-lucky-draw")
    evening.deal()
    evening.join("ann", "bea")
    while evening.view.scene().table.wait.step != "decision":
        evening.bet("ann", "enter", box=1)
        evening.deal(lambda scene: scene.table.wait.step == "decision")
    dealer = RobotDealer(pace=PACE)
    wish = dealer.wish(evening.scene(START))
    fields = {"box": 1, "decision": "stand", "absent": True}
    assert wish == Wish("decide-hand", dealer.name, "dealer", fields, later(15))
    assert RobotDealer().wish(evening.scene(START)) is None
    evening.do(wish)
    line = [*evening.floor.events("1")][-1]
    assert msgspec.json.decode(line)["what"] == "hand-decided/1"


def test_the_cards_of_a_settled_coup_lie_for_a_while(baccarat: Evening) -> None:
    baccarat.bet("ann", "tie")
    baccarat.deal(lambda scene: scene.table.wait.step == "clear")
    wish = RobotDealer(pace=PACE).wish(baccarat.scene(START))
    assert wish is not None and (wish.do, wish.at) == ("clear-cards", later(5))


def heard(by: str, role: str) -> list[dict[str, Any]]:
    return [{"seq": 9, "what": "x/1", "by": by, "do": {"role": role}}, {"seq": 10, "what": "y/1"}]


def test_a_robot_stands_aside_while_somebody_else_deals(baccarat: Evening) -> None:
    baccarat.bet("ann", "tie")
    dealer = RobotDealer(pace=PACE)
    dealer.heard(heard("ann", "player"), START)
    dealer.heard(heard(dealer.name, "dealer"), START)
    assert dealer.wish(baccarat.scene(START)) is not None
    dealer.heard(heard("dora", "dealer"), START)
    aside = dealer.wish(baccarat.scene(later(29)))
    assert aside is not None and aside.at == later(30), "nothing else may wake it up"
    back = dealer.wish(baccarat.scene(later(30)))
    assert back is not None and back.is_due(later(30))


def test_a_player_thinks_before_betting_and_bets_once(baccarat: Evening) -> None:
    robot = RobotPlayer("bea", pace=PACE, mind=random.Random(2))
    wish = robot.wish(baccarat.scene(START, "bea"))
    assert wish is not None and wish.do == "place-wager" and wish.at is not None
    assert START < wish.at <= later(6)
    assert robot.wish(baccarat.scene(START, "bea")) == wish
    assert robot.wish(baccarat.scene(wish.at, "bea")) == wish
    assert robot.wish(baccarat.scene(wish.at, "bea")) is None


def test_a_player_holds_each_card_for_a_moment(baccarat: Evening) -> None:
    baccarat.bet("ann", "player")
    baccarat.deal(lambda scene: any(hand.holder for hand in scene.table.hands))
    robot = RobotPlayer("ann", pace=PACE)
    for slot, now in ((0, START), (2, later(8))):
        wish = robot.wish(baccarat.scene(now, "ann"))
        fields = {"hand": "player", "slot": slot}
        assert wish == Wish("expose-cards", "ann", "player", fields, now + timedelta(seconds=3))
        baccarat.do(wish)
    assert RobotPlayer("bea", pace=PACE).wish(baccarat.scene(START, "bea")) is None


def account(evening: Evening, name: str, amount: str, card: str = "7") -> None:
    stream = {"stream": f"player:{name}"}
    boss = ("cage", "cashier")
    evening.say(*boss, "open-account", player=name, **stream)
    evening.say(*boss, "issue-player-card", card=card, **stream)
    evening.say(*boss, "deposit", amount=amount, method="cash", reference="slip", **stream)


def test_a_player_with_an_account_sits_down_with_its_money_and_card(baccarat: Evening) -> None:
    account(baccarat, "cleo", "6000")
    robot = RobotPlayer("cleo", 2)
    wish = robot.wish(baccarat.scene(START, "cleo"))
    assert wish is not None and (wish.actor, wish.role) == ("cleo", "player")
    assert wish.fields == {"player": "cleo", "place": 3, "chips": "5000.00", "card": "…"}
    baccarat.do(wish)
    assert baccarat.floor.account("cleo").balance == 1000_00


def test_a_player_whose_account_is_low_puts_money_in(baccarat: Evening) -> None:
    account(baccarat, "cleo", "10")
    robot = RobotPlayer("cleo")
    wish = robot.wish(baccarat.scene(START, "cleo"))
    assert wish is not None and (wish.do, wish.account) == ("deposit", True)
    baccarat.do(wish)
    assert robot.wish(baccarat.scene(START, "cleo")) is None, "the cashier has to confirm it"
    own = {"number": 1, "reason": "seen", "stream": "player:cleo"}
    baccarat.say("cage", "cashier", "confirm-statement", **own)
    wish = robot.wish(baccarat.scene(START, "cleo"))
    assert wish is not None and wish.do == "join-table"


def test_a_player_who_plays_elsewhere_stays_there(baccarat: Evening) -> None:
    account(baccarat, "cleo", "6000")
    scene = baccarat.scene(START, "cleo")
    assert scene.you is not None
    away = replace(scene, you=replace(scene.you, elsewhere="2"))
    assert RobotPlayer("cleo").wish(away) is None
    excluded = replace(scene, you=replace(scene.you, excluded="14.1"))
    assert RobotPlayer("cleo").wish(excluded) is None
