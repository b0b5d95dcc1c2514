"""Cards, facts and wagers of one coup."""
