"""Every page, by day on a desk and by night on a phone: nothing overlaps, is cut off, or is heavy.

The pictures are kept in `artefacts/screens/` for people to look at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response

from server.harness import House
from support.plain import marks_on
from web.browser import LOOKS, PageAs, look, serious

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "screens"
HEAVIEST = 300_000
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
}
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
SAID = """() => [...document.querySelectorAll('body *:not(code, textarea)')].flatMap((each) => [
  each.getAttribute('aria-label'), each.title,
  ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
]).filter(Boolean).join(' ')"""
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
    page.wait_for_function("() => document.querySelector('main')?.innerText.trim().length > 30")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_overlaps_or_is_cut_off_or_heavy(page_as: PageAs, casino: House, name: str) -> None:
    who, path = SCREENS[name]
    page = page_as(who, "/web/style.css", reduced_motion="reduce")
    weights: dict[str, int] = {}
    page.on("response", lambda response: weigh(weights, response))
    page.goto(casino.origin + path)
    settled(page)
    elsewhere = [url for url in weights if not url.startswith(casino.origin)]
    assert not elsewhere
    assert sum(weights.values()) < HEAVIEST, sorted(weights.items(), key=lambda item: -item[1])[:9]
    found = [
        f"{said['language']}: {mark}" for said in texts(page) for mark in marks_on(said["text"])
    ]
    for width, scheme in LOOKS:
        look(page, width, scheme)
        page.screenshot(path=picture(name, width, scheme), full_page=True)
        found += [f"{width} {scheme}: {each}" for each in faults(page)]
        if path in UNTRIED:
            found += [f"{width} {scheme}: {each}" for each in serious(page)]
    assert not found, "\n".join(found)


def texts(page: Page) -> list[dict[str, str]]:
    """All that the page says, read or heard, in both languages."""
    said = []
    for language in ("en", "zh"):
        page.evaluate(f"import('/web/shared/words.js').then((w) => w.setLanguage('{language}'))")
        said.append({"language": language, "text": page.evaluate(SAID)})
    page.evaluate("import('/web/shared/words.js').then((words) => words.setLanguage('en'))")
    return said


def weigh(weights: dict[str, int], response: Response) -> None:
    if response.status == 200:
        weights[response.url] = len(response.body())


def picture(name: str, width: int, scheme: str) -> Path:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    return ARTEFACTS / f"{name}-{width}-{scheme}.png"


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return [
        *([f"{wider} pixels too wide"] if wider > 0 else []),
        *(f"overlap: {each}" for each in page.evaluate(CROWDED)),
        *(f"cut off: {each}" for each in page.evaluate(CUT_OFF)),
    ]
