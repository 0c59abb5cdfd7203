"""Kernels of bacará a dos paños."""
