"""A hundred thousand random edits of an exported log, each of which must be found.

Run it with `PYTHONPATH=tests`.
"""

import random
import sys
import tempfile
from pathlib import Path

from store.tamper import EDITS, evidence, found

EDITS_IN_ALL = 100_000
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "tamper.md"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        given = evidence(Path(folder))
    assert not found(given.log, given), "the log is not clean as it is"
    each = -(-EDITS_IN_ALL // len(EDITS))
    rows, missed = [], 0
    for edit in EDITS:
        rng = random.Random(f"campaign {edit.__name__}")
        seen = sum(found(edit(given.log, rng), given) for _ in range(each))
        missed += each - seen
        rows.append(f"| {edit.__name__.replace('_', ' ')} | {each:,} | {seen:,} |")
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Tampering with the log\n\n"
        f"Random edits of an exported log of {len(given.log)} events in four streams, with the\n"
        f"{len(given.witness)} checkpoints that its witness has seen. An edit is found when\n"
        "`verify_lines` or `verify_checkpoints` reports a flaw.\n\n"
        "| edit | made | found |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
