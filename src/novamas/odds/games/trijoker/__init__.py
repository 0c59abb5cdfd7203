"""The odds of trijoker."""
