"""`sabot clock`: the time of the log, and an operator's statement that the machine's clock is
right."""

import argparse
import os
from datetime import UTC, datetime

from sabot.cli.casino.serve import DATABASE
from sabot.core.refusal import Refusal
from sabot.people.custody import ClockAccepted, enter, last_time
from sabot.store import open_store

STORE = "casino.db"
BY = "console"


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "act", nargs="?", default="show", choices=("show", "accept"),
        help="what to do (default: show); accept: the machine's clock is right",
    )  # fmt: skip
    options.add_argument("--reason", metavar="TEXT", help="for accept: why the two clocks differ")
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )


def run(chosen: argparse.Namespace) -> int:
    if (chosen.act == "accept") != bool(chosen.reason):
        raise Refusal("bad-words", None, "`sabot clock accept` needs a --reason.")
    url = chosen.store or os.environ.get(DATABASE) or STORE
    with open_store(url, create=False) as store:
        now, last = datetime.now(UTC), last_time(store)
        seconds = 0 if last is None else int((now - last).total_seconds())
        if chosen.act == "accept":
            event = ClockAccepted(seconds=seconds, reason=chosen.reason, moment=now)
            enter(store, event, BY)
        known = "nothing yet" if last is None else f"{last:%Y-%m-%d %H:%M:%S} UTC"
        print(f"The machine says {now:%Y-%m-%d %H:%M:%S} UTC, and the log knows {known}.")
    return 0
