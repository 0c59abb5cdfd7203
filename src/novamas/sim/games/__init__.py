"""Compiled kernels in one package per game: `rounds` for one seat, `seats` for several, `strategy`."""
