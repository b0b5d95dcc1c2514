"""Promotional prizes, Three Card Baccarat, The Star Sydney, 17 August 2016: section 15."""

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

LARGE = 10_000 * DOLLAR  # 15.2, 15.4

PROMOTIONS = Promotions(
    scrutineer=Scrutineer("15.2", over=LARGE, must=True),
    money_instead=MoneyInstead("15.3", never_for=(SLOTS_DOLLARS, CASINO_DOLLARS)),
    cash=CashPrizes("15.4", allowed=True, law=NO_CASH_IN_LAW, choice_over=LARGE, ways=WAYS_TO_PAY),
    forbidden={TOBACCO: "15.5.1", FIREARM: "15.5.2", WEAPON: "15.5.3", PRESCRIBED: "15.5.5"},
    liquor=Liquor("15.5.4", most=20),
    made_known=states("15.6", "marketing", "available"),
    terms=(
        *states("15.7.1", "awarded"),
        *states("15.7.2", "where", "when"),
        *states("15.7.3", "eligible"),
        *states("15.7.4", "minimum_wager"),
        *states("15.7.5", "nature"),
        *states("15.7.6", "entries_close"),
        *states("15.7.7", "held"),
        *states("15.7.8", "claim", "attendance"),
        *states("15.7.9", "notified"),
        *states("15.7.10", "published"),
    ),
    prize=states("15.7.11", "kind", "description", "value", "conditions"),
    details={
        APPLIANCE: states("15.7.11.1", "make", "model", "accessories"),
        VEHICLE: states("15.7.11.2", "make", "model", "accessories", "on_road_costs"),
        TRAVEL: states("15.7.11.3", "persons", "includes", "dates", "spending_money"),
        REAL_ESTATE: states(
            "15.7.11.4", "dwelling", "plans", "contract", "easements", "address", "includes"
        ),
    },
    telling=Telling(
        "15.8",
        days=2,
        ways={
            "face-to-face": "15.8.1",
            "mail": "15.8.2",
            "telephone": "15.8.3",
            "e-mail": "15.8.4",
        },
    ),
    submission=Submission("15.9", COMMISSION, hours=24),
    changes=Changes("15.9.1", COMMISSION, approval=True),
    denial=Denial("15.10", kept="15.10.1", over=100 * DOLLAR),
    complaint=Duty(COMPLAINANT, ANY_TIME, "15.11"),
    integrity=Duty(INSPECTOR, AT_ONCE, "15.12"),
)
