"""The odds of pai gow poker."""
