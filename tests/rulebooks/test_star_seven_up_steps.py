"""A card set aside, a device without cut, and the closing of a table."""

from support import shoe_checks as checks
from support.evening import Evening
from support.irregular import report

GAME = "star-seven-up"


def betting() -> Evening:
    evening = Evening(GAME)
    evening.join("alice", 1)
    evening.bet("alice", "player")
    return evening


def test_12_3_a_keyed_card_does_not_replace_the_one_set_aside() -> None:
    evening = betting()
    evening.deal("5S 2H 6C")
    report(evening, "surplus-to-banker", {"exposed": True}, card="9D")
    evening.finish()
    checks.contradicted(evening, "12.3", "2C", "9D")


def test_nearest_miss_a_device_is_neither_cut_nor_run_down() -> None:
    evening = betting()
    for said in ({"uncut": True}, {"unshuffled": True}):
        assert evening.no("not-so", "deal-card", card="5S", **said).clause is None


def test_14_8_players_whom_staff_key_out_are_told_by_a_sign() -> None:
    checks.put_out_and_closed(GAME, "14.8")


def test_14_8_nearest_miss_players_who_left_by_themselves_or_long_ago() -> None:
    checks.left_and_closed(GAME)
