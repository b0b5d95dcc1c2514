"""Random commands by random roles, game by game, against the naive model."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from sabot import RULEBOOKS
from support.machine import machine_of
from support.thorough import tries

SETTINGS = settings(
    max_examples=tries(30),
    stateful_step_count=50,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_commands_keep_every_invariant(rulebook: str) -> None:
    run_state_machine_as_test(machine_of(rulebook), settings=SETTINGS)
