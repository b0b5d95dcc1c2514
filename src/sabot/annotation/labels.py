"""Words of the annotated rulebook in one language: `book.json` of its folder."""

from sabot.core.languages import ENGLISH, languages, read
from sabot.sentences.vocabulary import tongue


class Labels:
    """Labels by key, in English where the language has none."""

    def __init__(self, language: str) -> None:
        self.tag = languages()[language].tag
        self._words = {**read(ENGLISH, "book.json"), **read(language, "book.json")}
        self._house = tongue(language).words

    def __call__(self, key: str, **slots: object) -> str:
        text: str = self._words[key]
        return text.format(**slots) if slots else text

    def word(self, name: str) -> str:
        """Return a word of the house, such as a scheme."""
        return self._house.get(name, name)
