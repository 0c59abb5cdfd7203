"""Regenerate all generated files: playthroughs, odds, courses, pages, sessions, references, schemas.

Run it with `make goldens`, and read the difference before committing it. With paths as arguments, for example
`python -m tools.goldens docs/schema docs/protocol.md`, it prints only the files at or below those paths.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from novamas.cli import reference
from novamas.games import GAMES, game
from novamas.house.floor.schema import floor_schema
from novamas.house.payload_schema import house_schema
from novamas.law.texts import LANGUAGES
from novamas.protocol.schema import live_schema
from novamas.record.schema import schema
from novamas.school.schema import school_schema
from novamas.server import application
from novamas.words import voice_for
from tools import (
    api,
    architecture,
    arenas,
    breaking,
    cited_code,
    courses,
    newcomer,
    pools_pages,
    protocol,
    web,
)
from tools.odds_goldens import counted, path_of
from tools.pages import page
from tools.playthroughs import played, scripts

ROOT = Path(__file__).parent.parent


def goldens() -> dict[Path, Callable[[], str]]:
    """Return every generated file, with the function that generates it."""
    found: dict[Path, Callable[[], str]] = {}
    norms: dict[str, list[str]] = {}
    for script in scripts():
        for language in LANGUAGES:
            found[script.with_suffix(f".{language}.txt")] = partial(played, script, language)
        slug, norm = script.stem.split("-")[:2]
        if norm not in norms.setdefault(slug, []):
            norms[slug].append(norm)
    for slug, held in norms.items():
        for norm in held:
            found[path_of(slug, norm)] = partial(counted, slug, norm)  # before the page that shows them
            found[courses.path_of(slug, norm)] = partial(courses.learnt, slug, norm)
        found[ROOT / "docs" / "games" / f"{slug}.md"] = partial(page, slug, tuple(held))
    for lines in newcomer.scripts():
        found[lines.with_suffix(".txt")] = partial(newcomer.shown, lines)
    for commands in pools_pages.scripts():
        found[commands.with_suffix(".es.txt")] = partial(pools_pages.printed, commands)
    found[ROOT / "docs" / "commands.md"] = reference
    found[ROOT / "docs" / "api.md"] = api.reference
    found[ROOT / "docs" / "architecture.md"] = architecture.page
    found[ROOT / "docs" / "arena.md"] = arenas.page
    found[ROOT / "docs" / "schema" / "common.json"] = schema
    found[ROOT / "tests" / "house" / "clauses_broken.es.txt"] = breaking.printed
    found[ROOT / "tests" / "law" / "cited.txt"] = cited_code.printed
    found[ROOT / "docs" / "schema" / "floor.json"] = partial(floor_schema, voice_for("en"))
    found[ROOT / "docs" / "schema" / "school.json"] = school_schema
    found[ROOT / "docs" / "schema" / "house.json"] = house_schema
    found[ROOT / "docs" / "schema" / "openapi.json"] = application.described
    found[ROOT / "docs" / "schema" / "live.json"] = live_schema
    found[ROOT / "docs" / "protocol.md"] = protocol.page
    found[ROOT / "docs" / "web.md"] = web.page
    for slug in GAMES:
        found[ROOT / "docs" / "schema" / f"{slug}.json"] = partial(schema, game(slug))
    return found


if __name__ == "__main__":
    wanted = [Path(word).resolve() for word in sys.argv[1:]]
    for path, printed in goldens().items():
        if wanted and not any(path.is_relative_to(each) for each in wanted):
            continue
        text = printed()
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
