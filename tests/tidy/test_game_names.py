"""Where a game is named outside its own files, besides the Python modules (`tests/games/test_own_files.py`).

Data and the browser app find a game by the name of its file. A shared file may name a game only if the law
or a text about something else does.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.test_own_files import owner

from novamas.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "novamas"
APP = ROOT / "web" / "src"
DATA = (".toml", ".json", ".jsonl")
CODE = (".ts", ".svelte", ".mjs")
GENERATED = ("web", "generated")  # the built app in the package; the types that the app is checked with

ALLOWED = {
    "law/data/figures/general.toml": "the list of games of each norm: the one file that a new game changes",
    "law/data/clauses": "the index of clauses: the game that a clause is about",
    "law/data/conduct.toml": "rules of conduct of a norm, by game",
    "law/data/displays.toml": "what a norm wants displayed, by game",
    "law/data/rankings": "rankings of hands of a norm, by game",
    "law/data/norms.toml": "the game that an order of the norm replaces",
    "law/data/figures": "the game from whose figures a norm borrows",
    "law/data/glossary.json": "terms of the trade, some of which are also the names of games",
    "school/data/lessons": "the game that a lesson is about",
    "house/par/data/published": "the key of the text about a source, which two games share",
    "words/data/published.toml": "the same key",
    "words/data/hand.toml": "the name of a hand of two cards, not of the game",
    "words/data/law_parts.toml": "the heading of a part of the law",
}


def names_in(value: Any) -> Iterator[str]:
    """Yield every key and every text of a value."""
    match value:
        case dict():
            for key, each in value.items():
                yield key
                yield from names_in(each)
        case list():
            for each in value:
                yield from names_in(each)
        case str():
            yield value


def data_in(path: Path) -> Any:
    """Return what a file of data holds."""
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        return tomllib.loads(text)
    return (
        [json.loads(line) for line in text.splitlines() if line]
        if path.suffix == ".jsonl"
        else json.loads(text)
    )


def texts_in(code: str) -> Iterator[str]:
    """Yield the quoted texts of TypeScript or Svelte, and the parts of paths. Comments may give examples."""
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)
    for text in re.findall(r"""(?<=['"`])[\w./@-]+(?=['"`])""", code):
        yield from re.split(r"[/.]", text)


def own(path: Path) -> set[str]:
    """Return the games to which a file or one of its folders belongs."""
    return {slug for part in path.relative_to(ROOT).parts if (slug := owner(part))}


def shared(folder: Path, kinds: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of these kinds that are not generated."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in kinds and not set(GENERATED) & set(path.relative_to(folder).parts):
            yield path


def named(folder: Path, kinds: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the games that each file names, without the game whose own file it is."""
    found = {}
    for path in shared(folder, kinds):
        names = set(names_in(data_in(path)) if kinds is DATA else texts_in(path.read_text("utf-8")))
        if slugs := (names & set(GAMES)) - own(path):
            found[path.relative_to(folder).as_posix()] = slugs
    return found


def test_shared_data_names_a_game_only_where_the_law_does() -> None:
    found = named(SOURCE, DATA)
    used = {place for place in ALLOWED if any(name.startswith(place) for name in found)}
    assert [name for name in found if not name.startswith(tuple(ALLOWED))] == []
    assert used == ALLOWED.keys()


def test_the_browser_app_names_no_game() -> None:
    assert named(APP, CODE) == {}


def test_a_name_is_found_in_data_and_in_code() -> None:
    assert "boule" in set(names_in({"games": [{"boule": 1}]}))
    assert "boule" in set(names_in(["boule"]))
    assert "boule" in set(texts_in("import { facts } from './games/boule.ts';"))
    assert "boule" in set(texts_in("if (game === 'boule') {}"))
    assert "boule" not in set(texts_in('/** `<novamas-odds game="boule">` */'))
