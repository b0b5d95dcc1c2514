"""Robots play every game in every way that its document knows."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from sabot import RULEBOOKS
from sabot.core.refusal import Refusal
from sabot.engine.ledger import is_balanced
from sabot.floor import Answer, Floor, read_line
from sabot.robots import RobotDealer, RobotPlayer, RobotSession, Wish
from sabot.shoe.randomness import Seeded
from sabot.store import Store, open_store
from sabot.table.state import CLOSED, DEALING

WAYS = [
    (book.id, source, method.name, face)
    for book in RULEBOOKS.values()
    for source in book.preparation.sources.allowed
    for method in book.conduct.methods
    for face in method.faces
]
BOOK = "star-baccarat"


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store("sqlite://") as opened:
        yield opened


def trio() -> list[RobotPlayer]:
    return [RobotPlayer(name, place) for place, name in enumerate(("Ada", "Ben", "Cleo"), 1)]


def events_of(floor: Floor, what: str) -> list[bytes]:
    return [line for line in floor.events("1") if read_line(line).what.startswith(f"{what}/")]


@pytest.mark.parametrize(("book", "source", "method", "face"), WAYS)
def test_every_game_in_every_way(
    store: Store, book: str, source: str, method: str, face: str
) -> None:
    floor = Floor(store)
    dealer = RobotDealer(book, source=source, method=method, face=face)
    session = RobotSession(floor, "1", dealer, trio())
    session.play(6)
    session.end()
    table = session.table
    assert (table.coups, table.phase, table.patrons) == (6, CLOSED, {})
    assert table == floor.table("1")
    assert is_balanced(table.balances)
    recipient = RULEBOOKS[book].conduct.methods[0].recipient
    handed = any(m.name == method and m.recipient != recipient for m in table.conduct.methods)
    assert bool(events_of(floor, "hand-passed")) == handed


@pytest.mark.parametrize("book", sorted({name for name, source, *_ in WAYS if source == "shoe"}))
def test_a_shoe_is_shuffled_when_it_has_run_out(store: Store, book: str) -> None:
    floor = Floor(store, randomness=Seeded(book))
    decks = min(RULEBOOKS[book].preparation.decks.allowed)
    session = RobotSession(floor, "1", RobotDealer(book, decks=decks), trio())
    while session.table.stack.number < 2:
        session.play(10)
    assert len(events_of(floor, "cards-cut")) == session.table.stack.number


def test_robots_bet_on_side_bets_and_take_no_for_an_answer(store: Store) -> None:
    floor, bets, noes = Floor(store), Counter[str](), Counter[str]()

    def watch(wish: Wish, answer: Answer) -> None:
        if wish.do == "place-wager":
            bets[wish.fields["on"]] += 1
        if answer.rejected is not None:
            noes[answer.rejected.code] += 1

    RobotSession(floor, "1", RobotDealer("star-three-card"), trio(), watch=watch).play(20)
    assert {"player", "tie", "three-pictures"} <= set(bets)
    assert set(noes) == {"not-together"}


def test_lucky_draw_players_draw_and_stand(store: Store) -> None:
    floor = Floor(store)
    RobotSession(floor, "1", RobotDealer("star-lucky-draw"), trio()).play(12)
    made = {msgspec.json.decode(line)["decision"] for line in events_of(floor, "hand-decided")}
    assert made == {"draw", "stand"}


def test_another_robot_takes_over_in_the_middle_of_a_coup(store: Store) -> None:
    first = RobotSession(Floor(store), "1", RobotDealer(BOOK, method="B"), trio())
    while first.table.phase != DEALING or len(first.table.round.slots) < 3:
        first.step()
    floor = Floor(store)
    second = RobotSession(floor, "1", RobotDealer(), trio())
    second.play(2)
    assert second.table.coups == 2 and second.table == floor.table("1")


def test_a_float_that_is_short_is_filled(store: Store) -> None:
    floor = Floor(store, randomness=Seeded(3))
    dealer = RobotDealer(BOOK)
    session = RobotSession(floor, "1", dealer, trio())
    while not events_of(floor, "float-opened"):
        session.step()
    for wish in (
        Wish("credit", "sue", "casino supervisor", {"amount": "10000000", "slip": "C 1"}),
        Wish("confirm-statement", "cass", "cashier", {"number": 1, "reason": "counted"}),
    ):
        assert floor.do("1", floor.read(wish.command(wish.do))).rejected is None
    session.play(12)
    assert events_of(floor, "float-filled")


def test_no_robot_lays_a_stake_that_chips_cannot_pay(store: Store) -> None:
    """25 at 19:20 is 23.75, which chips of 0.50 cannot make: play goes on without such a wager."""
    floor = Floor(store, randomness=Seeded(7))
    sign = {"minimum": "25", "maximum": "1000"}
    session = RobotSession(floor, "1", RobotDealer("canberra-mini", sign=sign), trio())
    session.play(15)
    settled = [msgspec.json.decode(line) for line in events_of(floor, "wagers-settled")]
    assert settled and not any(each.get("reason") for each in settled)
    assert session.table.coups == 15
    assert is_balanced(session.table.balances)


def test_a_player_without_chips_comes_back_with_new_ones(store: Store) -> None:
    floor = Floor(store, randomness=Seeded(5))
    sign = {"minimum": "1000", "maximum": "5000"}
    player = RobotPlayer("Ada", 1, random.Random(1))
    session = RobotSession(floor, "1", RobotDealer(BOOK, sign=sign), [player])
    session.play(15)
    assert events_of(floor, "player-left")
    assert len(events_of(floor, "player-joined")) > 1


def test_robots_play_on_accounts_that_the_robot_cage_opens(store: Store) -> None:
    floor = Floor(store)
    RobotSession(floor, "1", RobotDealer(BOOK), trio()).play(2)
    joined = [msgspec.json.decode(line) for line in events_of(floor, "player-joined")]
    assert [each["account"] for each in joined] == [True] * 3
    for name in ("Ada", "Ben", "Cleo"):
        account = floor.account(name)
        assert account.stay is not None and (account.card or "").startswith("hmac:")


def test_the_robot_cage_leaves_to_people_what_it_cannot_confirm(store: Store) -> None:
    floor = Floor(store)
    session = RobotSession(floor, "1", RobotDealer(BOOK), [RobotPlayer("Ada", 1)])
    session.play(1)
    own = Wish("deposit", "Ada", "player", {"amount": "50", "method": "eftpos"}, account=True)
    limit = Wish("set-deposit-limit", "Ada", "player", {"amount": "10"}, account=True)
    for number, wish in enumerate((own, limit)):
        assert floor.do("1", floor.read(wish.command(f"own {number}"))).rejected is None
    session.play(1)
    assert len(floor.account("Ada").statements.pending) == 1


def test_a_seat_that_is_taken_is_left_to_its_player(store: Store) -> None:
    floor = Floor(store)
    rivals = [RobotPlayer("Ada", 1), RobotPlayer("Ben", 1)]
    session = RobotSession(floor, "1", RobotDealer(BOOK), rivals)
    session.play(2)
    places = {name: patron.place for name, patron in session.table.patrons.items()}
    assert places == {"Ada": 1, "Ben": 2}


def test_a_dealer_reopens_bets_that_were_closed_on_an_empty_layout(store: Store) -> None:
    floor = Floor(store)
    session = RobotSession(floor, "1", RobotDealer(BOOK), [])
    while session.step():
        pass
    close = Wish("no-more-bets", "somebody", "dealer")
    assert floor.do("1", floor.read(close.command("close"))).rejected is None
    RobotSession(floor, "1", RobotDealer(), trio()).play(1)
    assert events_of(floor, "bets-opened")


def test_robots_say_when_they_cannot_go_on(store: Store) -> None:
    with pytest.raises(Refusal, match="wait for a human"):
        RobotSession(Floor(store), "1", RobotDealer(BOOK), []).play(1)
    with pytest.raises(Refusal, match="wait for a human"):
        RobotSession(Floor(store), "2", RobotDealer(), trio()).play(1)
    with pytest.raises(Refusal, match="decks"):
        RobotSession(Floor(store), "3", RobotDealer(BOOK, decks=5), trio()).play(1)


def test_robots_that_are_only_refused_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(open_store("sqlite://"))
    session = RobotSession(floor, "1", RobotDealer("star-baccarat"), [])
    stubborn = Wish("close-table", "nobody", "player", {})
    monkeypatch.setattr(RobotDealer, "wish", lambda self, table: stubborn)
    monkeypatch.setattr(RobotDealer, "refused", lambda self, table, wish, rejected: None)
    with pytest.raises(Refusal) as stuck:
        session.play(1)
    assert stuck.value.code == "stuck"


def test_a_table_that_was_closed_is_opened_again(store: Store) -> None:
    """Check the cards first when gaming ends, where the document asks for it."""
    for _ in range(2):
        session = RobotSession(Floor(store), "1", RobotDealer("canberra-mini"), trio())
        session.play(1)
        session.end()
    assert len(events_of(Floor(store), "table-opened")) == 2
    assert session.table.coups == 2
