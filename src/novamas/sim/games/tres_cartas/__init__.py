"""The kernels of three-card poker."""
