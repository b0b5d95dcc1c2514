"""star-baccarat, section 16: what a prize must say, and what none may be.

Version 4 has a clause for each thing that the terms say of a prize.
"""

from support import promotion_checks as checks
from support.rows import Row, clause_tests, under
from support.star_promotion_rows import FORBIDDEN, FORBIDDEN_LEAST

GAME = "star-baccarat"

DETAILS: list[Row] = [
    ("1.1", "an appliance says its make", checks.detail, "appliance", "make"),
    ("1.2", "an appliance says its model", checks.detail, "appliance", "model"),
    ("1.3", "an appliance says its accessories", checks.detail, "appliance", "accessories"),
    ("2.1", "a vehicle says its make", checks.detail, "vehicle", "make"),
    ("2.2", "a vehicle says its model", checks.detail, "vehicle", "model"),
    ("2.3", "a vehicle says its accessories", checks.detail, "vehicle", "accessories"),
    ("2.4", "a vehicle says who pays on road costs", checks.detail, "vehicle", "on_road_costs"),
    ("3.1", "travel says how many may go", checks.detail, "travel", "persons"),
    ("3.2", "travel says what is included", checks.detail, "travel", "includes"),
    ("3.3", "travel says when it must be taken", checks.detail, "travel", "dates"),
    (
        "3.4",
        "travel says whether there is spending money",
        checks.detail,
        "travel",
        "spending_money",
    ),
    ("4.1", "real estate says its type", checks.detail, "real-estate", "dwelling"),
    ("4.2", "real estate says the plans", checks.detail, "real-estate", "plans"),
    ("4.3", "real estate says the contract", checks.detail, "real-estate", "contract"),
    ("4.4", "real estate says the easements", checks.detail, "real-estate", "easements"),
    ("4.5", "real estate says the address", checks.detail, "real-estate", "address"),
    ("4.6", "real estate says what is included", checks.detail, "real-estate", "includes"),
]
DETAILS_LEAST: list[Row] = [
    ("1.1", "nearest miss other goods need not", checks.least_detail, "appliance", "make"),
    ("1.2", "nearest miss other goods need not", checks.least_detail, "appliance", "model"),
    ("1.3", "nearest miss other goods need not", checks.least_detail, "appliance", "accessories"),
    ("2.1", "nearest miss other goods need not", checks.least_detail, "vehicle", "make"),
    ("2.2", "nearest miss other goods need not", checks.least_detail, "vehicle", "model"),
    ("2.3", "nearest miss other goods need not", checks.least_detail, "vehicle", "accessories"),
    ("2.4", "nearest miss other goods need not", checks.least_detail, "vehicle", "on_road_costs"),
    ("3.1", "nearest miss other goods need not", checks.least_detail, "travel", "persons"),
    ("3.2", "nearest miss other goods need not", checks.least_detail, "travel", "includes"),
    ("3.3", "nearest miss other goods need not", checks.least_detail, "travel", "dates"),
    ("3.4", "nearest miss other goods need not", checks.least_detail, "travel", "spending_money"),
    ("4.1", "nearest miss other goods need not", checks.least_detail, "real-estate", "dwelling"),
    ("4.2", "nearest miss other goods need not", checks.least_detail, "real-estate", "plans"),
    ("4.3", "nearest miss other goods need not", checks.least_detail, "real-estate", "contract"),
    ("4.4", "nearest miss other goods need not", checks.least_detail, "real-estate", "easements"),
    ("4.5", "nearest miss other goods need not", checks.least_detail, "real-estate", "address"),
    ("4.6", "nearest miss other goods need not", checks.least_detail, "real-estate", "includes"),
]
CITED: list[Row] = [
    ("16.7.11", "terms name every prize with value and conditions", checks.every_prize),
    *under("16.5", FORBIDDEN),
    *under("16.7.11", DETAILS),
]
UNCITED: list[Row] = [
    ("16.7.11", "nearest miss a cent and no conditions", checks.any_prize_nearest_miss),
    *under("16.5", FORBIDDEN_LEAST),
    *under("16.7.11", DETAILS_LEAST),
]
globals().update(clause_tests(GAME, CITED, uncited=UNCITED))
