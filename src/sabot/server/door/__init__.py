"""Who comes in, and who may."""
