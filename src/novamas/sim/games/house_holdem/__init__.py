"""Kernels of hold'em against the house."""
