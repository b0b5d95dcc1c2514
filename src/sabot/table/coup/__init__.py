"""The coup, card by card."""
