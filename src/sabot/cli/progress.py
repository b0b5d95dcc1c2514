"""Progress of long work: a bar on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sabot.core.compiler import INSTALLED, WITHOUT

MILLION = 1_000_000


@contextmanager
def progress(
    number: int, what: str, *, shown: bool | None = None
) -> Iterator[Callable[[int], object]]:
    """Show a bar with rate and time left until the context ends. The caller reports how many of
    `number` are done. Until the first report the bar says that code is being compiled. An empty
    `what` shows no rate. Say first that it takes long, where nothing can be compiled."""
    if not INSTALLED:
        print(f"sabot: {WITHOUT}", file=sys.stderr)
    if not (sys.stderr.isatty() if shown is None else shown):
        yield lambda done: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from sabot.cli.printer import screen

    columns = (
        BarColumn(),
        TextColumn("{task.percentage:3.0f}%"),
        TextColumn("{task.fields[rate]}"),
    )
    console = screen(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=number, rate="compiling" if INSTALLED else "")

        def watch(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=_rate(speed, what) if speed and what else "")

        yield watch


def _rate(speed: float, what: str) -> str:
    """Return the rate per second.

    >>> _rate(12_300_000, "coups"), _rate(250, "shoes")
    ('12.3 M coups/s', '250 shoes/s')
    """
    return f"{speed / MILLION:.1f} M {what}/s" if speed >= MILLION else f"{speed:,.0f} {what}/s"
