"""Public tiles of the log's tree (c2sp.org/tlog-tiles), and log lines with the id of a request."""

import logging
import time
from hashlib import sha256
from pathlib import Path

import httpx

from sabot import __version__
from sabot.cli import main
from sabot.client.fleet import CasinoStatus, look_at, read_fleet
from sabot.server.inspect.log_proofs import log_signer
from sabot.server.operations.logs import JsonLines
from sabot.store import Signer
from sabot.store.tlog.merkle import EMPTY, HASH_BYTES, leaf_hash
from sabot.store.tlog.note import TreeHead, read_head, read_note, sign_head, verifier_key
from sabot.store.tlog.tiles import WIDTH, TiledTree, tile_number
from sabot.store.tlog.tree import LogTree
from server.harness import House, open_accounts, running


def path_of(number: int, width: int) -> str:
    return tile_number(number) + (f".p/{width}" if width < WIDTH else "")


def test_a_monitor_computes_the_root_from_public_tiles_and_leaf_data(tmp_path: Path) -> None:
    with running(tmp_path) as house, httpx.Client(base_url=f"{house.origin}/tlog") as there:
        assert there.get("/checkpoint").status_code == 404
        open_accounts(house.casino.floor, tuple(f"player{n}" for n in range(60)))
        signer = log_signer(house.casino.store, tmp_path / "log.key")
        LogTree(house.casino.store).sign(signer)
        head = read_head(read_note(there.get("/checkpoint").text))
        assert head.size > WIDTH, "a full tile and a partial one"

        def tile(level: int, number: int) -> bytes:
            width = min(WIDTH, (head.size >> 8 * level) - number * WIDTH)
            found = there.get(f"/tile/{level}/{path_of(number, width)}")
            assert found.status_code == 200 and "immutable" in found.headers["cache-control"]
            assert len(found.content) == width * HASH_BYTES
            return found.content

        assert TiledTree(tile).root(head.size) == head.root
        data = there.get(f"/tile/entries/{path_of(0, WIDTH)}").content
        leaves = [data[at + 2 : at + 34] for at in range(0, len(data), 34)]
        assert data[:2] == b"\x00\x20" and len(leaves) == WIDTH
        assert b"".join(map(leaf_hash, leaves)) == tile(0, 0)
        open_accounts(house.casino.floor, ("late",))
        LogTree(house.casino.store).integrate()
        partial = head.size % WIDTH
        unsigned = f"/tile/0/{path_of(head.size // WIDTH, partial + 1)}"
        wrong = ("/tile/00/000", "/tile/-1/000", "/tile/9/000", "/tile/0/1", "/tile/0/000.p/256",
                 "/tile/entries/x000/001", "/tile/0/999", "/tile/0/999999999999")  # fmt: skip
        for path in (unsigned, *wrong):
            assert there.get(path).status_code == 404, path

        check_ids(there)
        check_fleet(house, signer, tmp_path)


def check_fleet(house: House, signer: Signer, folder: Path) -> None:
    """`sabot fleet` sees a log that grows, one that was cut, and a server that is away."""
    origin = read_head(read_note(httpx.get(f"{house.origin}/tlog/checkpoint").text)).origin
    listed, seen = folder / "fleet", folder / "seen"
    listed.write_text(f"# ours\nsydney {house.origin} {verifier_key(origin, signer)}\n")
    assert fleet(listed, seen).wrong == []
    LogTree(house.casino.store).sign(signer)
    grown = fleet(listed, seen)
    assert grown.wrong == [] and grown.ready and grown.release == __version__
    assert grown.events == read_head(read_note((seen / "sydney.checkpoint").read_text())).size
    kept = (seen / "sydney.checkpoint").read_text()
    for head, message in (
        (TreeHead(origin, 10, sha256(b"another").digest()), "first 10 events are not those"),
        (TreeHead(origin, grown.events + 1, EMPTY), "events before, and has"),
    ):
        (seen / "sydney.checkpoint").write_text(str(sign_head(head, signer)))
        assert message in fleet(listed, seen).wrong[0]
    (seen / "sydney.checkpoint").write_text(kept)
    other = Signer(folder / "other.key")
    listed.write_text(f"sydney {house.origin} {verifier_key(origin, other)}\n")
    assert "is not signed by" in fleet(listed, seen).wrong[0]
    listed.write_text("sydney http://127.0.0.1:1\n")
    assert fleet(listed, seen).wrong == ["It does not answer."]
    for text in ("", "one", "a/b https://x", "one https://x key", "a https://x\na https://y"):
        listed.write_text(text)
        assert main(["fleet", str(listed)]) == 2


def fleet(listed: Path, seen: Path) -> CasinoStatus:
    """Return what `sabot fleet` says of the only casino of a list, as a table and as JSON."""
    (status,) = look_at(read_fleet(listed), seen)
    assert main(["fleet", str(listed), "--seen", str(seen), "--json"]) == bool(status.wrong)
    return status


def check_ids(there: httpx.Client) -> None:
    """Follow an id from the browser through the answer's header to the line of the log."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    access, handler = logging.getLogger("sabot.access"), Kept()
    before = access.level
    access.addHandler(handler)
    access.setLevel(logging.INFO)
    try:
        given = there.get("/checkpoint", headers={"x-request-id": "from-the-browser"})
        bad = there.get("/checkpoint", headers={"x-request-id": "no spaces please"})
        own = bad.headers["x-request-id"]
        # A line may be written after its answer was sent.
        while not all(
            f'"request":"{each}"' in "".join(lines) for each in ("from-the-browser", own)
        ):
            time.sleep(0.01)
    finally:
        access.removeHandler(handler)
        access.setLevel(before)
    assert given.headers["x-request-id"] == "from-the-browser"
    assert len(own) == 16 and int(own, 16)
