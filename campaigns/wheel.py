"""The wheel as people install it: built, put into clean environments with its core dependencies and
nothing else, one for each Python that is here, and every core command run there.

`--pythons 3.11,3.12` takes these only. A Python that is not on this machine is left out by name.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).parent.parent
REPORT = FOLDER / "docs" / "campaigns" / "wheel.md"
VERSIONS = ("3.11", "3.12", "3.13")
CORE = {"sabot", "msgspec", "numpy", "numba", "llvmlite", "rich", "markdown-it-py", "mdurl"}
CORE |= {"pygments"}
WAGER = """id = "panda"
name = "Panda"
game = "star-baccarat"
[[pays]]
odds = "25:1"
when = "player_total == 8 and player_cards == 3 and winner == 'player'"
"""
COUP = '{"rulebook": "star-baccarat", "cards": ["4S", "5H", "KD", "KC", "8H"], "wagers": []}\n'
PLAN = '{"stakes": {"banker": 1}, "bankroll": 20, "coups": 80, "rule": "paroli"}'
COMMANDS: dict[str, tuple[str, ...]] = {
    "sabot --help": ("--help",),
    "sabot games": ("games",),
    "sabot rules star-baccarat 5.8": ("rules", "star-baccarat", "5.8"),
    "sabot completion bash": ("completion", "bash"),
    "sabot adjudicate coups.jsonl": ("adjudicate", "coups.jsonl"),
    "sabot odds star-baccarat": ("odds", "star-baccarat"),
    "sabot odds star-lucky-draw": ("odds", "star-lucky-draw"),
    "sabot odds panda.toml": ("odds", "panda.toml"),
    "sabot simulate star-baccarat": ("simulate", "star-baccarat", "--coups", "100000"),
    "sabot simulate, a plan": (
        "simulate", "star-baccarat", "--plan", "plan.json", "--sessions", "1000",
    ),
    "sabot math-report panda.toml": (
        "report", "panda.toml", "--coups", "10000", "--shoes", "1", "--output", "panda.html",
    ),
    "sabot play star-baccarat": ("play", "star-baccarat", "--no-wait", "--seed", "1"),
}  # fmt: skip
REFUSED = {"sabot serve": ("serve",), "sabot audit x": ("audit", "x")}
"""Check the casino's extra: without it one sentence, and status 2."""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pythons", default=",".join(VERSIONS))
    wanted = options.parse_args().pythons.split(",")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        started = time.perf_counter()
        subprocess.run([*build, "--no-build-isolation", "-w", folder, str(FOLDER)], check=True)
        (wheel,) = place.glob("*.whl")
        built = f"`{wheel.name}`, {wheel.stat().st_size / 1e6:.1f} MB,"
        built += f" built in {time.perf_counter() - started:.0f} s.\n"
        for name, text in (("panda.toml", WAGER), ("coups.jsonl", COUP), ("plan.json", PLAN)):
            (place / name).write_text(text)
        for version in wanted:
            write(version, built, tried(version, wheel, place))
    return 0


def write(version: str, built: str, part: str) -> None:
    """Put one Python's part in its place: those of other runs stay."""
    parts = {version: part}
    if REPORT.exists():
        for kept in REPORT.read_text().split("\n## Python ")[1:]:
            parts.setdefault(kept.partition("\n")[0], f"\n## Python {kept}")
    REPORT.write_text("# The wheel\n\n" + built + "".join(parts[each] for each in sorted(parts)))
    print(part, flush=True)


def tried(version: str, wheel: Path, place: Path) -> str:
    """Return one Python's part of the report; any failure ends the campaign."""
    python = found(version)
    if python is None:
        return f"\n## Python {version}\n\nNot on this machine.\n"
    home = place / version
    started = time.perf_counter()
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--prefer-binary", f"{wheel}[speed]"], check=True)
    installed = time.perf_counter() - started
    listed = subprocess.run([*pip, "list", "--format", "freeze"], capture_output=True, check=True)
    names = {line.partition("==")[0].lower() for line in listed.stdout.decode().split()}
    assert "sabot" in names and names <= CORE | {"pip", "setuptools"}, names
    size = sum(each.stat().st_size for each in home.rglob("*") if each.is_file()) / 1e6
    rows = [row(name, words, home, place) for name, words in COMMANDS.items()]
    for name, words in REFUSED.items():
        done = run(words, home, place)
        assert done.returncode == 2 and b"sabot[casino]" in done.stderr, (name, done.stderr)
        rows.append(f"| `{name}` | refused in a sentence | |")
    return (
        f"\n## Python {version}\n\nInstalled with {len(names & CORE) - 1} dependencies in "
        f"{installed:.0f} s, {size:.0f} MB.\n\n| command | first | again |\n|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


def row(name: str, words: tuple[str, ...], home: Path, place: Path) -> str:
    """A command twice: the first time what it needs is compiled."""
    seconds = []
    for _ in range(2):
        started = time.perf_counter()
        done = run(words, home, place)
        seconds.append(time.perf_counter() - started)
        assert done.returncode == 0, (name, done.stderr.decode())
        assert (b"Traceback" not in done.stderr and done.stdout) or "--output" in words, name
    return f"| `{name}` | {seconds[0]:.2f} s | {seconds[1]:.2f} s |"


def run(words: tuple[str, ...], home: Path, place: Path) -> subprocess.CompletedProcess[bytes]:
    command = [str(home / "bin" / "sabot"), *words]
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(place), "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, cwd=place, env=clean, input=b"quit\n", capture_output=True)


def found(version: str) -> str | None:
    """A Python of this version: on the path, or among those of pyenv."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept = sorted(homes.glob(f"{version}.*/bin/python"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


if __name__ == "__main__":
    sys.exit(main())
