"""The odds of pai gow with dominoes."""
