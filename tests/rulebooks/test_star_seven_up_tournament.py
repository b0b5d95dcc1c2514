"""star-seven-up, clause 15: tournaments."""

from support import star_rows
from support.rows import clause_tests

GAME = "star-seven-up"
globals().update(clause_tests(GAME, star_rows.TOURNAMENT, uncited=star_rows.TOURNAMENT_UNCITED))
