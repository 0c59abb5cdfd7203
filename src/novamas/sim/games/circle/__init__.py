"""Kernels of circle poker."""
