"""Odds of pai gow poker."""
