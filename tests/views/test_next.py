"""The dealer's next step, with its clause and why."""

from typing import Any

import pytest

from sabot import RULEBOOKS
from sabot.shoe.procedure import HANDLED
from sabot.table import Table
from sabot.views import NextStep, next_step, wait_of
from support.evening import Evening
from support.handed import Bets, dealt
from support.irregular import SUPERVISOR, report

SOURCES = [
    (book.id, source) for book in RULEBOOKS.values() for source in book.preparation.sources.allowed
]


def step(evening: Evening) -> NextStep:
    found = next_step(evening.table)
    assert found is not None
    return found


def done(evening: Evening, **added: Any) -> str:
    """Do what comes next, and say what it was."""
    found = step(evening)
    role = found.role or "dealer"
    evening.ok(found.do, actor="sue", role=role, **found.fields, **added)
    return found.do


def betting(rulebook: str = "star-baccarat", **options: Any) -> Evening:
    evening = Evening(rulebook, **options)
    evening.join("alice", 1)
    return evening


@pytest.mark.parametrize(("rulebook", "source"), SOURCES)
def test_cards_are_checked_shuffled_cut_and_burned_in_that_order(
    rulebook: str, source: str
) -> None:
    evening = Evening(rulebook, ready=False, source=source)
    assert step(evening).role == SUPERVISOR
    assert done(evening, amount="1000") == "open-float"
    order = []
    while next_step(evening.table) is not None:
        order.append(done(evening, **burned(evening)))
    asked = {
        "check-cards": evening.table.conduct.checks.duty == "must",
        "shuffle": True,
        "cut-cards": source == "shoe",
        "burn-cards": evening.table.book.preparation.burn_required,
    }
    assert order == [do for do, needed in asked.items() if needed]
    assert wait_of(evening.table).step == "bets"


def burned(evening: Evening) -> dict[str, str]:
    found = step(evening)
    assert (found.card is not None) is (found.do == "burn-cards" and counted(evening))
    return {"card": "AS"} if found.card else {}


def counted(evening: Evening) -> bool:
    return evening.table.book.preparation.burns[0].counted


def test_nothing_comes_next_at_a_closed_table() -> None:
    assert next_step(Table(name="1")) is None
    assert wait_of(Table(name="1")).step == "closed"


def test_bets_are_closed_when_there_are_some() -> None:
    evening = betting()
    assert next_step(evening.table) is None
    evening.bet("alice", "player")
    assert (step(evening).do, step(evening).clause) == (
        "no-more-bets",
        evening.table.conduct.calls.no_more_bets,
    )
    assert wait_of(evening.table).step == "bets"


def test_bets_that_were_closed_with_none_on_the_layout_are_opened_again() -> None:
    evening = betting()
    evening.ok("no-more-bets")
    assert done(evening) == "place-your-bets"
    assert next_step(evening.table) is None


def test_the_first_card_goes_where_the_document_deals_it() -> None:
    evening = betting()
    evening.bet("alice", "player")
    evening.ok("no-more-bets")
    found = step(evening)
    assert (found.do, found.hand, found.card) == ("deal-card", "player", "the card for player")
    assert found.why == "Card 1 of the first 4"
    wait = wait_of(evening.table)
    assert (wait.step, wait.hand, wait.clause) == ("card", "player", found.clause)


def test_the_first_card_of_a_box_game_goes_to_the_first_box() -> None:
    evening = betting("star-three-card")
    evening.bet("alice", "player", box=1)
    evening.ok("no-more-bets")
    assert step(evening).hand == "box 1"


def test_a_third_card_says_why_it_is_due() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, "2S 3H 3D 2C")
    assert done(evening) == "announce-counts"
    found = step(evening)
    assert (found.hand, found.why) == ("player", "Player has 5 and draws")
    assert found.clause == evening.table.book.procedure.player_third.clause  # type: ignore[attr-defined]
    evening.card("4S")
    found = step(evening)
    assert (found.hand, found.why) == ("banker", "Banker has 5 and draws against the third card 4S")
    evening.card("KS")
    assert [done(evening) for _ in range(3)] == ["announce-result", "settle-wagers", "clear-cards"]
    assert next_step(evening.table) is None


def test_the_banker_draws_against_a_player_who_stands() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, "3S 3H 3D 2C")
    evening.ok("announce-counts")
    assert step(evening).why == "Banker has 5 and draws: Player stands on 6"


def test_nearest_miss_a_natural_ends_the_deal() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, "4S 3H 4D 2C")
    evening.ok("announce-counts")
    assert step(evening).do == "announce-result"


def test_pairs_are_settled_before_a_further_card() -> None:
    pair = "canberra-pairs-player"
    evening = betting("canberra-mini", side_bets=[pair])
    evening.bet("alice", "player")
    evening.bet("alice", pair, "10")
    evening.ok("no-more-bets")
    for card in ["2S", "3H", "2D", "4C"]:
        evening.card(card)
    found = step(evening)
    assert (found.do, found.clause) == ("settle-wagers", evening.table.book.by_id[pair].clause)
    assert done(evening) == "settle-wagers"
    assert step(evening).do == "deal-card"


# Players act


def test_a_player_who_is_there_decides_and_the_dealer_waits() -> None:
    evening = betting("star-lucky-draw")
    evening.bet("alice", "enter", box=1)
    evening.deal("2S 3H 4D")
    assert next_step(evening.table) is None
    wait = wait_of(evening.table)
    assert (wait.step, wait.box, wait.player, wait.clause) == ("decision", 1, "alice", "8.1")
    evening.choose(1, "draw", "alice")
    assert (step(evening).hand, step(evening).why) == ("box 1", "Box 1 has 6 and draws")


