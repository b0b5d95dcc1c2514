"""Every finding of an audit is translated in every language of the package."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sabot
from sabot.core.languages import ENGLISH, languages, rows
from sabot.sentences.abouts import finding_in
from support.plain import in_latin

SOURCE = Path(sabot.__file__).parent
ROOMS = (
    "audit",
    "compliance",
    "store/log/chain.py",
    "store/log/checkpoint.py",
    "store/trust/verification.py",
)
MAKERS = frozenset({"finding", "Finding", "_finding", "_at", "Flaw", "_flaw"})
SLOT = re.compile(r"\{\w*\}")
OTHERS = [each for each in languages() if each != ENGLISH]


def made() -> Iterator[tuple[str, ast.Call, dict[str, list[ast.expr]]]]:
    """Return each call that makes a finding, with its place and the meanings of its names."""
    for room in ROOMS:
        path = SOURCE / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef):
                    given: dict[str, list[ast.expr]] = {}
                    for node in ast.walk(function):
                        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                            given.setdefault(node.targets[0].id, []).append(node.value)
                    for node in ast.walk(function):
                        if isinstance(node, ast.Call) and _name(node.func) in MAKERS:
                            yield f"{file.name}:{node.lineno}", node, given


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def forms() -> Iterator[tuple[str, str]]:
    """Every sentence of a finding, with its slots empty."""
    for where, call, given in made():
        for each in call.args:
            for node in given.get(each.id, []) if isinstance(each, ast.Name) else [each]:
                if isinstance(node, ast.JoinedStr | ast.Constant):
                    text = _form(node)
                    if text.endswith(".") and " " in text:
                        yield where, text


def _form(node: ast.expr) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)


def codes() -> set[str]:
    return {
        str(each.value)
        for _, call, _ in made()
        for each in call.args
        if isinstance(each, ast.Constant) and re.fullmatch(r"[a-z]+(-[a-z]+)+", str(each.value))
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_finding_has_a_name_and_a_sentence(language: str) -> None:
    known = rows(language, "findings.tsv")
    assert codes() <= set(known)
    found = list(forms())
    assert len(found) > 80
    for where, form in found:
        said = finding_in(language, SLOT.sub("7", form))
        assert said != SLOT.sub("7", form), (where, form)
        assert not in_latin(said), (where, said)
    for english, said in known.items():
        assert set(SLOT.findall(said)) <= set(SLOT.findall(english)), english


def test_what_an_auditor_reads() -> None:
    assert finding_in("zh", "Ada's $50.00 on Tie was not settled.") == "Ada 押和的 $50.00未結算。"
    assert finding_in("zh", "Line 3: This is no JSON.") == "第 3 行：此並非 JSON。"
    rejected = "place wager should have been rejected: No card of player lies face down."
    assert finding_in("zh", rejected) == "place wager 理應拒絕：閒沒有暗牌。"
    assert finding_in("zh", "Nobody has words for this.") == "Nobody has words for this."
