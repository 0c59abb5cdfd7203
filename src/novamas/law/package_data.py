"""The data that comes with the package."""

from __future__ import annotations

import os.path

FOLDER = os.path.join(os.path.dirname(__file__), "data")  # pathlib would cost a quarter of our import time


def read_data(*path: str) -> bytes:
    """The content of one data file."""
    with open(os.path.join(FOLDER, *path), "rb") as file:
        return file.read()
