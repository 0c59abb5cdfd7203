"""What the baccarat games share in which players bank: the people, the shoe, and how chips and cards move."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.kit.cards import DECK_52
from novamas.kit.shoe import Shoe
from novamas.law import Frame, law
from novamas.rounds.passing_bank.cuadro import Cuadro, cuadro
from novamas.rounds.passing_bank.setup import BankRules
from novamas.table.felt import Felt
from novamas.table.moves import Moves

BANCA = "banca"
NATURAL = 8


def aloud(cents: int) -> str:
    """An amount as the croupier calls it."""
    whole, rest = divmod(cents, 100)
    return f"{whole} euros" + (f" con {rest:02}" if rest else "")


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a shoe, and how many of them lie behind the stop card."""

    decks: int
    behind_stop_card: int


@law("IB05.08.VII.4", "IB05.08.II.1.1", "IB05.09.VII.2", "IB05.09.II.1.2")
def full_shoe(frame: Frame) -> Shoe:
    """Six packs, the stop card before the last seven or ten cards."""
    figures = frame.group("cards", CardFigures)
    many = figures.decks * len(DECK_52)
    return Shoe.of(DECK_52, decks=figures.decks, cut=many - figures.behind_stop_card)


class BankFelt(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The people around a table at which one of them banks. People are numbered; compartments are too."""

    game: ClassVar[str]
    coup_cards: ClassVar[int]  # how many cards a coup takes at most

    rules: BankRules
    places: tuple[int, ...]  # who has each compartment; 0: nobody
    behind: tuple[int, ...]  # by person: his compartment, or the one he is behind
    waiting: tuple[int, ...] = ()  # the waiting list
    banker: int = 0
    has_dealt: bool = False  # the banker has dealt a coup
    early: bool = False  # he drew cards before the betting had closed, and must play the coup
    coup: Struct  # how the coup stands

    @property
    def cuadro(self) -> Cuadro:
        return cuadro(self.rules.frame)

    @property
    def bank(self) -> int:
        return self.on(self.banker, BANCA)

    def purse(self, person: int) -> int:
        return self.purses[person - 1]

    def is_seated(self, person: int) -> bool:
        return person in self.places

    def spares(self, cards: int) -> bool:
        """Can the shoe lose so many cards and still bring the coup to its end?"""
        return self.need_shoe.undealt >= self.coup_cards + cards


F = TypeVar("F", bound=BankFelt)


class BankMoves(Moves[F]):
    """Moves at a table where players bank."""

    __slots__ = ()

    def set_coup(self, **fields: object) -> None:
        """Note something of the coup."""
        self.change(coup=replace(self.felt.coup, **fields))
