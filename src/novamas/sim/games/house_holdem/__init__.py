"""The kernels of hold'em against the house."""
