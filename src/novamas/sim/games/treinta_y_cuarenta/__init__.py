"""Kernels of treinta y cuarenta."""
