"""Opening, disputes and closing (2, 3.1; 14.14, 14.18, 14.19 and kin; Canberra 13, 14.4)."""

from reference.facts import (
    Closed,
    DisputeDecided,
    DisputeRaised,
    DisputeReviewed,
    Opened,
    ReviewRequested,
    SignPosted,
    Told,
    ToldOfComplaint,
)
from reference.players import ALWAYS, BETWEEN
from reference.refusals import IMPOSSIBLE, refuse_unless, require_staff
from reference.signs import announced
from reference.state import Rule, Table, move, require_role
from reference.wagers import give_back


def check_set_up(table: Table) -> None:
    """Refuse a table that a document does not allow (3.1, 3.6, 2.2, 6.9.2, 10.2; 2.1, 6.1)."""
    document, options = table.document, table.options
    refuse_unless(options.decks in document.decks, document.clause("decks"), "number of decks")
    for bet in options.offered:
        fine = bet in document.optional_bets
        refuse_unless(fine, document.clause("optional bets"), f"no such optional bet: {bet}")
        decks = document.decks_for.get(bet, document.decks)
        refuse_unless(options.decks in decks, document.clause("decks"), f"decks for {bet}")
    one = not document.layouts or any(options.offered <= each for each in document.layouts)
    refuse_unless(one, document.clause("options share a table"), "no layout has these bets")
    fine = options.source in document.sources
    refuse_unless(fine, document.clause("source"), "the cards are dealt from something else")
    low = not options.low_limit or options.source == "device"
    refuse_unless(low, document.clause("low limit"), "low limit gaming is dealt from a device")
    fewest, most = document.areas
    fine = fewest <= options.boxes <= most
    refuse_unless(fine, document.clause("layout"), "number of playing areas")
    fine = table.scheme in document.schemes
    refuse_unless(fine, document.clause("scheme"), "no such scheme")
    needs_option = any(pay.option for pays in document.schemes.values() for pay in pays)
    fine = not options.offered or not needs_option or options.pairs in ("perfect", "canberra")
    refuse_unless(fine, document.clause("optional bets"), "one Pairs option is chosen")


def open_table(table: Table, fact: Opened) -> None:
    """Open the table; the cards are shuffled before the start of play (4.1)."""
    refuse_unless(not table.closed, IMPOSSIBLE, "the table was closed")
    require_staff(fact.by)
    check_set_up(table)
    move(table, "outside", "float", fact.float_tray)
    table.open = True
    table.bets_since = table.now
    table.shoe.shuffle_clause = table.document.clause("shuffle")
    table.players_at_area = table.document.players_at_area[0]


def close_table(table: Table, fact: Closed) -> None:
    """Close the table; with players present only after a sign (14.14 and kin; Canberra 13.2).

    Players whom staff put out count as present.
    """
    clause = table.document.clause("close")
    require_role(table, "close", fact.by)
    there = [p for p in table.players.values() if p.present or p.put_out]
    signed = announced(table, SignPosted("close"))
    refuse_unless(signed or not there, clause, "a sign announces the closure")
    for wager in list(table.wagers):
        give_back(table, wager)
    table.open = False
    table.closed = True
    table.emptied = True


def raise_dispute(table: Table, fact: DisputeRaised) -> None:
    """Refer a dispute for decision (14.18 and kin; Canberra 14.4)."""
    table.disputes[fact.player] = "raised"


def decide_dispute(table: Table, fact: DisputeDecided) -> None:
    """Decide in the first instance: a gaming supervisor; at Canberra the operator."""
    clause = table.document.clause("dispute")
    raised = table.disputes.get(fact.player) == "raised"
    refuse_unless(raised, IMPOSSIBLE, "nothing is disputed")
    require_role(table, "dispute", fact.by)
    refuse_unless(fact.by != "dealer", clause, "a supervisor decides")
    table.disputes[fact.player] = "decided"


def request_review(table: Table, fact: ReviewRequested) -> None:
    """Ask for a review, for a person who is not satisfied and is told of the complaint (14.19)."""
    decided = table.disputes.get(fact.player) == "decided"
    refuse_unless(decided, table.document.clause("dispute"), "nothing has been decided")
    table.disputes[fact.player] = "review"
    table.duties.add(f"tell {fact.player} of the complaint ({table.document.clause('complaint')})")


def review(table: Table, fact: DisputeReviewed) -> None:
    """Review the decision (14.18: a casino supervisor)."""
    asked = table.disputes.get(fact.player) == "review"
    refuse_unless(asked, table.document.clause("dispute"), "no review was asked for")
    require_role(table, "dispute", fact.by)
    table.disputes[fact.player] = "reviewed"


def tell_of_complaint(table: Table, fact: ToldOfComplaint) -> None:
    """Tell a person of the right to complain (14.19 and kin)."""
    table.duties.discard(
        f"tell {fact.player} of the complaint ({table.document.clause('complaint')})"
    )


def owe_notice(table: Table, matter: str) -> None:
    """Make it a duty to notify those whom the document names for a matter."""
    for whom in table.document.notify.get(matter, ()):
        table.duties.add(f"tell {whom} of {matter} ({table.document.clause(matter)})")


def tell(table: Table, fact: Told) -> None:
    """Note a notification."""
    table.duties.discard(
        f"tell {fact.whom} of {fact.matter} ({table.document.clause(fact.matter)})"
    )


RULES: dict[type, Rule] = {
    Opened: Rule(open_table, frozenset({"closed"})),
    Closed: Rule(close_table, BETWEEN, "no touch"),
    DisputeRaised: Rule(raise_dispute, ALWAYS),
    DisputeDecided: Rule(decide_dispute, ALWAYS | {"closed"}),
    ReviewRequested: Rule(request_review, ALWAYS | {"closed"}),
    DisputeReviewed: Rule(review, ALWAYS | {"closed"}),
    ToldOfComplaint: Rule(tell_of_complaint, ALWAYS | {"closed"}),
    Told: Rule(tell, ALWAYS | {"closed"}),
}
