"""The kernels of no-draw poker."""
