"""The draw of a promotion, derived again by its published description and by nothing else."""

from collections.abc import Iterator
from hashlib import sha256

from sabot.engine.finding import Finding, Step
from sabot.promotions.running.draw.commitment import DrawCommitted, OrderOpened
from sabot.promotions.running.entries.entry_list import ListClosed
from sabot.promotions.running.state import PublishedTerms


def draw_follows(step: Step[PublishedTerms]) -> Iterator[Finding]:
    """Bound once, before the first entry; the list as it was earned; the order as it follows from
    what was bound, and by two persons."""
    event, before = step.event, step.before
    if isinstance(event, DrawCommitted) and (before.draw.digest or before.count):
        yield step.finding(
            "draw-bound-late", "The house was bound to a draw after it could matter."
        )
    if isinstance(event, ListClosed):
        entries = [each.entrant for each in before.tickets()]
        if (event.count, event.digest) != (len(entries), _listed(entries)):
            yield step.finding("wrong-list", "The list that was closed is not the one earned.")
    if isinstance(event, OrderOpened):
        yield from _order(step, event)


def _order(step: Step[PublishedTerms], event: OrderOpened) -> Iterator[Finding]:
    draw = step.before.draw
    if _sha("sabot draw 1", event.secret, draw.beacon) != draw.digest:
        yield step.finding("wrong-secret", "The secret that was opened is not the one sealed.")
    numbers = range(1, step.before.count + 1)
    order = sorted(
        numbers, key=lambda n: _sha("sabot place 1", event.secret, draw.listed, event.value, n)
    )
    fit = [n for n in order if step.before.ticket(n).entrant not in event.passed]
    winners = tuple(fit[: len(event.winners)])
    if tuple(order) != step.after.draw.order or event.winners != winners:
        yield step.finding("wrong-order", "The order is not the one that follows.")
    if bytes(step.line.do):  # a confirmation would carry the command
        yield step.finding("not-confirmed", "One person alone has opened this draw.")


def _sha(*lines: object) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _listed(entries: list[str]) -> str:
    return _sha("sabot entries 1", *(f"{n} {entry}" for n, entry in enumerate(entries, 1)))
