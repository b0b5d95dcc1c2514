"""Join the scripts and styles of each page into one file each, when it is first asked for.

A page in `web/` names its modules and stylesheets as they are written. It is sent with its styles
and a short script within it; a longer script is one file, compressed, at an address that contains
its digest, so that a browser keeps it for good. There is no build step: a changed file gives
another digest. Each module becomes a block of the joined script and is entered in a registry of the
page; an import map leads a module that is loaded later to that registry, so that no module of a
page exists twice. Modules marked `data-first` show a first view: they and all that they need are
sent within the page, and the rest of a long script comes after them, without these; styles marked
`data-later` come with that rest.
"""

import re
from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import blake2b, sha256
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

import msgspec

from sabot.server.http.early import EARLY

JOINED: Final = "/web/joined"
SCRIPT: Final = re.compile(r'\s*<script type="module" src="/web/([^"]+)"(?: data-first)?></script>')
FIRST: Final = re.compile(r'<script type="module" src="/web/([^"]+)" data-first></script>')
STYLE: Final = re.compile(r'\s*<link rel="stylesheet" href="/web/([^"]+)"(?: data-later)?>')
LATER: Final = re.compile(r'<link rel="stylesheet" href="/web/([^"]+)" data-later>')
PRELOAD: Final = re.compile(r'\s*<link rel="modulepreload" href="/web/[^"]+">')
IMPORT: Final = re.compile(
    r'^import\s+(?:(?:\*\s+as\s+(?P<all>\w+)|\{(?P<some>[^}]*)\})\s+from\s+)?"(?P<path>[^"]+)";\n?',
    re.MULTILINE,
)
PASSED_ON: Final = re.compile(
    r'^export\s+\{(?P<some>[^}]*)\}\s+from\s+"(?P<path>[^"]+)";\n?', re.MULTILINE
)
LISTED: Final = re.compile(r"^export\s+\{(?P<some>[^}]*)\};\n?", re.MULTILINE)
DECLARED: Final = re.compile(
    r"^export\s+(?P<kind>(?:async\s+)?function\*?|class|const)\s+(?P<name>[\w$]+)", re.MULTILINE
)
DEFAULT: Final = re.compile(r"^export\s+default\s+", re.MULTILINE)
BESIDE: Final = re.compile(r"\bimport\(`\./\$\{\w+\}\.js`\)")
"""A module of the same folder, chosen as the page runs: all of the folder are joined."""
UNKNOWN: Final = re.compile(r"^(?:export|import)\s", re.MULTILINE)
DYNAMIC: Final = re.compile(r"\bimport\(")
COMMENT: Final = re.compile(r"^[ \t]*/\*(?:.|\n)*?\*/[ \t]*\n|^[ \t]*//.*\n", re.MULTILINE)
INDENTED: Final = re.compile(r"^[ ]+", re.MULTILINE)
QUOTED: Final = re.compile(r'("[^"\n]*")')
AROUND: Final = re.compile(r"\s*([{};])\s*")
OPENING: Final = """\
const __all = (globalThis[Symbol.for("sabot.modules")] = {});
const __load = async (from, name) => {
  const { href, pathname } = new URL(name, new URL(from, location.origin + "/web/"));
  return __all[pathname.slice("/web/".length)] ?? import(href);
};
globalThis[Symbol.for("sabot.load")] = __load;
"""
OPENING_OF_REST: Final = """\
const __all = globalThis[Symbol.for("sabot.modules")];
while (!__all[{last}]) await new Promise((done) => setTimeout(done, 5));
const __load = globalThis[Symbol.for("sabot.load")];
"""
"""A first view awaits its words: the rest of the script may be there before it has run."""
LATER_STYLE: Final = """\
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync({style});
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
"""
LONGEST_WITHIN: Final = 20_000
"""Most compressed bytes of a script that is sent within its page: one answer instead of two."""


class SentFile(NamedTuple):
    """A file as it is sent: plain, compressed, its kind, and its digest."""

    plain: bytes
    packed: bytes
    kind: str
    digest: str


class JoinedPage(NamedTuple):
    """A page, its joined script (the rest of it beside a first view), and what its security policy
    adds for scripts and styles."""

    html: SentFile
    script: SentFile
    scripts: str
    styles: str


