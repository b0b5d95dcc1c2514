"""Sections of the report's page: cover, drawing rules, joint counts, bounds, awards, randomness."""

from html import escape
from typing import Any

from sabot.math_report.matrix import folded, hands_of
from sabot.math_report.tables import items, paragraphs, table

MOST_COLUMNS = 12
"""A matrix with more is in the JSON form alone."""
DRAWN = {"D": "draws", "S": "stands", "natural": "natural: no third card"}


def cover(told: Any) -> str:
    """Purpose, limits, and lines to sign on."""
    rows = "".join(
        f"<tr><td>{escape(each['role'])}</td><td class='line'>{escape(each['name'] or '')}</td>"
        "<td class='line'></td><td class='line'></td></tr>"
        for each in told["sign_off"]
    )
    head = "<tr><th></th><th>name</th><th>signature</th><th>date</th></tr>"
    return (
        f"<h2>Purpose and limits</h2><p>{escape(told['purpose'])}</p>{items(told['limits'])}"
        f"<h3>Sign-off</h3><table class='signed'><thead>{head}</thead>{rows}</table>"
    )


def drawing(told: Any) -> str:
    """The drawing rules; empty for games that are dealt otherwise."""
    if told is None:
        return ""
    player = [(str(row["total"]), DRAWN[row["draws"]]) for row in told["player"]]
    banker = [(str(row["total"]), *row["draws"]) for row in told["banker"]["rows"]]
    return (
        "<h3>Third cards</h3>"
        + table(("Player's total", "Player"), player)
        + "<p>Banker's total by row, value of the Player's third card by column; D draws, S stands."
        + " After a natural of either hand no third card is drawn.</p>"
        + table(("Banker", *told["banker"]["columns"]), banker)
    )


def joint(told: Any) -> str:
    """The joint counts of both hands."""
    return "".join(_matrix(each) for each in told)


def _matrix(told: Any) -> str:
    fields, unit, total = told["fields"], told["unit"], told["total"]
    note = (
        f"<p>Ways to each pair of totals, in units of {unit:,}: {total // unit:,} in all, "
        f"{total:,} ways. Adding the cells of a pay line and dividing by the sum gives its "
        "probability. Every combination of facts stands under <code>matrix</code> in the JSON form."
        "</p>"
    )
    parts = []
    hands = hands_of(fields)
    if hands:
        cells = folded(told, hands)
        columns = sorted({banker for _, banker in cells})
        if len(columns) > MOST_COLUMNS:
            number = f"{len(cells):,} pairs of hands"
            return f"<p>{number}: under <code>matrix</code> in the JSON form.</p>"
        parts.append(_pairs("All coups", cells, columns, unit))
        for name in told["split"]:
            by_value = folded(told, (*hands, name))
            for value in sorted({key[2] for key in by_value}):
                these = {key[:2]: ways for key, ways in by_value.items() if key[2] == value}
                parts.append(_pairs(f"{_words(name)} {value}", these, columns, unit))
    for name, winners in told["apart"].items():
        if name in hands:
            continue
        rows = [
            (str(value), f"{ways // unit:,}", ", ".join(winners[str(value)]) or "none")
            for (value,), ways in sorted(folded(told, (name,)).items())
        ]
        parts.append(f"<h3>{_words(name)}</h3>" + table((_words(name), "ways", "wins"), rows))
    return note + "".join(parts) if parts else ""


def _pairs(title: str, cells: dict[tuple[int, ...], int], columns: list[int], unit: int) -> str:
    """Return the joint counts as a table: Player's totals by Banker's totals, with sums."""
    rows = [
        (str(player), *(f"{cells.get((player, banker), 0) // unit:,}" for banker in columns),
         f"{sum(ways for key, ways in cells.items() if key[0] == player) // unit:,}")
        for player in sorted({key[0] for key in cells})
    ]  # fmt: skip
    sums = [sum(ways for key, ways in cells.items() if key[1] == banker) for banker in columns]
    rows.append(("sum", *(f"{each // unit:,}" for each in sums), f"{sum(sums) // unit:,}"))
    head = ("Player by row", *map(str, columns), "sum")
    return f"<h3>{escape(title)}</h3><div class='scroll'>{table(head, rows)}</div>"


def _words(name: str) -> str:
    return escape(name.replace("_", " ").capitalize())


def bounds(told: Any) -> str:
    """Return bounds of all wagers."""
    sizes = [each["coups"] for each in told[0]["bounds"]]
    rows = [
        (each["name"], *(f"{b['low']:.4%} to {b['high']:.4%}" for b in each["bounds"]))
        for each in told
    ]
    return (
        "<p>Between these bounds lies the return of 95% of all runs of so many coups, one unit on "
        "each, coups from a full shoe. Up to 10,000 coups the sum is counted exactly; beyond, the "
        "quantiles come from mean, standard deviation and skewness (Cornish and Fisher).</p>"
        + "<div class='scroll'>"
        + table(("wager", *(f"{size:,} coups" for size in sizes)), rows)
        + "</div>"
    )


def awards(told: Any) -> str:
    """Largest awards and liability."""
    in_money = told["maximum"] is not None
    rows = [
        (each["name"], each["pays"], f"{each['units']:,g}", f"{each['once_in']:,.1f}",
         *([each["award"]] if in_money else []))
        for each in told["wagers"]
    ]  # fmt: skip
    head = ("wager", "largest award", "units", "once in", *(["at the maximum"] if in_money else []))
    most = "" if told["joint"] else "at most "
    money = ""
    if in_money:
        money = (
            f" With {told['maximum']} on each wager: {most}{told['liability']} paid, "
            f"{most}{told['net_liability']} net."
        )
    return (
        table(head, rows)
        + "<p>One coup with one unit on each of these wagers has the casino pay "
        + f"{most}{told['paid_in_a_coup']:,g} units; less the stakes that lose in the same coup, "
        + f"{most}{told['net_in_a_coup']:,g} units.{money} Multiply by the number of players.</p>"
    )


def randomness(told: Any) -> str:
    """The statement on randomness, and what the battery found."""
    battery = told["battery"]
    shown = paragraphs(told["statement"])
    raw = [each["p"] for each in battery["tests"] if "freedom" not in each]
    shoes = [each for each in battery["tests"] if "freedom" in each]
    rows = [
        (each["test"], each["of"], f"{each['statistic']:,.1f}", f"{each['freedom']:,}",
         f"{each['p']:.4f}")
        for each in shoes
    ]  # fmt: skip
    bytes_told = "Raw bytes were not tested."
    if raw:
        bytes_told = (
            f"Raw bytes by {battery['raw']}: {len(raw)} p-values, {min(raw):.4f} to {max(raw):.4f}."
        )
    verdict = "passes" if battery["passed"] else "does not pass"
    return (
        shown
        + f"<p>Battery of {escape(battery['date'])}, release {escape(battery['release'])}: "
        + f"{battery['shoes']:,} shoes of {battery['decks']} decks. {escape(bytes_told)} The "
        + f"smallest of p and 1 &minus; p of all {len(battery['tests'])} tests is "
        + f"{battery['smallest']:.5f}; one run in a hundred has less than {battery['limit']:.6f}. "
        + f"The battery {verdict} at {battery['confidence']:.0%}.</p>"
        + table(("test", "of what", "chi-square", "freedom", "p"), rows)
    )
