"""Every program on the client's page does what the page says."""

import contextlib
import io
import re
from pathlib import Path

from server.harness import PASSWORD, House, running

PAGE = (Path(__file__).parents[2] / "docs" / "client.md").read_text()
SHOWN = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.S)


def told(program: str, house: House) -> str:
    program = program.replace("http://127.0.0.1:8000", house.origin)
    program = re.sub(r'"\w+\'s password"', repr(PASSWORD), program)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "docs/client.md", "exec"), {"__name__": "page"})
    return out.getvalue()


def test_the_programs_shown_print_what_is_shown(tmp_path: Path) -> None:
    assert len(SHOWN) == PAGE.count("```python") == 4
    with running(tmp_path) as house:
        house.prepare("mini")
        for program, output in SHOWN:
            assert told(program, house) == output
