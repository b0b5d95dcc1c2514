"""star-lucky-draw, section 13: promotions that run."""

from support import promotion_running
from support.rows import Row, clause_tests

GAME = "star-lucky-draw"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("13.4", "the winner of more than 10000 in cash chooses", promotion_running.winner_chooses),
    ("13.4", "nearest miss exactly 10000", promotion_running.winner_chooses_nearest_miss),
    ("13.8", "a winner who need not attend is told within 2 days", promotion_running.told_in_time),
    (
        "13.8",
        "nearest miss one attempt a second before midnight",
        promotion_running.told_in_time_nearest_miss,
    ),
    ("13.8.1", "a winner is told face to face", promotion_running.way, "face-to-face"),
    ("13.8.1", "nearest miss no other way", promotion_running.way_nearest_miss, "face-to-face"),
    ("13.8.2", "a winner is told by mail", promotion_running.way, "mail"),
    ("13.8.2", "nearest miss no other way", promotion_running.way_nearest_miss, "mail"),
    ("13.8.3", "a winner is told by telephone", promotion_running.way, "telephone"),
    ("13.8.3", "nearest miss no other way", promotion_running.way_nearest_miss, "telephone"),
    ("13.8.4", "a winner is told by e mail", promotion_running.way, "e-mail"),
    ("13.8.4", "nearest miss no other way", promotion_running.way_nearest_miss, "e-mail"),
    ("13.9.1", "changed terms wait for approval", promotion_running.change_waits),
    ("13.9.1", "nearest miss with approval they hold", promotion_running.change_waits_nearest_miss),
    ("13.10", "whoever is refused is told why", promotion_running.refusal),
    ("13.10", "nearest miss a claim that is met", promotion_running.refusal_nearest_miss),
    ("13.10.1", "a refused claim over 100 is kept with name and address", promotion_running.kept),
    ("13.10.1", "nearest miss exactly 100", promotion_running.kept_nearest_miss),
    (
        "13.11",
        "the operator is final and the right to complain is told",
        promotion_running.complaint,
    ),
    ("13.11", "nearest miss nobody is dissatisfied yet", promotion_running.complaint_nearest_miss),
    (
        "13.12",
        "what is compromised is postponed or its draw cancelled and told",
        promotion_running.integrity,
        "at once",
    ),
    ("13.12", "nearest miss validated it goes on", promotion_running.integrity_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
