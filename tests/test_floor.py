"""Tables and accounts together: visits, limits, exclusions, reversals, in one transaction."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.engine.ledger import balance, of_player
from sabot.engine.live import Answer
from sabot.engine.streams import Rejection
from sabot.floor import Floor
from sabot.shoe.randomness import Seeded
from sabot.store import open_store
from sabot.table.players.gaming import room_left

SIGN = {"minimum": "5", "maximum": "1000"}


class Casino:
    """A floor in memory, a clock under test control, and short words for commands."""

    def __init__(self, rulebook: str = "star-baccarat", **options: Any) -> None:
        self.now = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
        self.floor = Floor(open_store("sqlite://"), lambda: self.now, Seeded(1))
        self._ids = itertools.count(1)
        options = {"sign": SIGN, **options}
        self.ok("open-table", role="casino supervisor", rulebook=rulebook, **options)
        self.ok("open-float", role="casino supervisor", amount="100000")
        self.ok("check-cards")
        self.ok("shuffle")
        if self.table.stack.stage != "ready":
            self.ok("cut-cards", depth=100, from_back=52)
        self.ok("burn-cards")

    @property
    def table(self) -> Any:
        return self.floor.table("1")

    def do(self, do: str, actor: str = "dana", role: str = "dealer", **fields: Any) -> Answer:
        command = {"id": str(next(self._ids)), "do": do, "actor": actor, "role": role, **fields}
        return self.floor.do("1", self.floor.read(msgspec.json.encode(command)))

    def ok(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        answer = self.do(do, **fields)
        assert answer.rejected is None, answer
        return [msgspec.json.decode(event) for event in answer.events or ()]

    def no(self, do: str, **fields: Any) -> Rejection:
        answer = self.do(do, **fields)
        assert answer.rejected is not None, answer
        return answer.rejected

    def member(self, player: str, money: str = "1000", **more: Any) -> None:
        """An account with money and a Player Card."""
        stream = f"player:{player}"
        cage = {"actor": "cass", "role": "cashier"}
        self.ok("open-account", player=player, **cage, **more)
        self.ok("issue-player-card", stream=stream, card=f"card {player}", **cage)
        paid = {"amount": money, "method": "cash", "reference": f"slip {player}"}
        self.ok("deposit", stream=stream, **paid, **cage)

    def sit(self, player: str, place: int, chips: str = "500") -> None:
        own = {"actor": player, "role": "player", "player": player, "card": f"card {player}"}
        self.ok("join-table", place=place, chips=chips, **own)

    def deal(self) -> None:
        """All cards of a coup, with the point counts called in between."""
        while self.do("deal-card").rejected is None:
            pass
        self.do("announce-counts")
        while self.do("deal-card").rejected is None:
            pass

    def coup(self, cards: str = "") -> None:
        self.ok("no-more-bets")
        for card in cards.split():
            self.ok("deal-card", card=card)
        self.deal()
        self.ok("announce-result")
        self.ok("settle-wagers")
        self.ok("clear-cards")


def test_a_visit_moves_chips_from_the_account_and_back() -> None:
    casino = Casino()
    casino.member("alice")
    casino.sit("alice", 1)
    assert casino.floor.account("alice").balance == 50_000
    assert balance(casino.table.balances, of_player("alice")) == 50_000
    casino.ok("place-wager", actor="alice", role="player", player="alice", on="banker", amount="50")
    casino.coup()
    held = balance(casino.table.balances, of_player("alice"))
    casino.ok("leave-table", player="alice")
    assert casino.floor.account("alice").balance == 50_000 + held
    assert casino.floor.account("alice").stay is None


def test_more_chips_come_from_the_account_while_the_player_sits() -> None:
    """Both sides or neither; the visit's loss is what it was, and the audit finds nothing."""
    casino = Casino(feed="virtual")
    casino.member("alice")
    casino.sit("alice", 1)
    own = {"actor": "alice", "role": "player", "player": "alice"}
    casino.ok("place-wager", on="banker", amount="50", **own)
    casino.ok("fetch-chips", amount="200", **own)
    assert casino.floor.account("alice").balance == 30_000
    assert balance(casino.table.balances, of_player("alice")) == 65_000
    assert casino.table.patrons["alice"].lost == 0
    for amount, code in (("300.01", "short-of-money"), ("0", "bad-amount")):
        assert casino.no("fetch-chips", amount=amount, **own).code == code
    assert casino.no("fetch-chips", player="alice", amount="5", actor="bob", role="player").code
    assert casino.no("fetch-chips", player="alice", amount="5").code == "wrong-role"
    assert casino.floor.account("alice").balance == 30_000
    casino.coup()
    casino.ok("leave-table", **own)
    audit = Audit()
    lines = [stored.line + b"\n" for stored in casino.floor.store.read_all()]
    assert [found for line in lines for found in audit.take(line)] == []
    assert [*audit.end()] == []


