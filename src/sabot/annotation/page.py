"""The annotated rulebook as a page that stands alone and prints well."""

from collections.abc import Iterable
from html import escape

from sabot.annotation.book import (
    AnnotatedClause,
    AnnotatedRulebook,
    AnnotatedSection,
    ReadingPrice,
    UnclearReading,
)
from sabot.annotation.code import Excerpt
from sabot.annotation.labels import Labels

STYLE = """
body{font:15px/1.5 Georgia,"Noto Serif CJK TC","Noto Sans CJK TC",serif;color:#1c1c1c;
max-width:64em;margin:2em auto;padding:0 1.2em}
h1{font-size:1.9em;margin:.2em 0}h2{margin-top:2em;border-bottom:1px solid #767676}
h3{margin:0;font-size:1em}.quiet{color:#555}a{color:#0b4f8a}
table{border-collapse:collapse;margin:.6em 0;font:13px/1.4 system-ui,"Noto Sans CJK TC",sans-serif}
td,th{padding:.2em .9em .2em 0;text-align:left;vertical-align:top;border-bottom:1px solid #ddd;
overflow-wrap:anywhere}
th{font-weight:600}.figure{text-align:right;white-space:nowrap}
article{position:relative;padding:.9em 0 .9em 6em;border-bottom:1px solid #ccc}
article>h3{position:absolute;left:0}article>h3 a{text-decoration:none;color:inherit}
article:target{background:#fff7dc}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1.4em}.sides>div>b{font-size:.8em;color:#555}
.says{margin:0 0 .4em}.official{white-space:pre-line;margin:0;background:#f4f4f0;padding:.5em .7em}
.differs{color:#8a1f11;font-weight:bold}
dl{display:grid;grid-template-columns:8.5em 1fr;gap:.1em .8em;margin:.3em 0 0;
font:13px/1.45 system-ui,"Noto Sans CJK TC",sans-serif}
dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
code,pre{font:12px/1.4 ui-monospace,"DejaVu Sans Mono",monospace}
pre{background:#f6f6f6;padding:.7em;white-space:pre-wrap;overflow-wrap:anywhere}
.reading{border-left:3px solid #b58900;padding-left:.7em;margin:.5em 0}
.contents{columns:2}.contents li{break-inside:avoid}
@media(max-width:40em){.sides,dl{grid-template-columns:1fr}.contents{columns:1}
article{padding-left:0}article>h3{position:static}}
@page{size:A4;margin:15mm 14mm;@bottom-right{content:counter(page) ' / ' counter(pages);
font:9pt system-ui,sans-serif;color:#555}}
@media print{body{margin:0;padding:0;max-width:none;font-size:10pt}
h2,article>h3,.says,h3{break-after:avoid}article{padding-left:5em}p{orphans:3;widows:3}
tr,.reading{break-inside:avoid}dl,table{font-size:8.5pt}code{font-size:8pt}
pre{font-size:7.2pt;padding:.4em}a{color:inherit;text-decoration:none}}
"""


def page(book: AnnotatedRulebook) -> str:
    """Return the whole book in HTML."""
    say = Labels(book.language)
    title = say("title", game=book.title)
    parts = [
        f"<p class='quiet'>{say('kind')}</p><h1>{escape(title)}</h1>",
        _head(book, say),
        _copy(book, say),
        f"<h2>{say('about')}</h2>{_about(book, say)}",
        f"<h2>{say('contents')}</h2>{_contents(book, say)}",
        *(_section(each, book, say) for each in book.sections),
        f"<h2 id='definitions'>{say('definitions')}</h2>{_definitions(book, say)}",
        f"<h2 id='edges'>{say('edges')}</h2>{_edges(book, say)}",
        f"<h2 id='campaigns'>{say('campaigns')}</h2>{_campaigns(book, say)}",
        f"<h2 id='code'>{say('code')}</h2><p>{say('code.about')}</p>",
        *(_code(each, say) for each in book.code),
    ]
    return (
        f"<!doctype html><html lang='{say.tag}'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<main>{''.join(parts)}</main></html>\n"
    )


