"""Every page, by day on a desk in English and by night on a phone in Chinese: nothing overlaps, is
cut off, or is heavy, and nothing shows through of the program behind it.

`make campaign` keeps pictures of them in `artefacts/screens/` for people to look at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response

from sabot import RULEBOOKS
from sabot.core.languages import languages
from server.harness import House
from support.plain import shows_through
from support.thorough import TIMES
from web.browser import LOOKS, PageAs, look, serious

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "screens"
HEAVIEST = 340_000  # bytes of a page with all that it loads, before compression
SCREENS = {
    "lobby-signed-out": ("", "/"),
    "lobby": ("player", "/"),
    "lobby-staff": ("duty manager", "/"),
    "table-baccarat": ("player", "/table/baccarat"),
    "table-seven-up": ("player", "/table/seven-up"),
    "table-three-card": ("player", "/table/three-card"),
    "table-lucky-draw": ("player", "/table/lucky-draw"),
    "table-mini": ("player", "/table/mini"),
    "display": ("", "/display/baccarat"),
    "display-boxes": ("", "/display/three-card"),
    "deal": ("dealer", "/deal/baccarat"),
    "deal-boxes": ("dealer", "/deal/three-card"),
    "pit": ("duty manager", "/pit"),
    "inspect": ("inspector", "/inspect"),
    "lab": ("inspector", "/lab"),
    "rules": ("player", "/rules/star-baccarat"),
    "school": ("dealer", "/school"),
    "account": ("player", "/account"),
    "history": ("player", "/history"),
    "people": ("administrator", "/people"),
    "me": ("player", "/me"),
    "tournaments": ("tournament manager", "/tournaments"),
    "promotions": ("player", "/promotions"),
    "promote": ("duty manager", "/promote"),
    "duties": ("duty manager", "/duties"),
    "exceptions": ("duty manager", "/exceptions"),
    "cases": ("gaming supervisor", "/cases"),
    "reports": ("duty manager", "/reports"),
    "cage": ("cashier", "/cage"),
    "policy": ("duty manager", "/policy"),
}
TABBED = ("/inspect", "/duties", "/people")
# The other pages meet axe in their own tests, part by part.
UNTRIED = ("/", "/account")
CROWDED = """() => {
  const seen = [...document.querySelectorAll('button, a[href], input, select, summary')].filter(
    (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      && !each.closest('dialog:not([open])') && !each.closest('.visually-hidden')
      && !each.matches('.visually-hidden') && each.getBoundingClientRect().width > 1);
  const shown = (each) => {
    let { left, right, top, bottom } = each.getBoundingClientRect();
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === 'visible') continue;
      const window = up.getBoundingClientRect();
      left = Math.max(left, window.left); right = Math.min(right, window.right);
      top = Math.max(top, window.top); bottom = Math.min(bottom, window.bottom);
    }
    return { left, right, top, bottom };
  };
  const fixed = (each) => {
    for (let up = each; up; up = up.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return true;
    return false;
  };
  const laid = seen.map((each) => ({ each, fixed: fixed(each), ...shown(each) }));
  const found = [];
  for (const [i, a] of laid.entries()) {
    for (const b of laid.slice(i + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 4 && high > 4 && a.fixed === b.fixed
          && !a.each.contains(b.each) && !b.each.contains(a.each))
        found.push(`${a.each.outerHTML.slice(0, 90)} over ${b.each.outerHTML.slice(0, 90)}`);
    }
  }
  return found;
}"""
SAID = """() => [...new Set([...document.querySelectorAll('body *')].filter(
  (each) => !each.closest('script, style, textarea, code')).flatMap((each) => [
  each.getAttribute('aria-label'), each.title, each.placeholder,
  ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
]).filter(Boolean).map((text) => text.trim()))]"""
NAMES = frozenset(
    [
        *(name for book in RULEBOOKS.values() for name in (book.casino, *book.names.values())),
        *("Big eye boy", "If Banker next", "If Player next"),
        *("seven-up", "three-card", "lucky-draw", "card of alice"),
    ]
)
"""Names that are the same in every language: houses, roads, tables, and wagers on the felt."""
CUT_OFF = """() => [...document.querySelectorAll('body *')].filter((each) => {
  const style = getComputedStyle(each);
  const text = [...each.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  return text && each.checkVisibility() && !each.closest('.visually-hidden, dialog:not([open])')
    && ['hidden', 'clip'].includes(style.overflowX) && style.textOverflow !== 'ellipsis'
    && each.clientWidth > 2 && each.scrollWidth > each.clientWidth + 2;
}).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module", autouse=True)
def evening(casino: House) -> Iterator[None]:
    """Some coups are over and one is under way, at every table that the pictures show."""
    for table in ("baccarat", "mini", "seven-up", "three-card", "lucky-draw"):
        casino.prepare(table)
    casino.sit("baccarat", "alice", place=1)
    for on in ("player", "banker", "tie", "player"):
        casino.done("baccarat", "alice", "place-wager", player="alice", on=on, amount="50")
        casino.play("baccarat")
    casino.sit("three-card", "bob", place=2)
    casino.done("three-card", "bob", "place-wager", player="bob", on="player", amount="50", box=2)
    casino.play("three-card")
    casino.done("baccarat", "alice", "place-wager", player="alice", on="banker", amount="75")
    yield


def settled(page: Page) -> None:
    """The page has shown what it has to show."""
    page.wait_for_function("() => document.querySelector('main')?.innerText.trim().length > 8")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_overlaps_or_is_cut_off_or_heavy(page_as: PageAs, casino: House, name: str) -> None:
    who, path = SCREENS[name]
    page = page_as(who, "/web/style.css", reduced_motion="reduce", locale="zh-TW")
    weights: dict[str, int] = {}
    page.on("response", lambda response: weigh(weights, response))
    page.goto(casino.origin + path)
    settled(page)
    elsewhere = [url for url in weights if not url.startswith(casino.origin)]
    assert not elsewhere
    assert sum(weights.values()) < HEAVIEST, sorted(weights.items(), key=lambda item: -item[1])[:9]
    found = []
    for (width, scheme), language in zip(reversed(LOOKS), reversed(languages()), strict=False):
        page.evaluate(f"import('/web/shared/words.js').then((w) => w.setLanguage('{language}'))")
        look(page, width, scheme)
        if TIMES > 1:  # nothing below reads the picture, and drawing it is a sixth of the work
            page.screenshot(path=picture(name, width, scheme), full_page=True)
        found += [f"{width} {scheme}: {each}" for each in faults(page)]
        if path in UNTRIED:
            found += [f"{width} {scheme}: {each}" for each in serious(page)]
        for part in parts_of(page):
            found += [f"{language} {part}: {each}" for each in marks_on(page, language)]
    assert not found, "\n".join(found)


def parts_of(page: Page) -> Iterator[str]:
    """The page as it opens, then each of its tabs, and back."""
    yield ""
    tabs = page.get_by_role("tab")
    for number in [*range(1, tabs.count()), 0] if page.url.endswith(TABBED) else ():
        tabs.nth(number).click()
        settled(page)
        yield tabs.nth(number).inner_text()


def marks_on(page: Page, language: str) -> list[str]:
    """Return what shows through in all that a page says, read or heard."""
    said = page.evaluate(SAID)
    return [each for text in said for each in shows_through(text, language, NAMES)]


def weigh(weights: dict[str, int], response: Response) -> None:
    if response.status == 200:
        weights[response.url] = len(response.body())


def picture(name: str, width: int, scheme: str) -> Path:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    return ARTEFACTS / f"{name}-{width}-{scheme}.png"


def faults(page: Page) -> list[str]:
    """Return the faults of the page as it stands."""
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return [
        *([f"{wider} pixels too wide"] if wider > 0 else []),
        *(f"overlap: {each}" for each in page.evaluate(CROWDED)),
        *(f"cut off: {each}" for each in page.evaluate(CUT_OFF)),
    ]
