"""The files of a deployment: what they name exists."""

import json
import re
import runpy
import shlex
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from sabot.cli import COMMANDS, main, module_of, options_of
from sabot.cli.casino.serve import ORIGIN
from sabot.server.operations.metrics import exposition
from sabot.server.settings import Settings, check

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


@pytest.mark.parametrize(
    "file", ["deploy/alerts.yml", "deploy/dashboard.json", "docs/deployment.md"]
)
def test_every_metric_that_is_named_exists(file: str) -> None:
    named = set(METRIC.findall((HERE / file).read_text()))
    assert named and named <= metrics()


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    return list(group["rules"])


def anchors() -> set[str]:
    """The addresses of the headings in the runbooks."""
    titles = re.findall(r"^## (.*)$", (HERE / "docs" / "runbooks.md").read_text(), re.MULTILINE)
    return {"-".join(re.findall(r"[a-z0-9]+", title.lower())) for title in titles}


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_every_alert_has_a_severity_a_runbook_and_a_unit_test(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("page", "ticket")
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    assert page == "docs/runbooks.md" and anchor in anchors()
    tests = yaml.safe_load((DEPLOY / "alerts.test.yml").read_text())["tests"]
    tried = [each for test in tests for each in test["alert_rule_test"]]
    assert any(each["alertname"] == rule["alert"] and each["exp_alerts"] for each in tried)


def test_the_container_starts_with_an_origin_from_its_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    image = (DEPLOY / "Containerfile").read_text()
    words = json.loads(re.findall(r"^CMD (.*)$", image, re.MULTILINE)[0])
    for option in ("--certificate", "--key"):
        place = words.index(option) + 1
        words[place] = str(tmp_path / Path(words[place]).name)
        Path(words[place]).touch(0o600)
    words[words.index("--store") + 1] = str(tmp_path / "casino.db")
    started = list[Settings]()

    def start(settings: Settings, ready: Any) -> None:
        check(settings)
        started.append(settings)

    monkeypatch.setattr("sabot.cli.casino.serve.serve", start)
    monkeypatch.setattr("sabot.cli.casino.serve._ask_for_administrator", lambda settings: None)
    monkeypatch.delenv(ORIGIN, raising=False)
    assert main(words) == 2, "the name by which browsers reach it is missing"
    monkeypatch.setenv(ORIGIN, "https://casino.example:8443")
    assert main(words) == 0 and started[-1].origin == "https://casino.example:8443"


def test_every_metric_has_a_line_in_the_docs_and_a_rule_or_a_word() -> None:
    told = set(METRIC.findall((HERE / "docs" / "deployment.md").read_text()))
    plain = {
        name
        for name in metrics()
        if name.startswith("sabot_")
        and not name.endswith(("_bucket", "_sum", "_count", "_created"))
    }
    assert plain <= told


def test_every_metric_is_on_the_dashboard() -> None:
    """A metric counts by any of its series: a histogram by its buckets."""
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text())
    asked = " ".join(each["expr"] for panel in dashboard["panels"] for each in panel["targets"])
    shown = {re.sub("_bucket$", "", name) for name in METRIC.findall(asked)}
    kinds = re.findall(r"# TYPE (sabot_\w+) \w+", exposition().decode())
    assert {name for name in kinds if not name.endswith("_created")} <= shown
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


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
    assert options_of(words[0], module_of(words[0])).parse_args(words[1:])


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
