"""`sabot device`: keys of table devices, a bridge for serial devices, and a simulator."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final, TextIO

from sabot.client.device_key import DeviceKey
from sabot.core.refusal import Refusal, quoted
from sabot.robots.device import Faults, SimulatedShoe, bridge, follow
from sabot.shoe.randomness import OperatingSystem, Seeded
from sabot.store.trust.private_file import OWNER_ONLY

SERVER: Final = "http://127.0.0.1:8000"
FAULTS: Final = {
    "lie": "tell another card than this one",
    "skip": "let this card go unseen",
    "repeat": "tell this card twice",
}


def declare(options: argparse.ArgumentParser) -> None:
    acts = options.add_subparsers(dest="act", required=True, metavar="ACT")
    key = acts.add_parser("key", help="make a key, and print its public half")
    key.add_argument("file", metavar="FILE", help="where the key is kept; an old one is used again")
    bridges = acts.add_parser("bridge", help="pass on lines such as `card 7H` from a serial port")
    _common(bridges)
    bridges.add_argument("--lines", default="-", metavar="FILE", help="default: standard input")
    simulates = acts.add_parser("simulate", help="a shoe of random cards that follows its table")
    _common(simulates)
    simulates.add_argument("--decks", type=int, default=8, help="default: 8")
    simulates.add_argument("--seed", type=int, help="the same cards each time")
    for fault, help_ in FAULTS.items():
        simulates.add_argument(
            f"--{fault}", type=int, action="append", default=[], metavar="N", help=help_
        )
    simulates.add_argument("--die", type=int, metavar="N", help="break off before this card")


def _common(options: argparse.ArgumentParser) -> None:
    options.add_argument("table", metavar="TABLE")
    options.add_argument("device", metavar="DEVICE", help="the name that it is enrolled under")
    options.add_argument("--key", required=True, metavar="FILE", help="made by `sabot device key`")
    options.add_argument("--server", default=SERVER, metavar="URL", help=f"default: {SERVER}")


def run(chosen: argparse.Namespace) -> int:
    if chosen.act == "key":
        print(_made(Path(chosen.file)).public)
        return 0
    key = _read(Path(chosen.key))
    where = chosen.server, chosen.table, chosen.device, key
    try:
        if chosen.act == "bridge":
            return int(bool(asyncio.run(bridge(*where, _lines(chosen.lines), _tell))))
        source = OperatingSystem() if chosen.seed is None else Seeded(chosen.seed)
        faults = Faults(
            frozenset(chosen.lie), frozenset(chosen.skip), frozenset(chosen.repeat), chosen.die
        )
        asyncio.run(follow(*where, SimulatedShoe(chosen.decks, source, faults), _tell))
    except KeyboardInterrupt:
        pass
    return 0


def _made(file: Path) -> DeviceKey:
    """Return the key of a file; make one that only its owner can read, if there is none."""
    if file.exists():
        return _read(file)
    key = DeviceKey.fresh()
    file.touch(mode=OWNER_ONLY, exist_ok=False)
    file.write_text(key.digits + "\n")
    return key


def _read(file: Path) -> DeviceKey:
    try:
        return DeviceKey.of(file.read_text())
    except (OSError, UnicodeError):
        message = "{file} cannot be read: make a key with the command sabot device key."
        raise Refusal("bad-device", None, message, file=quoted(str(file))) from None


async def _lines(file: str) -> AsyncIterator[str]:
    """Yield lines as they come."""
    with nullcontext(sys.stdin) if file == "-" else _text(file) as source:
        while line := await asyncio.to_thread(source.readline):
            yield line


def _text(file: str) -> TextIO:
    return Path(file).open(encoding="ascii", errors="replace")


def _tell(text: str) -> None:
    print(text, flush=True)
