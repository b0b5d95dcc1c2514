"""The cards: brought, checked, mixed, cut, burned."""
