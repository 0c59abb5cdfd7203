"""The kernels of trijoker."""
