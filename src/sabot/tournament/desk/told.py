"""Check at every entry that the regulator has the conditions, where one must."""

from sabot.core.refusal import Refusal
from sabot.parts.notices import is_given
from sabot.tournament.desk.state import Contest


def check_told(contest: Contest) -> None:
    """Refuse an entry while changed conditions are not with the regulator (15.2(c))."""
    told = contest.desk.told
    if told is not None and not is_given(contest.notices, contest.told):
        message = "The Commission must have a copy of the conditions before the first entry."
        raise Refusal("notice-due", told.clause, message)
