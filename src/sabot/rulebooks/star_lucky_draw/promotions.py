"""Promotional prizes, Lucky Draw Baccarat, The Star Sydney, 17 August 2016: section 13."""

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

LARGE = 10_000 * DOLLAR  # 13.2, 13.4

PROMOTIONS = Promotions(
    scrutineer=Scrutineer("13.2", over=LARGE, must=True),
    money_instead=MoneyInstead("13.3", never_for=(SLOTS_DOLLARS, CASINO_DOLLARS)),
    cash=CashPrizes("13.4", allowed=True, law=NO_CASH_IN_LAW, choice_over=LARGE, ways=WAYS_TO_PAY),
    forbidden={TOBACCO: "13.5.1", FIREARM: "13.5.2", WEAPON: "13.5.3", PRESCRIBED: "13.5.5"},
    liquor=Liquor("13.5.4", most=20),
    made_known=states("13.6", "marketing", "available"),
    terms=(  # 13.7.4 to 13.7.6, 13.7.8 and 13.7.11 are counted: their numbers are lost
        *states("13.7.1", "awarded"),
        *states("13.7.2", "where", "when"),
        *states("13.7.3", "eligible"),
        *states("13.7.4", "minimum_wager"),
        *states("13.7.5", "nature"),
        *states("13.7.6", "entries_close"),
        *states("13.7.7", "held"),
        *states("13.7.8", "claim", "attendance"),
        *states("13.7.9", "notified"),
        *states("13.7.10", "published"),
    ),
    prize=states("13.7.11", "kind", "description", "value", "conditions"),
    details={
        APPLIANCE: states("13.7.11.1", "make", "model", "accessories"),
        VEHICLE: states("13.7.11.2", "make", "model", "accessories", "on_road_costs"),
        TRAVEL: states("13.7.11.3", "persons", "includes", "dates", "spending_money"),
        REAL_ESTATE: states(
            "13.7.11.4", "dwelling", "plans", "contract", "easements", "address", "includes"
        ),
    },
    telling=Telling(
        "13.8",
        days=2,
        ways={
            "face-to-face": "13.8.1",
            "mail": "13.8.2",
            "telephone": "13.8.3",
            "e-mail": "13.8.4",
        },
    ),
    submission=Submission("13.9", COMMISSION, hours=24),
    changes=Changes("13.9.1", COMMISSION, approval=True),
    denial=Denial("13.10", kept="13.10.1", over=100 * DOLLAR),
    complaint=Duty(COMPLAINANT, ANY_TIME, "13.11"),
    integrity=Duty(INSPECTOR, AT_ONCE, "13.12"),
)
