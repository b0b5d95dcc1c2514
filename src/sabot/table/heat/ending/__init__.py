"""The end of a heat: early, or counted chip by chip."""
