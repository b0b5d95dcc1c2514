"""Every public name has an example, and `--doctest-modules` runs them all."""

import importlib

import pytest

ROOMS = ("sabot", "sabot.odds", "sabot.simulate", "sabot.bench", "sabot.math_report")


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_an_example(room: str) -> None:
    module = importlib.import_module(room)
    named = {name: getattr(module, name) for name in module.__all__}
    lacking = [
        name for name, each in named.items() if callable(each) and ">>>" not in (each.__doc__ or "")
    ]
    assert lacking == []
