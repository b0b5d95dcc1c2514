"""The cookbook: every example of it is run."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "cookbook.md"


def test_the_ten_tasks_come_out_as_printed() -> None:
    text = PAGE.read_text()
    example = doctest.DocTestParser().get_doctest(text, {}, "cookbook", str(PAGE), 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example)
    assert runner.failures == 0 and text.count("\n## ") == 10
