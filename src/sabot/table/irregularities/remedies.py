"""Which remedy carries out which outcome. An outcome that is not here asks for nothing but to be
recorded, or for a command of its own that somebody may now give."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sabot.rules.irregularity import Cell, Outcome
from sabot.streams import Event
from sabot.table.irregularities import cards, coups, cutting_card, devices, hands, next_card, wagers
from sabot.table.state import Table

Remedy = Callable[[Table, Any, Cell, datetime], Sequence[Event]]

REMEDIES: Mapping[Outcome, Remedy] = {
    Outcome.LAST_COUPS: cutting_card.last_coups,
    Outcome.STAND: hands.handed_wrongly,
    Outcome.CONTINUE: cards.burn_forgotten,
    Outcome.REASSIGN_TO_BANKER: cards.reassign_to_banker,
    Outcome.FIRST_OF_NEXT: cards.first_of_next,
    Outcome.FIRST_OF_NO_BET: cards.first_of_no_bet,
    Outcome.BURN: cards.burn_card,
    Outcome.STAYS_BURNED: cards.burn_card,
    Outcome.DEAL_AS_NEXT: next_card.deal_as_next,
    Outcome.DEALERS_NEXT: next_card.dealers_next,
    Outcome.DRAW_REFUSED: next_card.decline_card,
    Outcome.PLAY_AS_DEALT: cards.play_as_dealt,
    Outcome.REBUILD_THEN_TAKE_DOWN: coups.rebuild_then_take_down,
    Outcome.REBUILD_BINDING: coups.rebuild_binding,
    Outcome.CORRECT: coups.correct,
    Outcome.MISDEAL: hands.misdeal,
    Outcome.HAND_VOID: hands.void_hand,
    Outcome.HAND_OR_COUP_VOID: hands.void_hand_or_coup,
    Outcome.DISCARD_HAND: hands.discard_hand,
    Outcome.COUP_VOID: coups.void,
    Outcome.END_COUP: coups.void,
    Outcome.LATE_VOID: coups.late_void,
    Outcome.VOID_AND_CHECK: coups.void_and_check,
    Outcome.VOID_SAVE_SETTLED: coups.void_save_settled,
    Outcome.TAKE_DOWN_ONLY: coups.take_down,
    Outcome.CONFIRM_OR_VOID: coups.confirm_or_void,
    Outcome.NEW_CARDS_IF_AGREED: cards.new_cards_if_agreed,
    Outcome.SHUFFLE_IF_DIRECTED: cards.shuffle_if_directed,
    Outcome.FINISH_THEN_SHUFFLE: cards.shuffle_after,
    Outcome.RESHUFFLE_AND_FINISH: devices.reshuffle_and_finish,
    Outcome.VOID_SHOE: cards.void_shoe,
    Outcome.CHECK_DEVICE: cards.empty_and_check,
    Outcome.CHECK_CARDS: cards.check_after,
    Outcome.VERIFY_ALL_RECOVERED: cards.check_after,
    Outcome.REPLACE_CARDS: cards.replace_now,
    Outcome.REPLACE_SHOE: cards.replace_played_out,
    Outcome.TRANSFER_CARDS: devices.transfer,
    Outcome.REPLACE_DAMAGED: devices.replace_damaged,
    Outcome.REFUND_OR_FINISH: devices.refund_or_finish,
    Outcome.VALID: wagers.valid,
    Outcome.VALID_WITH_WARNING: wagers.valid_with_warning,
    Outcome.TO_MAXIMUM: wagers.to_maximum,
    Outcome.PRO_RATA: wagers.pro_rata,
    Outcome.REDUCE_PRO_RATA: wagers.reduce_pro_rata,
    Outcome.RETURN_WAGER: wagers.return_wager,
    Outcome.RETURN_WITHOUT_WINNINGS: wagers.return_wager,
    Outcome.PARTIAL_STAKE: wagers.loss_limit,
    Outcome.RETURN_LAST_FIRST: wagers.loss_limit,
    Outcome.REOPEN_WAGERS: wagers.reopen_wagers,
    Outcome.DEEMED_STAND: next_card.deemed_stand,
}
