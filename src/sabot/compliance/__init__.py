"""The audit: a log decided again, from nothing but its lines.

Each check is a module: the chain and what was signed over it, the rulebook, every command, every
settlement, the money, the cards, the deadlines, and visits.
"""

from sabot.compliance.audit import Audit
from sabot.engine.finding import Finding

__all__ = ["Audit", "Finding"]
