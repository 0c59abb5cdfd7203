"""Odds of trijoker."""
