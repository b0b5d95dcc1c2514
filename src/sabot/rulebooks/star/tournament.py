"""Tournaments at The Star Sydney: section 15, which Baccarat and 7-Up Baccarat have in common.

Each game's `tournament.py` states only its own clauses and conditions.
"""

from sabot.core.money import TOURNAMENT as TOURNAMENT_CHIPS
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.overlay import Overlay
from sabot.rules.roles import CASINO_OPERATOR, TOURNAMENT_MANAGER
from sabot.rules.tournament import (
    Absence,
    Betting,
    ConditionsItem,
    DeskRules,
    Early,
    Forms,
    Only,
    Outs,
    Placing,
    Play,
    PrizeMoney,
    Tournament,
    Undisclosed,
    WageringOrder,
)

NONE = ("none",)

# 15.3 Entry fees and prize pool

PRIZE_MONEY = PrizeMoney(
    fees="15.3.2",
    paid_out="15.3.2",
    commission=None,  # 15.3.2: all fees
)

# 15.4 Tournament conditions

BEFORE_DEALING = (
    ConditionsItem("entry_fee", "15.4.2(a)", "the entry fee, or none", "amount"),
    ConditionsItem(
        "commission",
        "15.3.2",
        "no commission",
        "percentage",
        only=Only("15.3.2", NONE, "every entry fee goes into the prize pool"),
        optional=True,
    ),
    ConditionsItem(
        "chips", "15.4.2(b)", "the chips that each player has when a session begins", "sum"
    ),
    ConditionsItem("buy_in", "15.4.2(b)", "what the chips cost at a session, or none", "amount"),
    ConditionsItem(
        "chips_at_the_end",
        "15.4.2(b)",
        "what becomes of chips that were bought: score only, or cash",
        beside="buy_in",
        only=Only("15.4.2(b)", ("score", "cash"), "bought chips end as score or as cash"),
    ),
    ConditionsItem(
        "extra_chips",
        "15.6.2",
        "no chips for some",
        only=Only("15.6.2", NONE, "every player has the same allotment"),
        optional=True,
    ),
    ConditionsItem(
        "top_ups",
        "15.6.5",
        "no chips but by winning",
        only=Only("15.6.5", NONE, "chips grow by winning wagers only"),
        optional=True,
    ),
    ConditionsItem(
        "compulsory_wager",
        "15.4.2(c)",
        "that each coup needs a wager of the minimum",
        "yes",
        only=Only("15.6.4", (True,), "every coup needs a wager or a pass card"),
    ),
    ConditionsItem("limits", "15.4.2(d)", "minimum and maximum, and when they move", "limits"),
    ConditionsItem(
        "limits_otherwise",
        "15.6.15",
        "no limits but those listed",
        only=Only("15.6.15", NONE, "limits move only as players were told beforehand"),
        optional=True,
    ),
)
"""Conditions up to the dealing method, which only a document with several methods asks for."""

AFTER_DEALING = (
    ConditionsItem("sessions", "15.4.2(e)", "how many sessions or rounds there are", "basis"),
    ConditionsItem("duration", "15.4.2(e)", "how long a session or round lasts"),
    ConditionsItem("tables", "15.4.2(e)", "how many tables are active in each", "basis"),
    ConditionsItem("progression", "15.4.2(e)", "how players go on from session to session"),
    ConditionsItem(
        "second_chance", "15.4.2(e)", "repechage, catch-up or secondary sessions, or none"
    ),
    ConditionsItem("seats", "15.4.2(f)", "how tables and wagering areas are allotted"),
    ConditionsItem("order_of_wagering", "15.4.2(f)", "the order of wagering, or none"),
    ConditionsItem(
        "pass_cards", "15.4.2(f)", "how many pass cards each player has for a heat", "whole"
    ),
    ConditionsItem(
        "extra_pass_cards",
        "15.7.1",
        "no pass cards for some",
        only=Only("15.7.1", NONE, "every player has the same number of pass cards"),
        optional=True,
    ),
    ConditionsItem(
        "undisclosed_wagers", "15.4.2(f)", "how many undisclosed wagers there are", "whole"
    ),
    ConditionsItem("buy_back", "15.4.2(g)", "how an eliminated player may buy back in, or none"),
    ConditionsItem(
        "buy_back_when", "15.4.2(g)", "when a player may buy back in", beside="buy_back"
    ),
    ConditionsItem(
        "eligible", "15.4.2(h)(i)", "that only who may enter the casino and gamble may enter"
    ),
    ConditionsItem("may_refuse", "15.4.2(h)(ii)", "whether any application may be refused", "yes"),
    ConditionsItem(
        "refusal", "15.4.2(h)(ii)", "that any application may be refused", beside="may_refuse"
    ),
    ConditionsItem(
        "selection", "15.4.2(h)(iii)", "the criteria by which entrants are selected, or none"
    ),
    ConditionsItem("entry_terms", "15.4.2(i)", "the terms of entry"),
    ConditionsItem("withdrawal", "15.4.2(i)", "until when a player may withdraw free of charge"),
    ConditionsItem("form", "15.4.2(i)", "the application form"),
    ConditionsItem("minimum_players", "15.4.2(i)", "the least number of players", "whole"),
    ConditionsItem("maximum_players", "15.4.2(i)", "the largest number of players", "whole"),
    ConditionsItem(
        "notice_minutes",
        "15.5.3",
        "how many minutes of notice are reasonable",
        "whole",
        optional=True,
    ),
    ConditionsItem("prizes", "15.4.2(j)", "the prizes", "prizes"),
    ConditionsItem(
        "level_prizes",
        "15.4.2(j)",
        "whether level players divide their prizes or play off",
        only=Only("15.4.2(j)", ("divide", "more rounds"), "level players divide or play off"),
        optional=True,
    ),
    ConditionsItem("payment", "15.4.2(j)", "how prizes are paid"),
    ConditionsItem("guarantee", "15.4.2(j)", "undertakings, reservations and guarantees, or none"),
    ConditionsItem(
        "statement", "15.4.2(k)", "that the Tournament Manager runs it and the rules prevail"
    ),
)

