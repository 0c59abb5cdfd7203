"""The kernels of circle poker."""
