"""Progress of a learner in a course, so that it can be continued."""

import msgspec


class Score(msgspec.Struct, frozen=True):
    """Answers so far in the course of a game, a subject and a seed.

    >>> print(Score("star-baccarat", "pays", 7).after(True, 3.5).after(False, 8.0))
    1 of 2 right (50%), 0 in a row, best 1, 5.8 s an answer.
    """

    game: str
    subject: str
    seed: int
    asked: int = 0
    right: int = 0
    row: int = 0
    best: int = 0
    seconds: float = 0.0

    def after(self, right: bool, seconds: float) -> "Score":
        """With one more answer."""
        row = self.row + 1 if right else 0
        return Score(
            self.game, self.subject, self.seed, self.asked + 1, self.right + right, row,
            max(self.best, row), round(self.seconds + seconds, 1),
        )  # fmt: skip

    def __str__(self) -> str:
        if not self.asked:
            return "Nothing answered yet."
        return (
            f"{self.right} of {self.asked} right ({self.right / self.asked:.0%}), {self.row} in a"
            f" row, best {self.best}, {self.seconds / self.asked:.1f} s an answer."
        )
