"""The video of a table: a clip made here, as a file and as an HLS stream, and one that fails."""

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from sabot.core.refusal import Refusal
from sabot.server.settings import Settings, check
from sabot.server.videos import videos_from
from server.harness import House, running
from web.browser import DESKTOP, PHONE, height_of, new_context

RECORD = """async (type) => {
    if (!MediaRecorder.isTypeSupported(type)) return null;
    const canvas = document.createElement("canvas");
    canvas.width = 320; canvas.height = 180;
    document.body.append(canvas);
    const paint = canvas.getContext("2d");
    let shade = 0;
    const drawing = setInterval(() => {
        paint.fillStyle = `hsl(${(shade += 20)} 80% 50%)`;
        paint.fillRect(0, 0, 320, 180);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: type });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const over = new Promise((stopped) => (recorder.onstop = stopped));
    recorder.start(300);
    await new Promise((done) => setTimeout(done, 1500));
    recorder.stop();
    await over;
    clearInterval(drawing);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
TYPES = {"clip.mp4": "video/mp4;codecs=vp9", "clip.webm": "video/webm;codecs=vp8"}


def boxes(clip: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the boxes of an MP4, by name."""
    at = 0
    while at + 8 <= len(clip):
        size = int.from_bytes(clip[at : at + 4], "big")
        yield clip[at + 4 : at + 8].decode("latin-1"), clip[at : at + size]
        at += max(size, 8)


def as_stream(clip: bytes) -> dict[str, bytes]:
    """Cut a fragmented MP4 into an HLS playlist and its segments."""
    head, segments = b"", list[bytes]()
    for name, box in boxes(clip):
        if name in ("ftyp", "moov"):
            head += box
        elif name == "moof":
            segments.append(box)
        elif name == "mdat" and segments:
            segments[-1] += box
    lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", '#EXT-X-MAP:URI="head.mp4"']
    for number in range(len(segments)):
        lines += ["#EXTINF:0.5,", f"{number}.m4s"]
    playlist = "\n".join([*lines, "#EXT-X-ENDLIST"]).encode()
    streams = b"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/index.m3u8\n"
    found = {"table.m3u8": streams, "low/index.m3u8": playlist, "low/head.mp4": head}
    return found | {f"low/{number}.m4s": each for number, each in enumerate(segments)}


@contextmanager
def studio(files: dict[str, bytes]) -> Iterator[str]:
    """Serve the files on a port of their own, as a studio's server does."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = files.get(self.path.lstrip("/"))
            self.send_response(200 if found is not None else 404)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", str(len(found or b"")))
            if self.path.endswith((".mp4", ".webm")):
                self.send_header("Content-Type", f"video/{self.path.rpartition('.')[2]}")
            self.end_headers()
            self.wfile.write(found or b"")

        def log_message(self, *said: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def clips(browser: Browser) -> dict[str, bytes]:
    page = browser.new_page()
    made = {name: page.evaluate(RECORD, kind) for name, kind in TYPES.items()}
    page.close()
    return {name: base64.b64decode(clip) for name, clip in made.items() if clip}


@pytest.fixture(scope="module")
def house(clips: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    files = {**clips, **as_stream(clips["clip.mp4"]), "broken.mp4": b"no video at all"}
    with studio(files) as address:
        videos = {
            "mini": f"{address}/clip.webm",
            "seven-up": f"{address}/table.m3u8",
            "lucky-draw": f"{address}/broken.mp4",
            "three-card": f"{address}/nowhere.m3u8",
        }
        with running(tmp_path_factory.mktemp("casino"), videos=videos) as house:
            yield house


def opened(browser: Browser, house: House, table: str) -> Page:
    page = new_context(browser, house, "alice", DESKTOP, "light").new_page()
    page.goto(f"{house.origin}/table/{table}")
    page.wait_for_selector("body.ready")
    return page


@pytest.mark.parametrize("table", ["mini", "seven-up"])
def test_a_table_shows_its_stream_and_its_sound_is_apart(
    browser: Browser, house: House, table: str
) -> None:
    """A file at one table, a playlist of playlists at the other."""
    page = opened(browser, house, table)
    place = page.locator(".video")
    expect(place).to_be_visible()
    assert page.evaluate("document.querySelector('video').videoWidth") == 320
    button = page.get_by_role("button", name="Sound of the video")
    assert page.evaluate("document.querySelector('video').muted")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert not page.evaluate("document.querySelector('video').muted")
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height_of(width)})
        video, layout = place.bounding_box(), page.locator(".layout").bounding_box()
        assert video is not None and layout is not None
        assert video["width"] > 200 and video["y"] + video["height"] <= layout["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


@pytest.mark.parametrize("table", ["lucky-draw", "three-card", "baccarat"])
def test_a_stream_that_fails_takes_no_room(browser: Browser, house: House, table: str) -> None:
    """A file that is no video, a playlist that is not there, and a table without a stream."""
    page = opened(browser, house, table)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".video")).to_be_hidden()
    expect(page.locator("video")).to_have_count(0)
    page.context.close()


def test_only_the_streams_declared_may_be_loaded(house: House) -> None:
    policy = httpx.get(f"{house.origin}/").headers["content-security-policy"]
    address = house.casino.settings.videos["mini"].rpartition("/")[0]
    assert f"media-src 'self' blob: {address};" in policy
    assert f"connect-src 'self' {address};" in policy
    assert httpx.get(f"{house.origin}/api/tables/baccarat/video").json() == {
        "url": None,
        "hls": False,
    }


WRONG = (
    "mini",
    "=https://video.example/1.mp4",
    "mini=http://video.example/1.mp4",
    "mini=https://video.example/1.avi",
    "mini=https://video.example/1.mp4; script-src *",
    "mini=https://user@video.example/1.mp4",
    "mini=javascript:alert(1).mp4",
)


@pytest.mark.parametrize("said", WRONG)
def test_an_address_that_is_no_stream_is_refused(said: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal):
        check(Settings(videos=videos_from([said])))


def test_a_table_has_one_stream() -> None:
    with pytest.raises(Refusal):
        videos_from(["mini=https://a.example/1.mp4", "mini=https://a.example/2.mp4"])
    check(Settings(videos=videos_from(["mini=https://a.example/1.m3u8"])))
