"""Promotional prizes, Baccarat, The Star Sydney, version 4: section 16."""

from sabot.core.money import DOLLAR
from sabot.rules.irregularities.irregularity import ANY_TIME, Duty, within_hours
from sabot.rules.promotions import (
    APPLIANCE,
    CASINO_DOLLARS,
    COMPLAINANT,
    FIREARM,
    PRESCRIBED,
    REAL_ESTATE,
    TOBACCO,
    TRAVEL,
    VEHICLE,
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
    numbered,
    states,
)
from sabot.rules.roles import COMMISSION, INSPECTOR

PROMOTIONS = Promotions(
    scrutineer=Scrutineer("16.2", over=10_000 * DOLLAR, must=False),
    money_instead=MoneyInstead("16.3", never_for=(CASINO_DOLLARS,)),
    cash=CashPrizes("16.4", allowed=False),
    forbidden={TOBACCO: "16.5.1", FIREARM: "16.5.2", WEAPON: "16.5.3", PRESCRIBED: "16.5.5"},
    liquor=Liquor("16.5.4", most=20),
    made_known=states("16.6", "marketing", "available"),
    terms=(
        *states("16.4", "delivery"),
        *states("16.7.1", "awarded"),
        *states("16.7.2", "where", "when"),
        *states("16.7.3", "eligible"),
        *states("16.7.4", "minimum_wager"),
        *states("16.7.5", "nature"),
        *states("16.7.6", "entries_close"),
        *states("16.7.7", "held"),
        *states("16.7.8", "claim", "attendance"),
        *states("16.7.9", "notified"),
        *states("16.7.10", "published"),
    ),
    prize=states("16.7.11", "kind", "description", "value", "conditions"),
    details={
        APPLIANCE: numbered("16.7.11.1", "make", "model", "accessories"),
        VEHICLE: numbered("16.7.11.2", "make", "model", "accessories", "on_road_costs"),
        TRAVEL: numbered("16.7.11.3", "persons", "includes", "dates", "spending_money"),
        REAL_ESTATE: numbered(
            "16.7.11.4", "dwelling", "plans", "contract", "easements", "address", "includes"
        ),
    },
    telling=Telling(
        "16.8",
        days=2,
        ways={
            "face-to-face": "16.8.1",
            "mail": "16.8.2",
            "telephone": "16.8.3",
            "e-mail": "16.8.4",
        },
    ),
    denial=Denial("16.9", kept="16.9.1", over=100 * DOLLAR),
    complaint=Duty(COMPLAINANT, ANY_TIME, "16.10"),
    integrity=Duty(INSPECTOR, within_hours(48), "16.11"),
    submission=Submission("16.12", COMMISSION, hours=24),
    changes=Changes("16.12.1", COMMISSION, approval=False),
)
