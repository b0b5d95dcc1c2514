"""Running a table of Lucky Draw Baccarat, The Star Sydney, 17 August 2016."""

from sabot.core.money import TOKENS
from sabot.rulebooks.star.provisions import invalidation, sanction
from sabot.rulebooks.star_lucky_draw.irregularities import IRREGULARITIES
from sabot.rules.operation.conduct import (
    Calls,
    CardChecks,
    Conduct,
    DeviceRule,
    Disputes,
    Doubts,
    General,
    Handing,
    Limits,
    Method,
    Notice,
    Power,
    Sharing,
    Wagering,
)
from sabot.rules.operation.equipment import EquipmentItem, Forbidden
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, GAMING_SUPERVISOR, INSPECTOR

# 3 The cards, 4 The shuffle and cut

CHECKS = CardChecks(
    clause="3.4",
    duty="may",
    secured="3.4",
    ordered_by=(CASINO_SUPERVISOR, INSPECTOR),  # 3.9
    ordered_clause="3.9",
)

DOUBTS = Doubts(
    shuffle=Power("4.1.4", CASINO_SUPERVISOR),
    shuffle_pre_shuffled=Power("4.3.2", CASINO_SUPERVISOR),
    hand_shuffle=Power("4.5", DEALER),
    order_seen=None,
)

# 5 Wagers: how they are placed, and by whom

WAGERING = Wagering(
    chips="5.4",
    takes=(TOKENS,),  # 5.4
    before="5.5",
    untouched="5.8",
    refusal=Power("12.10", CASINO_SUPERVISOR),
)

SHARING = Sharing(
    clause="5.6",
    at_first=1,  # 5.6
    most=1,  # 5.6
    limit=None,
    several="5.7",
    give_up="5.7",
    give_up_when="areas",  # 5.7
)

# 6 Minimum and maximum wagers

TWENTY_MINUTES = 20  # 6.5, 6.6, 12.8

LIMITS = Limits(
    sign="6.1",
    area="6.1",
    per_player=False,  # 6.1, 6.3: by playing area
    unit="6.1",
    late_minimum="6.2",
    late_maximum="6.3",
    past_stand="6.3",
    by=CASINO_SUPERVISOR,  # 6.5
    change=Notice("6.5", CASINO_SUPERVISOR, TWENTY_MINUTES),
    at_once="6.5.1",
    marker="6.5.2",
    marker_off="6.5.3",
    marker_box="6.5.4",
    end_protection=Notice("6.6", CASINO_SUPERVISOR, TWENTY_MINUTES),
    two_signs="6.6.1",
    newcomers="6.6.2",
    personal=Power("6.7", CASINO_SUPERVISOR),
)

# 7 Initial deal, 8 Subsequent deal: one method, without a name

CALLS = Calls(
    no_more_bets="7.1",
    required=False,  # 7.1: the dealer may
    counts="8.1",
)

METHODS = (Method("A", "7.2", ("up",), "nobody", face_clause="8.3", third="8.3", kept="3.6"),)

HANDING = Handing(hands_off="3.6")

# 12 General provisions

GENERAL = General(
    sanction=sanction(offence="12.1", clause="12.3"),
    invalidation=invalidation("12.4", refund="12.5", forfeit="must"),
    close=Notice("12.8", CASINO_SUPERVISOR, TWENTY_MINUTES),
    idle=None,
    disputes=Disputes(
        first=Power("12.11", GAMING_SUPERVISOR),  # or an assistant gaming manager, who ranks higher
        review=Power("12.11", CASINO_SUPERVISOR),
        told="12.12",
    ),
    rules_shown="12.13",
)

# Equipment of a table, and forbidden conduct

EQUIPMENT = (
    EquipmentItem("card shoe or shuffling device", "2.3.1"),
    EquipmentItem("discard rack for eight decks", "2.3.2"),
    EquipmentItem("float tray", "2.3.3"),
)

FORBIDDEN = (
    Forbidden("advice on how to play", "12.6", of="staff"),
    Forbidden("advice that was not asked for", "12.7"),
    Forbidden("private bets", "12.9"),
)

CONDUCT = Conduct(
    drop_box="2.4",
    odds_sign="2.5",
    checks=CHECKS,
    doubts=DOUBTS,
    wagering=WAGERING,
    sharing=SHARING,
    side_bets=(),
    limits=LIMITS,
    calls=CALLS,
    no_bet=(),
    no_bet_method=None,
    methods=METHODS,
    handing=HANDING,
    irregularities=IRREGULARITIES,
    general=GENERAL,
    zone="Australia/Sydney",
    equipment=EQUIPMENT,
    forbidden=FORBIDDEN,
    devices=DeviceRule("10.8", CASINO_SUPERVISOR),  # 10.8: every effort to reconstruct, or void
)
