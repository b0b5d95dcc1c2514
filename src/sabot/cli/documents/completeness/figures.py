"""Try a game: its facts, exact odds and simulation, and robots at a table of it."""

from collections.abc import Iterator
from typing import Final

from sabot.cli.documents.completeness.subject import Lack, Subject
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.odds import odds
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.rules import Wager
from sabot.simulate import simulate
from sabot.store import open_store

SIMULATED: Final = 500
"""Number of coups of the trial simulation."""
COUPS: Final = 2
"""Number of coups that robots play in each way that the document knows."""
Ways = Iterator[tuple[str, str, str]]


def facts(game: Subject) -> Iterator[Lack]:
    """Report lines that apply together or never, facts that a wager reads without saying so, and
    odds that cannot be counted."""
    file = game.own("rulebook.py")
    for wager in game.book.wagers:
        for scheme in game.book.schemes or [None]:
            yield from _wager(file, wager, scheme)
    try:
        for scheme in game.book.schemes or [None]:
            counted = {each.wager for each in odds(game.book, scheme=scheme).wagers}
            for wager in game.book.wagers:
                if wager.id not in counted and wager.in_scheme(scheme):
                    yield Lack("odds", file, f"{wager.id} has no exact odds.")
        simulate(game.book, SIMULATED, seed=1, workers=1)
    except Exception as failed:  # the game's own functions run here: each way to fail is a lack
        yield Lack("odds", file, f"Its odds cannot be counted or simulated: {_why(failed)}")


def _wager(file: str, wager: Wager, scheme: str | None) -> Iterator[Lack]:
    read: dict[tuple[int, ...], object] = {}
    used: set[int] = set()
    by = f" by {scheme}" if scheme else ""
    try:
        for code in wager.space:
            lines = wager.applying(scheme, code)
            used.update(map(id, lines))
            if len(lines) > 1:
                cited = " and ".join(each.clause for each in lines)
                told = f"Two lines of {wager.id}{by} apply to {code}: {cited}. One coup, one line."
                yield Lack("facts", file, told)
                return
            seen = tuple(getattr(code, name) for name in wager.reads)
            if read.setdefault(seen, lines) != lines:
                told = f"{wager.id}{by} depends on more than it `reads` ({', '.join(wager.reads)})"
                yield Lack("facts", file, f"{told}: name all facts that its lines look at.")
                return
    except (AttributeError, TypeError, ValueError) as failed:
        yield Lack("facts", file, f"{wager.id}{by} cannot be decided: {_why(failed)}")
        return
    for line in wager.in_scheme(scheme):
        if id(line) not in used:
            yield Lack("facts", file, f"The line {line.clause} of {wager.id}{by} never applies.")


def robots(game: Subject) -> Iterator[Lack]:
    """Report ways to deal in which robots cannot play: source, method and faces of the document."""
    for source, method, face in _ways(game):
        try:
            _play(game, source, method, face)
        except Exception as failed:  # as above
            told = f"Robots cannot play from a {source} by method {method}, cards {face}"
            yield Lack("robots", game.own("conduct.py"), f"{told}: {_why(failed)}")


def _ways(game: Subject) -> Ways:
    for source in game.book.preparation.sources.allowed:
        for method in game.book.conduct.methods:
            for face in method.faces:
                yield source, method.name, face


def _play(game: Subject, source: str, method: str, face: str) -> None:
    with open_store("sqlite://") as store:
        dealer = RobotDealer(game.book.id, source=source, method=method, face=face)
        players = [RobotPlayer("Ada", 1), RobotPlayer("Ben", 2)]
        session = RobotSession(Floor(store), "1", dealer, players)
        session.play(COUPS)
        session.end()


def _why(failed: Exception) -> str:
    """Return what went wrong, with the kind of an error that no clause answers."""
    if isinstance(failed, Refusal):
        return f"{failed.message}" + (f" ({failed.clause})" if failed.clause else "")
    return f"{type(failed).__name__}: {failed}"
