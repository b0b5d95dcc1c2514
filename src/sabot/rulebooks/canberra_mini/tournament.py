"""Tournaments of Mini-Baccarat, Casino Canberra: rule 15 of the document."""

from sabot.core.money import TOURNAMENT as TOURNAMENT_CHIPS
from sabot.rules.irregularities.irregularity import BEFOREHAND, Duty
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.overlay import Overlay
from sabot.rules.roles import CASINO_OPERATOR, COMMISSION, GAMING_MANAGER, TOURNAMENT_DIRECTOR
from sabot.rules.tournament import (
    Betting,
    ConditionsItem,
    DeskRules,
    Only,
    Outs,
    Placing,
    Play,
    PrizeMoney,
    Tournament,
    WageringOrder,
)

NONE = ("none",)

# 15.1 The rules for playing apply

OVERLAY = Overlay("tournament", "15.1", (), TOURNAMENT_CHIPS)

# 15.3 Tournament conditions

CONDITIONS = (
    ConditionsItem("starts", "15.3(a)(i)", "when the tournament starts", "moment"),
    ConditionsItem("entry_method", "15.3(a)(i)", "how to enter"),
    ConditionsItem("eligible", "15.3(a)(i)", "who may enter, or none if entry is open to all"),
    ConditionsItem("sessions", "15.3(a)(ii)(a)", "the number or duration of sessions", "basis"),
    ConditionsItem("tables", "15.3(a)(ii)(b)", "how many tables are active in a session", "basis"),
    ConditionsItem("sit_and_go", "15.3(a)(ii)(b)", "whether players sit and go", "yes"),
    ConditionsItem(
        "session_starts",
        "15.3(a)(ii)(b)",
        "when a session commences: in words, or as the number of players who sit at a table",
        "basis",
        beside="sit_and_go",
    ),
    ConditionsItem("seating", "15.3(a)(ii)(b)", "how players come to a table", beside="sit_and_go"),
    ConditionsItem(
        "progression", "15.3(a)(ii)(c)", "how players go on from session to session, or none"
    ),
    ConditionsItem(
        "points", "15.3(a)(ii)(d)", "points or prizes over several sessions or games, or none"
    ),
    ConditionsItem("second_chance", "15.3(a)(ii)(e)", "repechage or catch-up sessions, or none"),
    ConditionsItem(
        "buy_back", "15.3(a)(ii)(f)", "how an eliminated player may buy back in, or none"
    ),
    ConditionsItem(
        "buy_back_when", "15.3(a)(ii)(f)", "when a player may buy back in", beside="buy_back"
    ),
    ConditionsItem("entry_fee", "15.3(a)(iii)", "the entry fee, or none", "amount"),
    ConditionsItem(
        "commission", "15.3(a)(iii)", "the commission in percent, or none", "percentage"
    ),
    ConditionsItem(
        "commission_approved",
        "15.22",
        "the commission that the Commission approved",
        "percentage",
        beside="commission",
    ),
    ConditionsItem("chips", "15.3(a)(iv)", "the chips that the fee buys for a session", "sum"),
    ConditionsItem("minimum_players", "15.3(a)(v)", "the least number of players", "whole"),
    ConditionsItem("maximum_players", "15.3(a)(v)", "the largest number of players", "whole"),
    ConditionsItem("groups", "15.3(a)(vi)", "restrictions on player groups, or none"),
    ConditionsItem("limits", "15.3(a)(vii)", "the table limits", "limits"),
    ConditionsItem(
        "elimination", "15.3(a)(viii)(A)", "how players are eliminated", beside="progression"
    ),
    ConditionsItem(
        "level_session",
        "15.3(a)(viii)(B)",
        "how level players are placed in a session",
        beside="progression",
    ),
    ConditionsItem(
        "points_elimination",
        "15.3(a)(ix)(A)",
        "how players are eliminated over the sessions, or none",
        beside="points",
    ),
    ConditionsItem(
        "level_points",
        "15.3(a)(ix)(B)",
        "how level players are placed, or whether their points are divided",
        beside="points",
    ),
    ConditionsItem(
        "prizes", "15.3(a)(x)", "the breakdown of the prize pool, or its calculation", "prizes"
    ),
    ConditionsItem("distribution", "15.3(a)(xi)", "how the prize pool is distributed"),
    ConditionsItem(
        "level_prizes",
        "15.3(a)(xi)",
        "whether level players divide their prizes or play more rounds",
        only=Only(
            "15.3(a)(xi)",
            ("divide", "more rounds"),
            "level players divide (C) or play more rounds (D)",
        ),
    ),
    ConditionsItem(
        "notice_minutes",
        "15.7",
        "how many minutes of notice are reasonable",
        "whole",
        optional=True,
    ),
    ConditionsItem(
        "statement", "15.3(b)", "that the Tournament Director runs it and the rules prevail"
    ),
    ConditionsItem(
        "seats",
        "15.7",
        "seats by ballot",
        only=Only("15.7", ("ballot",), "table and seat are allotted by ballot"),
        optional=True,
    ),
    ConditionsItem(
        "top_ups",
        "15.13",
        "no chips but by the rules",
        only=Only("15.13", NONE, "chips are not added to"),
        optional=True,
    ),
    ConditionsItem(
        "compulsory_wager",
        "15.14",
        "that each round needs a wager of the minimum",
        "yes",
        only=Only("15.14", (True,), "every round needs a wager of the minimum"),
        optional=True,
    ),
    ConditionsItem(
        "order_of_wagering",
        "15.15",
        "the starting marker",
        only=Only("15.15", ("starting marker",), "a starting marker gives the order of wagering"),
        optional=True,
    ),
    ConditionsItem(
        "refunds",
        "15.23",
        "no refunds",
        only=Only("15.23", NONE, "fees are refunded only if the tournament is cancelled"),
        optional=True,
    ),
)

