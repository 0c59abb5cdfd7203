"""The odds of black jack."""