def _head(book: AnnotatedRulebook, say: Labels) -> str:
    source = book.source
    rows = [
        ("casino", book.casino),
        ("version", book.version),
        ("dated", book.dated),
        ("in_force", book.in_force),
        ("source", say("no-source") if source is None else source.title),
        *([] if source is None else [("authority", source.authority), ("sha256", source.sha256)]),
        ("digest", book.digest),
        ("count", say("counts", **book.counts)),
        ("release", book.release),
        ("printed", book.printed),
    ]
    listed = "".join(
        f"<tr><th scope='row'>{say(key)}</th><td>{escape(text)}</td></tr>" for key, text in rows
    )
    return f"<table>{listed}</table>"


def _copy(book: AnnotatedRulebook, say: Labels) -> str:
    copy = book.copy
    if copy is None:
        return ""
    form = "copy.identical" if copy.identical else "copy.same"
    lists = [
        f"<p><b>{say(f'copy.{key}')}:</b> {_links(numbers, say)}</p>"
        for key in ("differing", "missing", "unnumbered", "unknown")
        if (numbers := getattr(copy, key))
    ]
    told = escape(say(form, file=copy.file, matching=copy.matching))
    return (
        f"<h2>{say('copy')}</h2><p>{told}</p>"
        f"<p class='quiet'>{say('copy.sha256', sha256=copy.sha256)}</p>{''.join(lists)}"
    )


def _links(numbers: Iterable[str], say: Labels) -> str:
    return say("between").join(f"<a href='#{each}'>{each}</a>" for each in numbers)


def _about(book: AnnotatedRulebook, say: Labels) -> str:
    scheme = "" if book.scheme is None else say("about.scheme", scheme=say.word(book.scheme))
    told = (
        say("about.words"),
        say("about.status"),
        say("about.edges", decks=book.decks, scheme=scheme),
        say("about.proof"),
    )
    return "".join(f"<p>{escape(each)}</p>" for each in told)


def _contents(book: AnnotatedRulebook, say: Labels) -> str:
    rows = [(f"s{each.number}", f"{each.number}. {each.title}") for each in book.sections]
    rows += [(each, say(each)) for each in ("definitions", "edges", "campaigns", "code")]
    listed = "".join(f"<li><a href='#{id_}'>{escape(text)}</a></li>" for id_, text in rows)
    return f"<ul class='contents'>{listed}</ul>"


def _section(section: AnnotatedSection, book: AnnotatedRulebook, say: Labels) -> str:
    title = f"{section.number}. {section.title}"
    clauses = "".join(_clause(each, book, say) for each in section.clauses)
    return f"<h2 id='s{section.number}'>{escape(title)}</h2>{clauses}"


def _clause(clause: AnnotatedClause, book: AnnotatedRulebook, say: Labels) -> str:
    number = clause.clause
    return (
        f"<article id='{number}'><h3><a href='#{number}'>{number}</a></h3><div>"
        f"{_both(clause, book, say)}{_printed(clause)}"
        f"{''.join(_reading(each, book, say) for each in clause.readings)}"
        f"<dl>{''.join(_notes(clause, book, say))}</dl></div></article>"
    )


def _both(clause: AnnotatedClause, book: AnnotatedRulebook, say: Labels) -> str:
    """Return our words, and the official text beside them if the user has handed it in."""
    ours = f"<p class='says'>{escape(clause.says)}</p>"
    if book.copy is None:
        return ours
    text = f"<p class='quiet'>{say('official.none')}</p>"
    if clause.official is not None:
        text = f"<p class='official'>{escape(clause.official)}</p>"
        if clause.clause in book.copy.differing:
            text += f"<p class='differs'>{say('official.differs')}</p>"
    return (
        f"<div class='sides'><div><b>{say('ours')}</b>{ours}</div>"
        f"<div><b>{say('official')}</b>{text}</div></div>"
    )


