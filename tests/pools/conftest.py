"""Pools are tried on the stores on which books are: a file, and a server."""

from __future__ import annotations

from tests.store.conftest import address, clock, store

__all__ = ["address", "clock", "store"]
