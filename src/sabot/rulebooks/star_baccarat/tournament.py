"""Tournaments of Baccarat, The Star Sydney: section 15 of the document."""

from sabot.rulebooks.star.tournament import tournament
from sabot.rules.tournament import ConditionsItem, Only

TOURNAMENT = tournament(
    ("6.4", "6.5", "6.7", "6.8"),
    told="14.19",
    first=(
        ConditionsItem(
            "low_limit",
            "6.9.1",
            "no low limit gaming",
            "yes",
            only=Only("6.9.1", (False,), "a low limit game has no tournaments"),
            optional=True,
        ),
    ),
    dealing=(ConditionsItem("dealing", "15.4.2(e)", "the dealing method"),),
)