def test_nearest_miss_real_chips_are_sold_by_the_dealer() -> None:
    casino = Casino(feed="typed")
    casino.member("alice")
    casino.sit("alice", 1)
    own = {"actor": "alice", "role": "player", "player": "alice"}
    assert casino.no("fetch-chips", amount="200", **own).code == "chips-unseen"
    assert casino.floor.account("alice").balance == 50_000


def test_14_2_1_a_player_on_a_loss_limit_fetches_chips_before_the_round() -> None:
    casino = Casino(feed="virtual")
    casino.member("alice")
    own = {"actor": "alice", "role": "player", "player": "alice"}
    casino.ok("set-loss-limit", stream="player:alice", amount="400", actor="alice", role="player")
    casino.sit("alice", 1)
    (fetched,) = casino.ok("fetch-chips", amount="100", **own)
    assert fetched["clause"] == casino.table.conduct.gaming.purchases
    casino.ok("place-wager", on="banker", amount="50", **own)
    casino.ok("no-more-bets")
    casino.ok("deal-card")
    assert casino.no("fetch-chips", amount="100", **own).code == "round-started"


def test_chips_of_an_account_are_counted_by_nobody_however_many() -> None:
    """More than a dealer would count alone at this table."""
    casino = Casino()
    casino.member("alice", "9000")
    casino.ok("change-limits", sign={"minimum": "5", "maximum": "10"}, actor="sue",
              role="casino supervisor")  # fmt: skip
    casino.sit("alice", 1, "5000")
    assert balance(casino.table.balances, of_player("alice")) == 5_000_00


def test_one_open_visit_for_each_account() -> None:
    casino = Casino()
    casino.member("alice")
    casino.sit("alice", 1)
    command = {"id": "x", "do": "open-table", "actor": "s", "role": "casino supervisor",
               "rulebook": "star-baccarat", "sign": SIGN}  # fmt: skip
    casino.floor.do("2", casino.floor.read(msgspec.json.encode(command)))
    join = {"id": "y", "do": "join-table", "actor": "alice", "role": "player", "player": "alice",
            "place": 1, "chips": "10", "card": "card alice"}  # fmt: skip
    answer = casino.floor.do("2", casino.floor.read(msgspec.json.encode(join)))
    assert answer.rejected is not None
    assert answer.rejected.code == "visit-open"
    assert casino.floor.account("alice").balance == 50_000


def test_a_player_card_belongs_to_one_account() -> None:
    casino = Casino()
    casino.member("alice")
    cage = {"actor": "cass", "role": "cashier"}
    casino.ok("open-account", player="bob", **cage)
    taken = casino.no("issue-player-card", stream="player:bob", card="card alice", **cage)
    assert taken.code == "card-taken"


def test_another_players_card_opens_no_visit() -> None:
    casino = Casino()
    casino.member("alice")
    casino.member("bob")
    own = {"actor": "alice", "role": "player", "player": "alice"}
    refused = casino.no("join-table", place=1, chips="10", card="card bob", **own)
    assert refused.code == "player-card"
    assert casino.floor.account("alice").stay is None


def test_the_loss_limit_goes_to_the_table_and_tightens_there_at_once() -> None:
    casino = Casino()
    casino.member("alice")
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="200")
    casino.sit("alice", 1)
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker"}
    assert casino.no("place-wager", **bet, amount="250").code == "loss-limit"
    casino.ok("place-wager", **bet, amount="150")
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="160")
    assert casino.table.patrons["alice"].room == 16_000
    assert casino.no("place-wager", **bet, amount="20").code == "loss-limit"
    casino.ok("place-wager", **bet, amount="10")


def test_a_virtual_table_knows_what_is_left_without_being_told() -> None:
    casino = Casino()
    casino.member("alice")
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="200")
    casino.sit("alice", 1)
    (left,) = casino.ok("leave-table", actor="alice", role="player", player="alice")
    assert (left["chips"], left["clause"]) == (50_000, "14.2.3")
    assert left.get("declared") is None, "nobody said a word"