# 15.14 Wagers, beside 3.3 to 3.5

BETTING = Betting(
    unable="15.14",
    idle=None,
    units=None,  # 3.3: as the sign says
    maximum="3.5",
    maximum_for="wager",
    in_lieu=None,
    undisclosed=None,
    absence=None,
)

# 15.20 Places

PLACING = Placing(
    chips="15.20",
    play_off="15.3(a)(xi)(D)",
    knocked_out=None,
)

# 15.21 and 15.22 Prizes

PRIZE_MONEY = PrizeMoney(
    fees="15.22",
    paid_out="15.21",
    commission="15.22",
)

# Play of a heat

PLAY = Play(
    session="15.3(a)(ii)(a)",
    seat="15.7",
    chips="15.13",
    paid="15.13",
    allotment="15.3(a)(iv)",
    returned="15.13",
    in_view="15.12",
    limits="15.3(a)(vii)",
    pace="15.19",
    missing="15.13",
    risk="15.14",
    breaks="15.18",
    order=WageringOrder(
        marker="15.15",
        turns="15.16",
        out_of_turn="15.15",
        fixed="15.15",
        stands=True,
        always=True,
    ),
    outs=Outs(
        added="15.13",
        hidden="15.13",
    ),
)

# 15.2 to 15.11, 15.20 to 15.23, beside 14.2 and 14.4: how it is run

DESK = DeskRules(
    head=TOURNAMENT_DIRECTOR,
    appointed=Power("15.4", GAMING_MANAGER),
    published="15.2",
    told=Duty(COMMISSION, BEFOREHAND, "15.2(c)"),
    entry="15.3(a)(i)",
    copy="15.2(b)",
    agreement="15.5",
    once="15.6",
    refunds="15.23",
    withdrawal=None,  # 15.23
    cancel=Power("15.23", CASINO_OPERATOR),
    tables="15.8",
    alone=None,
    seats="15.7",
    fixed=None,  # 15.7: by ballot
    start="15.7",
    forfeited="15.9",
    reserve="15.10",
    substitute="15.11",
    buy_in=None,
    bought_back="15.3(a)(ii)(f)",
    advance="15.3(a)(ii)(c)",
    announced="15.20",
    disqualified=Power("14.2", CASINO_OPERATOR),
    disputes=Disputes(
        first=Power("14.4", CASINO_OPERATOR),
        review=Power("14.4", COMMISSION),
        told=None,
    ),
    held=None,
)

TOURNAMENT = Tournament(OVERLAY, CONDITIONS, BETTING, PLACING, PRIZE_MONEY, DESK, PLAY)
