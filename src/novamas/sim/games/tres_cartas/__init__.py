"""Kernels of three-card poker."""
