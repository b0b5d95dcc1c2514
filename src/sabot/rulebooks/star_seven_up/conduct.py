"""Running a table of 7-Up Baccarat, The Star Sydney, 17 August 2016."""

from sabot.core.money import TOKENS
from sabot.rulebooks.star.provisions import disputes, invalidation, sanction
from sabot.rulebooks.star_seven_up.irregularities import IRREGULARITIES
from sabot.rules.operation.conduct import (
    Calls,
    CardChecks,
    Conduct,
    DeviceRule,
    Doubts,
    General,
    Handing,
    Limits,
    Method,
    NoBet,
    Notice,
    Power,
    Sharing,
    SideBet,
    Wagering,
)
from sabot.rules.operation.equipment import EquipmentItem, Forbidden
from sabot.rules.roles import (
    ASSISTANT_GAMING_MANAGER,
    CASINO_SUPERVISOR,
    GAMING_MANAGER,
    INSPECTOR,
    SURVEILLANCE,
)

# 3 The cards, 4 The shuffle

CHECKS = CardChecks(
    clause="3.4",
    duty="may",
    secured="3.5",
    ordered_by=(CASINO_SUPERVISOR, INSPECTOR),  # 3.9
    ordered_clause="3.9",
    dropped="4.3",
)

DOUBTS = Doubts(
    shuffle=None,  # 4.1 knows the shuffle before play only
    hand_shuffle=Power("4.2", CASINO_SUPERVISOR),
    hand_shuffle_of="casino pre-shuffled",  # 4.2
    order_seen=Power("4.5", GAMING_MANAGER),
)

# 5 Wagers: how they are placed, and by whom

WAGERING = Wagering(
    chips="5.2",
    takes=(TOKENS,),  # 5.2
    before="5.3",
    untouched="5.4",
    refusal=Power("14.11", CASINO_SUPERVISOR),
)

SHARING = Sharing(
    clause="5.5",
    at_first=1,
    most=3,  # 5.5
    limit=Power("5.5", CASINO_SUPERVISOR),  # who permits more than one
)

# 6 Minimum and maximum wagers

TWENTY_MINUTES = 20  # 6.7, 6.7.2, 14.8

LIMITS = Limits(
    sign="6.1",
    area="6.1",
    unit="6.1.1",
    differential="6.2",  # 6.1 does not list it
    reduce="6.2",
    differential_late="6.3",
    late_minimum="6.4",
    late_maximum="6.5",
    pro_rata="6.5",
    past_stand="6.5.1",
    by=CASINO_SUPERVISOR,  # 6.7
    change=Notice("6.7", CASINO_SUPERVISOR, TWENTY_MINUTES),
    differential_change="6.7",
    at_once="6.7.1",
    marker="6.7.1.1",
    marker_off="6.7.1.2",
    marker_box="6.7.1.3",
    end_protection=Notice("6.7.2", CASINO_SUPERVISOR, TWENTY_MINUTES),
    two_signs="6.7.3",
    newcomers="6.7.4",
    personal=Power("6.8", CASINO_SUPERVISOR),
)

# 7 The initial deal

CALLS = Calls(
    no_more_bets="7.1",
    required=False,  # 7.1: the dealer may
    counts="8.2.2",
)

NO_BET = (NoBet("7.4", ASSISTANT_GAMING_MANAGER, "agree"),)

# 8 Dealing method: the document has one and gives it no name

METHODS = (
    Method("A", "8.1", ("up", "down"), "nobody", face_clause="8.2.1", third="8.3", kept="8.1"),
)

HANDING = Handing(hands_off="3.7")

# 10 Super 7's

SIDE_BETS = (
    SideBet(
        wagers=("super-sevens",),
        sign="10.1",
        restrict=Power("10.2", GAMING_MANAGER),
        tells=(SURVEILLANCE, INSPECTOR),  # 10.2.1
        told="10.2.1",
        restrict_sign="10.2.2",
        one_each=None,
        positions=3,  # 10.4
        preference="10.4",
    ),
)

# 14 General provisions

GENERAL = General(
    sanction=sanction(offence="14.1", clause="14.3"),
    invalidation=invalidation("14.4", refund="14.5", forfeit="may"),
    close=Notice("14.8", CASINO_SUPERVISOR, TWENTY_MINUTES),
    idle="14.9",
    idle_coups=3,  # 14.9
    disputes=disputes("14.12", told="14.13"),
    rules_shown="14.14",
)

# Equipment of a table, and forbidden conduct

EQUIPMENT = (
    EquipmentItem("printed 7", "2.2.1"),
    EquipmentItem("Tie areas", "2.2.3"),
    EquipmentItem("areas marked 7's", "2.2.4"),
    EquipmentItem("shuffling device", "2.3.1"),
    EquipmentItem("discard rack for six decks", "2.3.2"),
    EquipmentItem("float tray", "2.3.3"),
)

FORBIDDEN = (
    Forbidden("advice on how to play", "14.6", of="staff"),
    Forbidden("advice that was not asked for", "14.7"),
    Forbidden("private bets", "14.10"),
    Forbidden("advice in a tournament", "15.11.1"),
)

CONDUCT = Conduct(
    drop_box="2.4",
    checks=CHECKS,
    doubts=DOUBTS,
    wagering=WAGERING,
    sharing=SHARING,
    limits=LIMITS,
    calls=CALLS,
    no_bet=NO_BET,
    no_bet_clause="12.4",
    no_bet_method=None,  # there is one method
    methods=METHODS,
    handing=HANDING,
    side_bets=SIDE_BETS,
    irregularities=IRREGULARITIES,
    general=GENERAL,
    zone="Australia/Sydney",
    equipment=EQUIPMENT,
    forbidden=FORBIDDEN,
    devices=DeviceRule("12.1.2", CASINO_SUPERVISOR),  # 12.1: doubt about the cards, rebuilt or void
)
