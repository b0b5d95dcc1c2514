"""Streams of tables: which table has one, what address is permitted, and what a page may load."""

import re
from typing import Final
from urllib.parse import urlsplit

import msgspec

from sabot.core.refusal import Refusal, quoted

PLAYLIST: Final = ".m3u8"
KINDS: Final = (PLAYLIST, ".mp4", ".webm")
"""Endings of addresses that a browser can show: an HLS playlist, or a file."""
ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[A-Za-z0-9._~/%?=&+-]*")
"""An address without user, quotes or semicolons: it goes into a header of every page."""
NEAR: Final = ("localhost", "127.0.0.1")
LONGEST: Final = 500


class Video(msgspec.Struct, frozen=True):
    """The stream of a table; without an address it has none. `hls`: the address is a playlist."""

    url: str | None = None
    hls: bool = False


def videos_from(said: list[str]) -> dict[str, str]:
    """Return addresses by table, from options of the form TABLE=URL."""
    found: dict[str, str] = {}
    for each in said:
        table, separator, url = each.partition("=")
        if not separator or not table:
            message = f"{quoted(each)} is no stream of a table: say TABLE=URL."
            raise Refusal("bad-settings", None, message)
        if table in found:
            message = f"Table {quoted(table)} has one stream, not two."
            raise Refusal("bad-settings", None, message)
        found[table] = url
    return found


def check_videos(videos: dict[str, str]) -> None:
    """Reject an address that a page cannot show, or that would show what others may change."""
    for table, url in videos.items():
        parts = urlsplit(url) if len(url) <= LONGEST and ADDRESS.fullmatch(url) else None
        if parts is None or not parts.path.lower().endswith(KINDS):
            message = (
                f"{quoted(url)} is no stream for table {quoted(table)}: give the address of an HLS "
                "playlist (.m3u8) or of a file (.mp4, .webm)."
            )
            raise Refusal("bad-settings", None, message)
        if parts.scheme != "https" and parts.hostname not in NEAR:
            message = f"{quoted(url)} would cross the network in the open: give https://."
            raise Refusal("bad-settings", None, message)


def video_of(videos: dict[str, str], table: str) -> Video:
    """Return the stream of a table."""
    url = videos.get(table)
    if url is None:
        return Video()
    return Video(url, urlsplit(url).path.lower().endswith(PLAYLIST))


def sources_of(videos: dict[str, str]) -> str:
    """Return the origins of all streams, as a content security policy lists them.

    >>> sources_of({"one": "https://video.example/1.m3u8", "two": "https://video.example/2.mp4"})
    'https://video.example'
    """
    origins = {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, videos.values())}
    return " ".join(sorted(origins))
