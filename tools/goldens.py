"""Print again all that is printed from the program: playthroughs, game pages, the command reference.

Run it with `make goldens`, and read the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

from novamas.cli import reference
from tools.pages import page
from tools.playthroughs import played, scripts

ROOT = Path(__file__).parent.parent


def goldens() -> dict[Path, str]:
    """Every printed file, and what it should say."""
    found = {script.with_suffix(".txt"): played(script) for script in scripts()}
    games: dict[str, list[str]] = {}
    for script in scripts():
        slug, norm = script.stem.split("-")[:2]
        if norm not in games.setdefault(slug, []):
            games[slug].append(norm)
    for slug, norms in games.items():
        found[ROOT / "docs" / "games" / f"{slug}.md"] = page(slug, tuple(norms))
    found[ROOT / "docs" / "commands.md"] = reference()
    return found


if __name__ == "__main__":
    for path, text in goldens().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
