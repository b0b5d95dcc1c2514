"""The files of a deployment: what they name exists."""

import json
import re
import runpy
import shlex
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from sabot.cli import COMMANDS, _module, options_of
from sabot.server.operations.metrics import exposition

HERE = Path(__file__).parents[1]
DEPLOY = HERE / "deploy"
METRIC = re.compile(r"\bsabot_[a-z_]+\b")
SBOM = SimpleNamespace(**runpy.run_path(str(DEPLOY / "sbom.py"), run_name="sbom"))
LOCK = (HERE / "requirements.lock").read_text()


def metrics() -> set[str]:
    """Every name that the server's monitor finds there."""
    said = exposition().decode()
    kinds = dict(re.findall(r"# TYPE (\w+) (\w+)", said))
    return set(kinds) | {
        f"{name}_{end}" for name, kind in kinds.items() if kind == "histogram"
        for end in ("bucket", "sum", "count")
    }  # fmt: skip


@pytest.mark.parametrize("file", ["deploy/alerts.yml", "docs/deployment.md"])
def test_every_metric_that_is_named_exists(file: str) -> None:
    named = set(METRIC.findall((HERE / file).read_text()))
    assert named and named <= metrics()


def test_every_metric_has_a_line_in_the_docs_and_a_rule_or_a_word() -> None:
    told = set(METRIC.findall((HERE / "docs" / "deployment.md").read_text()))
    plain = {
        name for name in metrics() if not name.endswith(("_bucket", "_sum", "_count", "_created"))
    }
    assert plain <= told


def commands() -> list[list[str]]:
    """Every `sabot` that a unit or an image runs."""
    found = []
    for unit in DEPLOY.glob("*.service"):
        for line in unit.read_text().splitlines():
            if line.startswith(("ExecStart=", "ExecStartPre=")) and "/sabot " in line:
                found.append(shlex.split(line.partition("=")[2])[1:])
    image = (DEPLOY / "Containerfile").read_text()
    found.append(json.loads(re.findall(r"^CMD (.*)$", image, re.MULTILINE)[0]))
    return found


@pytest.mark.parametrize("words", commands(), ids=lambda words: " ".join(words)[:40])
def test_every_command_has_these_options(words: list[str]) -> None:
    assert words[0] in COMMANDS
    assert options_of(words[0], _module(words[0])).parse_args(words[1:])


def test_an_image_is_made_of_what_is_there() -> None:
    image = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.*)$", image, re.MULTILINE):
        *sources, _ = line.split()
        assert sources and all((HERE / source).exists() for source in sources), line
    assert "--require-hashes" in image and "\nUSER sabot\n" in image
    assert "deploy/" in (HERE / "docs" / "deployment.md").read_text()
    for file in DEPLOY.iterdir():
        if file.is_file() and file.suffix != ".py":
            assert f"deploy/{file.name}" in (HERE / "docs" / "deployment.md").read_text()


def test_the_list_of_contents_has_every_pinned_package_with_hashes_and_licence() -> None:
    bill = SBOM.bill(LOCK)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    names = [each["name"] for each in bill["components"]]
    assert len(names) == len(set(names)) and {"msgspec", "cryptography", "psycopg"} <= set(names)
    for each in bill["components"]:
        assert each["hashes"] and each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
    refs = {each["bom-ref"] for each in bill["components"]} | {
        bill["metadata"]["component"]["purl"]
    }
    assert {each["ref"] for each in bill["dependencies"]} == refs
    assert all(set(each["dependsOn"]) <= refs for each in bill["dependencies"])
    assert SBOM.bill(LOCK) == bill, "one lock, one report"


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the page has what releases are built of, with 3.11"
)
def test_the_licences_in_the_docs_are_those_of_the_lock() -> None:
    page = (HERE / "docs" / "dependencies.md").read_text()
    assert SBOM.licences(LOCK) in page, "say `make sbom` after a change of the lock"
    assert "| unknown |" not in page


def test_every_direct_dependency_is_told_of() -> None:
    page = (HERE / "docs" / "dependencies.md").read_text().partition("## Licences")[0]
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    asked = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    for each in asked:
        name = re.split(r"[^A-Za-z0-9._-]", each)[0]
        assert re.search(rf"\b{re.escape(name)}\b", page), f"{name} is in pyproject.toml alone"
