"""The kernels of both pai gow games."""
