"""A check of a draw by a program written from docs/draws.md alone."""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any


def line(text: str) -> bytes:
    return text.encode("utf-8") + b"\x0a"


def place(secret: str, digest: str, value: str, number: int) -> str:
    fed = sha256(line("sabot place 1"))
    for part in (secret, digest, value, str(number)):
        fed.update(line(part))
    return fed.hexdigest()


def complaint(draw: dict[str, Any]) -> str:
    secret, value, beacon = draw["secret"], draw.get("value", ""), draw.get("beacon", "")
    texts = [secret, value, beacon, *draw["entries"]]
    if any("\n" in text or "\r" in text for text in texts) or bool(value) != bool(beacon):
        return "form"
    if sha256(line("sabot draw 1") + line(secret) + line(beacon)).hexdigest() != draw["commitment"]:
        return "commitment"
    listed = sha256(line("sabot entries 1"))
    for number, entry in enumerate(draw["entries"], start=1):
        listed.update(line(f"{number} {entry}"))
    if listed.hexdigest() != draw["digest"]:
        return "digest"
    places = [place(secret, draw["digest"], value, n + 1) for n in range(len(draw["entries"]))]
    drawn = [places[number - 1] for number in draw["order"]]
    numbers = set(draw["order"])
    everybody = numbers == set(range(1, len(places) + 1)) and len(drawn) == len(places)
    return "" if everybody and drawn == sorted(places) else "order"


if __name__ == "__main__":
    print(complaint(json.loads(Path(sys.argv[1]).read_text("utf-8"))) or "proven")
