"""Reports as people read them: CSV, and pages ready to be printed."""
