"""Promotional prizes, 7-Up Baccarat, The Star Sydney, 17 August 2016: section 16."""

from sabot.core.money import DOLLAR
from sabot.rules.irregularities.irregularity import ANY_TIME, AT_ONCE, Duty
from sabot.rules.promotions import (
    APPLIANCE,
    CASINO_DOLLARS,
    COMPLAINANT,
    FIREARM,
    NO_CASH_IN_LAW,
    PRESCRIBED,
    REAL_ESTATE,
    SLOTS_DOLLARS,
    TOBACCO,
    TRAVEL,
    VEHICLE,
    WAYS_TO_PAY,
    WEAPON,
    CashPrizes,
    Changes,
    Denial,
    Liquor,
    MoneyInstead,
    Promotions,
    Scrutineer,
    Submission,
    Telling,
    states,
)
from sabot.rules.roles import COMMISSION, INSPECTOR

LARGE = 10_000 * DOLLAR  # 16.3, 16.5

PROMOTIONS = Promotions(
    scrutineer=Scrutineer("16.3", over=LARGE, must=True),
    money_instead=MoneyInstead("16.4", never_for=(SLOTS_DOLLARS, CASINO_DOLLARS)),
    cash=CashPrizes("16.5", allowed=True, law=NO_CASH_IN_LAW, choice_over=LARGE, ways=WAYS_TO_PAY),
    forbidden={TOBACCO: "16.6.1", FIREARM: "16.6.2", WEAPON: "16.6.3", PRESCRIBED: "16.6.5"},
    liquor=Liquor("16.6.4", most=20),
    made_known=states("16.7", "marketing", "available"),
    terms=(
        *states("16.8.1", "awarded"),
        *states("16.8.2", "where", "when"),
        *states("16.8.3", "eligible"),
        *states("16.8.4", "minimum_wager"),
        *states("16.8.5", "nature"),
        *states("16.8.6", "entries_close"),
        *states("16.8.7", "held"),
        *states("16.8.8", "claim", "attendance"),
        *states("16.8.9", "notified"),
        *states("16.8.10", "published"),
    ),
    prize=states("16.8.11", "kind", "description", "value", "conditions"),
    details={
        APPLIANCE: states("16.8.11.1", "make", "model", "accessories"),
        VEHICLE: states("16.8.11.2", "make", "model", "accessories", "on_road_costs"),
        TRAVEL: states("16.8.11.3", "persons", "includes", "dates", "spending_money"),
        REAL_ESTATE: states(
            "16.8.11.4", "dwelling", "plans", "contract", "easements", "address", "includes"
        ),
    },
    telling=Telling(
        "16.9",
        days=2,
        ways={
            "face-to-face": "16.9.1",
            "mail": "16.9.2",
            "telephone": "16.9.3",
            "e-mail": "16.9.4",
        },
    ),
    submission=Submission("16.10", COMMISSION, hours=24),
    changes=Changes("16.10.1", COMMISSION, approval=True),
    denial=Denial("16.11", kept="16.11.1", over=100 * DOLLAR),
    complaint=Duty(COMPLAINANT, ANY_TIME, "16.12"),
    integrity=Duty(INSPECTOR, AT_ONCE, "16.13"),
)
