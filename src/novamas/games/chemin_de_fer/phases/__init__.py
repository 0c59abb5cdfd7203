"""Phases of chemin de fer."""
