"""Running a table of Baccarat, The Star Sydney, version 4, 13 August 2025."""

from sabot.core.money import TOKENS
from sabot.rulebooks.star.provisions import disputes, invalidation, sanction
from sabot.rulebooks.star_baccarat.irregularities import IRREGULARITIES
from sabot.rules.operation.conduct import (
    Calls,
    CardChecks,
    Conduct,
    DeviceRule,
    Doubts,
    Gaming,
    General,
    Handing,
    Limits,
    Method,
    Mispayment,
    NoBet,
    Notice,
    Power,
    Sharing,
    SideBet,
    Wagering,
)
from sabot.rules.operation.equipment import EquipmentItem, Forbidden
from sabot.rules.operation.player_card import PlayerCard
from sabot.rules.roles import CASINO_SUPERVISOR, INSPECTOR, SURVEILLANCE
from sabot.shoe.procedure import SHOE

# 3 The cards, 4 The shuffle and cut

CHECKS = CardChecks(
    clause="3.4",
    duty="may",
    secured="3.5",
    ordered_by=(CASINO_SUPERVISOR, INSPECTOR),  # 3.11
    ordered_clause="3.11",
    dropped="4.6.1",
)

DOUBTS = Doubts(
    shuffle=Power("4.1.3", CASINO_SUPERVISOR),
    hand_shuffle=Power("4.12", CASINO_SUPERVISOR),
    hand_shuffle_of="casino pre-shuffled",  # 4.12
    order_seen=Power("4.13", CASINO_SUPERVISOR),
)

# 5 Wagers: how they are placed, and by whom

WAGERING = Wagering(
    chips="5.2",
    takes=(TOKENS,),  # 5.2
    before="5.3",
    untouched="5.4",
    inside="5.5.1",
    single="5.5.2",
    flat="5.5.3",
    player_card=PlayerCard(
        "5.5.4", own="14.1", proxy="14.21", since="2024-08-19", assistance="1.1"
    ),
    responsible="5.7",
    refusal=Power("14.17", CASINO_SUPERVISOR),
)

SHARING = Sharing(
    clause="5.9",
    most=None,  # no number until the supervisor limits a box to one player
    limit=Power("5.9", CASINO_SUPERVISOR),
    at_table=Power("5.9", CASINO_SUPERVISOR),
)

# 6 Minimum and maximum wagers

TWENTY_MINUTES = 20  # 6.7, 6.7.2, 14.13, 14.14

LIMITS = Limits(
    sign="6.1",
    area="6.1",
    bet_type="6.1",
    differential="6.1",
    unit="6.1.1",
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
    last_coup="4.9",
    last_coup_first="4.10",
    no_more_bets="7.1",
    required=False,  # 7.1: the dealer may
    counts="8.6.2",
    counts_handed="8.15.3",
)

NO_BET = (
    NoBet("7.4", CASINO_SUPERVISOR, "empty", source=SHOE, marked=True),
    NoBet("7.5", CASINO_SUPERVISOR, "agree"),
)

# 8 Dealing methods

METHODS = (
    Method("A", "8.5", ("up", "down"), "nobody", face_clause="8.6.1", third="8.7", kept="8.5"),
    Method("B", "8.8", ("down",), "highest", face_clause="8.12", third="8.16"),
)

HANDING = Handing(
    hands_off="3.7",
    seated="8.2.1",
    in_view="8.2.2",
    over_layout="8.2.3",
    forfeit=Power("8.3", CASINO_SUPERVISOR),
    nominate=Power("8.4", CASINO_SUPERVISOR),
    nominate_one_card="8.4.1",
    highest="8.8",
    next_highest="8.9",
    level="8.10",
    level_next="8.11",
    one_hand_out="8.13",
    retained="8.14",
    retained_unbet="8.14.1",
    retained_refused="8.14.2",
    expose="8.15",
    collected="8.15.1",
    turned_by_dealer="8.15.2",
)

# 10 Optional bets: each has the same five rules under numbers of its own


