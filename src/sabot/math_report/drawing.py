"""The drawing rules as tables, for games with one Player's and one Banker's hand."""

from sabot.math_report.figures import Json
from sabot.rules import CommonHands, Rulebook


def drawing_rules(book: Rulebook) -> Json | None:
    """Return who draws on what: `player` by its own total, `banker` by its total and the Player's
    third card. None for games whose hands are dealt otherwise."""
    procedure = book.procedure
    if not isinstance(procedure, CommonHands):
        return None
    head, *rows = procedure.banker_draws.rows()
    draws = {total: total in procedure.player_draws for total in range(10)}
    naturals = set(procedure.natural)
    return {
        "deal": list(procedure.deal_order),
        "natural": list(procedure.natural),
        "player": [
            {"total": total, "draws": "natural" if total in naturals else "D" if drawn else "S"}
            for total, drawn in draws.items()
        ],
        "banker": {
            "columns": list(head[1:]),
            "rows": [{"total": int(total), "draws": cells} for total, *cells in rows],
        },
    }
