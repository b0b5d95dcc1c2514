"""Public side bets as wager files, each with its source and the figure that was published."""

from importlib import resources

LIBRARY: tuple[str, ...] = tuple(
    sorted(
        file.name.removesuffix(".toml")
        for file in resources.files(__name__).iterdir()
        if file.name.endswith(".toml")
    )
)
"""The ids of all of them."""


def library_text(wager: str) -> str:
    """The file of a public side bet."""
    return (resources.files(__name__) / f"{wager}.toml").read_text("utf-8")
