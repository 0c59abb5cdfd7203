"""The pools in a real browser: tickets by mouse, touch and keyboard, vouchers, and the organiser's office."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.web.test_documents import ROOT, SECONDS, WEB, chromium, needs_browser, node, wait_for


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a house that serves the app and the pools, and the token of its central office."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    books = tmp_path_factory.mktemp("pools") / "books.sqlite"
    process = subprocess.Popen([sys.executable, "-m", "tests.web.pools", str(port), str(books)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/me")
        yield address, books.with_name("books.sqlite.token").read_text("utf-8")
    finally:
        process.terminate()
        process.wait(SECONDS)


@needs_browser
def test_both_pools_are_played_and_the_office_settles_a_day(house: tuple[str, str]) -> None:
    browser = {**os.environ, "NOVAMAS_CHROMIUM": str(chromium())}
    walked = subprocess.run(
        [str(node()), "tests/browser/pools.mjs", *house],
        cwd=WEB,
        env=browser,
        capture_output=True,
        text=True,
        check=False,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
