"""The games of the catalogue. Other packages get a game by its name: `game("boule")`."""

from novamas.games._registry import (
    GAMES,
    faults_of_entries,
    game,
    known_games,
    modules_of,
    package_of,
    source_elsewhere,
    usable_games,
)

__all__ = [
    "GAMES",
    "faults_of_entries",
    "game",
    "known_games",
    "modules_of",
    "package_of",
    "source_elsewhere",
    "usable_games",
]
