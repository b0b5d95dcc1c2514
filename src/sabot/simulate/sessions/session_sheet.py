"""Sessions of a betting plan as text, plain data and a picture."""

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from sabot.odds.presentation.pictures import NAMES, WIDE, drawing
from sabot.odds.wager_odds import MARK
from sabot.odds.whatif import changes
from sabot.simulate.sessions.systems import FLAT

if TYPE_CHECKING:
    from sabot.simulate.sessions.bankroll import BankrollRun

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""Quantiles of the sessions' results that are shown."""
BARS = 40
HIGH = 160


def sessions_data(done: "BankrollRun") -> dict[str, object]:
    """Return a run as plain data, in the form of `sabot simulate --plan --json`."""
    plan = done.plan
    limits = {"stop_loss": plan.stop_loss, "win_goal": plan.win_goal}
    return {
        "rulebook": done.rulebook.id,
        "decks": done.decks,
        "scheme": done.scheme,
        "seed": done.seed,
        "plan": {
            "stakes": {wager: float(stake) for wager, stake in plan.stakes.items()},
            "bankroll": float(plan.bankroll),
            "coups": plan.coups,
            **{key: None if limit is None else float(limit) for key, limit in limits.items()},
            "rule": plan.rule_name,
        },
        "sessions": done.sessions,
        "coups": done.coups,
        "staked": float(done.staked),
        "seconds": done.seconds,
        "mean": done.mean,
        "stderr": done.stderr,
        "standard_deviation": done.standard_deviation,
        "risk_of_ruin": done.risk_of_ruin,
        "stop_loss": done.stopped / done.sessions,
        "win_goal": done.reached / done.sessions,
        "ahead": done.ahead,
        "quantiles": {str(share): float(done.quantile(share)) for share in SHARES},
        "results": [[float(result), times] for result, times in done.results.items()],
    }


def sessions_text(done: "BankrollRun") -> str:
    """Return a run as the table of `sabot simulate --plan`."""
    plan, stakes = done.plan, done.plan.stakes.items()
    lines = []
    if not done.complete:
        lines += [f"Broken off: this is what {done.sessions:,} of {done.asked:,} sessions say.", ""]
    kept = f"{abs(done.edge):.4%} of what was staked, {float(done.staked):,.0f} units"
    rule = "" if plan.rule_name == FLAT.name else f", {plan.rule_name}"
    played = f"{_number_of(done.sessions, 'session')}, {_number_of(done.coups, 'coup')}"
    lines += [
        _heading(done),
        f"{played} in {done.seconds:.2f} s; seed {done.seed}",
        "",
        ", ".join(f"{float(stake):g} on {wager}" for wager, stake in stakes)
        + f"{rule}, {_number_of(plan.coups, 'coup')}, bankroll {float(plan.bankroll):g}",
        "",
        f"mean result         {done.mean:+.4f}, error {done.stderr:.4f}",
        f"standard deviation  {done.standard_deviation:.4f}",
        f"{'the house kept' if done.edge >= 0 else 'the players gained':20}{kept}",
        f"ahead               {done.ahead:.4%}",
        f"ruined              {done.risk_of_ruin:.4%}",
    ]
    if plan.stop_loss is not None:
        lines.append(f"lost {float(plan.stop_loss):<14g} {done.stopped / done.sessions:.4%}")
    if plan.win_goal is not None:
        lines.append(f"won {float(plan.win_goal):<15g} {done.reached / done.sessions:.4%}")
    lines += ["", "share of sessions   result at most"]
    lines += [f"{share:<20.0%}{float(done.quantile(share)):+g}" for share in SHARES]
    return "\n".join(lines)


def sessions_picture(done: "BankrollRun") -> str:
    """Draw the sessions' results as bars: losses in red, the others in blue."""
    low, high = min(done.results), max(done.results)
    width = max(Fraction(ceil((high - low) / BARS)), Fraction(1))
    first = floor(low / width)
    heights = [0] * (floor(high / width) - first + 1)
    for result, times in done.results.items():
        heights[floor(result / width) - first] += times
    wide, top = (WIDE - NAMES) / len(heights), max(heights)
    parts = [
        f"<rect x='{NAMES + at * wide:.1f}' y='{HIGH - HIGH * times / top:.1f}'"
        f" width='{max(wide - 1, 1):.1f}' height='{HIGH * times / top:.1f}'"
        f" fill='{'#246' if first + at >= 0 else '#a33'}'/>"
        for at, times in enumerate(heights)
    ]
    ends = ((NAMES, "start", first * width), (WIDE, "end", (first + len(heights)) * width))
    parts += [
        f"<text x='{x}' y='{HIGH + 16}' text-anchor='{anchor}'>{float(value):+,g}</text>"
        for x, anchor, value in ends
    ]
    told = (f"{done.sessions:,} sessions", f"mean {done.mean:+.2f}", f"ahead {done.ahead:.1%}",
            f"ruined {done.risk_of_ruin:.1%}")  # fmt: skip
    parts += [
        f"<text x='{NAMES - 10}' y='{30 + 22 * at}' text-anchor='end'>{line}</text>"
        for at, line in enumerate(told)
    ]
    return drawing(HIGH + 24, f"Results of {done.sessions:,} sessions, in units", parts)


def _heading(done: "BankrollRun") -> str:
    book, scheme = done.rulebook, f", {done.scheme}" if done.scheme else ""
    if changes(book):
        return f"{MARK}: {book.title}, but {'; '.join(changes(book))}: {done.decks} decks{scheme}"
    return f"{book.title}, {book.casino}: {done.decks} decks{scheme}"


def _number_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
