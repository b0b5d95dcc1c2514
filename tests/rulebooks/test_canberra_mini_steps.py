"""The cutting card by the log, a step left out, a card set aside, and the closing of a table."""

from support import shoe_checks as checks
from support.irregular import report
from support.shoe_checks import CANBERRA


def test_5_8_no_card_comes_from_behind_the_cutting_card() -> None:
    checks.behind_the_cutting_card(CANBERRA)


def test_5_8_nearest_miss_the_card_in_front_of_the_cutting_card() -> None:
    checks.before_the_cutting_card(CANBERRA)


def test_5_8_nearest_miss_no_clause_completes_a_round_that_was_not_shuffled_for() -> None:
    evening = checks.run_down(CANBERRA)
    evening.ok("no-more-bets")
    refused = evening.no("must-shuffle", "deal-card", card="2C", unshuffled=True)
    assert refused.clause == "5.8"


def test_12_3_a_keyed_card_does_not_replace_the_one_set_aside() -> None:
    evening = CANBERRA.evening()
    CANBERRA.lay(evening)
    evening.deal("4S KH 5D 8C")
    said = {"exposed": False}
    report(evening, "surplus-to-banker", said)
    evening.finish()
    CANBERRA.lay(evening)
    evening.ok("no-more-bets")
    checks.contradicted(evening, "12.3", "2C", None)


def test_12_8_part_of_the_burn_forgotten_is_kept() -> None:
    evening = checks.burned_in_part(CANBERRA.name, "12.8", way="counted")
    assert evening.table.stack.dealt == 3


def test_13_2_players_whom_staff_key_out_are_told_by_a_sign() -> None:
    checks.put_out_and_closed(CANBERRA.name, "13.2")


def test_13_2_nearest_miss_players_who_left_by_themselves() -> None:
    checks.left_and_closed(CANBERRA.name)
