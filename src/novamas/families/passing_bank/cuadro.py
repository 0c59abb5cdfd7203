"""The bank's table of play (cuadro de jugadas), shared by the passing-bank games."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from novamas.families.baccarat import ThirdCard
from novamas.families.passing_bank.acts import Carta, No
from novamas.law import law
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal


class Says(StrEnum):
    """The instruction of the table of play for a hand of the bank."""

    DRAW = "carta"
    STAND = "no"
    EITHER = "opcional"


def word_offers(who: int, instruction: Says, clause: str) -> Iterator[Offer]:
    """Yield the words that the table of play allows a banker in this case."""
    if instruction is not Says.STAND:
        yield Offer(Carta(who), clause)
    if instruction is not Says.DRAW:
        yield Offer(No(who), clause)


def bound_by(instruction: Says, clause: str) -> Refusal:
    """Return the refusal of a banker whom the table of play tells to do the opposite."""
    return Refusal("bank_bound", clause, figures={"word": instruction.value})


class Cuadro(Struct, frozen=True, forbid_unknown_fields=True):
    """The bank's table of play: its rule for the third card, and the cells with a free choice."""

    third_card: ThirdCard
    optional: tuple[tuple[int, int], ...]  # the bank's points, and the points of the punto's third card

    @law("IB05.08.VII.31", "IB05.08.VI.16")
    def says(self, bank: int, third: int | None) -> Says:
        """Return the table's instruction for the bank, given the punto's third card, or None if it stood."""
        if third is not None and (bank, third) in self.optional:
            return Says.EITHER
        if bank > 7:
            return Says.STAND
        return Says.DRAW if self.third_card.does_bank_draw(bank, third) else Says.STAND
