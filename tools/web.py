"""Print docs/web.md: figures of the browser app, and every route with its accessibility walks.

Routes are the server's; what a walk proves stands above it in `web/tests/browser`. `make goldens` prints it.
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
    """An example address of a route, the keys pressed there, and the check that it was done."""

    name: str
    address: str
    press: tuple[str, ...] = ()
    until: str = ""
    isLong: bool = False  # noqa: N815 (its name in JavaScript)


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts about a route: an example address, and the walks that use it without seeing."""

    visits: tuple[Visit, ...]
    unseen: tuple[str, ...]


def routes() -> dict[str, Route]:
    """Return every route of the walks, by its path."""
    return msgspec.json.decode((WALKS / "routes.json").read_bytes(), type=dict[str, Route])


def served() -> list[str]:
    """Return the paths at which the server serves the app."""
    return [path.replace(":str}", "}") for path in PAGES]


def walks() -> dict[str, str]:
    """Return the purpose of each walk, by its file and name."""
    return {
        f"{file.stem}.{name}": told
        for file in sorted(WALKS.glob("*.mjs"))
        for told, name in _WALK.findall(file.read_text("utf-8"))
    }


def page() -> str:
    """Return the whole page."""
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
