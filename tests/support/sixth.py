"""Write the sixth game of `sixth.txt` into a copy of the repository, as the recipe says."""

import json
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = "harbour-dragon"
TEXT = Path(__file__).with_name("sixth.txt")
REGISTRY = "src/sabot/rulebooks/__init__.py"
AFTER = {
    "from sabot.rulebooks.canberra_mini import rulebook as canberra_mini\n":
    "from sabot.rulebooks.harbour_dragon import rulebook as harbour_dragon\n",
    "        (canberra_mini.RULEBOOK,),\n": "        (harbour_dragon.RULEBOOK,),\n",
}  # fmt: skip
"""The import and the row of the registry, each after that of another game."""


def copied(to: Path) -> None:
    """Copy the package, its tests and the docs that they read, without the logs of releases."""
    for folder in ("src/sabot", "tests", "docs"):
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("golden"))
    shutil.copy(ROOT / "pyproject.toml", to)


def written(to: Path) -> dict[str, bytes | None]:
    """Write the game into a copy, and return the files that it touches as they were, None for a new
    one."""
    _, *parts = TEXT.read_text("utf-8").split("\n=== ")
    before: dict[str, bytes | None] = {REGISTRY: (to / REGISTRY).read_bytes()}
    for part in parts:
        head, _, text = part.partition("\n")
        how, _, name = head.rpartition(" ")
        file = to / name
        before[name] = file.read_bytes() if file.is_file() else None
        if how == "+":
            with file.open("a", encoding="utf-8") as opened:
                opened.write(text.rstrip("\n") + "\n")
        elif how == "{}":
            known = json.loads(file.read_text("utf-8"))
            file.write_text(json.dumps({**known, **json.loads(text)}), "utf-8")
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text.rstrip("\n") + "\n", "utf-8")
    registry = (to / REGISTRY).read_text("utf-8")
    for line, added in AFTER.items():
        assert line in registry, f"{REGISTRY} has no longer the line {line!r}"
        registry = registry.replace(line, line + added, 1)
    (to / REGISTRY).write_text(registry, "utf-8")
    return before
