"""star-baccarat: the cut and the last coup of the cards, at a live table."""

import msgspec

from sabot.shoe.procedure import COMMENCING, SHUFFLED
from support import cut_checks
from support.evening import Evening

GAME = "star-baccarat"


def test_4_3_the_first_player_is_offered_the_cut_at_the_table() -> None:
    cut_checks.cut_goes_to(GAME, COMMENCING, "bo", "cy", "al")


def test_4_3_2_at_the_table_the_player_at_the_left_cuts_after_a_shuffle() -> None:
    cut_checks.cut_goes_to(GAME, SHUFFLED, "al", "bo", "cy")


def test_4_4_at_the_table_a_refused_cut_goes_clockwise() -> None:
    cut_checks.cut_goes_to(GAME, SHUFFLED, "al", "bo", "cy")


def test_4_1_2_at_the_table_nothing_is_dealt_after_the_last_coup() -> None:
    cut_checks.shuffled_after_last(GAME, first=False, more=1)


def test_4_7_at_the_table_the_burn_is_one_of_three_ways() -> None:
    cut_checks.burned(GAME, "face down", "shown on request", "counted")


def test_4_7_nearest_miss_at_the_table_there_is_no_fourth_way() -> None:
    cut_checks.burned_nearest_miss(GAME, "4.7.1")


def test_3_8_1_at_the_table_the_same_back_takes_a_scanning_shoe() -> None:
    again = {"actor": "sue", "role": "casino supervisor", "occasion": "the last coup"}
    for feed, other in (("scanned", True), ("typed", False)):
        evening = to_be_replaced(feed)
        back = evening.table.stack.back
        if other:
            evening.ok("bring-cards", **again, back=back)
        else:
            evening.no("wrong-replacement", "bring-cards", **again, back=back)


def to_be_replaced(feed: str) -> Evening:
    """A stack that has run down."""
    evening = Evening(GAME, feed=feed)
    stack = msgspec.structs.replace(evening.table.stack, left=0)
    evening.table = msgspec.structs.replace(evening.table, stack=stack)
    return evening


SUE = {"actor": "sue", "role": "casino supervisor"}
CUT = {"depth": 208, "from_back": 52}


def to_cut(**options: object) -> Evening:
    evening = Evening(GAME, ready=False, **options)
    evening.ok("open-float", **SUE, amount="100000")
    evening.join("ada", 1)
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE, reason="fresh cards")
    return evening


def test_4_3_a_dealer_does_not_choose_who_cuts() -> None:
    """The stack is offered to the casino supervisor, and to players at that person's discretion."""
    evening = to_cut()
    for to_players in (True, False):
        asked = {**CUT, "cutter": "ada", "to_players": to_players}
        assert evening.no("needs-approval", "cut-cards", **asked).clause == "4.3"
    evening.no("wrong-role", "approve", what="players cut")
    (cut,) = evening.ok("cut-cards", **CUT)
    assert cut.cutter is None  # type: ignore[attr-defined]


def test_4_3_nearest_miss_by_a_supervisors_word_players_cut() -> None:
    evening = to_cut()
    evening.ok("approve", **SUE, what="players cut")
    for to_players in (True, False):
        evening.no("wrong-cut", "cut-cards", **CUT, to_players=to_players)
    evening.ok("cut-cards", **CUT, cutter="ada")
    again = to_cut()
    again.ok("cut-cards", **SUE, **CUT, cutter="ada")
    other = to_cut()
    other.ok("approve", **SUE, what="players cut")
    other.ok("cut-cards", **SUE, **CUT, to_players=False)
    Evening("star-three-card").no("no-rule", "approve", **SUE, what="players cut")
