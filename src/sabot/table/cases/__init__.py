"""What is looked into: disputes, notices, wrong payments, and the records of all of them."""
