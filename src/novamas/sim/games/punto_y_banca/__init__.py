"""Kernels of punto y banca."""
