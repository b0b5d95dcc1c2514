"""Options that say nothing beside one another: refused, never quietly left alone."""

import argparse

from sabot.refusal import Refusal


def given(chosen: argparse.Namespace, option: str) -> bool:
    """Whether somebody wrote this option; its default is then None, False or an empty list."""
    value = getattr(chosen, option.replace("-", "_"))
    return value is not None and value is not False and value != []


def refuse_beside(chosen: argparse.Namespace, option: str, *others: str) -> None:
    """Refuse any of the others beside an option that would make nothing of them."""
    for other in others:
        if given(chosen, option) and given(chosen, other):
            raise Refusal(
                "bad-words",
                None,
                f"--{other} says nothing beside --{option}: leave out one of them.",
            )
