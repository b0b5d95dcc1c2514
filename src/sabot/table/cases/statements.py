"""The table's statements: what somebody says and money would move on waits for a second person, and
the coup waits with it."""

from typing import Final

from sabot.parts.disputes import DecideDispute, ReviewDispute
from sabot.parts.statements import ConfirmStatement, Pending, is_same, take_statements
from sabot.refusal import Refusal, named
from sabot.rules.roles import PLAYER
from sabot.streams import Command
from sabot.table.betting.no_bet import CallNoBetCoup
from sabot.table.cases.payments import RectifyPayment
from sabot.table.coup.counts import AnnounceCounts
from sabot.table.coup.dealing import DealCard, check_decided
from sabot.table.coup.decisions import DecideHand
from sabot.table.coup.exposing import ExposeCards, MarkPointTotal
from sabot.table.coup.handing import ForfeitCards, PassHand
from sabot.table.coup.keying import CorrectCard
from sabot.table.coup.methods import ChooseMethod
from sabot.table.heat.guarding import check_heat
from sabot.table.heat.seating import CancelHeat, ReplaceEntrant, SeatHeat
from sabot.table.irregularities.report import DecideReport
from sabot.table.players.offers import KeepWagers, ResumePlay, TakeDown
from sabot.table.players.seats import LeaveTable
from sabot.table.players.visits import ChangeVisit
from sabot.table.result.clearing import ClearCards
from sabot.table.result.settling import AnnounceResult, SettleWagers
from sabot.table.running.change import BuyChips, ColourChange
from sabot.table.running.floats import CloseFloat, Credit, Fill
from sabot.table.running.opening import CloseTable
from sabot.table.running.variant import SwitchScheme
from sabot.table.shoe.burning import BurnCards
from sabot.table.shoe.cutting import CutCards
from sabot.table.shoe.mixing import Riffle, ShuffleByHand
from sabot.table.shoe.preparing import BringCards, Shuffle
from sabot.table.state import Table
from sabot.table.stream import TABLE

WAITS: Final = frozenset(
    {
        AnnounceCounts, AnnounceResult, BringCards, BurnCards, CallNoBetCoup, ChooseMethod,
        ClearCards, CloseTable, CorrectCard, CutCards, DealCard, DecideHand, ExposeCards,
        ForfeitCards, KeepWagers, MarkPointTotal, PassHand, ResumePlay, Riffle, SettleWagers,
        Shuffle, ShuffleByHand, SwitchScheme, TakeDown,
    }
)  # fmt: skip
"""Cards, results and money of a coup stay as they are until it is decided."""
DECIDING: Final = (DecideReport, RectifyPayment)
"""What brings money to players by one person's word, whom the document names."""
OWN_ANSWER: Final = (ConfirmStatement, DecideDispute, ReviewDispute)
"""What says for itself that nobody confirms or decides what is about them."""
BY_THE_HOUSE: Final = (ChangeVisit, SeatHeat, ReplaceEntrant, CancelHeat)
"""What follows from a person's command elsewhere, such as a limit of their own, in their name."""
UNGUARDED: Final = (*OWN_ANSWER, *BY_THE_HOUSE, LeaveTable)
"""Whoever is sent away goes in the name of whoever acted last."""
COUNTED: Final = frozenset({BuyChips, ColourChange, CloseFloat, Credit, Fill, RectifyPayment})
"""A tray that waits for its second count stays as it is."""


def _guard(table: Table, command: Command) -> None:
    check_heat(table, command)
    check_plays_not(table, command)
    stated = table.statements.holding
    if stated is None:
        return
    counting = any(_is_count(each) for each in table.statements.pending.values() if each.holds)
    if type(command) in WAITS or (counting and type(command) in COUNTED):
        check_decided(table)
    if isinstance(command, LeaveTable) and command.player in _bettors(table):
        raise Refusal(
            "held",
            stated.clause,
            "Statement {stated} is about a {coup_word} with a wager of this player:"
            " one leaves when it is decided.",
            stated=stated.number,
            coup_word=table.book.coup,
        )


def check_plays_not(table: Table, command: Command) -> None:
    """Nobody acts for the house on their own account, and who plays here decides nothing that
    brings money. Everything else they may: else whoever is seated under a supervisor's name would
    lock that supervisor out."""
    if command.role == PLAYER or isinstance(command, UNGUARDED):
        return
    own = getattr(command, "player", None)
    theirs = table.patrons if isinstance(command, DECIDING) else ()
    about = (own, *theirs) if isinstance(own, str) else theirs
    if any(is_same(command.actor, each) for each in about):
        message = "{actor} plays at this table: somebody else acts for the house."
        raise Refusal("plays-here", None, message, actor=named(command.actor))


def _is_count(stated: Pending) -> bool:
    return str(stated.command["do"]) == str(CloseFloat.__struct_config__.tag)


def _bettors(table: Table) -> set[str]:
    """Who has a wager in the coup in progress, or had one in the one just over."""
    rounds = (table.round, table.last) if table.last is not None else (table.round,)
    return {laid.player for round_ in rounds for laid in round_.stakes.values()}


def _takes_part(table: Table, pending: Pending, actor: str) -> bool:
    """Nobody confirms what brings them money: neither who plays here nor whom it names."""
    named = (str(pending.command.get(field)) for field in ("player", "by_player"))
    return any(is_same(actor, each) for each in (*table.patrons, *table.left, *named))


TABLE.guards(_guard)
take_statements(TABLE, _takes_part)
