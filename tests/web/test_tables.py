"""Tables in play in real browsers: a bet, a split, two who see only their own cards, keys, a broken line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.web.layouts import FILE, printed
from tests.web.test_documents import ROOT, SECONDS, WEB, chromium, needs_browser, node, wait_for


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that serves the app and tables in play."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    books = tmp_path_factory.mktemp("tables") / "books.sqlite"
    process = subprocess.Popen([sys.executable, "-m", "tests.web.serving", str(port), str(books)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/me")
        yield address
    finally:
        process.terminate()
        process.wait(SECONDS)


@needs_browser
def test_tables_by_mouse_touch_keyboard_and_as_text(house: str) -> None:
    browser = {**os.environ, "NOVAMAS_CHROMIUM": str(chromium())}
    walked = subprocess.run(
        [str(node()), "tests/browser/tables.mjs", house],
        cwd=WEB,
        env=browser,
        capture_output=True,
        text=True,
        check=False,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr


def test_the_drawings_are_tested_with_the_layouts_of_today() -> None:
    assert FILE.read_text("utf-8") == printed()
