"""Odds of pai gow with dominoes."""