def test_hands_are_passed_to_those_who_may_hold_them() -> None:
    bets: Bets = {"alice": (1, "player", "100"), "bob": (2, "player", "200")}
    evening = dealt("star-baccarat", bets, face="down", method="B")
    found = step(evening)
    assert (found.do, found.fields) == ("pass-hand", {"hand": "player", "player": "bob"})
    wait = wait_of(evening.table)
    assert (wait.step, wait.hand, wait.player) == ("expose", "player", "bob")
    done(evening)
    keyed = step(evening)
    assert (keyed.do, keyed.fields) == ("expose-cards", {"hand": "player", "turned_by": "bob"})
    wait = wait_of(evening.table)
    assert (wait.step, wait.hand, wait.player) == ("expose", "player", "bob")


def test_the_dealer_turns_what_nobody_will_have() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")}, face="down", method="B")
    evening.ok("refuse-cards", hand="player", player="alice")
    found = step(evening)
    assert (found.do, found.fields) == ("expose-cards", {"hand": "player"})
    assert found.card == "the 2 cards of player"


def test_a_card_at_a_time_goes_to_several_nominated_players() -> None:
    bets: Bets = {"alice": (1, "player", "100"), "bob": (2, "banker", "50"), "eve": (3, "tie", "5")}
    evening = dealt("star-baccarat", bets, face="down", method="B")
    evening.ok("pass-hand", hand="player", player="alice")
    evening.ok("approve", role=SUPERVISOR, what="nominate", player="alice")
    evening.ok("nominate-players", hand="player", player="alice", nominees=["bob", "eve"])
    found = step(evening)
    assert (found.do, found.fields) == ("pass-card", {"slot": 0, "player": "bob"})
    done(evening)
    assert step(evening).fields == {"hand": "player", "turned_by": "bob", "slot": 0}
    assert wait_of(evening.table).player == "bob"


def test_boxes_are_handed_out_together_where_the_document_lets_them_be() -> None:
    evening = Evening("star-three-card", method="B", face="down")
    for place, player in enumerate(("alice", "bob"), 1):
        evening.join(player, place)
        evening.bet(player, "player", box=place)
    evening.ok("no-more-bets")
    for card in ["2S", "3H", "4D", "5S", "6H", "7D", "8S", "9H", "TD"]:
        evening.card(card)
    assert [done(evening), done(evening)] == ["pass-hand", "pass-hand"]
    assert sorted(evening.table.round.out) == ["box 1", "box 2"]
    assert step(evening).fields == {"hand": "box 1", "turned_by": "alice"}


# Something is wrong


def test_a_question_without_a_clause_waits_for_a_supervisor() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    report(evening, "wrong-call-or-settlement", {"paid": False, "rebuildable": True})
    assert next_step(evening.table) is None
    wait = wait_of(evening.table)
    assert wait.step == "supervisor" and wait.why.startswith("No clause decides: Wrong result")


def test_play_resumes_after_wagers_were_taken_down() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    report(evening, "wrong-deal", {"in_doubt": False}, cards=["2S", "3H", "3D", "3C"])
    found = step(evening)
    assert (found.do, found.clause) == ("resume-play", evening.table.round.take_down)
    assert wait_of(evening.table).step == "take-down"


def test_a_void_coup_is_cleared() -> None:
    evening = dealt("star-baccarat", {"alice": (1, "player", "100")})
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert (step(evening).do, step(evening).why) == ("clear-cards", "The coup is void")


def test_a_payment_that_chips_cannot_make_is_for_a_supervisor() -> None:
    evening = betting("canberra-mini", chip="5", sign={"minimum": "20", "maximum": "1000"})
    evening.bet("alice", "tie", "20")
    evening.deal("KS")
    report(evening, "below-minimum", player="alice", on="banker", amount="15")
    evening.deal("4S KD 5H")
    evening.ok("announce-result")
    found = step(evening)
    assert (found.do, found.role) == ("settle-wagers", SUPERVISOR)
    assert "cannot be paid exactly" in found.why


def test_cards_that_players_handled_are_replaced_when_they_are_played_out() -> None:
    evening = betting(method="B", face="down")
    report(evening, "cards-handled")
    evening.ok("order-shuffle", role=SUPERVISOR, reason="played out")
    found = step(evening)
    assert (found.do, found.fields["occasion"], found.role) == ("bring-cards", HANDLED, SUPERVISOR)
    assert done(evening) == "bring-cards"
    assert [done(evening), done(evening)] == ["shuffle", "cut-cards"]


def test_cards_that_replace_others_are_checked_by_a_supervisor_and_the_dealer() -> None:
    evening = Evening("canberra-mini")
    evening.ok("bring-cards", role="duty manager", back="blue", occasion="any reason after a round")
    found = step(evening)
    assert (found.do, found.role) == ("check-cards", SUPERVISOR)
    assert done(evening, dealer="dana") == "check-cards"
    assert step(evening).do == "shuffle"


def test_a_table_closed_for_the_night_has_its_cards_checked_where_that_is_a_rule() -> None:
    evening = Evening("canberra-mini")
    evening.ok("close-table", role="duty manager")
    checks = evening.table.conduct.checks
    found = next_step(evening.table)
    assert (found is not None) is checks.at_end
    if found is not None:
        assert done(evening) == "check-cards"
        assert next_step(evening.table) is None
