"""Mutants: one number, comparison, junction, citation, check or call of a file, altered."""

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType

from mutation.places import SOURCE, files

SAMPLE, SEED = 1_000, "sabot"
HOW = ("frozen", "gc", "eq", "slots", "maxsize", "kw_only", "omit_defaults")
"""Keywords that say how a thing is kept, not what it does."""
CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))?")
SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPARISONS = {each.__name__ for each in SWAPS}
MONEY = re.compile(
    r"money|move|amount|stake|chip|pay|balance|cents|purse|float|role|leave\(|approv|confirm"
    r"|consent|counted|\bby\b|speaks|may_act|is_same|barred|exclud|staff"
    r"|supervisor|operator|refund|return_|wager",
    re.IGNORECASE,
)
"""Words of a line, or a function's name, that is about money, a role or an approval."""

Undo = Callable[[], None]


@dataclass(frozen=True)
class Mutant:
    """An altered file: where, in which function ("" beside them), and what was changed; `nth` of
    such changes there, `number` of all in the file."""

    target: str
    line: int
    change: str
    nth: int
    number: int
    function: str = ""
    first: int = 0

    @property
    def name(self) -> str:
        return f"{self.target}:{self.line} {' '.join(self.change.split())}"

    @property
    def key(self) -> str:
        """Its name without a line, which moves when something above it changes."""
        return f"{self.target} {self.function or '-'} {self.change} #{self.nth}"

    @property
    def kind(self) -> str:
        before, _, after = self.change.partition(" to ")
        if after == "99.9":
            return "citation"
        if not after:
            return "negation" if before == "without not" else "call left out"
        words = {"and": "junction", "or": "junction", "plus": "sum", "minus": "sum",
                 "True": "truth value", "False": "truth value"}  # fmt: skip
        if before.removeprefix("-").isdigit():
            return "number"
        return words.get(before) or ("comparison" if before in COMPARISONS else "tableau")

    @property
    def text(self) -> str:
        """The line that it alters."""
        return lines_of(self.target)[self.line - 1].strip()

    @property
    def digest(self) -> str:
        """Return today's text of its function, or of its file: a result holds for that."""
        told = _bodies(self.target)[self.function, self.first] if self.function else ""
        told = told or "\n".join(lines_of(self.target))
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    @property
    def is_serious(self) -> bool:
        """Return True if it is about money, a role or an approval, by the words of its line."""
        return bool(MONEY.search(self.text) or MONEY.search(self.function.replace("_", " ")))


def sample(size: int = SAMPLE) -> tuple[list[Mutant], int]:
    """Those whose lot is lowest, and of how many: a change of one function leaves the others in."""
    found = [mutant for target in files() for mutant in mutants(target)]
    return sorted(found, key=lambda each: lot(f"{SEED} {each.key}"))[:size], len(found)


def lot(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()


def mutants(target: str) -> list[Mutant]:
    """All of a file, in its order."""
    tree = _tree(target)
    home, found = homes(tree), list[Mutant]()
    such = Counter[tuple[str, str]]()
    for number, (node, change, undo) in enumerate(_alterations(tree)):
        name, first = home.get(id(node), ("", 0))
        line, nth = getattr(node, "lineno", 0), such[name, change]
        found.append(Mutant(target, line, change, nth, number, name, first))
        such[name, change] += 1
        undo()
    return found


def altered(mutant: Mutant) -> CodeType:
    """The file's code with that mutant in it."""
    tree = _tree(mutant.target)
    for number, (_, _, undo) in enumerate(_alterations(tree)):
        if number == mutant.number:
            return compile(ast.fix_missing_locations(tree), str(SOURCE / mutant.target), "exec")
        undo()
    raise LookupError(mutant.name)


def _tree(target: str) -> ast.Module:
    return ast.parse((SOURCE / target).read_text())


@cache
def lines_of(target: str) -> list[str]:
    return (SOURCE / target).read_text().splitlines()


@cache
def _bodies(target: str) -> dict[tuple[str, int], str]:
    tree = _tree(target)
    last = dict[tuple[str, int], int]()
    home = homes(tree)
    for node in ast.walk(tree):
        if id(node) in home:
            end = getattr(node, "end_lineno", 0)
            last[home[id(node)]] = max(end, last.get(home[id(node)], 0))
    lines = lines_of(target)
    return {key: "\n".join(lines[key[1] - 1 : end]) for key, end in last.items()}


def homes(tree: ast.Module) -> dict[int, tuple[str, int]]:
    """The outermost function that each node of a body is in, by name and first line; what stands in
    its head (decorators, defaults) belongs to the file."""
    found: dict[int, tuple[str, int]] = {}

    def walk(node: ast.AST, path: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                for statement in child.body:
                    for inner in ast.walk(statement):
                        found[id(inner)] = (f"{path}{child.name}", first)
            elif isinstance(child, ast.ClassDef):
                walk(child, f"{path}{child.name}.")

    walk(tree, "")
    return found


def _alterations(tree: ast.Module) -> Iterator[tuple[ast.AST, str, Undo]]:
    """Alter a node in place, say how, and hand back the way to undo it."""
    skipped = {id(k.value) for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg in HOW}
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield from _calls(body)
        if id(node) in skipped:
            continue
        for change, undo in _of(node):
            yield node, change, undo


def _calls(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str, Undo]]:
    """A check or another call for its effect alone is left out."""
    for index, each in enumerate(body):
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            old, name = each, ast.unparse(each.value.func)
            body[index] = ast.copy_location(ast.Pass(), each)
            yield old, f"without {name}", lambda body=body, i=index, o=old: body.__setitem__(i, o)  # type: ignore[misc]


def _of(node: ast.AST) -> Iterator[tuple[str, Undo]]:
    if isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        old = node.ops[0]
        node.ops[0] = SWAPS[type(old)]()
        said = f"{type(old).__name__} to {type(node.ops[0]).__name__}"
        yield said, lambda: node.ops.__setitem__(0, old)
    elif isinstance(node, ast.BoolOp):
        junction = node.op
        node.op = ast.Or() if isinstance(junction, ast.And) else ast.And()
        said = "and to or" if isinstance(junction, ast.And) else "or to and"
        yield said, lambda: setattr(node, "op", junction)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = node.op
        node.op = ast.Sub() if isinstance(sign, ast.Add) else ast.Add()
        said = "plus to minus" if isinstance(sign, ast.Add) else "minus to plus"
        yield said, lambda: setattr(node, "op", sign)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        negation = node.op
        node.op = ast.UAdd()
        operand = node.operand
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [operand], [])
        ast.copy_location(node.operand, operand)

        def undo() -> None:
            node.op, node.operand = negation, operand

        yield "without not", undo


def _constants(node: ast.Constant) -> Iterator[tuple[str, Undo]]:
    old = node.value
    new: list[object] = []
    if isinstance(old, bool):
        new = [not old]
    elif isinstance(old, int):
        new = [old + 1]
    elif isinstance(old, str) and CITATION.fullmatch(old):
        new = ["99.9"]
    elif isinstance(old, str) and "Banker  none" in old:
        cells = [match.start() for match in re.finditer(r"(?<= )[DS](?=\s)", old)]
        new = [old[:at] + ("S" if old[at] == "D" else "D") + old[at + 1 :] for at in cells]
    for each in new:
        node.value = each  # type: ignore[assignment]
        yield f"{str(old)[:12]} to {str(each)[:12]}", lambda: setattr(node, "value", old)
