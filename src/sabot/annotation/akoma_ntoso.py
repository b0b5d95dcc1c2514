"""The annotated rulebook as Akoma Ntoso 3.0 (OASIS LegalDocML), which legal tools read.

The body has our words, nested as the document numbers its clauses; readings are editorial notes;
status, code, tests, figures and proof are in the metadata, in a namespace of Sabot's own.
"""

from typing import Final
from xml.etree import ElementTree as Xml

from sabot.annotation.book import AnnotatedClause, AnnotatedRulebook, UnclearReading
from sabot.annotation.labels import Labels
from sabot.annotation.page import percent

AKN: Final = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
OWN: Final = "urn:sabot:annotation:1"
EDITOR: Final = "#sabot"
LANGUAGES: Final = {"en": "eng", "zh": "zho"}
"""Codes of ISO 639-2, which Akoma Ntoso asks for; of other languages the code of three letters
that their folder has, or `und`."""
ISO_639_2: Final = 3
LEVELS: Final = ("clause", "subclause", "paragraph", "subparagraph")
"""Elements of clauses by their depth below a section; deeper ones are points."""
DEEPEST: Final = "point"
COUNTRY: Final = "au"


def akoma_ntoso(book: AnnotatedRulebook) -> str:
    """Return the whole book in XML."""
    Xml.register_namespace("", AKN)
    Xml.register_namespace("sabot", OWN)
    root = Xml.Element(_tag("akomaNtoso"))
    act = _child(root, "act", name="rules", contains="originalVersion")
    meta = _child(act, "meta")
    _identify(meta, book)
    _refer(meta, book)
    _note_readings(meta, book)
    _annotate(meta, book)
    preface = _child(act, "preface")
    _child(_child(preface, "p"), "docTitle").text = Labels(book.language)("title", game=book.title)
    body = _child(act, "body")
    for section in book.sections:
        node = _child(body, "section", eId=f"sec_{section.number}")
        _child(node, "num").text = section.number
        _child(node, "heading").text = section.title
        _clauses(node, section.clauses, book)
    _define(body, book)
    Xml.indent(root)
    return Xml.tostring(root, "unicode", xml_declaration=True) + "\n"


def _identify(meta: Xml.Element, book: AnnotatedRulebook) -> None:
    """Name the work, its expression in a language, and this manifestation of it."""
    language = LANGUAGES.get(book.language, book.language)
    code = language if len(language) == ISO_639_2 else "und"
    work = f"/akn/{COUNTRY}/act/rules/{book.dated}/{book.rulebook}"
    expression = f"{work}/{code}@{book.in_force}"
    node = _child(meta, "identification", source=EDITOR)
    one = _frbr(node, "FRBRWork", work, book.dated, "made", "#authority")
    _child(one, "FRBRcountry", value=COUNTRY)
    two = _frbr(node, "FRBRExpression", expression, book.in_force, "in-force", EDITOR)
    _child(two, "FRBRlanguage", language=code)
    three = _frbr(node, "FRBRManifestation", expression, book.printed, "made", EDITOR, ".xml")
    _child(three, "FRBRformat", value="application/akn+xml")


def _frbr(
    parent: Xml.Element, level: str, uri: str, date: str, named: str, author: str, form: str = ""
) -> Xml.Element:
    node = _child(parent, level)
    _child(node, "FRBRthis", value=f"{uri}/!main{form}")
    _child(node, "FRBRuri", value=f"{uri}{form}")
    _child(node, "FRBRdate", date=date, name=named)
    _child(node, "FRBRauthor", href=author)
    return node


def _refer(meta: Xml.Element, book: AnnotatedRulebook) -> None:
    """Name the editor, the authority that made the document, and the terms that it defines."""
    node = _child(meta, "references", source=EDITOR)
    authority = "" if book.source is None else book.source.authority
    _child(node, "TLCOrganization", eId="sabot", href="/ontology/organization/sabot",
           showAs=f"Sabot {book.release}")  # fmt: skip
    _child(node, "TLCOrganization", eId="authority", href="/ontology/organization/authority",
           showAs=authority or book.casino)  # fmt: skip
    for place, each in enumerate(book.definitions, 1):
        _child(node, "TLCTerm", eId=f"term_{place}", href=f"/ontology/term/{place}",
               showAs=each.term)  # fmt: skip


