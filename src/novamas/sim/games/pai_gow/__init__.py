"""Kernels of both pai gow games."""
