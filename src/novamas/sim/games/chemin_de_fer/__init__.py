"""Kernels of chemin de fer."""