def test_winnings_of_a_visit_make_no_more_room_than_the_limit_and_they_do() -> None:
    """A limit that is tightened below what was lost before the visit counts what it has won."""
    casino = Casino()
    casino.member("alice")
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "player", "amount": "100"}

    def visit(until: Callable[[int], bool]) -> int:
        casino.sit("alice", 1)
        while not until(lost := casino.table.patrons["alice"].lost):
            casino.ok("place-wager", **bet)
            casino.coup()
        return int(lost)

    before = visit(lambda lost: lost > 0)
    casino.ok("leave-table", player="alice")
    won = -visit(lambda lost: lost < 0)
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="60")
    room = room_left(casino.table.patrons["alice"])
    assert room == max(0, 6_000 - before + won)
    assert before > 6_000


def test_an_excluded_player_places_no_further_wager() -> None:
    casino = Casino()
    casino.member("alice")
    casino.sit("alice", 1)
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker", "amount": "10"}
    casino.ok("place-wager", **bet)
    casino.ok("exclude-player", stream="player:alice", actor="alice", role="player", reason="rest")
    assert casino.no("place-wager", **bet).code == "barred"
    casino.coup()
    casino.ok("leave-table", player="alice")
    own = {"actor": "alice", "role": "player", "player": "alice"}
    refused = casino.no("join-table", place=1, chips="10", card="card alice", **own)
    assert refused.code == "excluded"
    assert withdraw(casino, "100").rejected is None


def test_visits_are_opened_at_a_table_only() -> None:
    casino = Casino()
    casino.member("alice")
    stream = {"stream": "player:alice"}
    assert casino.no("open-visit", **stream, table="1", chips="10").code == "bad-command"
    assert casino.no("close-visit", **stream, table="1", chips="9", lost="0").code == "bad-command"
    forged = {"card": "card alice", "room": None}
    refused = casino.do("join-table", player="alice", card="card alice", visit=forged)
    assert refused.rejected is not None


def test_a_reversal_reaches_a_player_who_has_left() -> None:
    casino = Casino("canberra-mini", feed="typed")
    casino.member("alice")
    casino.sit("alice", 1)
    before = casino.floor.account("alice").balance + 50_000
    casino.ok("place-wager", actor="alice", role="player", player="alice", on="tie", amount="50")
    casino.coup("9S 5H KD 2C")
    casino.ok("leave-table", player="alice")
    casino.ok("join-table", player="bob", place=2, chips="100")
    casino.ok("place-wager", actor="bob", role="player", player="bob", on="player", amount="10")
    casino.ok("no-more-bets")
    casino.ok("deal-card", card="4S")
    assert casino.floor.account("alice").balance != before
    casino.ok("report-irregularity", situation="found-after-next-coup", coup=1,
              circumstances={"in_doubt": False})  # fmt: skip
    assert casino.floor.account("alice").balance != before
    casino.ok("confirm-statement", actor="sue", role="casino supervisor", number=1, reason="seen")
    assert casino.floor.account("alice").balance == before


def test_a_repeated_command_gets_its_first_answer_again() -> None:
    casino = Casino()
    command = casino.floor.read(
        b'{"id":"same","do":"show-rules","actor":"d","role":"dealer","to":"zoe"}'
    )
    first = casino.floor.do("1", command)
    version = casino.table.version
    assert casino.floor.do("1", command) == first
    assert casino.table.version == version
    again = Floor(casino.floor.store)
    assert again.do("1", command) == first


