"""What a release says of itself is the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import novamas

ROOT = Path(__file__).parents[2]


def test_the_citation_and_the_changelog_name_this_version() -> None:
    version = re.escape(novamas.__version__)
    assert re.search(rf"^version: {version}$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert re.search(rf"^## .*\b{version}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
