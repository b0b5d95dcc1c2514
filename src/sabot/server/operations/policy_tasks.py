"""Background tasks that a policy in force asks for."""

from functools import partial

from sabot.server.casino import Casino
from sabot.server.operations.gaming_time import watch_play
from sabot.server.operations.screening import screen_days


def keep_policy(casino: Casino) -> None:
    """Note the time of play, and screen each day."""
    casino.keep("time of play", partial(watch_play, casino))
    casino.keep("screening", partial(screen_days, casino))
