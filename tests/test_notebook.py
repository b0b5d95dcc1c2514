"""The example notebook runs, and shows tables."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "docs" / "example.ipynb"


def test_the_example_notebook_runs_and_shows_tables() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    tables = [each for each in outputs if "text/html" in each.get("data", {})]
    assert len(tables) == 4
    assert "banker 25.00 wins 24.00 at 19:20 (11.1.3)" in str(outputs)
