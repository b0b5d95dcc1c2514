"""The five groups in which a form asks for the conditions, and the group of each item."""

from typing import Final

ENTRY, PLAY, SESSIONS, ELIMINATION, PRIZES = "entry", "play", "sessions", "elimination", "prizes"
GROUPS: Final[dict[str, str]] = {
    ENTRY: (
        "entry_fee entry_method eligible may_refuse refusal selection entry_terms withdrawal "
        "refunds form minimum_players maximum_players groups statement"
    ),
    PLAY: (
        "chips buy_in chips_at_the_end extra_chips top_ups compulsory_wager limits low_limit "
        "limits_otherwise dealing order_of_wagering pass_cards extra_pass_cards undisclosed_wagers"
    ),
    SESSIONS: (
        "starts sessions duration tables session_starts sit_and_go seats seating progression "
        "points second_chance notice_minutes"
    ),
    ELIMINATION: (
        "elimination points_elimination level_session level_points buy_back buy_back_when"
    ),
    PRIZES: "commission commission_approved prizes distribution level_prizes payment guarantee",
}
"""Keys of the conditions by group, in the order of the form."""
_GROUP: Final = {key: group for group, keys in GROUPS.items() for key in keys.split()}


def group_of(key: str) -> str:
    """Return the group of an item.

    >>> group_of("level_prizes"), group_of("pass_cards")
    ('prizes', 'play')
    """
    return _GROUP[key]
