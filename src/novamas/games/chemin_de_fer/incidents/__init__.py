"""Irregularities at chemin de fer."""
