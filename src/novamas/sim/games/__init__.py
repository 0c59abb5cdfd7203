"""Compiled kernels, one package a game: `rounds`, `seats` for several seats, `strategy`."""
