"""Odds of no-draw poker."""
