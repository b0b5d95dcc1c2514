"""star-seven-up, section 16: what the terms of a promotion must say."""

from support import star_promotion_rows as rows
from support.rows import clause_tests, under

GAME = "star-seven-up"

CITED = [
    *under("16.3", rows.DEAR),
    *under("16.4", rows.MONEY),
    *under("16.7", rows.KNOWN),
    *under("16.8", rows.TERMS),
    *under("16.10", rows.SUBMITTED),
]
UNCITED = [
    *under("16.3", rows.DEAR_LEAST),
    *under("16.4", rows.MONEY_LEAST),
    *under("16.7", rows.KNOWN_LEAST),
    *under("16.8", rows.TERMS_LEAST),
    *under("16.10", rows.SUBMITTED_LEAST),
]
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
