"""Approvals that a document requires, given beforehand.

A person who holds the power may also simply act; an approval lets another person act.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import StaffText, decision, on_pages, own, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules import BANKER, PLAYER
from sabot.rules.roles import CASINO_SUPERVISOR, may_act_as
from sabot.rules.roles import PLAYER as AS_PLAYER
from sabot.table.state import OPEN, VIRTUAL, Round, Table
from sabot.table.stream import TABLE, patron_of, replace

BOTH_HANDS, BURN, RIFFLE, NOMINATE, STANDING, IMBALANCE, CUT, HELP = (
    "both hands",
    "burn",
    "riffle",
    "nominate",
    "standing",
    "imbalance",
    "players cut",
    "physical help",
)
PERSONAL = (BOTH_HANDS, NOMINATE, STANDING, HELP)


class Approve(Command, frozen=True, kw_only=True):
    """Give leave: `what` names it (both hands, burn, riffle, nominate, standing, imbalance, players
    cut or physical help), `player` for whom, `way` how where there are several ways; for physical
    help it names the player who places the other's wagers."""

    pages = on_pages("pit")
    stopped_by = stops()

    what: str
    player: str | None = None
    way: str | None = None


class Approved(Event, frozen=True, kw_only=True):
    """`apart` is by how much the totals differed that were looked at."""

    basis = decision("approval")
    sight = own("player power way clause")

    power: str
    approver: StaffText
    role: str
    clause: str | None
    player: str | None = None
    way: str | None = None
    apart: int | None = None


def power_over(
    table: Table, what: str, way: str | None = None, *, revised: bool = True
) -> Leave | None:
    """Return the role that may approve something here; None where the document has no such
    approval. Before the revision `WAGERS` an imbalance beyond the displayed differential could be
    approved."""
    book, handing = table.book, table.conduct.handing
    if what == BOTH_HANDS:
        pairing = next((p for p in book.together.pairings if p.approval), None)
        return Leave(pairing.clause, pairing.approval or "") if pairing else None
    if what == BURN:
        burn = next((b for b in book.preparation.burns if b.name == way), None)
        return Leave(burn.clause, burn.approval) if burn and burn.approval else None
    if what == HELP:
        card = table.conduct.wagering.player_card
        felt = table.opened.feed != VIRTUAL
        return (
            Leave(card.assistance, CASINO_SUPERVISOR) if card and card.assistance and felt else None
        )
    if what == CUT:
        cut = book.preparation.cut
        clause = None if cut is None else cut.supervisor_clause
        return Leave(clause, CASINO_SUPERVISOR) if clause else None
    if what == RIFFLE:
        rule = next((p for p in book.preparation.pre_shuffled if p.approved_by), None)
        return Leave(rule.clause, rule.approved_by or "") if rule else None
    if what == IMBALANCE and not revised:
        limits = table.conduct.limits
        left_open = limits.differential is not None and limits.reduce is None
        return Leave(limits.differential, CASINO_SUPERVISOR) if left_open else None
    power = {NOMINATE: handing.nominate, STANDING: handing.standing}.get(what)
    return Leave(power.clause, power.by) if power else None


def _approves(table: Table, command: Approve) -> Leave:
    found = power_over(table, command.what, command.way, revised=holds(command, WAGERS))
    return found or Leave(None, "")


@TABLE.decides(Approve, _approves, OPEN, sent_by=(CASINO_SUPERVISOR,))
def approve(table: Table, command: Approve, now: datetime) -> Sequence[Event]:
    power = power_over(table, command.what, command.way, revised=holds(command, WAGERS))
    if power is None:
        raise Refusal(
            "no-rule", None, "No clause of {game} lets anyone approve that.", game=table.book.title
        )
    if command.player is not None:
        patron_of(table, command.player)
    elif command.what in PERSONAL:
        raise Refusal("bad-command", power.clause, "Say for which player the approval is.")
    if command.what == HELP and (command.way == command.player or command.way is None):
        raise Refusal("bad-command", power.clause, "Say which other player helps.")
    if command.what == HELP:
        patron_of(table, command.way or "")
    apart = differential(table.round) if command.what == IMBALANCE else None
    if apart is not None and not is_beyond(table, apart):
        message = "Player and Banker differ by {apart}: the sign allows that."
        raise Refusal("not-so", power.clause, message, apart=table.told(apart))
    return [
        Approved(
            power=command.what,
            approver=command.actor,
            role=command.role,
            clause=power.clause,
            player=command.player,
            way=command.way,
            apart=apart,
        )
    ]


@TABLE.evolves(Approved)
def approved(table: Table, event: Approved) -> Table:
    way = event.way if event.apart is None else str(event.apart)
    key = approval_key(event.power, event.player, way)
    return replace(table, approvals={**table.approvals, key: event.approver})


