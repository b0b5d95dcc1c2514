"""No list of commands or events beside their classes has to be remembered.

A collection of three or more names of commands or events, or of their classes, is found in the
source. Each one that is left says here why it is data of its place alone, and names the test that
holds it to the declarations where a new command or event could be missing from it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import sabot
from sabot.floor.kinds import KINDS
from sabot.parts.disputes import RaiseDispute
from sabot.promotions.running.stream import PROMOTION
from sabot.server.promotions.attempts import AT_DRAW
from sabot.table import TABLE
from sabot.table.cases.records import ASKS
from sabot.views.steps.next_step import AWAITED

SOURCE = Path(sabot.__file__).parent
MEMBERS = [each for kind in KINDS for each in (*kind.rules.events, *kind.rules.commands)]
NAMES = {str(each.__struct_config__.tag) for each in MEMBERS}
TAGS = NAMES | {each.partition("/")[0] for each in NAMES}
CLASSES = {each.__name__ for each in MEMBERS}
DISPATCH = "a function of this module for each event that it folds; others do not concern it"
PART = "the part's own events or commands, which it joins to every stream that takes it"
ROBOT = "what a robot does by itself; it plays no others"
JUSTIFIED = {
    "compliance/exceptions/report.py:READ": (
        "beside the declared events: those by which it finds its place"
    ),
    "compliance/exceptions/report.py:_FOLLOWS": DISPATCH,
    "links/heats.py:PAID_IN": "the word for each payment that a consequence takes from an account",
    "parts/draw.py:EVOLVES": PART,
    "parts/hearing.py:DISPUTES": PART,
    "parts/hearing.py:EVOLVES": PART,
    "parts/statements.py:STATEMENT_EVENTS": PART,
    "promotions/running/cases.py:DISPUTES_ON": "pages of the part's commands at this kind",
    "robots/tournaments.py": ROBOT,
    "robots/dealer.py:CARDS": ROBOT,
    "server/promotions/attempts.py:AT_DRAW": "test_every_command_of_a_draw_is_watched",
    "table/cases/records.py:ASKS": "test_a_command_with_a_record_says_which_it_wants",
    "table/result/ends.py:_FOLDS": "tests/tour: test_stakes_are_folded_as_the_table_has_them",
    "tournament/desk/stream.py:DISPUTES_ON": "pages of the part's commands at this kind",
    "views/felt/display.py:HANDLING": "when the display starts its clock again",
    "views/felt/display.py:_FOLDS": DISPATCH,
}


def named_in(node: ast.expr) -> int:
    """Return how many commands and events a collection names."""
    if isinstance(node, ast.Dict):
        items = [each for each in node.keys if each is not None]
    elif isinstance(node, ast.Set | ast.List | ast.Tuple):
        items = node.elts
    else:
        return 0
    texts = (each.value for each in items if isinstance(each, ast.Constant))
    return sum(each in TAGS for each in texts) + sum(
        isinstance(each, ast.Name) and each.id in CLASSES for each in items
    )


def lists_in(path: Path) -> Iterator[str]:
    """Yield the constants, or the file, that a collection of three or more names stands in."""
    place = str(path.relative_to(SOURCE))
    for statement in ast.parse(path.read_text("utf-8")).body:
        target = getattr(statement, "target", None) or next(
            iter(getattr(statement, "targets", ())), None
        )
        if isinstance(target, ast.Tuple):
            continue  # several constants of one name each
        inside = (each for each in ast.walk(statement) if isinstance(each, ast.expr))
        if any(named_in(each) >= 3 for each in inside):
            yield f"{place}:{target.id}" if isinstance(target, ast.Name) else place


def test_no_list_of_commands_or_events_is_kept_by_hand() -> None:
    paths = (path for path in SOURCE.rglob("*.py") if "rulebooks" not in path.parts)
    found = {place for path in paths for place in lists_in(path)}
    assert found - JUSTIFIED.keys() == set(), "declare it at the classes (engine/declarations.py)"
    assert JUSTIFIED.keys() - found == set(), "these lists are gone: take their reasons out"


def test_every_command_of_a_draw_is_watched() -> None:
    inside = "sabot.promotions.running.draw."
    at_draw = {str(each.__struct_config__.tag) for each in PROMOTION.commands
               if each.__module__.startswith(inside)}  # fmt: skip
    assert at_draw <= AT_DRAW <= PROMOTION.tags


def test_a_command_with_a_record_says_which_it_wants() -> None:
    """Disputes on file are found by the part of disputes itself."""
    own = (each for each in TABLE.commands if each.__module__.startswith("sabot.table"))
    wants = {each for each in own if "record" in each.__struct_fields__}
    assert wants | {RaiseDispute} <= ASKS.keys() <= {*TABLE.commands}


def test_every_next_step_says_what_the_table_waits_for() -> None:
    steps = set[str]()
    for path in (SOURCE / "views").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "NextStep":
                do = node.args[0]
                steps |= {str(do.value)} if isinstance(do, ast.Constant) else set()
    assert len(steps) > 15 and steps <= AWAITED.keys()
