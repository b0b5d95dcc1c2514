"""Running a table of Three Card Baccarat, The Star Sydney, 17 August 2016."""

from sabot.core.money import TOKENS
from sabot.rulebooks.star.provisions import disputes, invalidation, sanction
from sabot.rulebooks.star_three_card.irregularities import IRREGULARITIES
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
    Notice,
    Power,
    Sharing,
    SideBet,
    Wagering,
)
from sabot.rules.operation.equipment import EquipmentItem, Forbidden
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, DUTY_MANAGER

# 3 The cards, 4 The shuffle and cut

CHECKS = CardChecks(clause="3.5", duty="must", secured="3.6")

DOUBTS = Doubts(
    shuffle=Power("4.1.3", CASINO_SUPERVISOR),
    hand_shuffle=Power("4.10", DEALER),
    order_seen=None,
)

# 5 Wagers: how they are placed, and by whom

WAGERING = Wagering(
    chips="5.3",
    takes=(TOKENS,),  # 5.3
    before="5.4",
    untouched="5.5",
    responsible="5.12",
    refusal=Power("14.12", CASINO_SUPERVISOR),
)

SHARING = Sharing(
    clause="5.6",
    at_first=3,  # 5.6
    most=3,  # 5.6
    limit=Power("5.6", CASINO_SUPERVISOR),  # who may set a lower number
    give_up="5.7",
    give_up_when="seats",  # 5.7
    several="5.8",
)

SIDE_BETS = (
    SideBet(
        wagers=("three-pictures",),
        sign="6.1",  # the sign of every area: there is none for this bet alone
        one_each="5.9",
        preference=None,
        restrict=None,
        optional=False,  # 5.1.3
    ),
)

# 6 Minimum and maximum wagers

TWENTY_MINUTES = 20  # 6.5, 6.5.2, 14.8, 14.9

LIMITS = Limits(
    sign="6.1",
    area="6.1",
    unit="6.1",
    late_minimum="6.2",
    late_maximum="6.3",
    past_stand="6.3",
    by=CASINO_SUPERVISOR,  # 6.5
    change=Notice("6.5", CASINO_SUPERVISOR, TWENTY_MINUTES),
    at_once="6.5.1",
    marker="6.5.1.1",
    marker_off="6.5.1.2",
    marker_box="6.5.1.3",
    end_protection=Notice("6.5.2", CASINO_SUPERVISOR, TWENTY_MINUTES),
    two_signs="6.5.3",
    newcomers="6.5.4",
    personal=Power("6.6", CASINO_SUPERVISOR),
)

# 8 The deal

CALLS = Calls(
    last_coup_first="4.8",  # 4.7: when the cutting card comes during a coup nothing is called
    no_more_bets="8.1",
    required=False,  # 8.1: the dealer may
    counts="9.8",
    marker="9.9",
    marked=tuple(f"point-total-{total}" for total in range(10)),
)

# 9 Dealing methods

METHODS = (
    Method("A", "9.2", ("up",), "nobody", face_clause="9.2", kept="9.2"),
    Method("B", "9.3", ("down",), "own box", face_clause="9.3"),
)

HANDING = Handing(
    hands_off="3.8",
    seated="5.8",
    standing=Power("5.10", DUTY_MANAGER),
    opens_other_hands="9.4",
    expose="9.5",
    turned_by_dealer="9.6",
    collected="9.6",
    over_layout="9.7",
    house_last="9.8",
)

# 14 General provisions

GENERAL = General(
    sanction=sanction(offence="14.1", clause="14.3"),
    invalidation=invalidation("14.4", refund="14.5", forfeit="may"),
    variant=Notice("14.8", CASINO_SUPERVISOR, TWENTY_MINUTES, or_consent=True),
    close=Notice("14.9", CASINO_SUPERVISOR, TWENTY_MINUTES),
    idle="14.10",
    idle_coups=3,  # 14.10
    disputes=disputes("14.13", told="14.14"),
    rules_shown="14.15",
)

# Equipment of a table, and forbidden conduct

EQUIPMENT = (
    EquipmentItem("card shoe or shuffling device", "2.3.1"),
    EquipmentItem("discard rack for eight decks", "2.3.2"),
    EquipmentItem("marker button", "2.3.3"),
    EquipmentItem("float tray", "2.3.4"),
)

FORBIDDEN = (
    Forbidden("advice on how to play", "14.6", of="staff"),
    Forbidden("advice that was not asked for", "14.7"),
    Forbidden("private bets", "14.11"),
    Forbidden("cards held away from the layout", "9.7"),
)

CONDUCT = Conduct(
    drop_box="2.3",
    odds_sign="2.4",
    odds_sign_schemes=("even-money",),  # 2.4
    checks=CHECKS,
    doubts=DOUBTS,
    wagering=WAGERING,
    sharing=SHARING,
    side_bets=SIDE_BETS,
    limits=LIMITS,
    calls=CALLS,
    no_bet=(),
    no_bet_method=None,
    methods=METHODS,
    methods_clause="9.1",  # who chooses is not said
    handing=HANDING,
    irregularities=IRREGULARITIES,
    general=GENERAL,
    zone="Australia/Sydney",
    over_when_paid="1.1",
    equipment=EQUIPMENT,
    forbidden=FORBIDDEN,
    devices=DeviceRule("12.6", CASINO_SUPERVISOR),  # 12.6: every effort to reconstruct, or void
)
