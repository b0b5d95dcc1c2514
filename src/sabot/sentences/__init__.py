"""Every event of a log as a sentence, in the reader's language."""
