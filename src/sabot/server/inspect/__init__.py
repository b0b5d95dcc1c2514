"""The inspector's desk: the log, audits, files, checkpoints."""
