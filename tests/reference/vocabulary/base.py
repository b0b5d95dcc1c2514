"""The base of every fact."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Anything that is put to an evening."""

    # Seconds on the casino's clock; 0: no time has passed since the last fact.
    at: int = 0
