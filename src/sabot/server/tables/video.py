"""The stream of a table, for those who look at its page."""

from typing import Final

from sabot.server.http.routes import EVERYONE, Asked, Route
from sabot.server.videos import Video, video_of


async def show_video(asked: Asked) -> Video:
    return video_of(asked.casino.settings.videos, asked.path["id"])


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET", "/api/tables/{id}/video", EVERYONE, show_video,
        "The stream of a table: an HLS playlist or a file, if it has one.",
        gives=Video, early=True,
    ),
)  # fmt: skip