def test_an_id_is_its_senders_own_in_its_stream() -> None:
    """The same id, used by two people, at two tables, in two accounts: each gets their own answer,
    and what the house asks of the other stream has an id of its own."""
    casino = Casino()
    floor = casino.floor

    def send(
        table: str, actor: str, do: str, role: str = "casino supervisor", **fields: Any
    ) -> Any:
        command = {"id": "x", "do": do, "actor": actor, "role": role, **fields}
        answer = floor.do(table, floor.read(msgspec.json.encode(command)))
        assert answer.rejected is None, answer
        again = Floor(floor.store, lambda: casino.now)
        for other in (floor, again):
            assert other.do(table, floor.read(msgspec.json.encode(command))) == answer
        return [msgspec.json.decode(line) for line in answer.events or ()]

    opened: dict[str, Any] = {"rulebook": "star-baccarat", "sign": SIGN}
    for player in ("alice", "bob"):
        casino.member(player)
    for table in ("2", "3", "a/b"):
        send(table, "sue", "open-table", **opened)
        send(table, "tom", "open-float", amount="1000")
    for table in ("1", "2", "3", "a/b"):
        for player in ("alice", "bob"):
            mine = {"player": player, "card": f"card {player}", "chips": "100"}
            came = send(table, player, "join-table", "player", **mine)
            assert {event["player"] for event in came} == {player}
        for player in ("alice", "bob"):
            stream = f"player:{player}"
            limit = {"stream": stream, "amount": "100", "card": f"card {player}"}
            send("", f"cage {table}", "set-loss-limit", **limit)
        for player in ("alice", "bob"):
            send(table, f"usher of {player}", "leave-table", player=player, declared="100")
        floor.keep_snapshot(table)
    lines = [stored.line + b"\n" for stored in floor.store.read_all()]
    audit = Audit()
    assert [finding for line in lines for finding in audit.take(line)] == []
    assert [*audit.end()] == []


def test_nobody_takes_an_id_of_the_house() -> None:
    casino = Casino()
    casino.member("alice")
    for id_ in ("table:1/visit/7", "player:alice/visit/7"):
        for more in ({"do": "show-rules", "to": "alice"},
                     {"do": "withdraw", "amount": "5", "stream": "player:alice"}):  # fmt: skip
            command = {"id": id_, "actor": "alice", "role": "player", **more}
            read = casino.floor.read(msgspec.json.encode(command))
            for attempt in (casino.floor.do, lambda name, one: casino.floor.do_each([(name, one)])):
                with pytest.raises(Refusal, match="take another"):
                    attempt("1", read)


def test_a_floor_opened_again_has_the_same_table() -> None:
    casino = Casino(method="B")
    casino.member("bob")
    casino.sit("bob", 2)
    casino.ok("place-wager", actor="bob", role="player", player="bob", on="player", amount="10")
    casino.ok("deal-card")
    again = Floor(casino.floor.store)
    assert again.table("1") == casino.table
    casino.floor.keep_snapshot("1")
    assert Floor(casino.floor.store).table("1") == casino.table


