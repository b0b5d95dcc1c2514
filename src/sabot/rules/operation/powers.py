"""Powers of a role, and changes that need prior notice."""

from sabot.core.record import record


@record(frozen=True, slots=True)
class Power:
    """An act that a role may do or approve."""

    clause: str
    by: str


@record(frozen=True, slots=True)
class Notice:
    """A change that needs a sign or an announcement beforehand: `minutes` is how long the sign
    stands before it (0: prior notice without a stated time). `or_consent`: or all players agree."""

    clause: str
    by: str
    minutes: int
    or_consent: bool = False
