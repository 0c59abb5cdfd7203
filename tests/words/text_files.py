"""Every text of the program, of the games, and of the law's figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from novamas.law import catalogue, norms
from novamas.law.packs import OURS as LAW
from novamas.law.texts import Text
from novamas.words.texts import FOLDER, TextFile

PROGRAM = sorted(Path(FOLDER).glob("*.toml"))
GAMES = sorted((Path(LAW) / "words").glob("*.toml"))
NO_SHELVES = ("hands",)  # declensions, which are not plain texts


def of_the_program() -> Iterator[tuple[str, Text]]:
    for path in PROGRAM:
        if path.stem not in NO_SHELVES:
            for code, text in msgspec.toml.decode(path.read_bytes(), type=TextFile).items():
                yield f"{path.stem}.{code}", text


def of_games() -> Iterator[tuple[str, Text]]:
    for path in GAMES:
        written = msgspec.toml.decode(path.read_bytes())
        written.pop("shares", ())
        for file, texts in msgspec.convert(written, dict[str, TextFile]).items():  # `game` among them
            for code, text in texts.items():
                yield f"{path.name}: {file}.{code}", text


def of_figures() -> Iterator[tuple[str, Text]]:
    for norm in norms():
        edition = catalogue.under(norm)
        for slug in edition.games:
            for path, text in edition[slug].texts.items():
                yield f"{slug} under {norm}: {path}", text


def every_text() -> Iterator[tuple[str, Text]]:
    """Yield each text with its place."""
    yield from of_the_program()
    yield from of_games()
    yield from of_figures()
