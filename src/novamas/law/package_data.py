"""Data files that come with the package."""

from __future__ import annotations

import os.path

FOLDER = os.path.join(os.path.dirname(__file__), "data")  # pathlib would take a quarter of the import time


def read_data(*path: str) -> bytes:
    """Return the content of a data file."""
    with open(os.path.join(FOLDER, *path), "rb") as file:
        return file.read()
