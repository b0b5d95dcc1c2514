"""The tournament's file for the regulator, and its report on the order of wagering."""
