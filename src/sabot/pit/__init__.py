"""Pit figures: win, drop and pace of tables against exact odds, and ratings of players."""

from sabot.pit.figures import Point, Price, price_of
from sabot.pit.shapes import (
    RatingCard,
    RatingRow,
    TableFigures,
    card_for,
    is_money,
    rating_rows,
    table_figures,
)
from sabot.pit.sheet import ShiftSheet

__all__ = [
    "Point",
    "Price",
    "RatingCard",
    "RatingRow",
    "ShiftSheet",
    "TableFigures",
    "card_for",
    "is_money",
    "price_of",
    "rating_rows",
    "table_figures",
]
