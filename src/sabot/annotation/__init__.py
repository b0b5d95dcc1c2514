"""The annotated rulebook: every clause beside its readings, its code, its tests and its figures."""
