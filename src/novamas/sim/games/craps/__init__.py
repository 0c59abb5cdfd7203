"""Kernels of craps."""
