"""Texts of the pages in each language: `/words/zh/shared+lobby.json`."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sabot.core.languages import ENGLISH, Language, is_page, kept, languages, read, words_of_pages
from sabot.core.refusal import Refusal
from sabot.server.http.bundles import SentFile, sent
from sabot.server.http.pages import file_sent
from sabot.server.http.request_handler import refusal

MATRIX: Final = "matrix"
"""Folder of situations, circumstances and outcomes of irregularities, for pages of staff."""
MOST_FOLDERS: Final = 8


class Wording(msgspec.Struct, frozen=True):
    """Texts of some folders, the available languages, and the casino's time zone."""

    language: str
    tag: str
    locale: str
    zone: str
    languages: tuple[Language, ...]
    words: dict[str, Any]


async def words(zone: str, request: Request) -> Response:
    """Return the texts of some folders. An unknown language gives English; an unknown folder is
    refused."""
    folders = tuple(request.path_params["folders"].split("+"))
    if len(folders) > MOST_FOLDERS or not all(map(_is_known, folders)):
        return refusal(Refusal("not-found", None, "There is nothing here by that name."))
    wanted = request.path_params["language"]
    file = _gathered(wanted if wanted in languages() else ENGLISH, folders, zone)
    return file_sent(file, request, {"cache-control": "no-cache"})


def _is_known(folder: str) -> bool:
    return folder == MATRIX or is_page(folder)


@kept
def _gathered(language: str, folders: tuple[str, ...], zone: str) -> SentFile:
    spoken = languages()[language]
    found = (
        read(language, "matrix.json") if folders == (MATRIX,) else words_of_pages(language, folders)
    )
    known = tuple(languages().values())
    made = Wording(language, spoken.tag, spoken.locale, zone, known, found)
    return sent(msgspec.json.encode(made).decode(), "application/json")
