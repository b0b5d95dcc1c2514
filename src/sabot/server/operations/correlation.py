"""Correlation ids: one id in the browser, in the answer's header and in every log line of a request
or of a command."""

import re
import secrets
from contextvars import ContextVar
from typing import Final

HEADER: Final = b"x-request-id"
_FORM: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
CURRENT: Final[ContextVar[str]] = ContextVar("request id", default="")
"""Id of the request or command that this task or thread works on; empty outside of one."""


def request_id(given: str | None) -> str:
    """Return the id that a client or proxy gave, or a new one if it is missing or unreadable.

    >>> request_id("0c9f3e5a-7d"), len(request_id("a b")), len(request_id(None))
    ('0c9f3e5a-7d', 16, 16)
    """
    if given is not None and _FORM.fullmatch(given):
        return given
    return secrets.token_hex(8)
