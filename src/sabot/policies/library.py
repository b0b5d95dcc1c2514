"""Policy files that come with Sabot, for a casino to adopt or to edit."""

from importlib.resources import files

from sabot.core.refusal import Refusal, quoted

SUFFIX = ".toml"


def shipped_names() -> tuple[str, ...]:
    """Return the names of the files.

    >>> shipped_names()
    ('nsw',)
    """
    found = [each.name for each in files("sabot.policies").iterdir()]
    return tuple(sorted(each.removesuffix(SUFFIX) for each in found if each.endswith(SUFFIX)))


def shipped_text(name: str) -> str:
    """Return a file's text."""
    if name not in shipped_names():
        message = "No policy {name} comes with Sabot."
        raise Refusal("unknown-policy", None, message, name=quoted(name))
    return files("sabot.policies").joinpath(name + SUFFIX).read_text("utf-8")
