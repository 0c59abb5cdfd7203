"""The kernels of black jack."""
