"""The kernels of pai gow poker."""
