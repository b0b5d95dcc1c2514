"""Extent of the random searches: a sample in `make test`, a long run in `make campaign`."""

import os

TIMES = int(os.environ.get("SABOT_THOROUGH", "1"))


def tries(sample: int) -> int:
    """So many of a search's examples: the sample, or as many times that as was asked for."""
    return sample * TIMES
