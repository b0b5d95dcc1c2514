"""Results, a line each: which test noticed which mutant, of which text."""

import fcntl
import tomllib
from pathlib import Path

import msgspec

from mutation.mutants import Mutant
from mutation.places import KEPT

NOBODY = "nobody"
"""Instead of a test: there is no result."""
JUDGED = Path(__file__).parent / "judged.toml"


class Result(msgspec.Struct, array_like=True):
    """`by` is the test that noticed, "" if none did within so many CPU seconds."""

    key: str
    digest: str
    by: str
    bound: float

    @property
    def survived(self) -> bool:
        return not self.by


class Kept:
    def __init__(self) -> None:
        KEPT.mkdir(exist_ok=True)
        self._path = KEPT / "results.jsonl"
        lines = self._path.read_bytes().splitlines() if self._path.exists() else []
        results = (msgspec.json.decode(line, type=Result) for line in lines)
        self._results = {(each.key, each.digest): each for each in results}

    def of(self, mutant: Mutant) -> Result | None:
        found = self._results.get((mutant.key, mutant.digest))
        return None if found is not None and found.by == NOBODY else found

    @property
    def noticers(self) -> set[str]:
        return {each.by for each in self._results.values()}

    def add(self, mutant: Mutant, by: str, bound: float) -> None:
        self._write(Result(mutant.key, mutant.digest, by, bound))

    def take_back(self, by: str) -> None:
        """That test notices nothing: its mutants have no result."""
        for each in list(self._results.values()):
            if each.by == by:
                print(f"taken back: {each.key} by {by}", flush=True)
                self._write(msgspec.structs.replace(each, by=NOBODY))

    def _write(self, result: Result) -> None:
        self._results[result.key, result.digest] = result
        with self._path.open("ab") as out:
            fcntl.flock(out, fcntl.LOCK_EX)
            out.write(msgspec.json.encode(result) + b"\n")


def judged() -> dict[str, str]:
    """Mutants that a person judged to be no visible change, and why."""
    found = tomllib.loads(JUDGED.read_text()) if JUDGED.exists() else {}
    return {each["mutant"]: each["why"] for each in found.get("equivalent", [])}
