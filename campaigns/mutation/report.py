"""The report of a run, for people."""

from collections import Counter
from collections.abc import Iterator

from mutation.choosing import CITATIONS
from mutation.kept import Kept, Result, judged
from mutation.mutants import Mutant
from mutation.places import ROOMS, ROOT

REPORT = ROOT / "docs" / "campaigns" / "mutations.md"
HEAD = """# Mutations

One number, comparison, junction, citation, `not`, sum or check of the live table and the rulebooks
is altered, and the tests that run the altered statement, or those of its rulebook, run until one
notices. Long searches, servers, browsers and tests that ask another process are left out. A mutant
that no test noticed within {bound:g} CPU seconds, and again within {longest:g}, counts as not
noticed. Every test that noticed something passes with nothing altered.

What stands beside functions is grafted on the rulebooks in use, and imported afresh where nobody
notices it so. Of {some} that were noticed after a graft, {afresh} are noticed afresh too.

A seeded sample of {asked:,} of {all:,} is asked for; {run:,} of them are run.

**{noticed:,} of {run:,} are noticed ({share:.1%}).** {equal:,} of the others are no change that
anybody could see, as a person judged; without them it is {fair:.1%}.

Citations become 99.9, a clause that no document has: {cited:,} of those were noticed by the test
that every citation is of a clause that exists, and by no test named for a clause beside it. A wrong
clause that exists would be another mutant, and is not in the sample.

"""


def write(
    chosen: list[Mutant], of_all: int, done: Kept, bounds: tuple[float, float],
    again_afresh: tuple[int, int],
) -> None:  # fmt: skip
    known = [(mutant, found) for mutant in chosen if (found := done.of(mutant)) is not None]
    alive = sorted((m for m, found in known if found.survived), key=lambda m: (m.target, m.line))
    why = judged()
    equal = [mutant for mutant in alive if mutant.key in why]
    left = [mutant for mutant in alive if mutant.key not in why]
    run, noticed = len(known), len(known) - len(alive)
    text = HEAD.format(
        bound=bounds[0], longest=bounds[1], asked=len(chosen), all=of_all, run=run,
        noticed=noticed, share=noticed / max(run, 1), equal=len(equal),
        fair=noticed / max(run - len(equal), 1), afresh=again_afresh[0], some=again_afresh[1],
        cited=sum(found.by.startswith(CITATIONS) for _, found in known),
    )  # fmt: skip
    text += "| room | run | noticed |\n|---|---|---|\n" + "\n".join(_rooms(known)) + "\n\n"
    text += "| alteration | run | noticed |\n|---|---|---|\n" + "\n".join(_kinds(known)) + "\n"
    for title, serious in (("Not noticed, about money, role or approval", True), ("Others", False)):
        named = [f"- `{m.name}`: `{m.text}`" for m in left if m.is_serious == serious]
        text += f"\n{title}: {len(named)}.\n\n" + "\n".join(named) + ("\n" if named else "")
    named = [f"- `{m.name}`: {why[m.key]}" for m in equal]
    text += f"\nNo change that anybody could see: {len(named)}.\n\n" + "\n".join(named)
    REPORT.write_text(text.rstrip() + "\n")


def _rooms(known: list[tuple[Mutant, Result]]) -> Iterator[str]:
    for room in ROOMS:
        own = [found.survived for mutant, found in known if mutant.target.startswith(f"{room}/")]
        yield f"| `{room}/` | {len(own):,} | {len(own) - sum(own):,} |"


def _kinds(known: list[tuple[Mutant, Result]]) -> Iterator[str]:
    run, alive = Counter[str](), Counter[str]()
    for mutant, found in known:
        run[mutant.kind] += 1
        alive[mutant.kind] += found.survived
    for kind, total in run.most_common():
        yield f"| {kind} | {total:,} | {total - alive[kind]:,} |"
