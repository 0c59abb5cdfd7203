"""Playthroughs: a script of deeds for each game and norm, and its printed transcript."""

from __future__ import annotations

from pathlib import Path

from novamas.equipment.chance import Scripted
from novamas.games import game
from novamas.law import Frame, catalogue
from novamas.law.texts import Language
from novamas.table.deeds import Deed
from novamas.table.game import Table, open_table
from novamas.table.notation import read
from novamas.table.session import Session
from novamas.words import voice_for
from novamas.words.transcript import transcript

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"


def scripts() -> list[Path]:
    """Return the path of every script (`GAME-NORM.play`)."""
    return sorted(FOLDER.glob("*.play"))


def read_script(script: Path) -> tuple[Table, list[Deed]]:
    """Return the deeds of a script, and the table at which they are played."""
    frame = framed(script)
    choices = {name: frame.options[name].read(text) for name, text in stated(script).items()}
    table = open_table(game(frame.game), frame, choices)
    return table, [read(table.game.deeds, line) for line in lines_of(script) if line[0] not in "#!"]


def framed(script: Path) -> Frame:
    """Return the frame of law for the table of a script."""
    slug, norm = script.stem.split("-")[:2]
    return catalogue.under(norm)[slug]


def lines_of(script: Path) -> list[str]:
    """Return the lines of a script.

    `#` marks a comment and `!` choices of the house. Every other line is a deed.
    """
    return [line.strip() for line in script.read_text("utf-8").splitlines() if line.strip()]


def stated(script: Path) -> dict[str, str]:
    """Return the choices of the house as a script writes them."""
    return dict(
        word.split("=", 1) for line in lines_of(script) if line.startswith("!") for word in line[1:].split()
    )


def played(script: Path, language: Language) -> str:
    """Return the transcript of a script in a language. Its comments appear in English only."""
    table, deeds = read_script(script)
    voice = voice_for(language, table.game.slug)
    chosen = ", ".join(f"{name}={text}" for name, text in stated(script).items())
    said = [line for line in lines_of(script) if line.startswith("#") and language == "en"]
    head = [f"{voice.game_name(table.game.slug)} · {table.frame.norm}; {chosen}", *said]
    session = Session(table.opening, Scripted(()), automatic=())
    return "\n".join([*head, *transcript(session, deeds, voice)]) + "\n"
