"""Paths."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sabot"
ROOMS = ("table", "rulebooks")
KEPT = ROOT / ".mutations"
"""Folder of the results and of which test runs what; used by this campaign alone."""
TESTS = tuple(
    f"tests/{each}"
    for each in (
        "rulebooks", "rules", "table", "parts", "views", "compliance", "tournament", "promotions",
        "accounts", "pit", "evenings", "odds/test_math_report.py", "test_adjudicate.py",
        "test_answered.py",
        "test_bad_commands.py", "test_catalogue.py", "test_core.py", "test_croupier.py",
        "test_exclusion.py", "test_facts.py", "test_floor.py", "test_kinds.py", "test_live.py",
        "test_scorecard.py",
    )
)  # fmt: skip
"""Those without a server, a browser or a compiler that call the two rooms."""
TOO_LONG = (
    "table/test_machines.py", "accounts/test_model.py", "tournament/test_cup_machine.py",
    "tournament/test_kills.py", "tournament/test_machine.py", "tournament/test_playing_out.py",
    "views/test_properties.py",
)  # fmt: skip
"""Long searches among them, which are left out: what only they notice counts as not noticed."""

OF_TWO_MINDS = (
    "tests/rules/test_conduct.py::test_a_digest_is_the_same_in_every_process",
    "tests/compliance/test_shoes.py", "tests/tournament/test_killed.py",
    "tests/promotions/test_killed.py", "tests/test_adjudicate.py", "tests/test_core.py",
)  # fmt: skip
"""Those that ask another process, which knows nothing of a mutant, are not asked."""


def files() -> list[str]:
    """Every file of the two rooms, under the package."""
    return sorted(str(f.relative_to(SOURCE)) for r in ROOMS for f in SOURCE.glob(f"{r}/**/*.py"))


def module_of(target: str) -> str:
    return "sabot." + target.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
