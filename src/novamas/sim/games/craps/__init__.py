"""The kernels of craps."""
