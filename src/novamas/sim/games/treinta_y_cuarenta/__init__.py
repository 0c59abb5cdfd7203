"""The kernels of treinta y cuarenta."""
