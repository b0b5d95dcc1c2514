"""Import modules of Sabot from another text than their file's."""

from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType

Text = Callable[[str], CodeType | None]
"""A module's code by its name; None for its file's own."""


class Texts(MetaPathFinder):
    def __init__(self, text: Text) -> None:
        self._text = text

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        code = self._text(name) if name.startswith("sabot.") else None
        spec = PathFinder.find_spec(name, path) if code else None
        if spec is None or code is None or spec.origin is None:
            return None
        spec.loader = _Compiled(name, spec.origin, code)
        return spec


class _Compiled(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code
