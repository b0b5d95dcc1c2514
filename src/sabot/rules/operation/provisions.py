"""General provisions of a document: wrong payments, Loss Limits, sanctions, invalid outcomes,
disputes, closing."""

from typing import Literal

from sabot.core.record import record
from sabot.rules.operation.powers import Notice, Power


@record(frozen=True, slots=True)
class Mispayment:
    """Over- and underpayments: by mistake, suspected intent, and the monthly report.

    `inquiry`: inquiries that show a payment was not intended; `attempt`: steps that count as an
    attempt to rectify.
    """

    clause: str
    rectify: str
    intended: str
    identify: str
    report: str
    report_over: int
    inquiry: str | None = None
    intended_rectify: str | None = None
    attempt: str | None = None


@record(frozen=True, slots=True)
class Gaming:
    """Loss limits: duties, the bar on passing one, the break, and what is live when passed."""

    duties: str
    purchases: str
    introduced: str
    leaving: str
    bar: str
    pause: Power
    live_part: str
    last_first: str
    past_stand: str
    deposit: str


@record(frozen=True, slots=True)
class Sanction:
    """Consequences of a breach: void wagers, out of the game, out of the casino, detained.

    `offence`: the clause that was broken; `any_breach`: a breach of any other clause counts as
    well.
    """

    clause: str
    by: str
    offence: str
    void: str
    bar: str
    exclude: str | None = None
    detain: str | None = None
    any_breach: bool = False


@record(frozen=True, slots=True)
class Invalidation:
    """Powers to invalidate an outcome for disturbance or fraud, and the treatment of stakes.

    `void`: the clause that makes such a round void, so that every stake goes back; `impractical`:
    the power to void a round that cannot go on.
    """

    disturbance: Power
    fraud: Power
    refund: str | None
    forfeit: Literal["may", "must"] | None
    void: str | None = None
    impractical: Power | None = None


@record(frozen=True, slots=True)
class Disputes:
    """Powers to decide first and to review (None: the first decision is final), and the clause by
    which a dissatisfied person is told where to turn."""

    first: Power
    review: Power | None
    told: str | None


@record(frozen=True, slots=True)
class General:
    """Section "General provisions", and closing. Each part is None where the document has no such
    clause: a casino supervisor closes the table without notice, copies of the rules cite no clause,
    and sanctions, invalid outcomes and disputes are rejected with `no-rule`."""

    idle: str | None  # stated even where it is None: the digests of 1.0.0 count it
    close: Notice | None = None
    sanction: Sanction | None = None
    invalidation: Invalidation | None = None
    disputes: Disputes | None = None
    rules_shown: str | None = None
    variant: Notice | None = None
    idle_coups: int = 0
