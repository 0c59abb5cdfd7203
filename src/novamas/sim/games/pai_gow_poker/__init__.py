"""Kernels of pai gow poker."""
