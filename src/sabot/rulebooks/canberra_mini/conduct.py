"""Running a table of Mini-Baccarat, Casino Canberra, 6 December 2017 (NI2017-633)."""

from sabot.rulebooks.canberra_mini.irregularities import IRREGULARITIES
from sabot.rules.operation.conduct import (
    Calls,
    CardChecks,
    Conduct,
    DeviceRule,
    Disputes,
    Doubts,
    General,
    Handing,
    Invalidation,
    Limits,
    Method,
    NoBet,
    Notice,
    Power,
    Sanction,
    Sharing,
    SideBet,
    Wagering,
)
from sabot.rules.operation.equipment import Forbidden
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, COMMISSION

# 2 Cards, 5 Shuffle and cut of the cards

CHECKS = CardChecks(
    replacements="2.3",
    clause="2.5",
    duty="must",
    at_end=True,  # 2.5
    spares_pre_shuffled=True,  # 2.5
)

DOUBTS = Doubts(
    shuffle=Power("5.1(c)", CASINO_SUPERVISOR),
    needs_reason=False,  # 5.1(c) asks for none
    hand_shuffle=None,
    order_seen=None,
)

# 3 Minimum and maximum wagers

PRIOR_NOTICE = 0  # 3.1, 8.3 and 13.2 state no time

LIMITS = Limits(
    sign="3.1",
    by=CASINO_OPERATOR,  # 3.1
    change=Notice("3.1", CASINO_OPERATOR, PRIOR_NOTICE),
    personal=Power("3.2", CASINO_OPERATOR),
    unit="3.3",
    late_minimum="3.4",
    warned=True,  # 3.4
    late_maximum="3.5",
    differential="3.6",  # and no remedy when it is exceeded
    differential_change="3.7",
    bet_type="9.3",  # Pairs only
)

# 4 Wagers: how they are placed, and by whom

WAGERING = Wagering(
    before="4.1",
    chance="4.1",  # and 9.7, in the Pairs box
    chips="4.2",
    takes=(),  # 4.2: gaming chips
    untouched="4.6",
    refusal=None,
)

SHARING = Sharing(clause="4.4", most=None, limit=None)

NO_BET = (
    NoBet("4.7", CASINO_SUPERVISOR, "agree", asked=True, single=True),  # 4.7: a round of play
    NoBet("4.8", CASINO_SUPERVISOR, "empty"),
)

# 6 The initial deal, 7 Additional cards

CALLS = Calls(
    no_more_bets="6.2",
    required=True,  # 6.2
    counts=None,
)

METHODS = (
    Method("up", "2.2", ("up",), "nobody", face_clause="2.2"),
    Method("down", "2.2", ("down",), "bettor", face_clause="6.3", third="7.4"),
)

HANDING = Handing(expose="6.3", turned_by_dealer="6.3")

# 9 Pairs

SIDE_BETS = tuple(
    SideBet(
        wagers=wagers,
        one_each="4.5(a)",  # one on each hand
        sign="9.3",
        alone="9.4",
        preference=None,
        restrict=None,
    )
    for wagers in (
        ("perfect-pairs-player", "perfect-pairs-banker"),
        ("canberra-pairs-player", "canberra-pairs-banker"),
    )
)

# 13 Table closure, 14 General provisions

GENERAL = General(
    variant=Notice("8.3", CASINO_OPERATOR, PRIOR_NOTICE),
    close=Notice("13.2", CASINO_OPERATOR, PRIOR_NOTICE),
    invalidation=Invalidation(
        disturbance=Power("14.1", CASINO_OPERATOR),
        fraud=Power("14.3", CASINO_OPERATOR),
        impractical=Power("14.3", CASINO_OPERATOR),
        void="14.3",
        refund=None,
        forfeit=None,
    ),
    sanction=Sanction(
        offence="14.2",
        any_breach=True,  # 14.2: any provision of the rules
        clause="14.2",
        by=CASINO_OPERATOR,
        void="14.2(a)",
        bar="14.2(b)",
    ),
    disputes=Disputes(
        first=Power("14.4", CASINO_OPERATOR),
        review=Power("14.4", COMMISSION),
        told=None,
    ),
    idle="14.6",
    idle_coups=3,  # 14.6
    rules_shown="14.9",
)

# 14.5, 14.7, 14.8 Forbidden conduct at a table

FORBIDDEN = (
    Forbidden("advice on how to play", "14.5", of="staff"),
    Forbidden("advice that was not asked for", "14.7"),
    Forbidden("private bets", "14.8"),
    Forbidden("advice in a tournament", "15.17"),
)

CONDUCT = Conduct(
    checks=CHECKS,
    doubts=DOUBTS,
    limits=LIMITS,
    wagering=WAGERING,
    sharing=SHARING,
    no_bet=NO_BET,
    no_bet_clause="4.9",
    no_bet_method=None,  # 4.9: as any round
    calls=CALLS,
    methods=METHODS,
    methods_clause="2.2",
    methods_by=CASINO_OPERATOR,  # 2.2, before the round
    handing=HANDING,
    odds_sign="8.3",  # the method of settlement is shown at every table
    side_bets=SIDE_BETS,
    irregularities=IRREGULARITIES,
    void_reverses=True,  # 12.4, 12.5, 12.7, 14.3: Pairs may have been settled by then
    general=GENERAL,
    zone="Australia/Sydney",
    forbidden=FORBIDDEN,
    devices=DeviceRule("12.4", CASINO_SUPERVISOR),  # 12.4: reconstructed, or void
)
