"""Phases of a round of pai gow."""
