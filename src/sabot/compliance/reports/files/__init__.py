"""The files of tournaments and promotions, laid out for the regulator."""
