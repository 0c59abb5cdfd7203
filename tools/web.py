"""Print docs/web.md: figures of the browser app, and every route with its accessibility walks.

The routes come from the server. A comment above each walk in `web/tests/browser` says what it proves. `make
goldens` prints the page.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from novamas.server.web_app import PAGES

ROOT = Path(__file__).parent.parent
WALKS = ROOT / "web" / "tests" / "browser"
_WALK = re.compile(r"/\*\* (.+?) \*/\n *(?:export )?async (?:function )?(\w+)\(")


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example address of a route, the keys to press there, and what must then appear."""

    name: str
    address: str
    press: tuple[str, ...] = ()
    until: str = ""
    isLong: bool = False  # noqa: N815 (its name in JavaScript)


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts about a route: example addresses, and the walks that use it without seeing the screen."""

    visits: tuple[Visit, ...]
    unseen: tuple[str, ...]


def routes() -> dict[str, Route]:
    """Return every route that the walks visit, by its path."""
    return msgspec.json.decode((WALKS / "routes.json").read_bytes(), type=dict[str, Route])


def served() -> list[str]:
    """Return the paths on which the server serves the app."""
    return [path.replace(":str}", "}") for path in PAGES]


def walks() -> dict[str, str]:
    """Return the purpose of each walk, by its file and name."""
    return {
        f"{file.stem}.{name}": told
        for file in sorted(WALKS.glob("*.mjs"))
        for told, name in _WALK.findall(file.read_text("utf-8"))
    }


def page() -> str:
    """Return the page on the browser app."""
    head = (Path(__file__).parent / "web.head.md").read_text("utf-8")
    return (
        head
        + "\n".join(["| route | for example | used without eyes |", "| --- | --- | --- |", *_rows()])
        + "\n"
    )


def _rows() -> list[str]:
    known, told = routes(), walks()
    return [
        f"| `{path}` | `{known[path].visits[0].address}` | "
        + "<br>".join(f"`{name}`: {told[name]}" for name in known[path].unseen)
        + " |"
        for path in served()
    ]
