"""The tournament's money: what is added, awarded, paid, and given back."""
