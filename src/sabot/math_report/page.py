"""The report as a page that stands alone and prints well."""

from html import escape
from typing import Any

from sabot.math_report.counters import counting_picture
from sabot.math_report.report import Report
from sabot.math_report.sections import awards, bounds, cover, drawing, joint, randomness
from sabot.math_report.tables import landscape, table, wide
from sabot.odds.presentation.pictures import picture
from sabot.odds.wager_odds import MARK

STYLE = """
body{font:15px/1.45 Georgia,serif;color:#1c1c1c;max-width:62em;margin:2em auto;padding:0 1.2em}
h1{font-size:1.9em;margin:.2em 0}h2{margin-top:2em;border-bottom:1px solid #999}
h3{margin:1.4em 0 .3em}.quiet{color:#555}svg{max-width:100%;height:auto}
table{border-collapse:collapse;margin:.6em 0;font:13px/1.35 system-ui,sans-serif;max-width:100%}
td,th{padding:.22em .7em;text-align:right;border-bottom:1px solid #ddd;vertical-align:top}
th{font-weight:600;border-bottom:1px solid #666}td{overflow-wrap:anywhere}
td:first-child,th:first-child{text-align:left;padding-left:0}
td:first-child{white-space:nowrap}td.words{text-align:left}
.mark{border:2px solid #a00;color:#a00;padding:.5em .8em;font-weight:bold}
.scroll{overflow-x:auto}.scroll td{overflow-wrap:normal;white-space:nowrap}
.signed td{height:2.6em;min-width:9em}.signed{width:100%}.signed td:first-child{width:6em}
@page{size:A4;margin:16mm;@bottom-right{content:'Page ' counter(page) ' of ' counter(pages);
font:9pt system-ui,sans-serif;color:#555}}
@page side{size:A4 landscape}
@media print{.landscape{page:side}.landscape .scroll table{font-size:6.4pt}
.landscape svg{max-width:60%}.landscape>h2:first-child{margin-top:0}
body{margin:0;padding:0;max-width:none;font-size:11pt}h2,h3{break-after:avoid}
tr,svg,.figures{break-inside:avoid}.scroll{overflow:visible}thead{display:table-header-group}table{font-size:8.5pt}
.scroll table{font-size:6.4pt;max-width:none}.scroll td,.scroll th{padding:.2em .22em}}
"""
FIGURES = {
    "return": ("return to the player", "{:.6%}"),
    "edge": ("house edge", "{:.6%}"),
    "edge_resolved": ("house edge of coups that do not stand off", "{:.6%}"),
    "element_of_risk": ("element of risk, of all that is staked", "{:.6%}"),
    "hit_frequency": ("hit frequency", "{:.6%}"),
    "cycle": ("cycle: a win in so many coups", "{:,.3f}"),
    "standard_deviation": ("standard deviation", "{:.6f}"),
    "volatility_index": ("volatility index (90%)", "{:.6f}"),
    "skewness": ("skewness", "{:+.4f}"),
}


def page(report: Report) -> str:
    """The whole report in HTML.

    >>> from datetime import UTC, datetime
    >>> from sabot.bench import book_of
    >>> from sabot.math_report import report
    >>> made = report(book_of("panda-8"), datetime.now(UTC), coups=1000, shoes=1)
    >>> "Panda 8" in page(made)
    True
    """
    told: Any = report.told
    parts = [
        _head(told), cover(told["cover"]),
        "<h2>Rules</h2>", _rules(told), drawing(told["drawing"]),
        "<h2>Wagers</h2>", picture(report.sheet), *(_wager(each) for each in told["wagers"]),
        landscape("<h2>Joint counts of both hands</h2>", joint(told["matrix"]),
                  "<h2>Return bounds</h2>", bounds(told["wagers"])),
        "<h2>Largest awards and liability</h2>", awards(told["awards"]),
        "<h2>Effect of removal</h2>", _removal(told),
        landscape("<h2>Card counting</h2>", _counting(told["counting"])),
        "<h2>Decks and schemes</h2>", _sensitivity(told),
        "<h2>Readings that were not taken</h2>", _readings(told["readings"]),
        "<h2>Simulation</h2>", _simulation(told["simulation"]),
        "<h2>Randomness</h2>", randomness(told["randomness"]),
        "<h2>Method</h2>", *(f"<p>{escape(each)}</p>" for each in told["method"]),
    ]  # fmt: skip
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(told['title'])}</title><style>{STYLE}</style>"
        f"{''.join(parts)}</html>\n"
    )


