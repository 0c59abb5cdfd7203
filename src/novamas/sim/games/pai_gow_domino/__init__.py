"""Kernels of pai gow with dominoes."""
