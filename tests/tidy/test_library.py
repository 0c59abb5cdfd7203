"""The guide for developers: each of its examples runs, and prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "library.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.S)


def wanted(block: str) -> list[str]:
    """What a block says it prints: after `print(…)` on its line, or in comments on lines of their own."""
    found = re.findall(r"^ *print\(.*\)  # (.*)$|^# (.*)$", block, re.M)
    return [after or alone for after, alone in found]


def test_the_guide_has_examples() -> None:
    assert len(BLOCKS) >= 8
    assert all(map(wanted, BLOCKS))


def test_every_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(block, names)
        assert capsys.readouterr().out.splitlines() == wanted(block), block
