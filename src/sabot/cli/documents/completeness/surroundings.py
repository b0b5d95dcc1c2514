"""Look for gaps around a document: other languages, the cloth, the description for tests."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from sabot.cli.documents.completeness.subject import Lack, Subject
from sabot.core.languages import ENGLISH, languages, phrases, read
from sabot.rulebooks.catalogue import Catalogue, catalogue

LAYOUTS: Final = "pages/layouts.json"


def layout(game: Subject) -> Iterator[Lack]:
    """Report a cloth that is not drawn, and wagers that it does not have."""
    file = game.package / "web" / "layouts" / f"{game.book.id}.js"
    shown = game.inside("web", "layouts", file.name)
    if not file.is_file():
        told = "No cloth is drawn, so pages fall back to a plain one: copy that of a game alike"
        yield Lack("layout", shown, f"{told}.")
        return
    text = file.read_text("utf-8")
    for wager in game.book.wagers:
        family = wager.id.rstrip("0123456789")
        if not any(f'"{wager.id}"' in text or f"{name}:" in text or f"`{family}" in text
                   for name in (wager.id, f'"{wager.id}"')):  # fmt: skip
            yield Lack("layout", shown, f"The cloth has no area and no name for {wager.id}.")


def words(game: Subject) -> Iterator[Lack]:
    """Report texts of the game that a language of the package lacks."""
    for code in languages():
        if code != ENGLISH and (game.package / "words" / code).is_dir():
            yield from _pages(game, code)
            yield from _phrases(game, code)


def _pages(game: Subject, code: str) -> Iterator[Lack]:
    name = languages()[code].name
    told, file = read(code, LAYOUTS), game.inside("words", code, *LAYOUTS.split("/"))
    wanted = {f"title.{game.book.id}": game.book.title}
    for wager in game.book.wagers:
        wanted[f"wager.{wager.id}"] = wager.name
        for line in wager.lines:
            paid = f"{wager.name} pays {line.pays}, when"
            wanted[f"when.{game.book.id}.{wager.id}.{line.pays}"] = paid
    for key, english in wanted.items():
        if key not in told:
            yield Lack("words", file, f'Say "{english}" in {name}: "{key}" is missing.')


def _phrases(game: Subject, code: str) -> Iterator[Lack]:
    if not (game.folder / "clauses.tsv").is_file():
        return
    known, name = phrases(code), languages()[code].name
    for file, of, texts in _texts(game, catalogue(game.book.id)):
        lacking = [text for text in texts if text and text not in known]
        if lacking:
            first = lacking[0] if len(lacking[0]) < 60 else f"{lacking[0][:57]}..."
            count = f"{len(lacking)} {of} are" if len(lacking) > 1 else f"One of the {of} is"
            told = f'{count} not said in {name}, the first of them "{first}"'
            yield Lack("words", game.inside("words", code, file), f"{told}.")


def _texts(game: Subject, listing: Catalogue) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each file of fixed texts, what it has of the document, and these texts in English."""
    yield "clauses.tsv", "clauses", [each.summary for each in listing.clauses.values()]
    yield "clauses.tsv", "section titles", list(listing.sections.values())
    yield "clauses.tsv", "definitions", [each.says for each in listing.definitions.values()]
    rulings = [(each.question, each.taken, each.rejected) for each in listing.rulings]
    yield "rulings.tsv", "rulings", [text for each in rulings for text in each]
    cells = [cell for row in game.book.conduct.irregularities.values() for cell in row]
    notes = list(dict.fromkeys(cell.note for cell in cells if cell.note))
    yield "phrases.tsv", "notes of irregularities", notes


def description(game: Subject) -> Iterator[Lack]:
    """Report a description for tests that is missing, and tests that clauses.tsv names and that no
    file has."""
    if game.tests is None:
        return
    if not (game.tests / "games" / f"{game.word}.py").is_file():
        told = "Describe the game for the shared tests: copy the description of a game alike"
        yield Lack("tests", f"tests/games/{game.word}.py", f"{told}.")
    if not (game.folder / "clauses.tsv").is_file():
        return
    own = [_parsed(each) for each in (game.tests / "rulebooks").glob(f"test_{game.word}*.py")]
    shared = [_parsed(each) for each in (game.tests / "support").glob("*_rows.py")]
    tables = {name: rows for file in own + shared for name, rows in _tables(file)}
    written = {name for file in own + shared for name in _tests(file, tables)}
    for clause in catalogue(game.book.id).clauses.values():
        for test in clause.tests:
            if test not in written:
                file = f"tests/rulebooks/test_{game.word}*.py"
                told = f"Write {test}, which clause {clause.number} names"
                yield Lack("tests", file, f"{told}.")


Rows = list[tuple[str, str]]
"""Clause and words of each row of a table."""


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _rows(node: ast.AST) -> Rows:
    """Return the rows below a node: tuples that begin with a clause and words."""
    return [(clause, words) for each in ast.walk(node) for clause, words in _row(each)]


def _row(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Tuple([ast.Constant(str(clause)), ast.Constant(str(words)), _, *_]):
            yield clause, words


def _tables(file: ast.Module) -> Iterator[tuple[str, Rows]]:
    """Yield the tables of a file by name."""
    for node in file.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, _rows(node.value)


def _tests(file: ast.Module, tables: Mapping[str, Rows]) -> Iterator[str]:
    """Yield the names of the tests of a file: its functions, its rows of a clause and words, and
    the rows of a table under a number: `under("16.6", FORBIDDEN)`."""
    for node in ast.walk(file):
        match node:
            case ast.FunctionDef():
                yield node.name
            case ast.Call(ast.Name("under"), [ast.Constant(str(number)), table]):
                name = table.attr if isinstance(table, ast.Attribute) else ast.unparse(table)
                yield from (_name(f"{number} {clause}", words) for clause, words in tables[name])
    yield from (_name(clause, words) for clause, words in _rows(file))


def _name(clause: str, words: str) -> str:
    return "_".join(["test", *re.findall(r"[0-9a-z]+", f"{clause} {words}".lower())])
