"""Draw `pictures/packages.svg`: `python docs/packages.py`."""

from pathlib import Path

LAYERS = (
    ("Documents", "what the five documents say, as data", "rules rulebooks bench"),
    ("One coup", "cards to hands, facts and payments", "core shoe coup"),
    ("Analysis", "exact odds, counting, simulation", "odds counting simulate math_report school"),
    ("Streams", "commands in, events out, money in balance", "engine policies parts"),
    (
        "Kinds of stream",
        "what the casino does",
        "table accounts aml env tournament promotions people",
    ),
    ("Log", "hash chain, signatures, SQLite and PostgreSQL", "store"),
    ("Floor", "one transaction over all streams", "links audit/checks floor"),
    (
        "Readers",
        "audit, reports, what each role sees",
        "sentences compliance audit annotation pit views",
    ),
    ("People", "pages, API, commands, programs", "server web cli client robots"),
)
"""Title, sentence and packages of each layer, from the ground up."""
EDGE, INK, PALE = "#2f5d50", "#17352d", "#45524d"


def drawn(layers: tuple[tuple[str, str, str], ...] = LAYERS) -> str:
    """Return the picture."""
    height = 30 + 70 * len(layers)
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {height}" '
        'font-family="system-ui, sans-serif" font-size="14">',
        "<title>Packages of Sabot, each layer built on those above it</title>",
        f'<rect width="960" height="{height}" fill="#fff"/>',
    ]
    for number, (title, sentence, packages) in enumerate(layers):
        top = 20 + 70 * number
        rows.append(
            f'<rect x="10" y="{top}" width="940" height="58" rx="8" '
            f'fill="#f3f6f4" stroke="{EDGE}"/>'
        )
        rows.append(
            f'<text x="24" y="{top + 25}" font-weight="600" fill="{INK}">{title}</text>'
            f'<text x="24" y="{top + 45}" font-size="12" fill="{PALE}">{sentence}</text>'
        )
        left = 350
        for package in packages.split():
            width = 22 + 8 * len(package)
            rows.append(
                f'<rect x="{left}" y="{top + 14}" width="{width}" height="30" rx="6" fill="#fff" '
                f'stroke="#8aa69c"/><text x="{left + width / 2}" y="{top + 34}" '
                f'text-anchor="middle" fill="{INK}">{package}</text>'
            )
            left += width + 10
        if number < len(layers) - 1:
            rows.append(f'<path d="M480 {top + 58}v10m-5-5l5 5 5-5" stroke="{EDGE}" fill="none"/>')
    return "\n".join([*rows, "</svg>", ""])


if __name__ == "__main__":
    Path(__file__).with_name("pictures").joinpath("packages.svg").write_text(drawn())
