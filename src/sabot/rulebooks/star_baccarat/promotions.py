"""Promotional prizes, Baccarat, The Star Sydney, version 4: section 16."""

from sabot.core.money import DOLLAR
from sabot.rulebooks.star.promotions import details, terms, ways
from sabot.rules.irregularities.irregularity import ANY_TIME, Duty, within_hours
from sabot.rules.promotions import (
    CASINO_DOLLARS,
    COMPLAINANT,
    FIREARM,
    PRESCRIBED,
    TOBACCO,
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
        *terms("16.7"),
    ),
    prize=states("16.7.11", "kind", "description", "value", "conditions"),
    details=details("16.7", numbered),
    telling=Telling("16.8", days=2, ways=ways("16.8")),
    denial=Denial("16.9", kept="16.9.1", over=100 * DOLLAR),
    complaint=Duty(COMPLAINANT, ANY_TIME, "16.10"),
    integrity=Duty(INSPECTOR, within_hours(48), "16.11"),
    submission=Submission("16.12", COMMISSION, hours=24),
    changes=Changes("16.12.1", COMMISSION, approval=False),
)
