"""Revisions of Sabot's own rules: those that no document states.

A document has editions, and a table is decided under the one that it was opened with. What Sabot
adds to the documents changes with its releases. So the server writes into every command the
revision that decided it (`Command.under`), and an audit decides it again under that one. A command
of the log that names none is of the first release. Only the server can name one, and a log that
goes back to an older revision is a finding of the audit.

A rule that changed asks `holds`:

    if holds(command, MONEY):
        check_cash(table)
"""

from typing import Final, Protocol

MONEY: Final = 1
"""Account limits hold at every table; a virtual table takes neither cash nor players without an
account; a correction of a payment is bounded by the wager; limits are loosened three times a day at
most."""
PEOPLE: Final = 2
"""A person who plays at a table sends nothing there for the casino; a player is known by one
spelling of a name, and a Player Card by its owner."""
WAGERS: Final = 3
"""All that a player has on one bet and one area or box is one wager; stakes are whole chips; each
wager is cut to its maximum before an area's maximum is shared. A sign says what changes, to what
and from when, and licenses exactly that; the first card waits for signs and approvals; players cut
by a supervisor's word where the document leaves it to one; no approval goes beyond a displayed
differential. What is said of the shoe fits the log: steps left out, the cutting card, the cut in a
coup, a card set aside, a misdeal, a closure."""
CARDS: Final = 4
"""The log keeps keyed digests of Player Card numbers, and no number in clear."""
RESENT: Final = 5
"""The log has a mark of what was sent where the server has filled something into a command."""
PATRONS: Final = 6
"""An account keeps when its player has played, from sitting down at a table to leaving it."""
RESULTS: Final = 7
"""No person changes who wins a tournament or a promotion alone or unseen: each cause has its facts
in the log, a second person, and an entry that players see. In a heat each wager laid counts by
itself, and no count overtakes a dispute."""
DENOMINATIONS: Final = 8
"""A table where chips are seen has a chip set; the float is kept by denomination. A drop box is
taken away under a seal. What players bring from their accounts counts as drop."""
KEYING: Final = 9
"""The dealer alone corrects the card keyed last while no wager can change by it."""
SCRUTINY: Final = 10
"""A draw that needs a scrutineer opens after that person's own statement; outside values are
checked by their kind; entry forms that staff key have numbers, bounds and second persons."""
REPAIRS: Final = 11
"""A rebuilt coup leaves a box that is out the cards that it had, and takes in a card that lies
aside where one more is due. A cutting card is said to be out before a card from behind it is set
aside or burned. A payment put right pays its player's debt first. A wager found invalid is that on
the area, or of the amount, that the report names."""
SHOES: Final = 12
"""Cards that were shuffled and not cut are shuffled again only as cards left to play are: for a
reason that the document knows, by the person whom it names."""
OPENERS: Final = 13
"""A float that is opened with another worth than its last closing count is counted again by another
person, by amount where no chips are said."""
CURRENT: Final = OPENERS
"""The revision that this release decides under."""
FIRST: Final = 0
"""That of a command in the log that names none."""


class RevisedCommand(Protocol):
    """A command, as far as its revision is concerned."""

    @property
    def under(self) -> int | None: ...


def holds(command: RevisedCommand, revision: int) -> bool:
    """Return whether the rules of a revision hold for this command; one that is not from a log is
    decided under today's.

    >>> from types import SimpleNamespace as Command
    >>> holds(Command(under=None), MONEY), holds(Command(under=0), MONEY)
    (True, False)
    """
    return command.under is None or command.under >= revision