def test_time_never_runs_backwards() -> None:
    casino = Casino()
    casino.now += timedelta(hours=1)
    casino.ok("place-your-bets")
    casino.now -= timedelta(hours=2)
    casino.ok("place-your-bets")
    assert casino.table.at == datetime(2026, 3, 14, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize("field", ["card", "seal"])
def test_nobody_names_a_card_at_a_virtual_table(field: str) -> None:
    casino = Casino()
    casino.member("bob")
    casino.sit("bob", 2)
    casino.ok("place-wager", actor="bob", role="player", player="bob", on="player", amount="10")
    assert casino.no("deal-card", **{field: "AS"}).code == "bad-command"


def test_commands_at_several_tables_are_made_durable_together() -> None:
    floor = Floor(open_store("sqlite://"), lambda: datetime(2026, 3, 14, tzinfo=UTC), Seeded(1))

    def command(id_: str, do: str, **fields: Any) -> Any:
        role = {"actor": "sue", "role": "casino supervisor"}
        return floor.read(msgspec.json.encode({"id": id_, "do": do, **role, **fields}))

    opening = {"rulebook": "star-baccarat", "sign": SIGN, "feed": "typed"}
    asked = [(name, command(f"{name}-open", "open-table", **opening)) for name in "12345"]
    assert all(answer.events for answer in floor.do_each(asked))
    mixed = [
        ("1", command("1-float", "open-float", amount="100")),
        ("2", command("2-bad", "open-float", amount="nothing")),
        ("1", command("1-again", "open-float", amount="100")),
        ("3", command("3-open", "open-table", **opening)),
        ("4", command("4-join", "join-table", player="zoe", card="z")),
        ("x", command("x-account", "open-account", player="amy")),
    ]
    good, bad, second, repeated, joined, account = floor.do_each(mixed)
    assert good.events and joined.events and account.events
    assert bad.rejected is not None and second.rejected is not None
    assert second.rejected.code == "float-open"
    assert repeated.events == floor.do("3", mixed[3][1]).events
    assert Floor(floor.store).table("1") == floor.table("1")
    assert floor.account("amy").player == "amy"


def test_wagers_taken_together_are_those_of_the_log_while_another_floor_takes_one() -> None:
    """The first of two is late, and the second would fit the number of the other floor's wager."""
    casino = Casino()
    for number, player in enumerate(("alice", "bob", "carol"), 1):
        casino.member(player)
        casino.sit(player, number)
    one, two = casino.floor, Floor(casino.floor.store, lambda: casino.now)
    assert two.table("1") == one.table("1")

    def bet(player: str, on: str) -> Any:
        who = {"id": f"bet {player}", "actor": player, "role": "player", "player": player}
        said = {**who, "do": "place-wager", "on": on, "amount": "10"}
        return one.read(msgspec.json.encode(said))

    assert two.do("1", bet("alice", "banker")).rejected is None
    asked = [("1", bet("bob", "player")), ("1", bet("carol", "player"))]
    assert all(answer.events for answer in one.do_each(asked))
    laid = {each.player: each.on for each in one.table("1").round.stakes.values()}
    assert laid == {"alice": "banker", "bob": "player", "carol": "player"}
    assert one.table("1") == Floor(one.store).table("1")


def test_do_each_sees_what_another_floor_has_written() -> None:
    store = open_store("sqlite://")
    one, two = Floor(store), Floor(store)

    def command(id_: str, do: str, **fields: Any) -> Any:
        role = {"actor": "sue", "role": "casino supervisor"}
        return one.read(msgspec.json.encode({"id": id_, "do": do, **role, **fields}))

    opening = command("a", "open-table", rulebook="star-baccarat", sign=SIGN)
    assert one.do("1", opening).events
    two.table("1")
    assert one.do("1", command("b", "open-float", amount="100")).events
    answers = two.do_each([("1", command("c", "check-cards")), ("1", command("d", "shuffle"))])
    assert all(answer.events for answer in answers)
    assert [stored.seq for stored in store.read("table:1")] == [1, 2, 3, 4]


def test_only_the_house_changes_a_visit() -> None:
    casino = Casino()
    casino.member("alice")
    casino.sit("alice", 1)
    forged = {"card": "card alice", "room": None}
    refused = casino.no("change-visit", role="casino operator", player="alice", visit=forged)
    assert refused.code == "bad-command"


def test_an_account_does_not_lift_what_the_table_has_decided() -> None:
    casino = Casino()
    casino.member("alice")
    casino.sit("alice", 1)
    casino.ok("sanction-player", role="casino supervisor", player="alice", measures=["bar"],
              reason="a device", offence="14.6")  # fmt: skip
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="100")
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker", "amount": "10"}
    assert casino.no("place-wager", **bet).code == "barred"


# Loss Limits by the calendar


def limited(amount: str, period: str = "day") -> Casino:
    """Alice, with a Loss Limit, at a table in Sydney at eleven in the evening."""
    casino = Casino("star-baccarat", feed="typed")
    casino.member("alice")
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount=amount,
              period=period)  # fmt: skip
    casino.now = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
    casino.sit("alice", 1, chips="500")
    return casino


def bets(casino: Casino, on: str, amount: str, cards: str = "9S 5H KD 2C") -> None:
    casino.ok("place-wager", actor="alice", role="player", player="alice", on=on, amount=amount)
    casino.coup(cards)


PLAYER_WINS, BANKER_WINS = "9S 5H KD 2C", "5S 9H KD TC"


def test_14_3_what_was_won_before_midnight_is_not_there_to_lose_after_it() -> None:
    casino = limited("100")
    bets(casino, "player", "100", PLAYER_WINS)
    bets(casino, "player", "200", PLAYER_WINS)
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker"}
    assert casino.no("place-wager", **bet, amount="401").clause == "14.3"
    casino.now += timedelta(hours=2)
    assert casino.no("place-wager", **bet, amount="101").clause == "14.3"
    casino.ok("place-wager", **bet, amount="100")
    casino.coup(PLAYER_WINS)
    assert casino.no("place-wager", **bet, amount="5").clause == "14.3"
    casino.now += timedelta(days=1)
    casino.ok("place-wager", **bet, amount="100")


def test_14_3_each_days_loss_counts_in_its_own_day_when_the_visit_is_over() -> None:
    casino = limited("100")
    bets(casino, "banker", "60", PLAYER_WINS)
    casino.now += timedelta(hours=2)
    bets(casino, "banker", "50", PLAYER_WINS)
    held = f"{casino.table.balances['chips@player/alice'] // 100}"
    casino.ok("leave-table", player="alice", declared=held)
    account = casino.floor.account("alice")
    assert {period: tally.amount for period, tally in account.lost.items()} == {
        "day": 50_00, "week": 110_00, "month": 110_00,
    }  # fmt: skip


