"""Which commands a log has answered, in eight bytes each."""

from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

RECENT: Final = 65_536
WIDTH: Final = 8


class AnsweredCommands:
    """The commands that one stream has answered. Two different ones look alike with a chance of one
    in 3 millions in a log of a million coups; that would be a finding too many, never one less.

    >>> answered = AnsweredCommands()
    >>> answered.add("dan 1"), answered.add("dan 2"), answered.add("dan 1")
    (False, False, True)
    """

    def __init__(self) -> None:
        self._recent: set[int] = set()
        self._older: npt.NDArray[np.uint64] = np.empty(0, np.uint64)

    def add(self, given: str) -> bool:
        """Take it down; whether it was there before."""
        number = int.from_bytes(blake2b(given.encode(), digest_size=WIDTH).digest())
        if number in self._recent or self._is_old(number):
            return True
        self._recent.add(number)
        if len(self._recent) == RECENT:
            recent = np.fromiter(self._recent, np.uint64, RECENT)
            self._older = np.sort(np.concatenate((self._older, recent)))
            self._recent.clear()
        return False

    def _is_old(self, number: int) -> bool:
        if not len(self._older):
            return False
        place = int(np.searchsorted(self._older, np.uint64(number)))
        return place < len(self._older) and int(self._older[place]) == number
