"""Odds of black jack."""
