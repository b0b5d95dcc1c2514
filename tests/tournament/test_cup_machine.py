"""Random tournaments with their live heats, by random roles, on a floor."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from support.cup_machine import Cups
from support.thorough import tries


@pytest.mark.slow
def test_no_invariant_breaks_whoever_does_what_at_desk_and_tables() -> None:
    run_state_machine_as_test(
        Cups,
        settings=settings(
            max_examples=tries(4),
            stateful_step_count=60,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
