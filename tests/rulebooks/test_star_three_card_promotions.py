"""star-three-card, section 15: what the terms of a promotion must say."""

from support import star_promotion_rows as rows
from support.rows import clause_tests, under

GAME = "star-three-card"

CITED = [
    *under("15.2", rows.DEAR),
    *under("15.3", rows.MONEY),
    *under("15.6", rows.KNOWN),
    *under("15.7", rows.TERMS),
    *under("15.9", rows.SUBMITTED),
]
UNCITED = [
    *under("15.2", rows.DEAR_LEAST),
    *under("15.3", rows.MONEY_LEAST),
    *under("15.6", rows.KNOWN_LEAST),
    *under("15.7", rows.TERMS_LEAST),
    *under("15.9", rows.SUBMITTED_LEAST),
]
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
