"""Kernels of black jack."""
