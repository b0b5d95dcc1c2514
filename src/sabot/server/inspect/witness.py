"""A witness for other casinos: it keeps the digests of their checkpoints, and signs what it saw."""

import fcntl
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.server.http.routes import WATCHERS, Asked, Route
from sabot.store import Signer
from sabot.store.log.lines import stamp
from sabot.store.trust.private_file import make_private
from sabot.store.trust.remote_witness import (
    Receipt,
    SeenCheckpoint,
    Testimony,
    ToldCheckpoints,
    receipt_text,
)

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
PAGE: Final = 500


class SeenQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Filter: only what was seen after a number."""

    after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class Register:
    """Digests of one casino: a file to which lines are only added."""

    def __init__(self, folder: Path, casino: str) -> None:
        if not NAME.fullmatch(casino):
            message = "{casino} cannot be a casino's name: use small letters, digits and hyphens."
            raise Refusal("bad-name", None, message, casino=quoted(casino))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._casino = casino
        self._path = folder / f"{casino}.seen"
        self._signer = Signer(folder / "witness.key")

    def add(self, told: Sequence[SeenCheckpoint], at: str, keeper: str) -> Testimony:
        """Keep what follows on what was seen before; anything else is refused. A casino's name
        belongs to the person whose token told of it first."""
        self._check_keeper(keeper)
        make_private(self._path)
        with self._path.open("a+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            seen = self._all()
            known = {each.number: each.digest for each in seen}
            last, new = (seen[-1].number if seen else 0), b""
            for each in told:
                if each.number == last + 1 and DIGEST.fullmatch(each.digest):
                    new += f"{each.number} {each.digest} {at}\n".encode()
                    last += 1
                elif known.get(each.number) != each.digest:
                    message = "Another checkpoint {each} was seen here, or none before it."
                    raise Refusal("witness-differs", None, message, each=each.number)
            file.write(new)
            os.fsync(file.fileno())
        return self.testimony(last)

    def _check_keeper(self, keeper: str) -> None:
        file = self._path.with_suffix(".keeper")
        make_private(file)
        with file.open("r+", encoding="utf-8") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            known = opened.read()
            if not known:
                opened.write(keeper)
                opened.flush()
                os.fsync(opened.fileno())
        if known not in ("", keeper):
            message = "{casino} is told of by another person's token."
            raise Refusal("forbidden", None, message, casino=self._casino)

    def testimony(self, after: int) -> Testimony:
        """A page of what was seen, and a receipt for the last of all."""
        rows = self._lines()
        page = [row for row in self._all() if row.number > after][:PAGE]
        if not rows:
            return Testimony([])
        number, digest, at = rows[-1]
        text = receipt_text(self._casino, int(number), digest, at)
        key, signature = self._signer.key, self._signer.sign(text)
        return Testimony(page, Receipt(self._casino, int(number), digest, at, key, signature))

    def _all(self) -> list[SeenCheckpoint]:
        return [SeenCheckpoint(int(number), digest) for number, digest, _ in self._lines()]

    def _lines(self) -> list[list[str]]:
        if not self._path.exists():
            return []
        lines = self._path.read_text(encoding="ascii").splitlines()
        return [line.split(" ") for line in lines]


def _register(asked: Asked) -> Register:
    folder = asked.casino.settings.witness_for
    if folder is None:
        raise Refusal("not-found", None, "This casino is no witness for others.")
    return Register(folder, asked.path["casino"])


async def testify(asked: Asked) -> Testimony:
    """Return what was seen of a casino."""
    return await asked.casino.work(lambda: _register(asked).testimony(asked.query.after))


async def witness(asked: Asked) -> Testimony:
    """Be told of checkpoints."""
    at = stamp(asked.casino.clock())
    who = asked.person.name
    return await asked.casino.work(lambda: _register(asked).add(asked.body.seen, at, who))


ROUTES = (
    Route("GET", "/api/witness/{casino}", WATCHERS, testify,
          "What this witness has seen of another casino's checkpoints.", query=SeenQuery,
          gives=Testimony, refuses=("not-found", "bad-name")),
    Route("POST", "/api/witness/{casino}", WATCHERS, witness,
          "Tell this witness of another casino's checkpoints.",
          takes=ToldCheckpoints, gives=Testimony,
          refuses=("not-found", "bad-name", "witness-differs", "forbidden")),
)  # fmt: skip
