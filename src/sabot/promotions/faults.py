"""Missing and forbidden items of a promotion's terms, and the sentences for them."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class TermsFault(NamedTuple):
    """Something missing or forbidden: its key in the form, the clause, and a sentence."""

    item: str
    clause: str
    message: str


TERMS: Final[Mapping[str, str]] = {
    "awarded": "how the prize is awarded",
    "where": "where the prize is awarded",
    "when": "when the prize is awarded",
    "eligible": "who qualifies",
    "minimum_wager": "whether there is a minimum or compulsory wager",
    "nature": "what the prize is, with every qualification and guarantee",
    "entries_close": "when entries close",
    "held": "where and when the promotion is held",
    "claim": "how a prize is claimed",
    "claim_days": "how many days a winner has to claim it",
    "attendance": "whether entrants have to be there",
    "notified": "how the winner hears of it",
    "published": "how results are published",
    "delivery": "how the prize is handed over",
    "marketing": "that the marketing names the terms",
    "available": "where the terms can be had",
    "scrutineer": "which scrutineer oversees the draw",
}
"""Descriptions of the terms' keys."""

PRIZE: Final[Mapping[str, str]] = {
    "kind": "what kind of prize it is",
    "description": "what it is",
    "value": "what it is worth",
    "conditions": "on which conditions it is received, used or accepted",
    "make": "its make",
    "model": "its model",
    "accessories": "its accessories",
    "on_road_costs": "whether registration and other on-road costs are included",
    "persons": "how many persons may travel",
    "includes": "what is included",
    "dates": "when the travel must be taken",
    "spending_money": "whether spending money is included",
    "dwelling": "the type of dwelling",
    "plans": "the plans",
    "contract": "the details of the contract",
    "easements": "the details of easements",
    "address": "the address or other location",
}
"""Descriptions of a prize's keys."""