def optional(
    wagers: tuple[str, ...], sign: str, restrict: str, told: str, restrict_sign: str, one_each: str
) -> SideBet:
    """The last clause has both rules of a bet: one a player, and main bettors first."""
    return SideBet(
        wagers=wagers,
        sign=sign,
        restrict=Power(restrict, CASINO_SUPERVISOR),
        tells=(SURVEILLANCE,),
        told=told,
        restrict_sign=restrict_sign,
        one_each=one_each,
        preference=one_each,
    )


PAIRS = ("pairs-player", "pairs-banker")  # 10.5: one on each hand

SIDE_BETS = (
    optional(PAIRS, "10.3", "10.4", "10.4.1", "10.4.2", "10.5"),
    optional(("super-six",), "10.10", "10.11", "10.11.1", "10.11.2", "10.12"),
    optional(("tiger-tie",), "10.15", "10.16", "10.16.1", "10.16.2", "10.17"),
    optional(("tiger-pair",), "10.20", "10.21", "10.21.1", "10.21.2", "10.22"),
    optional(("tiger",), "10.26", "10.27", "10.27.1", "10.27.2", "10.28"),
    optional(("big-tiger",), "10.31", "10.32", "10.32.1", "10.32.2", "10.33"),
    optional(("small-tiger",), "10.36", "10.37", "10.37.1", "10.37.2", "10.38"),
)

# 12 Irregularities: payments, and loss limits that were passed

MISPAYMENT = Mispayment(
    clause="12.18",
    inquiry="12.18.1",
    rectify="12.18.2",
    intended="12.19",
    intended_rectify="12.19.1",
    identify="12.19.2",
    attempt="12.20.1",
    report="12.20.2",
    report_over=1_000_00,  # 12.20.2, in cents
)

# 14 General provisions

GAMING = Gaming(
    deposit="1.1",
    live_part="12.22",
    last_first="12.22.1",
    past_stand="12.22.2",
    duties="14.2",
    purchases="14.2.1",
    introduced="14.2.2",
    leaving="14.2.3",
    bar="14.3",
    pause=Power("14.4", CASINO_SUPERVISOR),
)

GENERAL = General(
    sanction=sanction(offence="14.6", clause="14.8"),
    invalidation=invalidation("14.9", refund="14.10", forfeit="may"),
    variant=Notice("14.13", CASINO_SUPERVISOR, TWENTY_MINUTES, or_consent=True),
    close=Notice("14.14", CASINO_SUPERVISOR, TWENTY_MINUTES),
    idle="14.15",
    idle_coups=3,  # 14.15
    disputes=disputes("14.18", told="14.19"),
    rules_shown="14.20",
)

# Equipment of a table, and forbidden conduct

EQUIPMENT = (
    EquipmentItem("card shoe or shuffling device", "2.3.1"),
    EquipmentItem("discard rack for eight decks", "2.3.2"),
    EquipmentItem("float tray", "2.3.3"),
)

FORBIDDEN = (
    Forbidden("advice on how to play", "14.11", of="staff"),
    Forbidden("advice that was not asked for", "14.12"),
    Forbidden("private bets", "14.16"),
    Forbidden("advice in a tournament", "15.11.1"),
)

CONDUCT = Conduct(
    drop_box="2.4",
    cashless="2.4.1",
    odds_sign="2.5",
    odds_sign_schemes=("even-money",),  # 2.5
    checks=CHECKS,
    doubts=DOUBTS,
    wagering=WAGERING,
    sharing=SHARING,
    limits=LIMITS,
    low_limit="6.9.1",
    low_limit_source="6.9.2",
    calls=CALLS,
    no_bet=NO_BET,
    no_bet_clause="12.4",
    no_bet_method="A",  # 12.4
    methods=METHODS,
    methods_clause="8.1",  # who chooses is not said
    handing=HANDING,
    side_bets=SIDE_BETS,
    irregularities=IRREGULARITIES,
    mispayment=MISPAYMENT,
    gaming=GAMING,
    general=GENERAL,
    zone="Australia/Sydney",
    equipment=EQUIPMENT,
    forbidden=FORBIDDEN,
    devices=DeviceRule("12.13", CASINO_SUPERVISOR, speaks_of_devices=True),
)
