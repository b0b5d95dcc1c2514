"""How a heat ends: early, or counted chip by chip."""