def _note_readings(meta: Xml.Element, book: AnnotatedRulebook) -> None:
    """Write each reading of an unclear clause as an editorial note, once."""
    found = _readings(book)
    if not found:
        return
    say, notes = Labels(book.language), _child(meta, "notes", source=EDITOR)
    for place, each in enumerate(found, 1):
        note = _child(notes, "note", eId=f"note_{place}")
        rows = [("unclear", each.question), ("taken", each.taken), ("rejected", each.rejected)]
        for price in each.prices:
            edges = say("list").join(
                say("price.edge", wager=book.names[edge.wager], taken=percent(edge.taken),
                    rejected=percent(edge.rejected))
                for edge in price.edges
            )  # fmt: skip
            line = say("price.line", comes_to=price.comes_to, decks=price.decks, edges=edges)
            rows.append(("price", line))
        if not each.prices:
            rows.append(("price", say("price.none")))
        for key, text in rows:
            _child(note, "p").text = f"{say(key)}: {text}"


def _readings(book: AnnotatedRulebook) -> list[UnclearReading]:
    """Return all readings in the order of their first clause, each once."""
    every = (each for section in book.sections for clause in section.clauses
             for each in clause.readings)  # fmt: skip
    return list(dict.fromkeys(every))


def _annotate(meta: Xml.Element, book: AnnotatedRulebook) -> None:
    """Write the document that was read, and the notes to each clause, in our own namespace."""
    own = _child(meta, "proprietary", source=EDITOR)
    _own(own, "rulebook", id=book.rulebook, version=book.version, digest=book.digest,
         release=book.release, decks=str(book.decks), scheme=book.scheme or "")  # fmt: skip
    if book.source is not None:
        _own(own, "source", title=book.source.title, dated=book.source.dated,
             sha256=book.source.sha256)  # fmt: skip
    for section in book.sections:
        for clause in section.clauses:
            node = _own(own, "clause", href=f"#{_id(clause)}", address=clause.address,
                        kind=clause.kind, where=clause.where)  # fmt: skip
            for wager in clause.wagers:
                _own(node, "wager", id=wager.wager, how=wager.how, edge=percent(wager.edge))
            for text in clause.pays:
                _own(node, "pays").text = text
            for test in clause.tests:
                _own(node, "test", name=test)
            if clause.proven.result:
                _own(node, "proven", result=clause.proven.result, date=clause.proven.date,
                     current=str(clause.proven.current).lower())  # fmt: skip


def _clauses(
    parent: Xml.Element, clauses: tuple[AnnotatedClause, ...], book: AnnotatedRulebook
) -> None:
    """Nest clauses by their numbers: 12.1.2 stands in 12.1, if the document has that."""
    nodes: dict[str, Xml.Element] = {}
    notes = {each: place for place, each in enumerate(_readings(book), 1)}
    numbers = [each.clause for each in clauses]
    for clause in clauses:
        above = clause.clause.rpartition(".")[0]
        depth = clause.clause.count(".") - 1
        name = LEVELS[depth] if depth < len(LEVELS) else DEEPEST
        node = _child(nodes.get(above, parent), name, eId=_id(clause))
        nodes[clause.clause] = node
        _child(node, "num").text = clause.clause
        has_items = any(each.startswith(f"{clause.clause}.") for each in numbers)
        words = _child(node, "intro" if has_items else "content")
        said = _child(words, "p")
        said.text = clause.says
        for reading in clause.readings:
            place = str(notes[reading])
            _child(said, "noteRef", href=f"#note_{place}", marker=place)
        if clause.official is not None:
            _child(words, "p", **{"class": "official"}).text = clause.official


def _define(body: Xml.Element, book: AnnotatedRulebook) -> None:
    """Write the defined terms as a last section without a number."""
    node = _child(body, "section", eId="sec_definitions")
    _child(node, "heading").text = Labels(book.language)("definitions")
    content = _child(node, "content")
    for place, each in enumerate(book.definitions, 1):
        line = _child(content, "p")
        term = _child(line, "term", eId=f"def_{place}", refersTo=f"#term_{place}")
        term.text, term.tail = each.term, f": {each.says}"


def _id(clause: AnnotatedClause) -> str:
    return f"cl_{clause.clause}"


def _tag(name: str) -> str:
    return f"{{{AKN}}}{name}"


def _child(parent: Xml.Element, element: str, /, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, _tag(element), attributes)


def _own(parent: Xml.Element, element: str, /, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, f"{{{OWN}}}{element}", attributes)
