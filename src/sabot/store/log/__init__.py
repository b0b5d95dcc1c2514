"""The format of the log: lines, hash chain, batches, checkpoints, export and import."""
