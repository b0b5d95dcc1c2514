"""Mini-Baccarat, Casino Canberra: the whole document."""
