"""Checks of an audit beside deciding a stream again, kind by kind."""

from sabot.accounts.state import CONTESTS, TABLES
from sabot.audit.checks.books import books
from sabot.audit.checks.cage import CageCheck
from sabot.audit.checks.cards import CardsCheck
from sabot.audit.checks.chips import ChipsCheck
from sabot.audit.checks.commands import CommandsCheck
from sabot.audit.checks.cuts import CutsCheck
from sabot.audit.checks.draws import draw_follows
from sabot.audit.checks.edition import rulebook_pinned
from sabot.audit.checks.heats import HeatsCheck
from sabot.audit.checks.losses import LossesCheck
from sabot.audit.checks.money import MoneyCheck
from sabot.audit.checks.notices import NoticesCheck
from sabot.audit.checks.payments import payments
from sabot.audit.checks.records import RecordsCheck
from sabot.audit.checks.settlements import settlement
from sabot.audit.checks.statements import statements
from sabot.audit.checks.tournaments import contest_checks
from sabot.audit.checks.undone import UndoneCheck
from sabot.engine.finding import Check
from sabot.tournament.desk.state import BOUGHT


def of_table() -> list[Check]:
    """Rulebook, settlements, books, payments put right, statements, money, cards, notices, records,
    heats, cuts, chips, undone coups, losses and what commands said, of one table."""
    remembering: list[Check] = [MoneyCheck(), CardsCheck(), NoticesCheck(), RecordsCheck()]
    return [
        rulebook_pinned,
        settlement,
        books,
        payments,
        statements,
        *remembering,
        HeatsCheck(),
        CutsCheck(),
        ChipsCheck(),
        UndoneCheck(),
        LossesCheck(),
        CommandsCheck(),
    ]


def of_tournament() -> list[Check]:
    """Statements, money and notices of one tournament, and all that follows from its draws and its
    tables' counts."""
    return [statements, MoneyCheck(BOUGHT), NoticesCheck(), *contest_checks()]


def of_account() -> list[Check]:
    """The money of one account, which may have more at tables than it ever held, and who brought
    it in and out."""
    return [MoneyCheck(TABLES, CONTESTS), CageCheck()]


def of_promotion() -> list[Check]:
    """Statements, notices with their deadlines, and the draw of one promotion."""
    return [statements, draw_follows, NoticesCheck()]
