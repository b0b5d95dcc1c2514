"""What each document says of every situation: one table for each, side by side the matrix."""
