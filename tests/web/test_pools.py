"""The pools in a real browser: tickets by mouse, touch and keyboard, vouchers, the organiser's office."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.walking import a_house, walk


@pytest.mark.soak  # the longest of all walks: fifty cells are marked; its pages are looked at with the others
def test_both_pools_are_played_and_the_office_settles_a_day(tmp_path: Path) -> None:
    with a_house(tmp_path, "tests.web.pools") as address:
        token = (tmp_path / "books.sqlite.token").read_text("utf-8")
        walk("pools", address, token, "all")
