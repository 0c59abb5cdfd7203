"""The kernels of chemin de fer."""
