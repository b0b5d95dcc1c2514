"""The statement on randomness: what shuffles, and what a battery of tests found of it."""

import json
from functools import cache
from importlib.resources import files

from sabot.math_report.figures import Json

STATEMENT = (
    "A virtual shoe or device at a money table is shuffled by the generator of the operating "
    "system (os.urandom), which is seeded by the machine's own entropy and cannot be seeded or "
    "read back by this software.",
    "The cards are put in order by the Fisher-Yates method: for every place a card is drawn from "
    "those that are left. A draw takes as many random bits as the number of cards left needs, and "
    "is repeated where the number is too large, so that no card is favoured.",
    "The order is committed to by a salted digest before the first card and opened after the last. "
    "Seeded generators serve practice and simulation alone, and a money table cannot choose them.",
)
RESULTS = "randomness.json"
"""File of the results of the last campaign; `campaigns/randomness.py` writes it."""


@cache
def randomness() -> Json:
    """Return the statement and the results of the battery."""
    found: Json = json.loads(files("sabot.math_report").joinpath(RESULTS).read_text("utf-8"))
    return {"statement": list(STATEMENT), "battery": found}
