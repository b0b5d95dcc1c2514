"""Killed between the draw and the notice: nothing is lost, and nothing is drawn twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sabot.parts.notices import outstanding
from sabot.store import open_store
from support.promotion_house import DRAWN, OLGA, Casino, form

CHILD = """
import os, sys
from sabot.store import open_store
from support.promotion_house import DRAWN, OLGA, Casino

store = open_store(sys.argv[1])
casino = Casino(DRAWN, store)
append = store.append

def killed(*batches):
    if sys.argv[2] == "after":
        append(*batches)
    os._exit(9)

store.append = killed
casino.do("confirm-statement", OLGA, number=1, reason="seen", id="the one")
"""


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_around_the_commit(when: str, tmp_path: Path) -> None:
    path = str(tmp_path / "casino.db")
    with open_store(path) as store:
        casino = Casino(store=store)
        casino.open(form(["star-baccarat"]))
        casino.enter(6)
        casino.close()
        casino.now = DRAWN
        casino.ok("open-order", value="5e1c")
    done = subprocess.run(
        [sys.executable, "-c", CHILD, path, when],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 9
    with open_store(path) as store:
        casino = Casino(DRAWN, store)
        assert bool(casino.standing().draw.order) == (when == "after")
        first = casino.do("confirm-statement", OLGA, number=1, reason="seen", id="the one")
        assert first.rejected is None
        order = casino.standing().draw.order
        again = casino.do("confirm-statement", OLGA, number=1, reason="seen", id="the one")
        assert again == first, "the same answer, and nothing new"
        opened = [e for e in casino.log("promotion:p") if e["what"].startswith("order-opened")]
        assert len(opened) == 1 and casino.standing().draw.order == order
        (notice,) = outstanding(casino.standing().notices)
        assert (notice.to, notice.clause) == ("winner", "16.8")
        assert casino.no("open-order", value="5e1d")[0] == "draw-opened"
        assert casino.findings() == []
