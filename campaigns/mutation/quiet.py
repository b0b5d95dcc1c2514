"""Tests that say nothing, search the same every time and shrink nothing."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import hypothesis
from hypothesis import Phase


@contextmanager
def quietly() -> Iterator[None]:
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        for number, old in enumerate(kept, start=1):
            os.dup2(old, number)
            os.close(old)
        os.close(nowhere)


def search_alike() -> None:
    hypothesis.settings.register_profile(
        "mutations",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutations")
