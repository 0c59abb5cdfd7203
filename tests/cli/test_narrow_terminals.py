"""Narrow terminals: numbers are never wrapped or cut, and charts are drawn with letters and a key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.cli.commands.odds import show_chart
from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for

DOCS = Path(__file__).parents[2] / "docs"
ASKED = [
    ("odds", "boule"),
    ("odds", "tres_cartas"),
    ("odds", "blackjack", "--hand", "10 6", "--bank", "10"),
    ("odds", "pai_gow_poker", "--hand", "Ac Ad Kh Ks 7c 4d 2s"),
    ("equity", "Ad Ac", "Ks Qs", "--board", "7s 6s 2h 3d"),
    ("games",),
    ("games", "ruleta", "--layout"),
    ("games", "tres_cartas", "--layout"),
    ("hand", "As Kd Qh Jc 10s"),
]


def figures(text: str) -> set[str]:
    """Return every word that has a digit, and every card."""
    return {word.strip(".,;:()") for word in text.split() if re.search(r"[0-9♣♦♥♠]", word)}


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: " ".join(asked[:2]))
def test_no_figure_is_broken_or_lost(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    for language in LANGUAGES:
        monkeypatch.setenv("COLUMNS", "250")
        wide = figures(novamas(*asked, "--lang", language).out)
        assert wide
        for columns in (40, 56, 64, 72, 80):
            monkeypatch.setenv("COLUMNS", str(columns))
            told = novamas(*asked, "--lang", language).out
            assert wide - figures(told) == set(), columns
            assert all(len(line) <= columns for line in told.splitlines() if len(line.split()) > 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chart_is_letters_with_a_key_and_fits_forty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    voice = voice_for(language, "blackjack")
    counted = json.loads(((DOCS / "odds" / "blackjack-IB05").with_suffix(".json")).read_text("utf-8"))
    charts = [advice["chart"] for advice in counted["strategy"] if "chart" in advice]
    assert charts
    for chart in charts:
        show_chart(chart, voice)
        rows, key = re.fullmatch(r"\n(.*?)\n\n(.*)\n", capsys.readouterr().out, re.DOTALL).groups()  # type: ignore[union-attr]
        assert max(map(len, rows.splitlines())) <= 40
        meant = dict(one.split(": ") for one in key.replace("\n ", "").rstrip(".").split(", "))
        for told, row in zip(rows.splitlines()[1:], chart, strict=True):
            acts = [meant[letters] for letters in told.split()[-len(row["against"]) :]]
            assert acts == [voice.act(act) for act in row["against"].values()]
