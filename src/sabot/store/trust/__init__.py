"""Keys, signatures, seals and witnesses: how rows of the database are verified before use."""
