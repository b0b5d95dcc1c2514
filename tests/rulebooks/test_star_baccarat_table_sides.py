"""star-baccarat, clause 10: side bets at a live table."""

from support import side_checks
from support.rows import Row, clause_tests

GAME = "star-baccarat"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("10.3", "the sign shows what pairs takes", side_checks.amount_shown, "pairs-player"),
    ("10.4", "pairs is reserved for main bettors", side_checks.restrict, "pairs-player"),
    (
        "10.4",
        "nearest miss until then it is open",
        side_checks.restrict_nearest_miss,
        "pairs-player",
    ),
    ("10.4.1", "those who must know are told first", side_checks.told, "pairs-player"),
    ("10.4.2", "a sign tells the players", side_checks.restriction_sign, "pairs-player"),
    ("10.5", "one pairs each and main bettors first", side_checks.one_each, "pairs-player"),
    (
        "10.5",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "pairs-player",
    ),
    ("10.10", "the sign shows what super six takes", side_checks.amount_shown, "super-six"),
    ("10.11", "super six is reserved for main bettors", side_checks.restrict, "super-six"),
    ("10.11", "nearest miss until then it is open", side_checks.restrict_nearest_miss, "super-six"),
    ("10.11.1", "those who must know are told first", side_checks.told, "super-six"),
    ("10.11.2", "a sign tells the players", side_checks.restriction_sign, "super-six"),
    ("10.12", "one super six each and main bettors first", side_checks.one_each, "super-six"),
    (
        "10.12",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "super-six",
    ),
    ("10.15", "the sign shows what tiger tie takes", side_checks.amount_shown, "tiger-tie"),
    ("10.16", "tiger tie is reserved for main bettors", side_checks.restrict, "tiger-tie"),
    ("10.16", "nearest miss until then it is open", side_checks.restrict_nearest_miss, "tiger-tie"),
    ("10.16.1", "those who must know are told first", side_checks.told, "tiger-tie"),
    ("10.16.2", "a sign tells the players", side_checks.restriction_sign, "tiger-tie"),
    ("10.17", "one tiger tie each and main bettors first", side_checks.one_each, "tiger-tie"),
    (
        "10.17",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "tiger-tie",
    ),
    ("10.20", "the sign shows what tiger pair takes", side_checks.amount_shown, "tiger-pair"),
    ("10.21", "tiger pair is reserved for main bettors", side_checks.restrict, "tiger-pair"),
    (
        "10.21",
        "nearest miss until then it is open",
        side_checks.restrict_nearest_miss,
        "tiger-pair",
    ),
    ("10.21.1", "those who must know are told first", side_checks.told, "tiger-pair"),
    ("10.21.2", "a sign tells the players", side_checks.restriction_sign, "tiger-pair"),
    ("10.22", "one tiger pair each and main bettors first", side_checks.one_each, "tiger-pair"),
    (
        "10.22",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "tiger-pair",
    ),
    ("10.26", "the sign shows what tiger takes", side_checks.amount_shown, "tiger"),
    ("10.27", "tiger is reserved for main bettors", side_checks.restrict, "tiger"),
    ("10.27", "nearest miss until then it is open", side_checks.restrict_nearest_miss, "tiger"),
    ("10.27.1", "those who must know are told first", side_checks.told, "tiger"),
    ("10.27.2", "a sign tells the players", side_checks.restriction_sign, "tiger"),
    ("10.28", "one tiger each and main bettors first", side_checks.one_each, "tiger"),
    (
        "10.28",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "tiger",
    ),
    ("10.31", "the sign shows what big tiger takes", side_checks.amount_shown, "big-tiger"),
    ("10.32", "big tiger is reserved for main bettors", side_checks.restrict, "big-tiger"),
    ("10.32", "nearest miss until then it is open", side_checks.restrict_nearest_miss, "big-tiger"),
    ("10.32.1", "those who must know are told first", side_checks.told, "big-tiger"),
    ("10.32.2", "a sign tells the players", side_checks.restriction_sign, "big-tiger"),
    ("10.33", "one big tiger each and main bettors first", side_checks.one_each, "big-tiger"),
    (
        "10.33",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "big-tiger",
    ),
    ("10.36", "the sign shows what small tiger takes", side_checks.amount_shown, "small-tiger"),
    ("10.37", "small tiger is reserved for main bettors", side_checks.restrict, "small-tiger"),
    (
        "10.37",
        "nearest miss until then it is open",
        side_checks.restrict_nearest_miss,
        "small-tiger",
    ),
    ("10.37.1", "those who must know are told first", side_checks.told, "small-tiger"),
    ("10.37.2", "a sign tells the players", side_checks.restriction_sign, "small-tiger"),
    ("10.38", "one small tiger each and main bettors first", side_checks.one_each, "small-tiger"),
    (
        "10.38",
        "nearest miss a main bettor gives way to nobody",
        side_checks.one_each_nearest_miss,
        "small-tiger",
    ),
]
globals().update(clause_tests(GAME, ROWS))
