"""star-seven-up, section 16: what a prize must say, and what none may be."""

from support.rows import clause_tests, under
from support.star_promotion_rows import FORBIDDEN, FORBIDDEN_LEAST, PRIZES, PRIZES_LEAST

GAME = "star-seven-up"

CITED = under("16.6", FORBIDDEN) + under("16.8.11", PRIZES)
UNCITED = under("16.6", FORBIDDEN_LEAST) + under("16.8.11", PRIZES_LEAST)
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
