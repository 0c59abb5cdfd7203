"""The package `novamas_rg26` of `tests/plug_in`, installed for a test: its folder and its metadata."""

from __future__ import annotations

import os
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "plug_in"
PACKAGE, NORM, GAME, REGION = "novamas_rg26", "RG26", "bola_doce", "region_inventada"
TITLE = "novamas-rg26 0.1.0"


def write_metadata(site: Path, package: str = PACKAGE, *, law: str = "", games: str = "") -> Path:
    """Write the metadata of an installed package with these entry points, and return the folder."""
    metadata = site / f"{package}-0.1.0.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    text = f"[novamas.law]\n{law}\n\n[novamas.games]\n{games}\n"
    (metadata / "entry_points.txt").write_text(text, "utf-8")
    return site


def installed(site: Path) -> tuple[str, str]:
    """Install the package for a process with these folders on its path, and return them."""
    write_metadata(site, law=f"rg26 = {PACKAGE}", games=f"{GAME} = {PACKAGE}.{GAME}:GAME")
    return str(site), str(SOURCE)


def environment(*folders: str) -> dict[str, str]:
    """Return the environment of a process in which the packages of these folders are installed."""
    path = os.pathsep.join((*folders, *filter(None, [os.environ.get("PYTHONPATH")])))
    return {**os.environ, "PYTHONPATH": path}
