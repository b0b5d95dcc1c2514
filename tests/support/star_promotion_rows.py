"""Rows on promotions that four documents of the Star have in common.

The clauses are those below the number that a document gives each table (`support.rows.under`).
Checks of tables that end in LEAST are not given the clause.
"""

from datetime import UTC, datetime
from typing import Final

from support import promotion_checks as checks
from support.rows import Row

ANY_TIME: Final = datetime(2027, 1, 1, tzinfo=UTC)

# What no prize may be

FORBIDDEN: list[Row] = [
    ("1", "no prize is tobacco", checks.forbidden, "tobacco"),
    ("2", "no prize is a firearm", checks.forbidden, "firearm"),
    ("3", "no prize is a prohibited weapon", checks.forbidden, "weapon"),
    ("4", "no prize has more than 20 litres", checks.litres),
    ("5", "no prize is a prescribed thing", checks.forbidden, "prescribed"),
]
FORBIDDEN_LEAST: list[Row] = [
    ("1", "nearest miss a voucher for something else", checks.least_forbidden, "tobacco"),
    ("2", "nearest miss a voucher for something else", checks.least_forbidden, "firearm"),
    ("3", "nearest miss a voucher for something else", checks.least_forbidden, "weapon"),
    ("4", "nearest miss 20 litres in each", checks.litres_nearest_miss),
    ("5", "nearest miss a voucher for something else", checks.least_forbidden, "prescribed"),
]

# What the terms must say

TERMS: list[Row] = [
    ("1", "terms say how the prize is awarded", checks.terms, "awarded"),
    ("2", "terms say where and when the prize is awarded", checks.terms, "where", "when"),
    ("3", "terms say who qualifies", checks.terms, "eligible"),
    ("4", "terms say any minimum wager", checks.terms, "minimum_wager"),
    ("5", "terms say what the prize is", checks.terms, "nature"),
    ("6", "terms say when entries close", checks.terms, "entries_close"),
    ("7", "terms say where and when it is held", checks.terms, "held"),
    ("8", "terms say how to claim and whether to attend", checks.terms, "claim", "attendance"),
    ("9", "terms say how the winner hears", checks.terms, "notified"),
    ("10", "terms say how results are published", checks.terms, "published"),
]
TERMS_LEAST: list[Row] = [
    ("1", "nearest miss a word or two", checks.least, "awarded", "by draw"),
    ("2", "nearest miss any place", checks.least, "when", ANY_TIME),
    ("3", "nearest miss one word", checks.least, "eligible", "members"),
    ("4", "nearest miss none is an answer", checks.least, "minimum_wager", "none"),
    ("5", "nearest miss two words", checks.least, "nature", "a car"),
    ("6", "nearest miss any time with its offset", checks.least, "entries_close", ANY_TIME),
    ("7", "nearest miss one word", checks.least, "held", "now"),
    ("8", "nearest miss nobody has to attend", checks.least, "attendance", False),
    ("9", "nearest miss one way", checks.least, "notified", "by mail"),
    ("10", "nearest miss one word", checks.least, "published", "web"),
]

# What the terms must say of a prize, and of some things

APPLIANCE: Final = ("make", "model", "accessories")
VEHICLE: Final = (*APPLIANCE, "on_road_costs")
TRAVEL: Final = ("persons", "includes", "dates", "spending_money")
ESTATE: Final = ("dwelling", "plans", "contract", "easements", "address", "includes")

PRIZES: list[Row] = [
    ("", "terms name every prize with value and conditions", checks.every_prize),
    ("1", "what an appliance must say", checks.detail, "appliance", *APPLIANCE),
    ("2", "what a vehicle must say", checks.detail, "vehicle", *VEHICLE),
    ("3", "what travel must say", checks.detail, "travel", *TRAVEL),
    ("4", "what real estate must say", checks.detail, "real-estate", *ESTATE),
]
PRIZES_LEAST: list[Row] = [
    ("", "nearest miss a cent and no conditions", checks.any_prize_nearest_miss),
    ("1", "nearest miss other goods need not", checks.least_detail, "appliance", *APPLIANCE),
    ("2", "nearest miss other goods need not", checks.least_detail, "vehicle", *VEHICLE),
    ("3", "nearest miss other goods need not", checks.least_detail, "travel", *TRAVEL),
    ("4", "nearest miss other goods need not", checks.least_detail, "real-estate", *ESTATE),
]

# Single clauses

KNOWN: list[Row] = [
    ("", "marketing names the terms and they are easy to get", checks.made_known),
]
KNOWN_LEAST: list[Row] = [
    ("", "nearest miss by mail will do", checks.made_known_nearest_miss),
]
SUBMITTED: list[Row] = [
    ("", "the regulator has the terms 24 hours before", checks.submitted),
]
SUBMITTED_LEAST: list[Row] = [
    ("", "nearest miss exactly 24 hours", checks.submitted_nearest_miss),
]
DEAR: list[Row] = [
    ("", "a scrutineer for a prize over 10000", checks.scrutineer),
]
DEAR_LEAST: list[Row] = [
    ("", "nearest miss three prizes of 10000", checks.scrutineer_nearest_miss),
]
MONEY: list[Row] = [
    ("", "no money for slots or casino dollars", checks.no_money_for, *checks.DOLLARS),
]
MONEY_LEAST: list[Row] = [
    ("", "nearest miss money for a thing if the terms say so", checks.money_for, *checks.DOLLARS),
    ("", "in cash by the document and not by the act", checks.cash_by_law),
]
