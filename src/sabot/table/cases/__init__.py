"""Cases at a table: disputes, notices, wrong payments, and the records of all of them."""
