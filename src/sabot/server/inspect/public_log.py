"""The log's tree for everybody, by `c2sp.org/tlog-tiles`, under `/tlog/`: the newest signed head,
tiles of hashes and bundles of leaf data. Leaf data are salted digests: they tell nothing of an
event. Callers are monitors and witnesses that do not sign in."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as HttpRoute

from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.store.tlog.merkle import HASH_BYTES
from sabot.store.tlog.note import read_head
from sabot.store.tlog.tiles import HEIGHT, WIDTH, read_tile_number
from sabot.store.tlog.tree import LogTree

PREFIX: Final = "/tlog"
TEXT: Final = "text/plain; charset=utf-8"
BYTES: Final = "application/octet-stream"
FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""A tile of a given width never changes."""
MOST_LEVELS: Final = 63 // HEIGHT + 1


class Bundle(NamedTuple):
    """Number and width of a tile, or of a bundle of entries."""

    number: int
    width: int


async def checkpoint(casino: Casino, request: Request) -> Response:
    """Return the newest signed head with its cosignatures."""
    note = await casino.work(LogTree(casino.store).newest)
    if note is None:
        return _missing("This log has no signed head yet.")
    return Response(str(note), media_type=TEXT)


async def tile(casino: Casino, request: Request) -> Response:
    """Return a tile of hashes that the newest signed head covers."""
    level = request.path_params["level"]
    if not level.isascii() or not level.isdecimal() or str(int(level)) != level:
        return _missing("A level is a whole number.")
    if int(level) >= MOST_LEVELS:
        return _missing("No tree has so many levels.")
    height = int(level)
    return await _covered(
        casino, request, height,
        lambda tree, asked: tree.tile(height, asked.number)[: asked.width * HASH_BYTES],
    )  # fmt: skip


async def entries(casino: Casino, request: Request) -> Response:
    """Return the leaf data of a bundle of events, each after its length in two bytes."""
    return await _covered(casino, request, 0, _leaf_data)


async def _covered(
    casino: Casino, request: Request, level: int, read: Callable[[LogTree, Bundle], bytes]
) -> Response:
    """Answer with what `read` returns, if the newest signed head covers it."""
    asked = _bundle(request.path_params["number"])
    if asked is None:
        return _missing("Tiles are named as c2sp.org/tlog-tiles has it.")

    def found() -> bytes | None:
        tree = LogTree(casino.store)
        note = tree.newest()
        hashes = 0 if note is None else read_head(note).size >> HEIGHT * level
        return read(tree, asked) if asked.number * WIDTH + asked.width <= hashes else None

    try:
        data = await casino.work(found)
    except Refusal as refused:
        return Response(f"{refused.message}\n", 503, media_type=TEXT)
    if data is None:
        return _missing("The newest signed head does not reach so far.")
    return Response(data, headers=FOR_EVER, media_type=BYTES)


def _leaf_data(tree: LogTree, asked: Bundle) -> bytes:
    """Return the salted digests of the events of a bundle."""
    found = tree.leaf_data(asked.number * WIDTH, asked.width)
    return b"".join(len(each).to_bytes(2, "big") + each for each in found)


def _bundle(text: str) -> Bundle | None:
    """Read `x001/x234/067`, or `067.p/12` for a partial tile; None if it is written otherwise.

    >>> _bundle("x001/067"), _bundle("000.p/9"), _bundle("000.p/09"), _bundle("000.p/256")
    (Bundle(number=1067, width=256), Bundle(number=0, width=9), None, None)
    """
    path, partial_, width = text.partition(".p/")
    number = read_tile_number(path)
    if number is None:
        return None
    if not partial_:
        return Bundle(number, WIDTH)
    if not width.isascii() or not width.isdecimal() or str(int(width)) != width:
        return None
    return Bundle(number, int(width)) if 0 < int(width) < WIDTH else None


def _missing(why: str) -> Response:
    return Response(f"{why}\n", 404, media_type=TEXT)


def public_log_routes(casino: Casino) -> list[HttpRoute]:
    """Return the routes of the public tree."""
    served = (
        ("/checkpoint", checkpoint),
        ("/tile/entries/{number:path}", entries),
        ("/tile/{level}/{number:path}", tile),
    )
    return [
        HttpRoute(f"{PREFIX}{path}", partial(does, casino), methods=["GET"])
        for path, does in served
    ]
