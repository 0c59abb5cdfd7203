"""Playthroughs: a script of deeds per game and norm, and the transcript that the program makes of it."""

from __future__ import annotations

from pathlib import Path

from novamas.games import game
from novamas.kit.chance import Scripted
from novamas.law import catalogue
from novamas.record.transcript import transcript
from novamas.table.game import open_table
from novamas.table.notation import read
from novamas.table.session import Session

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"


def scripts() -> list[Path]:
    """Every script there is: `GAME-NORM.play`."""
    return sorted(FOLDER.glob("*.play"))


def played(script: Path) -> str:
    """The transcript of a script. `#` explains, `!` gives the house's choices, every other line is a deed."""
    slug, norm = script.stem.split("-")[:2]
    frame = catalogue.under(norm)[slug]
    lines = [line.strip() for line in script.read_text("utf-8").splitlines() if line.strip()]
    given = dict(word.split("=", 1) for line in lines if line.startswith("!") for word in line[1:].split())
    choices = {name: frame.options[name].read(text) for name, text in given.items()}
    table = open_table(game(slug), frame, choices)
    deeds = [read(table.game.deeds, line) for line in lines if line[0] not in "#!"]
    said = [line for line in lines if line.startswith("#")]
    chosen = ", ".join(f"{name}={text}" for name, text in given.items())
    head = [f"{slug} under {norm}; {chosen}", *said]
    session = Session(table.opening, Scripted(()), automatic=())
    return "\n".join([*head, *transcript(session, deeds)]) + "\n"
