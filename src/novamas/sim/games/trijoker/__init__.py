"""Kernels of trijoker."""
