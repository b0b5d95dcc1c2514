"""star-lucky-draw, section 13: what a prize must say, and what none may be."""

from support.rows import clause_tests, under
from support.star_promotion_rows import FORBIDDEN, FORBIDDEN_LEAST, PRIZES, PRIZES_LEAST

GAME = "star-lucky-draw"

CITED = under("13.5", FORBIDDEN) + under("13.7.11", PRIZES)
UNCITED = under("13.5", FORBIDDEN_LEAST) + under("13.7.11", PRIZES_LEAST)
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
