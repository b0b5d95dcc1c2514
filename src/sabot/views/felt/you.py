"""A table as one player sees it: own chips, limits, cards and decisions."""

from datetime import datetime

from sabot.accounts import Account
from sabot.accounts.limits import loss_room, tightest_loss
from sabot.core.card_numbers import shown
from sabot.core.money import TOKENS
from sabot.engine.ledger import balance, of_player
from sabot.links.visits import word_of
from sabot.parts.disputes import Dispute
from sabot.rules import box_name
from sabot.table.betting.chances import without_wager
from sabot.table.coup.handouts import face_down, held_by, nominees_of
from sabot.table.heat.words import is_for_heats
from sabot.table.players.gaming import room_left
from sabot.table.players.offers import undecided
from sabot.table.result.debts import debt_of
from sabot.table.running.approvals import NOMINATE, approval_key
from sabot.table.shoe.cutting import cut_distance, may_cut
from sabot.table.state import BETTING, DEALING, Round, Table
from sabot.views.felt.offer import bounds_of
from sabot.views.felt.table_shapes import CutOffer, DisputeView, HeldCards, Nomination, You
from sabot.views.steps.next_step import wait_of


def you_of(table: Table, player: str, account: Account | None, now: datetime) -> You:
    """Return the player's own view beside the public one, at the table or away from it."""
    patron = table.patrons.get(player)
    if table.setup is None or patron is None:
        return _away(table, player, account, now)
    place = of_player(player)
    return You(
        name=player,
        at_table=True,
        place=patron.place,
        boxes=patron.boxes,
        balance=balance(table.balances, place, table.setup.currency),
        tokens=balance(table.balances, place, TOKENS),
        account=None if account is None else account.balance - account.reserved,
        card=None if patron.card is None else shown(patron.card),
        bounds=bounds_of(table, patron),
        held=_held(table, player),
        nominations=_nominations(table, player),
        decide=_decides(table, player),
        cut=_cut(table, player),
        may_take_down=_may_take_down(table, player),
        may_keep=table.round.take_down is not None and player in undecided(table),
        may_sit_out=_may_sit_out(table, player),
        protected=patron.old_least,
        limit=None if account is None else tightest_loss(account, now),
        room=room_left(patron),
        lost=patron.lost,
        barred=patron.barred,
        excluded=patron.excluded,
        paused=patron.paused,
        disputes=_disputes(table, player),
        owes=debt_of(table, player),
        kept=table.kept.get(player, 0),
    )


def _cut(table: Table, player: str) -> CutOffer | None:
    rule = table.book.preparation.cut
    if rule is None or not may_cut(table, player):
        return None
    nearest = cut_distance(table)
    return CutOffer(nearest, table.stack.cards - nearest, rule.clause)


def _away(table: Table, player: str, account: Account | None, now: datetime) -> You:
    """Return the view of a player who is elsewhere, from their account."""
    barred, disputes = table.excluded.get(player), _disputes(table, player)
    owes, kept = debt_of(table, player), table.kept.get(player, 0)
    if account is None:
        return You(name=player, barred=barred, disputes=disputes, owes=owes, kept=kept)
    visit, stay = word_of(account, now), account.stay
    return You(
        name=player,
        account=account.balance - account.reserved,
        card=None if visit.card is None else shown(visit.card),
        elsewhere=stay.table if stay is not None and stay.table != table.name else None,
        limit=tightest_loss(account, now),
        room=loss_room(account, now),
        barred=barred,
        excluded=visit.excluded,
        disputes=disputes,
        owes=owes,
        kept=kept,
    )


def _held(table: Table, player: str) -> tuple[HeldCards, ...]:
    """Return the cards that the player has to turn, hand by hand."""
    if not table.round.out:
        return ()
    hands: dict[str, list[int]] = {}
    for slot in sorted(held_by(table, player)):
        hands.setdefault(table.round.slots[slot].hand, []).append(slot)
    return tuple(HeldCards(hand, tuple(slots)) for hand, slots in hands.items())


def _nominations(table: Table, player: str) -> tuple[Nomination, ...]:
    """Return the hands whose cards others may turn for the player, while none of them has been
    passed."""
    power, out = table.conduct.handing.nominate, table.round.out
    if power is None or player not in out.values():
        return ()
    leave = approval_key(NOMINATE, player) in table.approvals
    return tuple(
        Nomination(hand, down, power.clause, leave, nominees_of(table, hand))
        for hand, holder in out.items()
        if holder == player
        and (down := face_down(table, hand))
        and table.round.card_out not in down
    )


def _may_sit_out(table: Table, player: str) -> bool:
    open_to_all = table.conduct.wagering.chance is not None and not is_for_heats(table)
    betting = table.phase == BETTING and not table.round.called and table.round.no_bet is None
    return open_to_all and betting and player in without_wager(table)


def _decides(table: Table, player: str) -> tuple[int, ...]:
    """Return the box for which the player has to say draw or stand now."""
    round_ = table.round
    if table.phase != DEALING or table.book.procedure.takes_decisions is None:
        return ()
    first = next((box for box in round_.boxes if _undecided(round_, box)), None)
    if not any(laid.box == first and laid.player == player for laid in round_.stakes.values()):
        return ()
    wait = wait_of(table)
    mine = wait.step == "decision" and wait.player == player
    return (wait.box,) if mine and wait.box is not None else ()


def _undecided(round_: Round, box: int) -> bool:
    return box not in round_.decisions and box_name(box) not in round_.void_hands


def _may_take_down(table: Table, player: str) -> bool:
    round_ = table.round
    return round_.take_down is not None and any(
        laid.player == player and laid.sequence not in round_.settled
        for laid in round_.stakes.values()
    )


def _disputes(table: Table, player: str) -> tuple[DisputeView, ...]:
    own = table.disputes.cases.values()
    return tuple(dispute_view(each) for each in own if each.player == player)


def dispute_view(dispute: Dispute) -> DisputeView:
    return DisputeView(
        number=dispute.number,
        player=dispute.player,
        about=dispute.about,
        coup=dispute.coup,
        decision=dispute.decision,
        open=dispute.is_open,
        decider=dispute.decider,
        decided=dispute.decided,
        review_asked=dispute.review_asked,
        review=dispute.review,
        reviewer=dispute.reviewer,
        reviewed=dispute.reviewed,
    )
