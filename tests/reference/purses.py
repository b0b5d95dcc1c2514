"""Money that is handed to players, whether they are at the table or not."""

from reference.state import Table, held, move


def hand_over(table: Table, player: str, source: str, cents: int) -> None:
    """Give a player chips; what is due to a player who left pays a debt, or goes to the account."""
    there = table.players[player].present
    debt = held(table, f"debt:{player}")
    if debt and not there:
        paid = min(debt, cents)
        move(table, source, "float", paid)
        table.money[f"debt:{player}"] = debt - paid
        cents -= paid
    move(table, source, f"chips:{player}" if there else f"account:{player}", cents)