class Unjoined(Exception):
    """A module has a form that cannot be joined."""


class PageFiles:
    """The joined pages of a folder, made again once a file of theirs has changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._made: dict[str, tuple[dict[Path, int], JoinedPage]] = {}

    def page(self, name: str) -> JoinedPage:
        """Return a page by its name, as "index"."""
        found = self._made.get(name)
        if found is None or any(_changed(path) != at for path, at in found[0].items()):
            files, page = _join(self._root, name)
            self._made[name] = found = {path: _changed(path) for path in files}, page
        return found[1]

    def shim(self, path: str) -> bytes:
        """Return a module that passes on what the page's joined script has under this path."""
        names = _parts(self._root, path).exports
        key = _quoted(path)
        lines = [
            'const all = globalThis[Symbol.for("sabot.modules")];',
            f"while (!all[{key}]) await new Promise((done) => setTimeout(done, 10));",
            *(
                f"export default all[{key}].default;"
                if name == "default"
                else f"export const {name} = all[{key}].{name};"
                for name in names
            ),
        ]
        return "\n".join(lines).encode()


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns


def sent(text: str, kind: str) -> SentFile:
    plain = text.encode()
    digest = blake2b(plain, digest_size=12).hexdigest()
    return SentFile(plain, compress(plain, 9, mtime=0), kind, digest)


def _join(root: Path, name: str) -> tuple[list[Path], JoinedPage]:
    source = root / f"{name}.html"
    html = source.read_text(encoding="utf-8")
    first = _in_order(root, FIRST.findall(html))
    modules = _in_order(root, [*first, *SCRIPT.findall(html)])
    styles, later = STYLE.findall(html), LATER.findall(html) if first else []
    rest = modules[len(first) :]
    opening = OPENING_OF_REST.replace("{last}", _quoted(first[-1])) if first else OPENING
    if later:
        opening += LATER_STYLE.replace("{style}", _quoted(_style(root, later)))
    script = sent(_blocks(root, opening, rest), "text/javascript")
    style = _style(root, [each for each in styles if each not in later])
    targets = {f"/web/{each}": f"{JOINED}/shims/{each}" for each in modules}
    imports = msgspec.json.encode({"imports": targets}).decode()
    within = _blocks(root, OPENING, first)
    if not first and len(script.packed) <= LONGEST_WITHIN:
        within = script.plain.decode()
    head = (
        f'\n<script type="importmap">{imports}</script>\n<script>{EARLY}</script>'
        f'\n<style data-of="{" ".join(f"/web/{each}" for each in styles)}">{style}</style>'
    )
    file = f'<script type="module" src="{JOINED}/{name}.{script.digest}.js"></script>\n'
    whole = PRELOAD.sub("", STYLE.sub("", SCRIPT.sub("", html)))
    foot = ""
    if first:  # the rest is asked for once the first view is there, and takes nothing from its line
        foot = f'<script type="module">{within}</script>\n{file}'
    elif within:  # last, so that the page is painted while its script is on its way
        foot = f'<script type="module">{within}</script>\n'
    else:
        head += f"\n{file.rstrip()}"
    whole = whole.replace("</title>", f"</title>{head}", 1)
    before, end, after = whole.rpartition("</body>")
    page = sent(f"{before}{foot}{end}{after}", "text/html")
    files = [source, *(root / each for each in (*modules, *styles))]
    scripts = " ".join(map(_hash, (imports, EARLY, *([within] if within else []))))
    return files, JoinedPage(page, script, scripts, _hash(style))


def _blocks(root: Path, opening: str, modules: list[str]) -> str:
    """Return these modules as one script; nothing for no modules."""
    return opening + "".join(_parts(root, each).block for each in modules) if modules else ""


def _style(root: Path, paths: list[str]) -> str:
    """Return these stylesheets as one, without what only people read."""
    whole = COMMENT.sub("", "".join((root / each).read_text(encoding="utf-8") for each in paths))
    parts = QUOTED.split(whole)
    return "".join(each if at % 2 else AROUND.sub(r"\1", each) for at, each in enumerate(parts))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class ModuleParts(NamedTuple):
    """A module as a block of a joined script, the names that it needs of others, and what it
    exports."""

    block: str
    needs: dict[str, tuple[str, ...]]
    exports: tuple[str, ...]


