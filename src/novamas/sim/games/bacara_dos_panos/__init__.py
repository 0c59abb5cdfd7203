"""The kernels of bacará a dos paños."""
