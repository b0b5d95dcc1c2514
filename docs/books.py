"""The annotated rulebooks as pages of the site, in every language; `make docs` runs this."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sabot import RULEBOOKS
from sabot.annotation.book import annotated
from sabot.annotation.page import page
from sabot.core.languages import languages


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each book and language."""
    for name, book in RULEBOOKS.items():
        for language in languages():
            text = page(annotated(book, language))
            files.append(File.generated(config, f"books/{name}.{language}.html", content=text))
    return files
