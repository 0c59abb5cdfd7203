"""Odds of bacará a dos paños."""
