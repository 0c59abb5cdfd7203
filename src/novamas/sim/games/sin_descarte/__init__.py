"""Kernels of no-draw poker."""
