"""What the baccarat games share in which players bank: the people, the shoe, and how chips and cards move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.passing_bank.cuadro import Cuadro
from novamas.families.passing_bank.figures import BankCourse, BankIrregularities, CardFigures
from novamas.families.passing_bank.setup import BankRules
from novamas.law import Frame, law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.felt import Felt, Total
from novamas.table.moves import Moves
from novamas.table.refusals import Refusal

BANCA = "banca"


class Kinds(NamedTuple):
    """The acts of a game by what they are about: at another moment they are out of place."""

    seating: tuple[type[Act], ...]  # coming, going, changing money
    taking: tuple[type[Act], ...]  # wanting the bank
    holding: tuple[type[Act], ...]  # what the banker does with it
    bets: tuple[type[Act], ...]
    words: tuple[type[Act], ...]  # about cards that lie before somebody
    answers: tuple[type[Act], ...]  # those of them that only the banker says


def aloud(cents: int) -> str:
    """An amount as the croupier calls it."""
    whole, rest = divmod(cents, 100)
    return f"{whole} euros" + (f" con {rest:02}" if rest else "")


@law("IB05.08.VII.4", "IB05.08.II.1.1", "IB05.09.VII.2", "IB05.09.II.1.2")
def full_shoe(frame: Frame) -> Shoe:
    """Six packs, the stop card before the last seven or ten cards."""
    figures = frame.group("cards", CardFigures)
    many = figures.decks * len(DECK_52)
    return Shoe.of(DECK_52, decks=figures.decks, cut=many - figures.behind_stop_card)


class BankFelt(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The people around a table at which one of them banks. People are numbered; compartments are too."""

    coup_cards: ClassVar[int]  # how many cards a coup takes at most
    kinds: ClassVar[Kinds]
    public: ClassVar[tuple[str, ...]] = (
        *("minimum", "places", "behind", "waiting", "banker", "bank", "has_dealt", "coup", "totals"),
    )

    rules: BankRules
    places: tuple[int, ...]  # who has each compartment; 0: nobody
    behind: tuple[int, ...]  # by person: his compartment, or the one he is behind
    waiting: tuple[int, ...] = ()  # the waiting list
    banker: int = 0
    has_dealt: bool = False  # the banker has dealt a coup
    early: bool = False  # he drew cards before the betting had closed, and must play the coup
    coup: Struct  # how the coup stands

    # ---- the law

    @property
    def course(self) -> BankCourse:
        raise AssertionError("each game has its own course")

    @property
    def wrongs(self) -> BankIrregularities:
        raise AssertionError("each game has its own irregularities")

    @property
    def moments(self) -> Mapping[str, str]:
        """The clause that makes each moment what it is, by the moment's name."""
        return self.rules.frame.group("moments", dict[str, str])

    @property
    def cuadro(self) -> Cuadro:
        return self.rules.frame.group("cuadro", Cuadro)

    def is_natural(self, points: int) -> bool:
        """Is a hand shown at once with these points?"""
        return points in self.cuadro.third_card.natural

    def must_draw(self, points: int) -> bool:
        """Must a punto who is not free draw with these points?"""
        return self.cuadro.third_card.does_punto_draw(points)

    # ---- refusals

    def why_too_late(self) -> Refusal:
        """The words for a stake after the betting has closed, which each game closes with its own."""
        raise AssertionError("each game closes its betting")

    def why_not_own(self, act: Act, clause: str) -> Refusal | None:
        """The words for an act that this game alone knows and that has to wait, or nothing."""
        return None

    # ---- people and chips

    @property
    def has_enough(self) -> bool:
        """Are there enough seated players for the game to go on?"""
        raise AssertionError("each game counts its players")

    @property
    def minimum(self) -> int:
        """The least stake of the table."""
        return self.rules.minimum

    @property
    def bank(self) -> int:
        """What is in the bank."""
        return self.on(self.banker, BANCA)

    def purse(self, person: int) -> int:
        return self.purses[person - 1]

    def is_seated(self, person: int) -> bool:
        return person in self.places

    # ---- cards

    def spares(self, cards: int) -> bool:
        """Can the shoe lose so many cards and still bring the coup to its end?"""
        return self.need_shoe.undealt >= self.coup_cards + cards

    def counts(self, owner: Owner) -> int | None:
        """What the cards before an owner count, where they are a hand."""
        raise AssertionError("each game has its own hands")

    @property
    def totals(self) -> tuple[Total, ...]:
        """What the hands count that lie open."""
        counted = ((owner, self.counts(owner)) for owner in self.lie_open)
        return tuple(Total(owner, points) for owner, points in counted if points is not None)


F = TypeVar("F", bound=BankFelt)


class BankMoves(Moves[F]):
    """Moves at a table where players bank."""

    __slots__ = ()

    def set_coup(self, **fields: object) -> None:
        """Note something of the coup."""
        self.change(coup=replace(self.felt.coup, **fields))

    def take_all_leave(self, clause: str) -> None:
        """Everybody leaves with his chips, and the shoe is taken away."""
        for person, purse in enumerate(self.felt.purses, 1):
            if purse:
                self.leave(person, clause)
        self.use(None)


def around(rules: BankRules) -> dict[str, Any]:
    """Everybody with his chips: the seated in their compartments, the others behind them in turn."""
    seats, people = rules.seats, rules.people
    return {
        "rules": rules,
        "purses": (rules.buy_in,) * people,
        "places": tuple(range(1, seats + 1)),
        "behind": tuple((person - 1) % seats + 1 for person in range(1, people + 1)),
    }
