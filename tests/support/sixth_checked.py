"""Write the sixth game into a copy of the repository and print, as JSON, what `sabot rules --check`
says of all of it (under no name) and without each of its files. Run as a program on a copy's root.
"""

import json
import sys
from pathlib import Path

from support.sixth import GAME, written

ROOT = Path(sys.argv[1])
BEFORE = written(ROOT)  # before the registry is imported

# ruff: noqa: E402
from sabot.cli.documents.completeness import PARTS, subject_of
from sabot.core.languages import forget
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.duties import duties_of

PLAYED = ("facts and odds", "robots")
"""Parts that ask the modules, which stay imported, and no file."""


def main() -> None:
    said = {"": checked(*PARTS)}
    for name, before in BEFORE.items():
        file = ROOT / name
        if name.startswith("src") and file.suffix == ".py":
            continue  # a module of the package, which is imported by now
        after = file.read_bytes()
        if before is None:
            file.unlink()
        else:
            file.write_bytes(before)
        said[name] = checked(*(each for each in PARTS if each not in PLAYED))
        file.write_bytes(after)
    print(json.dumps({"files": list(BEFORE), "said": said}))


def checked(*parts: str) -> list[str]:
    """Return what the game lacks, read anew."""
    forget()
    catalogue.cache_clear()
    duties_of.cache_clear()
    return [str(each) for part in parts for each in PARTS[part](subject_of(GAME))]


if __name__ == "__main__":
    main()
