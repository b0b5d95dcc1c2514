"""The tests that could notice what stands beside functions, in a wise order."""

import re
from pathlib import Path

from mutation.calls import MISSES, Calls
from mutation.mutants import CITATION, Mutant, lines_of
from mutation.places import TESTS

CITATIONS = "tests/rules/test_citations.py"
NEAR = 8
"""Lines above and below in which a citation is looked for."""
OTHERS = ("tests/test_catalogue.py", "tests/rules/", "tests/test_facts.py",
          "tests/test_adjudicate.py", "tests/test_croupier.py", MISSES)  # fmt: skip
ALIKE = {
    "tournament": ("tests/tournament/", "tests/table/test_heat"),
    "promotions": ("tests/promotions/",),
    "irregularities": ("tests/table/test_irregular", "tests/table/test_collusion"),
    "conduct": ("tests/table/",),
    "rejected": ("tests/odds/test_math_report.py",),
    "duties": ("tests/compliance",),
}
QUOTED = re.compile(rf"\b{CITATION.pattern}")


def by_clause(calls: Calls, mutant: Mutant) -> list[str]:
    """Those of its rulebook that are named for a clause cited beside it, the nearest first."""
    stem = _stem(mutant)
    if not stem:
        return []
    chosen: dict[str, None] = {}
    for clause in _clauses(mutant)[:6]:
        start = f"::test_{re.sub(r'[().]+', '_', clause).strip('_')}_"
        named = [n for n in calls.tests if start in n and stem in n]
        chosen.update(dict.fromkeys(calls.in_order(named)))
    if mutant.kind == "citation":
        chosen.update(dict.fromkeys(n for n in calls.tests if n.startswith(CITATIONS)))
    return list(chosen)


def by_file(calls: Calls, mutant: Mutant) -> list[str]:
    """All of its rulebook and all that look at every rulebook, or of the files that run most of
    its module; those called like its module first."""
    stem, module = _stem(mutant), Path(mutant.target).stem
    if not stem:
        best = [MISSES, *(calls.files_of(mutant.target)[:12] or [f"{TESTS[2]}/"])]
        return calls.in_order([n for n in calls.tests if n.startswith(tuple(best))])
    own = [n for n in calls.tests if n.startswith(f"tests/rulebooks/{stem}")]
    like = ALIKE.get(module, ())
    alike = [n for n in own if module in n.partition("::")[0]]
    alike += [n for n in calls.tests if like and n.startswith(like)]
    others = [n for n in calls.tests if n.startswith(OTHERS)]
    chosen: dict[str, None] = {}
    for names in (others, alike, own):
        chosen.update(dict.fromkeys(calls.in_order(names)))
    return list(chosen)


def _stem(mutant: Mutant) -> str:
    """Return the prefix of a rulebook's test files; "" if it is no rulebook's."""
    parts = mutant.target.split("/")
    return f"test_{parts[1]}" if parts[0] == "rulebooks" and len(parts) == 3 else ""


def _clauses(mutant: Mutant) -> list[str]:
    lines = lines_of(mutant.target)
    near = range(max(1, mutant.line - NEAR), min(len(lines), mutant.line + NEAR) + 1)
    found: dict[str, None] = {}
    for line in sorted(near, key=lambda each: (abs(each - mutant.line), each > mutant.line)):
        found.update((match[0], None) for match in QUOTED.finditer(lines[line - 1]))
    return list(found)