def approval_key(what: str, player: str | None = None, way: str | None = None) -> str:
    """Only what is approved for one person has a player in it. A burn is done in ways, help is
    given by a player, and an imbalance is approved as it was looked at, up to so many cents."""
    in_ways = what in (BURN, IMBALANCE, HELP)
    whose, how = player if what in PERSONAL else None, way if in_ways else None
    return "/".join(part for part in (what, whose, how) if part)


def without_approvals(table: Table, player: str) -> Table:
    """The table when that player is gone: what was approved for them goes with them."""
    gone = {approval_key(what, player) for what in PERSONAL}
    kept = {
        key: approver
        for key, approver in table.approvals.items()
        if key not in gone and not (key.startswith(f"{HELP}/") and player in key.split("/"))
    }
    return replace(table, approvals=kept)


def for_this_coup(table: Table) -> dict[str, str]:
    """Return the approvals that stay after the first card; an imbalance is approved for one
    coup."""
    return {key: who for key, who in table.approvals.items() if not _is_imbalance(key)}


def _is_imbalance(key: str) -> bool:
    return key.startswith(f"{IMBALANCE}/")


def differential(round_: Round) -> int:
    """By how much the totals on Player and Banker differ."""
    return abs(side_total(round_, PLAYER) - side_total(round_, BANKER))


def side_total(round_: Round, side: str) -> int:
    return sum(laid.live for laid in round_.stakes.values() if laid.on == side)


def is_beyond(table: Table, apart: int) -> bool:
    """Return True if the difference of the totals exceeds the sign's differential."""
    most = table.sign.differential
    return most is not None and apart > most


def is_imbalance_approved(table: Table, command: Command, apart: int) -> bool:
    """Return True if a person other than the dealer approved totals that were as far apart, or
    more."""
    return any(
        int(key.removeprefix(f"{IMBALANCE}/")) >= apart and not is_same(who, command.actor)
        for key, who in table.approvals.items()
        if _is_imbalance(key)
    )


def is_helped(table: Table, command: Command, player: str) -> bool:
    """Return whether the sender places a wager of another player as physical help, by leave."""
    if not table.approvals or command.role != AS_PLAYER or command.actor not in table.patrons:
        return False
    return approval_key(HELP, player, command.actor) in table.approvals


def is_approved(
    table: Table, command: Command, what: str, player: str | None = None, way: str | None = None
) -> bool:
    """Return True if it was approved, or the sender may approve it."""
    if table.approvals and approval_key(what, player, way) in table.approvals:
        return True
    power = power_over(table, what, way)
    return power is not None and may_act_as(command.role, power.by)


def check_approved(
    table: Table, command: Command, what: str, player: str | None = None, way: str | None = None
) -> None:
    if is_approved(table, command, what, player, way):
        return
    power = power_over(table, what, way)
    if power is None:
        raise Refusal(
            "no-rule", None, "No clause of {game} lets anyone approve that.", game=table.book.title
        )
    raise Refusal(
        "needs-approval",
        power.clause,
        "{what} needs the approval of a {by}.",
        what=quoted(what),
        by=power.by,
    )


class WithdrawApproval(Command, frozen=True, kw_only=True):
    """Take an approval back."""

    pages = on_pages("pit")
    stopped_by = stops()

    what: str
    player: str | None = None
    way: str | None = None


class ApprovalWithdrawn(Event, frozen=True, kw_only=True):
    basis = decision("approval")
    sight = own("player power way")

    power: str
    player: str | None = None
    way: str | None = None


@TABLE.decides(
    WithdrawApproval,
    lambda t, c: power_over(t, c.what, c.way, revised=False) or Leave(None, ""),
    OPEN,
    sent_by=(CASINO_SUPERVISOR,),
)
def withdraw_approval(table: Table, command: WithdrawApproval, now: datetime) -> Sequence[Event]:
    if not _given(table, command):
        raise Refusal("not-approved", None, "That has not been approved.")
    return [ApprovalWithdrawn(power=command.what, player=command.player, way=command.way)]


@TABLE.evolves(ApprovalWithdrawn)
def approval_withdrawn(table: Table, event: ApprovalWithdrawn) -> Table:
    gone = _given(table, event)
    return replace(table, approvals={k: v for k, v in table.approvals.items() if k not in gone})


def _given(table: Table, taken: WithdrawApproval | ApprovalWithdrawn) -> set[str]:
    """The approvals that are taken back: of an imbalance all that there are."""
    what = taken.what if isinstance(taken, WithdrawApproval) else taken.power
    if what == IMBALANCE:
        return {key for key in table.approvals if _is_imbalance(key)}
    return {approval_key(what, taken.player, taken.way)} & table.approvals.keys()
