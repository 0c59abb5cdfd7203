"""The `novamas` command: games, law, odds, play, replay and why, in Spanish, Catalan and English."""

from novamas.cli.command_line import main
from novamas.cli.program import COMMANDS, reference

__all__ = ["COMMANDS", "main", "reference"]
