"""An invented region as a pack of law: its boule is that of IB05, except for the payout of a number."""

from __future__ import annotations

import json
from pathlib import Path

from novamas.law import Library
from novamas.law.library import library_of

NORM, REGION, GAME = "ZZ26", "region_inventada", "boule"
IDS = {
    f"{NORM}.1": "The games of this order may be played.",
    f"{NORM}.2": "Boule is played.",
    f"{NORM}.3": "A bet on a number pays {pays} to one.",
    f"{NORM}.4": "Boule is played as in the Balearic Islands.",
}


def write_pack(folder: Path, *, pays: int = 8, region: str = "nowhere", name: str = "novamas-zz26") -> Path:
    """Write the pack into a folder, and return that folder."""
    for below in ("figures", "clauses/es", "clauses/ca"):
        (folder / below).mkdir(parents=True, exist_ok=True)
    texts = {
        "pack.toml": f'name = "{name}"\nversion = "0.1.0"\nneeds = ">=0.1,<2"\n',
        "norms.toml": _norm(),
        "words.toml": f"""
[regions.{REGION}]
es = "{region} (es)"
ca = "{region} (ca)"
en = "{region}"

[regions.in_{REGION}]
es = "en {region}"
ca = "a {region}"
en = "in {region}"
""",
        "figures/general.toml": f"""
["{NORM}".games.{GAME}]
cite = ["{NORM}.2"]

["{NORM}".closed_list.games]
cite = ["{NORM}.1"]
says.es = "Solo boule."
says.ca = "Només boule."
says.en = "Only boule."
""",
        f"figures/{GAME}.toml": f"""
["{NORM}".borrows]
from = "IB05"
game = "{GAME}"
groups = ["course", "bets", "limits", "equipment", "rules", "premises", "needs", "two_cloths"]
without = ["bets.numero"]
cite = ["{NORM}.4"]

["{NORM}".bets.numero]
cite = ["{NORM}.3"]
pays = "{pays}"
""",
    }
    lines = {id: says.format(pays=pays) for id, says in IDS.items()}
    texts[f"clauses/{NORM}.jsonl"] = _lines(
        {"id": id, "game": GAME if id != f"{NORM}.1" else "general", "path": ["Order"], "kind": "payout"}
        | {"duty": "engine", "says": says}
        for id, says in lines.items()
    )
    for language in ("es", "ca"):
        told = ({"id": id, "says": f"{says} ({language})"} for id, says in lines.items())
        texts[f"clauses/{language}/{NORM}.jsonl"] = _lines(told)
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    return folder


def two_libraries(folder: Path) -> tuple[Library, Library]:
    """Return two libraries whose packs have the same norm with different payouts and regions."""
    one = write_pack(folder / "one", pays=8, region="Somewhere")
    other = write_pack(folder / "other", pays=10, region="Elsewhere")
    return library_of(str(one)), library_of(str(other))


def _norm() -> str:
    return f"""
[{NORM}]
jurisdiction = "{REGION}"
title.es = "Orden inventada"
title.ca = "Ordre inventada"
title.en = "Made-up order"
gazette.es = "Boletín, 1"
gazette.ca = "Butlletí, 1"
gazette.en = "Gazette, 1"
signed = 2026-01-02
in_force = 2026-02-01
cite = ["{NORM}.1"]
"""


def _lines(entries: object) -> str:
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in entries)  # type: ignore[attr-defined]
