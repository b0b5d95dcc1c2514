"""What becomes of the prizes: winners told, passed over, claims, the handing over."""