def _chosen(root: Path, path: str) -> list[str]:
    """Return the modules among which a module chooses as the page runs."""
    if BESIDE.search((root / path).read_text(encoding="utf-8")) is None:
        return []
    folder = (root / path).parent
    found = (each.relative_to(root).as_posix() for each in sorted(folder.glob("*.js")))
    return [each for each in found if each != path]


def _in_order(root: Path, entries: list[str]) -> list[str]:
    """Return these modules and all that they need, each after those that it needs or chooses from.

    A page may wait for a chosen module before its own script has run to its end: one that came
    later in the script would never be there.
    """
    order: dict[str, None] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise Unjoined(f"{path} needs itself by way of {above[-1]}")
        if path not in order:
            for each, names in _parts(root, path).needs.items():
                visit(each, (*above, path))
                lacking = {*names} - {*_parts(root, each).exports}
                if lacking:
                    raise Unjoined(f"{each} has no {', '.join(sorted(lacking))} for {path}")
            for each in _chosen(root, path):
                visit(each, (*above, path))
            order[path] = None

    for entry in entries:
        visit(entry, ())
    return [*order]


def _parts(root: Path, path: str) -> ModuleParts:
    return _parsed(path, (root / path).read_text(encoding="utf-8"))


@cache
def _parsed(path: str, text: str) -> ModuleParts:
    """Read a module as the formatter writes it: each import and export begins a line."""
    needs: dict[str, tuple[str, ...]] = {}
    exports: dict[str, str] = {}

    def need(other: str, names: str) -> None:
        needs[other] = (*needs.get(other, ()), *(one for one, _ in _pairs(names)))

    def taken(found: "re.Match[str]") -> str:
        other = _beside(path, found["path"])
        need(other, found["some"] or "")
        if found["all"]:
            return f"const {found['all']} = __all[{_quoted(other)}];\n"
        pairs = _pairs(found["some"] or "")
        names = ", ".join(one if one == two else f"{one}: {two}" for one, two in pairs)
        return f"const {{ {names} }} = __all[{_quoted(other)}];\n" if pairs else ""

    def passed_on(found: "re.Match[str]") -> str:
        other = _beside(path, found["path"])
        need(other, found["some"])
        for one, two in _pairs(found["some"]):
            exports[two] = f"__all[{_quoted(other)}].{one}"
        return ""

    def listed(found: "re.Match[str]") -> str:
        exports.update((two, one) for one, two in _pairs(found["some"]))
        return ""

    def declared(found: "re.Match[str]") -> str:
        exports[found["name"]] = found["name"]
        return f"{found['kind']} {found['name']}"

    body = IMPORT.sub(taken, COMMENT.sub("", text))
    body = DECLARED.sub(declared, LISTED.sub(listed, PASSED_ON.sub(passed_on, body)))
    if DEFAULT.search(body):
        body, exports["default"] = DEFAULT.sub("const __default = ", body, count=1), "__default"
    wrong = UNKNOWN.search(body)
    if wrong is not None:
        line = body[wrong.start() :].partition("\n")[0]
        raise Unjoined(f"{path} has a form that is not joined: {line}")
    body = DYNAMIC.sub(f"__load({_quoted(path)}, ", body)
    if not any(line.count("`") % 2 for line in body.splitlines()):  # no text of several lines
        body = INDENTED.sub("", body)
    given = ", ".join(name if name == what else f"{name}: {what}" for name, what in exports.items())
    block = f"{{\n{body}__all[{_quoted(path)}] = {{ {given} }};\n}}\n"
    return ModuleParts(block, needs, tuple(exports))


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return [(name, name here)] of "a, b as c"."""
    parts = (each.split() for each in names.split(",") if each.strip())
    return [(each[0], each[-1]) for each in parts]


def _beside(path: str, name: str) -> str:
    """Return the path of a module that another one names."""
    parts = [*PurePosixPath(path).parent.parts]
    for each in PurePosixPath(name).parts:
        if each == "..":
            parts.pop()
        else:
            parts.append(each)
    return "/".join(parts)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
