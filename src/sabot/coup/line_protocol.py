"""A question a line, an answer a line: what is wrong with a question is its answer."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sabot.core.refusal import Refusal, misread

Json = dict[str, Any]
Asked = TypeVar("Asked")

_encode = msgspec.json.Encoder().encode


def answering(form: type[Asked], answer: Callable[[Asked], object]) -> Callable[[bytes], bytes]:
    """A function from one line of JSON to the line that answers it, without its newline."""
    decode = msgspec.json.Decoder(form).decode

    def answer_line(line: bytes) -> bytes:
        try:
            return _encode(answer(_read(decode, line)))
        except Refusal as refusal:
            return _encode({"error": error_of(refusal)})
        except RecursionError:
            deep = Refusal("bad-json", None, "The line nests too deep.")
            return _encode({"error": error_of(deep)})

    return answer_line


def error_of(refusal: Refusal) -> Json:
    return {"code": refusal.code, "clause": refusal.clause, "message": refusal.message}


def misshapen(error: msgspec.ValidationError) -> Refusal:
    """Return the refusal of a question whose fields have the wrong form."""
    return Refusal("bad-json", None, f"The question is not of the right form: {misread(error)}.")


def _read(decode: Callable[[bytes], Asked], line: bytes) -> Asked:
    try:
        return decode(line)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        what = "The line is not JSON." if line.strip() else "The line is blank."
        raise Refusal("bad-json", None, what) from None
