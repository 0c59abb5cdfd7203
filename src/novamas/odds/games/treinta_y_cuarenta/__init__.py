"""Odds of treinta y cuarenta."""
