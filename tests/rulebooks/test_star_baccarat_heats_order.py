"""star-baccarat, clause 15: pass cards, undisclosed wagers and order of a heat."""

from support import star_rows
from support.rows import clause_tests

GAME = "star-baccarat"

globals().update(clause_tests(GAME, star_rows.HEATS_ORDER))