def test_14_3_nearest_miss_a_week_goes_on_over_midnight() -> None:
    casino = limited("100", "week")
    bets(casino, "banker", "60", PLAYER_WINS)
    casino.now += timedelta(hours=2)
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker"}
    assert casino.no("place-wager", **bet, amount="41").clause == "14.3"
    casino.ok("place-wager", **bet, amount="40")


def test_14_3_a_limit_set_during_the_visit_counts_what_it_has_brought() -> None:
    casino = limited("500")
    bets(casino, "banker", "60", PLAYER_WINS)
    casino.ok("set-loss-limit", actor="alice", role="player", stream="player:alice", amount="100",
              period="day")  # fmt: skip
    bet = {"actor": "alice", "role": "player", "player": "alice", "on": "banker"}
    assert casino.no("place-wager", **bet, amount="41").clause == "14.3"
    casino.now += timedelta(hours=2)
    assert casino.no("place-wager", **bet, amount="101").clause == "14.3"
    casino.ok("place-wager", **bet, amount="100")


def test_14_2_3_what_is_declared_on_leaving_is_what_the_table_has_or_two_count_it() -> None:
    casino = limited("100")
    casino.ok("leave-table", player="alice", declared="0")
    assert "alice" in casino.table.patrons
    casino.ok("refuse-statement", actor="sue", role="casino supervisor", number=1, reason="500")
    casino.ok("leave-table", player="alice", declared="500")
    assert "alice" not in casino.table.patrons


def test_a_sender_fills_in_nothing_that_the_server_fills_in() -> None:
    """Neither where it is decided at once, nor where it is only stated, nor at a felt table."""
    casino = Casino(feed="typed")
    casino.member("alice")
    visit = {"card": "card alice", "room": 1_000_000}
    own = {"actor": "alice", "role": "player", "player": "alice", "card": "card alice"}
    told = casino.no("join-table", place=1, chips="5", visit=visit, **own)
    assert (told.code, told.message) == (
        "bad-command",
        'The server fills in "visit": leave it out.',
    )
    stated = casino.no("join-table", player="bob", place=2, chips="90000", visit=visit)
    assert stated.message == told.message and not casino.table.statements.pending
    for do, fields in (("shuffle", {"digest": "0" * 64}), ("clear-cards", {"opened": {}})):
        assert casino.no(do, **fields).message.startswith("The server fills in ")
    past: dict[str, Any] = {"number": 1, "result": None, "gains": {}, "void": True}
    report = {"situation": "other", "record": past}
    decided = {"number": 1, "outcome": "VOID", "reason": "seen", "role": "casino supervisor"}
    by_id = {"id": "r", "actor": "sue", "role": "casino supervisor", "do": "report-irregularity"}
    told = casino.no("decide-report", **decided, report={**by_id, **report})
    assert told.message == 'The server fills in "record": leave it out.'


def test_only_the_server_names_cards_at_a_virtual_table() -> None:
    casino = Casino(feed="virtual")
    casino.member("alice")
    casino.sit("alice", 1)
    casino.ok("place-wager", actor="alice", role="player", player="alice", on="tie", amount="50")
    casino.ok("no-more-bets")
    assert casino.no("deal-card", card="AS").message == 'The server fills in "card": leave it out.'
    casino.ok("deal-card")


def test_nearest_miss_a_dealer_names_the_card_at_a_felt_table() -> None:
    casino = Casino(feed="typed")
    casino.member("alice")
    casino.sit("alice", 1)
    casino.ok("place-wager", actor="alice", role="player", player="alice", on="tie", amount="50")
    casino.ok("no-more-bets")
    casino.ok("deal-card", card="AS")


# Debts: the account pays what a player does not hold


def audit_of(casino: Casino) -> list[Any]:
    """Return the findings of an audit of the whole log."""
    audit = Audit()
    lines = [stored.line + b"\n" for stored in casino.floor.store.read_all()]
    return [*(found for line in lines for found in audit.take(line)), *audit.end()]


