"""What Sabot says when it cannot do what was asked."""

LONGEST_QUOTE = 32


def quoted(value: object) -> str:
    """What somebody gave us, short enough to stand in a sentence.

    >>> quoted("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    if isinstance(value, list | dict) and value:
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 4] + "…"


class Refusal(ValueError):
    """A request that the rules, or plain sense, do not allow.

    `code` is for programs, `clause` is the rule that speaks (or None), and the text is one
    sentence for the person who asked.

    >>> str(Refusal("bad-amount", None, "A stake must be more than nothing."))
    'A stake must be more than nothing.'
    """

    def __init__(self, code: str, clause: str | None, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.message = message

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str | None, str]]:
        return Refusal, (self.code, self.clause, self.message)
