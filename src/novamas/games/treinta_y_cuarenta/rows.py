"""What two rows of cards decide."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import law

NEGRO, ROJO, COLOR, INVERSO = "negro", "rojo", "color", "inverso"
ALOUD = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "cuarenta")


class Result(Struct, frozen=True):
    """What the two rows decide."""

    black: int
    red: int
    first_is_red: bool

    @property
    def is_tie(self) -> bool:
        return self.black == self.red

    @property
    @law("IB05.05.V.1.5", "IB05.05.V.1.6")
    def catches(self) -> bool:
        """Both rows make 31: the bets fall into the prison of roulette."""
        return self.is_tie and self.black == 31

    @property
    @law("IB05.05.V.1.a.1", "IB05.05.V.1.b.1", "IB05.05.V.1.b.2")
    def won(self) -> tuple[str, ...]:
        """The row nearer to 31, and colour if the first card of the black row is of that row's colour."""
        if self.is_tie:
            return ()
        red_wins = self.red < self.black
        return ROJO if red_wins else NEGRO, COLOR if red_wins == self.first_is_red else INVERSO

    @property
    @law("IB05.05.V.3.6")
    def aloud(self) -> str:
        """What the croupier announces: the score of each row by its units, and the chances that win."""
        scores = f"{ALOUD[self.black - 31]}, {ALOUD[self.red - 31]}".capitalize()
        if self.catches:
            return f"{scores}: empate a treinta y uno."
        if self.is_tie:
            return f"{scores}: empate, jugada nula."
        row, chance = self.won
        also = "y color ganan. Color gana" if chance == COLOR else "e inverso ganan. Color pierde"
        return f"{scores}: {row} {also}."
