"""star-seven-up, clause 15: conduct and wagers of a heat."""

from support import star_rows
from support.rows import clause_tests

GAME = "star-seven-up"

globals().update(clause_tests(GAME, star_rows.HEATS))
