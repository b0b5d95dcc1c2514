"""Outside values of draws, each checked by its kind, which the sealed name of the value says."""

import re
from typing import Final

from sabot.core.refusal import Refusal
from sabot.parts.drand import round_in, verified

HEXADECIMAL: Final = "64 hexadecimal digits"
"""Words in the name of an outside value that say how it is written."""
NUMBERS: Final = "numbers drawn from a drum"
"""Words in the name of an outside value that comes out of a drum."""
DIGITS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
FROM_DRUM: Final = re.compile(r"(0|[1-9][0-9]{0,8})( (0|[1-9][0-9]{0,8}))*", re.ASCII)


def plain(value: str) -> str:
    """Normalise an outside value, so that it has only one spelling.

    >>> plain("  3  14 FF ")
    '3 14 ff'
    """
    return " ".join(value.split()).lower()


def checked_value(beacon: str, value: str, signature: str = "") -> str:
    """Return an outside value in its one spelling; refuse one that is not of its kind. That of a
    drand round follows from the round's signature, and need not be given."""
    given, named = plain(value), round_in(beacon)
    if named is not None:
        found = verified(named, signature)
        if given and given != found:
            message = "The value of this round is {found}, by its signature."
            raise Refusal("bad-value", None, message, found=found)
        return found
    if signature.strip():
        raise Refusal("bad-value", None, "Only a drand round has a signature, and none is sealed.")
    if HEXADECIMAL in beacon and DIGITS.fullmatch(given) is None:
        message = "The outside value is sealed as 64 hexadecimal digits: this is none."
        raise Refusal("bad-value", None, message)
    if NUMBERS in beacon and FROM_DRUM.fullmatch(given) is None:
        message = "Give the numbers from the drum without leading zeros, a space between them."
        raise Refusal("bad-value", None, message)
    return given