def _head(told: Any) -> str:
    document = told["document"]
    marked = ""
    if told["changed"]:
        marked = f"<p class='mark'>{MARK}: {escape('; '.join(told['changed']))}</p>"
    whose = f"{document['casino']}, {document['version']}" if told["approved"] else ""
    if not told["approved"] and not told["changed"]:
        whose = "A game of its author's own: no document approves it."
    rows = [
        ("decks", str(told["decks"])),
        *([("scheme", told["scheme"])] if told["scheme"] else []),
        *([("strategy", told["strategy"])] if "strategy" in told else []),
        ("rulebook", told["rulebook"]),
        ("digest", told["digest"]),
        ("sabot", told["release"]),
        ("date", told["date"]),
    ]
    listed = "".join(f"<tr><td>{a}</td><td class='words'>{escape(b)}</td></tr>" for a, b in rows)
    title = told["title"].removeprefix(f"{MARK}: ").partition(", but ")[0]
    return (
        f"<p class='quiet'>Mathematical report</p><h1>{escape(title)}</h1>{marked}"
        f"<p>{escape(whose)}</p><table>{listed}</table>"
    )


def _rules(told: Any) -> str:
    rows = "".join(
        f"<tr><td>{escape(each['clause'] or '')}</td>"
        f"<td class='words'>{escape(each['says'])}</td></tr>"
        for each in told["rules"]
    )
    return f"<table>{rows}</table>"


def _wager(each: Any) -> str:
    words = "".join(f"<p class='quiet'>{escape(text)}</p>" for text in each["rules"])
    rows = [
        (line["line"], line["pays"], f"{line['ways']:,}", f"{line['probability']:.8f}",
         f"{line['once_in']:,.2f}" if line["once_in"] else "never", f"{line['return']:.8f}")
        for line in each["lines"]
    ]  # fmt: skip
    total = f"{each['ways']['total']:,}"
    rows.append(("in all", "", total, "1.00000000", "", f"{each['return']:.8f}"))
    head = ("line", "pays", "ways", "probability", "once in", "return")
    figures = [
        (name, form.format(each[key]))
        for key, (name, form) in FIGURES.items()
        if each.get(key) is not None
    ]
    figures.append(("expected value", each["ev"]))
    shown = f"{table(head, rows)}{table(('', ''), figures)}"
    return f"<div class='figures'><h3>{escape(each['name'])}</h3>{words}{shown}</div>"


def _removal(told: Any) -> str:
    rows = [
        (wager, *(f"{1e6 * moved:+.0f}" for moved in by_rank.values()))
        for wager, by_rank in told["removal"].items()
    ]
    head = ("wager", *next(iter(told["removal"].values())))
    note = "<p>What the player's expectation gains when one card is gone, in millionths of a stake."
    return f"{note}</p>{wide(head, rows)}"


def _counting(told: Any) -> str:
    if "refused" in told:
        return f"<p>{escape(told['refused'])}</p>"
    rows = [
        (each["name"], " ".join(f"{tag:+d}" for tag in each["tags"].values()),
         f"{each['betting_correlation']:.3f}",
         "none" if each["trigger"] is None else f"{each['trigger']:+g}",
         f"{each['bets_per_shoe']:.2f}", _plus_minus(each["advantage"], each["advantage_se"], 100),
         _plus_minus(each["units_per_shoe"], each["units_per_shoe_se"]),
         f"{each['units_per_100']:+.3f}",
         "" if each["desirability"] is None else f"{each['desirability']:.2f}",
         _plus_minus(each["by_composition"]["units_per_shoe"],
                     each["by_composition"]["units_per_shoe_se"]),
         f"{each['largest_advantage']:+.1%}", each["vulnerable"] or "")
        for each in told["wagers"]
    ]  # fmt: skip
    head = ("wager", "tags: A 2 3 4 5 6 7 8 9 T", "correlation", "trigger", "bets a shoe",
            "advantage when betting, %", "units a shoe", "per 100 coups", "desirability",
            "units by composition", "largest advantage", "vulnerable")  # fmt: skip
    return (
        f"<p>{_number_of(told['shoes'], 'shoe')} of seed {told['seed']}; triggers were fitted on "
        f"{_number_of(told['fitted_on'], 'other shoe')}. Advantage is the player's, positive where "
        "the player gains; &plusmn; is one standard error. A unit is bet from the trigger on. By "
        "composition: a counter who knows every unseen card. Desirability: 100 times the units "
        "per 100 coups, divided by the standard deviation of 100 coups. Vulnerable: a counter "
        f"gains {told['vulnerable_from']:g} units or more per 100 coups, and more than two "
        f"standard errors.</p>{counting_picture(told['wagers'])}{wide(head, rows)}"
        + _depths(told["depths"])
    )