def _printed(clause: AnnotatedClause) -> str:
    if not clause.table:
        return ""
    head, *rows = clause.table
    heads = "".join(f"<th scope='col'>{escape(each)}</th>" for each in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _reading(reading: UnclearReading, book: AnnotatedRulebook, say: Labels) -> str:
    prices = [_price(each, book, say) for each in reading.prices] or [say("price.none")]
    rows = [
        ("unclear", f"{say('between').join(reading.clauses)}: {reading.question}"),
        ("taken", reading.taken),
        ("rejected", reading.rejected),
        *(("price", each) for each in prices),
    ]
    return (
        f"<div class='reading'><dl>{''.join(_row(say(key), text) for key, text in rows)}</dl></div>"
    )


def _price(price: ReadingPrice, book: AnnotatedRulebook, say: Labels) -> str:
    edges = say("list").join(
        say("price.edge", wager=book.names[each.wager], taken=percent(each.taken),
            rejected=percent(each.rejected))
        for each in price.edges
    )  # fmt: skip
    return say("price.line", comes_to=price.comes_to, decks=price.decks, edges=edges)


def _notes(clause: AnnotatedClause, book: AnnotatedRulebook, say: Labels) -> Iterable[str]:
    yield f"<dt>{say('status')}</dt><dd>{_status(clause, say)}</dd>"
    if clause.pays:
        yield _row(say("pays"), say("list").join(clause.pays))
    if clause.wagers:
        told = (f"{each.name} ({say(each.how)}) {percent(each.edge)}" for each in clause.wagers)
        yield _row(say("wagers"), say("list").join(told))
    if clause.tests:
        tests = "<br>".join(f"<code>{escape(each)}</code>" for each in clause.tests)
        yield f"<dt>{say('tests')}</dt><dd>{tests}</dd>"
    yield _row(say("proven"), _evidence(clause, say))
    if clause.proven.campaigns:
        tried = (f"{each.name} ({each.date})" for each in clause.proven.campaigns)
        yield _row(say("tried"), say("between").join(tried))


def _status(clause: AnnotatedClause, say: Labels) -> str:
    kind = say(f"kind.{clause.kind}")
    if clause.kind not in ("enforced", "recorded"):
        return f"{kind}: {escape(clause.where)}"
    named = f"<a href='#{anchor(clause.where)}'><code>{escape(clause.where)}</code></a>"
    return f"{kind} {say('by', where=named)}"


def _evidence(clause: AnnotatedClause, say: Labels) -> str:
    found = clause.proven
    if not found.result:
        return say("proven.build" if clause.tests else "proven.none")
    told = say(f"proven.{found.result}", date=found.date)
    return told if found.current else told + say("proven.changed")


def _row(label: str, text: str) -> str:
    return f"<dt>{label}</dt><dd>{escape(text)}</dd>"


def _definitions(book: AnnotatedRulebook, say: Labels) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(each.term)}</th><td>{escape(each.says)}</td>"
        f"<td>{say(f'kind.{each.kind}')}</td></tr>"
        for each in book.definitions
    )
    heads = "".join(f"<th scope='col'>{say(each)}</th>" for each in ("term", "meaning", "status"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _edges(book: AnnotatedRulebook, say: Labels) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(book.names[id_])}</th>"
        f"<td class='figure'>{percent(edge)}</td></tr>"
        for id_, edge in book.edges.items()
    )
    heads = f"<th scope='col'>{say('wager')}</th><th scope='col' class='figure'>{say('edge')}</th>"
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _campaigns(book: AnnotatedRulebook, say: Labels) -> str:
    """Return what the long searches tried that try clauses of this book."""
    rows = "".join(
        f"<tr><th scope='row'>{escape(each.name)}</th><td>{escape(each.date)}</td>"
        f"<td>{escape(each.what)}</td></tr>"
        for each in book.campaigns
    )
    heads = "".join(
        f"<th scope='col'>{say(each)}</th>"
        for each in ("campaign", "campaign.date", "campaign.what")
    )
    about = f"<p>{escape(say('campaigns.about'))}</p>"
    return f"{about}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _code(excerpt: Excerpt, say: Labels) -> str:
    cut = f"\n{say('code.cut', left_out=excerpt.left_out)}" if excerpt.left_out else ""
    return (
        f"<h3 id='{anchor(excerpt.where)}'><code>{escape(excerpt.where)}</code></h3>"
        f"<p class='quiet'>src/{escape(excerpt.file)}, {excerpt.line}</p>"
        f"<pre tabindex='0'>{escape(excerpt.code)}{cut}</pre>"
    )


def anchor(where: str) -> str:
    """Return the place of a function in the book."""
    return f"code-{where.replace(':', '.')}"


def percent(edge: float) -> str:
    """Return an edge as a percentage."""
    return f"{edge:.4%}"
