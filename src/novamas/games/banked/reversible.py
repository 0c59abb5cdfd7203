"""Tables with a reversible cloth, which serve one game and then another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from novamas.law import Fault


class ReversibleFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law wants of a reversible cloth."""

    clause: str
    midi_clause: str
    advance_clause: str
    books_clause: str
    most_changes: int

    def faults(self, *, is_midi: bool, lacks: Collection[str], changes: int) -> Iterator[Fault]:
        """What keeps a table with a reversible cloth from being opened for another game."""
        own = self.midi_clause if is_midi else self.clause
        wanted = {
            "authorisation": (own, "A reversible cloth must be authorised."),
            "closing": (own, "The game played before must be closed before this one is opened."),
            "advance": (self.advance_clause, "The new game must start with an advance of its own."),
            "books": (self.books_clause, "Each cloth must have its own number and its own books."),
        }
        for name, (clause, says) in wanted.items():
            if name in lacks:
                yield Fault("reversible_lacks", f"reversible_without_{name}", clause, says)
        if changes > self.most_changes:
            says = f"The game of a table may be changed {self.most_changes} time a day, not {changes}."
            yield Fault("game_changes", "too_many_game_changes", own, says)
