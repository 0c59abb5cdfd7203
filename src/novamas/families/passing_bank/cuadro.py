"""The bank's table of play, the cuadro de jugadas: shared by the baccarat games in which players bank."""

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
    """What the table of play says of a hand of the bank."""

    DRAW = "carta"
    STAND = "no"
    EITHER = "opcional"


def word_offers(who: int, said: Says, clause: str) -> Iterator[Offer]:
    """What a banker may say who must do this, or may do either."""
    if said is not Says.STAND:
        yield Offer(Carta(who), clause)
    if said is not Says.DRAW:
        yield Offer(No(who), clause)


def bound_by(said: Says, clause: str) -> Refusal:
    """The words for a banker who must do the other."""
    return Refusal("bank_bound", clause, figures={"word": said.value})


class Cuadro(Struct, frozen=True, forbid_unknown_fields=True):
    """The bank's table: drawing in the optional cells, and which cells those are."""

    third_card: ThirdCard
    optional: tuple[tuple[int, int], ...]  # the bank's points, and the points of the punto's third card

    @law("IB05.08.VII.31", "IB05.08.VI.16")
    def says(self, bank: int, third: int | None) -> Says:
        """What the table wants of the bank, by the punto's third card or his standing."""
        if third is not None and (bank, third) in self.optional:
            return Says.EITHER
        if bank > 7:
            return Says.STAND
        return Says.DRAW if self.third_card.does_bank_draw(bank, third) else Says.STAND