# 15.5 Conduct of play, 15.6 Wagers, 15.7 Pass cards, 15.8 Undisclosed wagers

BETTING = Betting(
    unable="15.6.13",
    idle="15.6.4",
    units="15.6.14",
    maximum="15.6.14",
    maximum_for="coup",  # 15.6.4
    in_lieu="15.7.1",
    undisclosed=Undisclosed(
        below="15.8.3.1",
        above="15.8.3.2",
        beyond="15.8.3.3",
        blank="15.8.3.4",
    ),
    absence=Absence("15.5.6.1", most=3),
)

# 15.10 Session winners and placegetters

PLACING = Placing(
    chips="15.10.2",
    play_off="15.10.3",
    knocked_out="15.10.4",
)

# Play of a heat

PLAY = Play(
    session="15.1.1",
    seat="15.6.10",
    chips="15.6.1",
    paid="15.6.8",
    allotment="15.6.2",
    returned="15.6.9",
    in_view="15.6.6",
    limits="15.6.15",
    pace="15.6.11",
    late="15.6.12",
    absent="15.5.6",
    missing="15.5.9",
    recount="15.11.3",
    early=Early("15.5.5", determined="15.5.5.1", agreed="15.5.5.2"),
    order=WageringOrder(
        marker="15.9.2",
        turns="15.9.3",
        out_of_turn="15.9.4",
        fixed="15.9.5",
    ),
    forms=Forms(
        number="15.8.1",
        written="15.8.2.1",
        examined="15.8.2.5",
        announced="15.8.2.6",
        fixed="15.8.2.7",
        shown="15.8.4",
    ),
    outs=Outs(
        added="15.6.5",
        hidden="15.6.7",
        cancelled="15.5.6.2",
    ),
)

# 15.1, 15.3 to 15.5, 15.10 and 15.11: how it is run


def _desk(told: str) -> DeskRules:
    """Return the rules of the desk; `told`: the clause by which a dissatisfied person is told."""
    return DeskRules(
        head=TOURNAMENT_MANAGER,
        appointed=Power("15.1.1", CASINO_OPERATOR),
        published="15.4.1",
        told=None,
        entry="15.1.1",
        copy="15.4.1",
        agreement="15.4.3",
        once=None,
        refunds="15.3.2",
        withdrawal="15.4.2(i)",
        cancel=Power("15.3.4", CASINO_OPERATOR),
        tables="15.5.1",
        alone="15.5.2",
        seats="15.5.4",
        fixed="15.5.4",
        start="15.5.3",
        forfeited=None,  # 15.5.6: the Tournament Manager may
        reserve=None,
        substitute=None,
        buy_in="15.6.3",
        bought_back="15.4.2(g)",
        advance="15.10.1",
        announced="15.5.8",
        disqualified=Power("15.5.7", TOURNAMENT_MANAGER),
        disputes=Disputes(
            first=Power("15.11.2", TOURNAMENT_MANAGER),
            review=None,  # 15.11.2: final
            told=told,
        ),
        held="15.11.2",
    )


def tournament(
    over: tuple[str, ...],
    *,
    told: str,
    first: tuple[ConditionsItem, ...] = (),
    dealing: tuple[ConditionsItem, ...] = (),
) -> Tournament:
    """Return section 15 of a document.

    `over`: clauses of the game that tournament rules replace (15.2.1); `first` and `dealing`:
    conditions of its own, before all others and in place of the dealing method.
    """
    overlay = Overlay("tournament", "15.2.1", over, TOURNAMENT_CHIPS)
    conditions = (*first, *BEFORE_DEALING, *dealing, *AFTER_DEALING)
    return Tournament(overlay, conditions, BETTING, PLACING, PRIZE_MONEY, _desk(told), PLAY)
