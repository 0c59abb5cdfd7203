"""Tables with a reversible cloth, which serve one game and then another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from novamas.law import Fault, Frame
from novamas.rounds.setup import EquipmentFigures


class GameChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a day the game of a table with a reversible cloth may be changed."""

    cite: tuple[str, ...]
    most: int


def reversible_faults(
    frame: Frame, *, lacks: Collection[str], changes: int, of: str = "reversible"
) -> Iterator[Fault]:
    """What keeps a table with a reversible cloth from being opened for another game."""
    if "reversible" in frame.figures:
        wanted = frame.group(of, dict[str, EquipmentFigures])
        for name in lacks:
            thing = wanted[name]
            yield Fault("reversible_lacks", f"reversible_without_{name}", thing.cite[0], thing.says)
    if "game_changes" in frame.figures:
        figures = frame.group("game_changes", GameChanges)
        if changes > figures.most:
            times = "once" if figures.most == 1 else f"{figures.most} times"
            says = f"The game of a table may be changed {times} a day, not {changes} times."
            yield Fault("game_changes", "too_many_game_changes", figures.cite[0], says)
