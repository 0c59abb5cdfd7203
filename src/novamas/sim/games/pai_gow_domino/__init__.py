"""The kernels of pai gow with dominoes."""
