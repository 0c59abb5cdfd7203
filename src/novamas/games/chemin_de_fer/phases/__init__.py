"""The moments of chemin de fer."""
