"""The moments of a round of pai gow."""