def reversed_while_playing(casino: Casino, coup: int = 1) -> None:
    """The next coup has begun, and that one is void (Canberra 12.5)."""
    casino.ok("no-more-bets")
    casino.ok("deal-card", card="4S")
    casino.ok("report-irregularity", situation="found-after-next-coup", coup=coup,
              circumstances={"in_doubt": False})  # fmt: skip
    casino.ok("confirm-statement", actor="sue", role="casino supervisor", number=1, reason="seen")


def won_and_left(money: str, chips: str) -> Casino:
    """Alice won 100 and left, then took all but some of her money out of the account."""
    casino = Casino("canberra-mini", feed="typed")
    casino.member("alice", money)
    casino.sit("alice", 1, chips)
    own = {"actor": "alice", "role": "player"}
    casino.ok("place-wager", **own, player="alice", on="player", amount="100")
    casino.coup("9S 5H KD 2C")
    casino.ok("leave-table", player="alice")
    return casino


PIN = "73910"


def withdraw(casino: Casino, amount: str) -> Answer:
    """Paid out at the desk, where alice types her PIN."""
    stream = {"stream": "player:alice"}
    casino.ok("set-pin", actor="alice", role="player", pin=PIN, **stream)
    paid = {"amount": amount, "reference": f"slip {amount}", "card": "card alice", "pin": PIN}
    return casino.do("withdraw", "cass", "cashier", **stream, **paid)


def other_bets(casino: Casino) -> None:
    casino.ok("join-table", player="bob", place=2, chips="100")
    casino.ok("place-wager", actor="bob", role="player", player="bob", on="player", amount="10")


def test_12_5_the_account_of_a_winner_who_left_pays_the_float() -> None:
    casino = won_and_left("1000", "500")
    other_bets(casino)
    reversed_while_playing(casino)
    assert casino.floor.account("alice").balance == 1000_00
    assert casino.table.balances["chips@float"] == 100_000_00 and not casino.table.debts
    assert not list(audit_of(casino))


def test_12_5_what_the_account_does_not_hold_it_owes_and_the_float_does_not_get() -> None:
    casino = won_and_left("500", "500")
    assert withdraw(casino, "570").rejected is None
    other_bets(casino)
    reversed_while_playing(casino)
    assert casino.floor.account("alice").balance == -70_00
    assert casino.table.balances["chips@float"] == 100_000_00 - 70_00 and not casino.table.debts
    refused = casino.do("join-table", "alice", "player", player="alice", card="card alice")
    assert refused.rejected is not None and refused.rejected.code == "short-of-money"
    assert not list(audit_of(casino))


def came_back_poor(rest: str) -> Casino:
    """Alice came back with 10 of her chips and bets them; the account holds `rest`."""
    casino = won_and_left("500", "500")
    assert withdraw(casino, str(590 - int(rest))).rejected is None
    casino.sit("alice", 1, "10")
    own = {"actor": "alice", "role": "player"}
    casino.ok("place-wager", **own, player="alice", on="player", amount="10")
    reversed_while_playing(casino)
    return casino


def test_12_5_the_account_of_a_player_at_the_table_pays_what_the_chips_do_not() -> None:
    casino = came_back_poor("200")
    assert casino.floor.account("alice").balance == 100_00 and not casino.table.debts
    assert casino.table.balances["chips@float"] == 100_000_00
    assert casino.table.balances["chips@layout"] == 10_00
    assert not list(audit_of(casino))


def test_12_5_a_debt_at_the_table_blocks_leaving_and_withdrawing_until_a_deposit_pays_it() -> None:
    casino = came_back_poor("30")
    assert casino.table.debts["alice"].amount == 70_00
    assert casino.floor.account("alice").balance == 0
    for card in ("9S", "4D", "KC"):
        casino.ok("deal-card", card=card)
    casino.ok("announce-result")
    casino.ok("settle-wagers")
    casino.ok("clear-cards")
    assert casino.no("leave-table", player="alice").code == "debt-open"
    cage = {"actor": "cass", "role": "cashier", "stream": "player:alice"}
    casino.ok("deposit", amount="40", method="cash", reference="slip 3", **cage)
    assert casino.floor.account("alice").balance == 0
    left = casino.table.debts["alice"].amount
    assert left == 30_00
    refused = withdraw(casino, "1").rejected
    assert refused is not None and refused.code == "debt-open"
    casino.ok("deposit", amount="50", method="cash", reference="slip 4", **cage)
    assert casino.floor.account("alice").balance == 20_00 and not casino.table.debts
    casino.ok("leave-table", player="alice")
    assert not list(audit_of(casino))