def _depths(told: Any) -> str:
    """The vulnerable wagers with the cutting card elsewhere."""
    if not told:
        return ""
    rows = [
        (each["name"], each["counter"], f"{each['cut']}{' *' * each['beyond']}",
         "none" if each["trigger"] is None else f"{each['trigger']:+g}",
         f"{each['bets_per_shoe']:.2f}",
         _plus_minus(each["advantage"], each["advantage_se"], 100),
         _plus_minus(each["units_per_shoe"], each["units_per_shoe_se"]),
         f"{each['units_per_100']:+.3f}")
        for each in told
    ]  # fmt: skip
    head = ("wager", "counter", "cards behind the cutting card", "trigger", "bets a shoe",
            "advantage when betting, %", "units a shoe", "per 100 coups")  # fmt: skip
    marked = " * is deeper than the document allows." if any(e["beyond"] for e in told) else ""
    shoes = _number_of(told[0]["shoes"], "shoe")
    note = f"<p>{shoes} at each depth, and as many others to fit triggers on.{marked}</p>"
    return f"<h3>Depth of the cutting card</h3>{note}{wide(head, rows)}"


def _plus_minus(value: float | None, error: float | None, times: int = 1) -> str:
    """A figure with its standard error."""
    if value is None:
        return "no bets"
    return f"{value * times:+.4f}" + ("" if error is None else f" ± {error * times:.4f}")


def _sensitivity(told: Any) -> str:
    columns = told["sensitivity"]
    wagers = list(dict.fromkeys(wager for each in columns for wager in each["edges"]))
    head = ("house edge", *(f"{e['decks']} decks {e['scheme'] or ''}".strip() for e in columns))
    rows = [
        (wager, *(f"{each['edges'][wager]:.4%}" if wager in each["edges"] else "not offered"
                  for each in columns))
        for wager in wagers
    ]  # fmt: skip
    return wide(head, rows)


def _readings(told: Any) -> str:
    if not told:
        return "<p>None is priced: the rules are their author's own, or were changed.</p>"
    parts = []
    for each in told:
        rows = [
            (wager, f"{both['taken']:.4%}", f"{both['rejected']:.4%}")
            for wager, both in each["edges"].items()
        ]
        parts.append(
            f"<h3>{escape(', '.join(each['clauses']))}: {escape(each['question'])}</h3>"
            f"<p>Taken: {escape(each['taken'])}<br>Rejected: {escape(each['rejected'])}<br>"
            f"Priced: {escape(each['priced'])}.</p>"
            + table(("house edge", "as taken", "as rejected"), rows)
        )
    return "".join(parts)


def _simulation(told: Any) -> str:
    rows = []
    for each in told["wagers"]:
        low, high = each["interval"]
        exact = "" if each["exact_edge"] is None else f"{each['exact_edge']:.4%}"
        z = "" if each["z"] is None else f"{each['z']:+.2f}"
        edges = f"{each['edge']:.4%}", f"{each['stderr']:.4%}", f"{low:.4%} to {high:.4%}"
        rows.append((each["wager"], *edges, exact, z))
    head = ("wager", "edge", "standard error", "95% interval", "exact", "z")
    dealt = f"{_number_of(told['coups'], 'coup')} from {_number_of(told['shoes'], 'shoe')}"
    note = f"{dealt}, seed {told['seed']}."
    return f"<p>{note}</p>{table(head, rows)}"


def _number_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
