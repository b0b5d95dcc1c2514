"""The five documents by rulebook id."""

from collections.abc import Mapping

from reference.document import Document
from reference.documents import (
    canberra_mini,
    star_baccarat,
    star_lucky_draw,
    star_seven_up,
    star_three_card,
)

GAMES: Mapping[str, Document] = {
    each.DOCUMENT.name: each.DOCUMENT
    for each in (star_baccarat, star_seven_up, star_three_card, star_lucky_draw, canberra_mini)
}
