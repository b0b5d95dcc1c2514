"""star-baccarat, section 16: promotions that run."""

from support import promotion_running
from support.rows import Row, clause_tests

GAME = "star-baccarat"


def test_16_2_nearest_miss_one_may_be_there_and_need_not() -> None:
    promotion_running.overseen_nearest_miss(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("16.2", "a scrutineer who oversees it is on record", promotion_running.overseen),
    ("16.8", "a winner who need not attend is told within 2 days", promotion_running.told_in_time),
    (
        "16.8",
        "nearest miss one attempt a second before midnight",
        promotion_running.told_in_time_nearest_miss,
    ),
    ("16.8.1", "a winner is told face to face", promotion_running.way, "face-to-face"),
    ("16.8.1", "nearest miss no other way", promotion_running.way_nearest_miss, "face-to-face"),
    ("16.8.2", "a winner is told by mail", promotion_running.way, "mail"),
    ("16.8.2", "nearest miss no other way", promotion_running.way_nearest_miss, "mail"),
    ("16.8.3", "a winner is told by telephone", promotion_running.way, "telephone"),
    ("16.8.3", "nearest miss no other way", promotion_running.way_nearest_miss, "telephone"),
    ("16.8.4", "a winner is told by e mail", promotion_running.way, "e-mail"),
    ("16.8.4", "nearest miss no other way", promotion_running.way_nearest_miss, "e-mail"),
    ("16.9", "whoever is refused is told why", promotion_running.refusal),
    ("16.9", "nearest miss a claim that is met", promotion_running.refusal_nearest_miss),
    ("16.9.1", "a refused claim over 100 is kept with name and address", promotion_running.kept),
    ("16.9.1", "nearest miss exactly 100", promotion_running.kept_nearest_miss),
    (
        "16.10",
        "the operator is final and the right to complain is told",
        promotion_running.complaint,
    ),
    ("16.10", "nearest miss nobody is dissatisfied yet", promotion_running.complaint_nearest_miss),
    (
        "16.11",
        "what is compromised is postponed or its draw cancelled and told",
        promotion_running.integrity,
        "within 48 hours",
    ),
    ("16.11", "nearest miss validated it goes on", promotion_running.integrity_nearest_miss),
    ("16.12.1", "changed terms hold and are sent again", promotion_running.change_is_sent),
    (
        "16.12.1",
        "nearest miss before the start the hours run anew",
        promotion_running.change_is_sent_nearest_miss,
    ),
]
globals().update(clause_tests(GAME, ROWS))
