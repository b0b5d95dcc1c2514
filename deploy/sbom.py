"""Bill of materials of a build: every package that the lock pins, with its hashes and its licence.

`python deploy/sbom.py` writes CycloneDX 1.6 to standard output; `--write` puts the table of
licences into docs/dependencies.md. Licences come from what the installed packages say of
themselves. Nothing but the lock goes into it, so that two builds of one lock have one report.
"""

import json
import re
import sys
import uuid
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent.parent
PAGE = HERE / "docs" / "dependencies.md"
TITLE = (
    "## Licences\n\nOf all that running needs, as the packages say themselves (`make sbom`):\n\n"
)
LOCK = HERE / "requirements.lock"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
TOLD = {
    "MIT License": "MIT",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Names that packages give their licences, as SPDX has them."""
ELSEWHERE = "not installed here"


class Pinned(NamedTuple):
    """A package of the lock."""

    name: str
    version: str
    hashes: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def pinned(lock: str) -> list[Pinned]:
    """The packages of a lock, in its order: of one that has two versions for two Pythons, the one
    that is installed here."""
    found: list[Pinned] = []
    for line in lock.splitlines():
        if match := PINNED.match(line):
            found.append(Pinned(_plain(match[1]), match[2], ()))
        elif hashes := HASH.findall(line):
            found[-1] = found[-1]._replace(hashes=(*found[-1].hashes, *hashes))
    return [each for each in found if _here(each.name) in (each.version, ELSEWHERE)]


def _here(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ELSEWHERE


def licence_of(name: str) -> str:
    """Return a package's licence, in SPDX's words."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return ELSEWHERE
    if "License-Expression" in said:
        return str(said["License-Expression"])
    kinds = [each for each in said.get_all("Classifier", []) if each.startswith("License")]
    named = [each.rpartition(" :: ")[2] for each in kinds]
    plain = str(said["License"] or "") if "License" in said else ""
    if plain and "\n" not in plain and len(plain) < 40:
        named.insert(0, plain)
    return TOLD.get(named[0], named[0]) if named else "unknown"


def bill(lock: str) -> dict[str, Any]:
    """The whole report."""
    packages = pinned(lock)
    known = {each.name: each.url for each in packages}
    itself = f"pkg:pypi/sabot@{version('sabot')}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=sha256(lock.encode()).digest()[:16])}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": itself,
                "name": "sabot",
                "version": version("sabot"),
                "licenses": [{"expression": licence_of("sabot")}],
                "purl": itself,
            }
        },
        "components": [_component(each) for each in packages],
        "dependencies": [
            {"ref": itself, "dependsOn": _needs("sabot", known)},
            *({"ref": each.url, "dependsOn": _needs(each.name, known)} for each in packages),
        ],
    }


def licences(lock: str) -> str:
    """A table for people."""
    rows = [f"| {each.name} | {each.version} | {licence_of(each.name)} |" for each in pinned(lock)]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *rows]) + "\n"


def _component(each: Pinned) -> dict[str, Any]:
    licence = licence_of(each.name)
    return {
        "type": "library",
        "bom-ref": each.url,
        "name": each.name,
        "version": each.version,
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in each.hashes],
        **({} if licence in (ELSEWHERE, "unknown") else {"licenses": [_said(licence)]}),
        "purl": each.url,
    }


def _said(licence: str) -> dict[str, Any]:
    is_one = re.fullmatch(r"[A-Za-z0-9.+-]+", licence)
    return {"license": {"id": licence}} if is_one else {"expression": licence}


def _needs(name: str, known: dict[str, str]) -> list[str]:
    """Return the packages of the lock that this one asks for, by any extra."""
    try:
        asked = requires(name) or []
    except PackageNotFoundError:
        return []
    names = {_plain(re.split(r"[^A-Za-z0-9._-]", each, maxsplit=1)[0]) for each in asked}
    return sorted(known[each] for each in names & known.keys())


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    lock = LOCK.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        before, _, _ = PAGE.read_text(encoding="utf-8").partition(TITLE)
        PAGE.write_text(before + TITLE + licences(lock), encoding="utf-8")
    else:
        json.dump(bill(lock), sys.stdout, indent=1)
        sys.stdout.write("\n")
