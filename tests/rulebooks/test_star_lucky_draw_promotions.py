"""star-lucky-draw, section 13: what the terms of a promotion must say."""

from support import star_promotion_rows as rows
from support.rows import clause_tests, under

GAME = "star-lucky-draw"

CITED = [
    *under("13.2", rows.DEAR),
    *under("13.3", rows.MONEY),
    *under("13.6", rows.KNOWN),
    *under("13.7", rows.TERMS),
    *under("13.9", rows.SUBMITTED),
]
UNCITED = [
    *under("13.2", rows.DEAR_LEAST),
    *under("13.3", rows.MONEY_LEAST),
    *under("13.6", rows.KNOWN_LEAST),
    *under("13.7", rows.TERMS_LEAST),
    *under("13.9", rows.SUBMITTED_LEAST),
]
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
