"""The result of the two rows of cards."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import law

NEGRO, ROJO, COLOR, INVERSO = "negro", "rojo", "color", "inverso"
ALOUD = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "cuarenta")


class Result(Struct, frozen=True):
    """The result of the two rows: their totals, and the chances that win."""

    black: int
    red: int
    first_is_red: bool

    @property
    def is_tie(self) -> bool:
        return self.black == self.red

    @property
    @law("IB05.05.V.1.5", "IB05.05.V.1.6")
    def catches(self) -> bool:
        """Whether both rows make 31, so that bets go to prison as at roulette."""
        return self.is_tie and self.black == 31

    @property
    @law("IB05.05.V.1.a.1", "IB05.05.V.1.b.1", "IB05.05.V.1.b.2")
    def won(self) -> tuple[str, ...]:
        """The winning chances: the row nearer to 31, and colour or inverse.

        Colour wins if the first card of the black row has the colour of the winning row.
        """
        if self.is_tie:
            return ()
        red_wins = self.red < self.black
        return ROJO if red_wins else NEGRO, COLOR if red_wins == self.first_is_red else INVERSO

    @property
    @law("IB05.05.V.3.6")
    def aloud(self) -> str:
        """The croupier's announcement: the units of each row's total, and the winning chances."""
        scores = f"{ALOUD[self.black - 31]}, {ALOUD[self.red - 31]}".capitalize()
        if self.catches:
            return f"{scores}: empate a treinta y uno."
        if self.is_tie:
            return f"{scores}: empate, jugada nula."
        row, chance = self.won
        also = "y color ganan. Color gana" if chance == COLOR else "e inverso ganan. Color pierde"
        return f"{scores}: {row} {also}."
