"""star-three-card, section 15: what a prize must say, and what none may be."""

from support.rows import clause_tests, under
from support.star_promotion_rows import FORBIDDEN, FORBIDDEN_LEAST, PRIZES, PRIZES_LEAST

GAME = "star-three-card"

CITED = under("15.5", FORBIDDEN) + under("15.7.11", PRIZES)
UNCITED = under("15.5", FORBIDDEN_LEAST) + under("15.7.11", PRIZES_LEAST)
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
