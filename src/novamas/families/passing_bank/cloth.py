"""The cloth of the passing-bank games: the players, the shoe, and the moves of chips and cards."""

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
    """The acts of a game by topic, so that a refusal can say why an act does not belong to a phase."""

    seating: tuple[type[Act], ...]  # taking and leaving places, changing money
    taking: tuple[type[Act], ...]  # asking for the bank or declining it
    holding: tuple[type[Act], ...]  # the banker's use of the bank
    bets: tuple[type[Act], ...]
    words: tuple[type[Act], ...]  # about cards already dealt
    answers: tuple[type[Act], ...]  # those of `words` that only the banker may say


def aloud(cents: int) -> str:
    """Return an amount in the croupier's words."""
    whole, rest = divmod(cents, 100)
    return f"{whole} euros" + (f" con {rest:02}" if rest else "")


@law("IB05.08.VII.4", "IB05.08.II.1.1", "IB05.09.VII.2", "IB05.09.II.1.2")
def full_shoe(frame: Frame) -> Shoe:
    """Return a shoe of six decks with the cut card before the last seven or ten cards."""
    figures = frame.group("cards", CardFigures)
    size = figures.decks * len(DECK_52)
    return Shoe.of(DECK_52, decks=figures.decks, cut=size - figures.behind_stop_card)


class BankFelt(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The felt of a table with a player as banker. Players and compartments are numbered separately."""

    coup_cards: ClassVar[int]  # the most cards that a coup can take
    kinds: ClassVar[Kinds]
    public: ClassVar[tuple[str, ...]] = (
        *("minimum", "places", "behind", "waiting", "banker", "bank", "has_dealt", "coup", "totals"),
    )

    rules: BankRules
    places: tuple[int, ...]  # by compartment, its player or 0
    behind: tuple[int, ...]  # by player, the compartment held or stood behind
    waiting: tuple[int, ...] = ()  # the waiting list
    banker: int = 0
    has_dealt: bool = False  # the banker has dealt a coup
    early: bool = False  # the banker drew before the betting closed and must play the coup
    coup: Struct  # the state of the coup

    # ---- the law

    @property
    def course(self) -> BankCourse:
        raise AssertionError("each game has its own course")

    @property
    def wrongs(self) -> BankIrregularities:
        raise AssertionError("each game has its own irregularities")

    @property
    def moments(self) -> Mapping[str, str]:
        """The clause that describes each phase, by the name of the phase."""
        return self.rules.frame.group("moments", dict[str, str])

    @property
    def cuadro(self) -> Cuadro:
        return self.rules.frame.group("cuadro", Cuadro)

    def is_natural(self, points: int) -> bool:
        """Return whether a two-card hand with these points must be shown at once."""
        return points in self.cuadro.third_card.natural

    def must_draw(self, points: int) -> bool:
        """Return whether a punto without a free choice must draw with these points."""
        return self.cuadro.third_card.does_punto_draw(points)

    # ---- refusals

    def why_too_late(self) -> Refusal:
        """Return the refusal of a stake that comes after the betting has closed."""
        raise AssertionError("each game closes its betting")

    def why_not_own(self, act: Act, clause: str) -> Refusal | None:
        """Explain why an act that only this game has must wait, or return None."""
        return None

    # ---- players and chips

    @property
    def has_enough(self) -> bool:
        """Whether there are enough seated players to continue the game."""
        raise AssertionError("each game counts its players")

    @property
    def minimum(self) -> int:
        """The lowest stake at the table."""
        return self.rules.minimum

    @property
    def bank(self) -> int:
        """The chips in the bank."""
        return self.on(self.banker, BANCA)

    def purse(self, person: int) -> int:
        return self.purses[person - 1]

    def is_seated(self, person: int) -> bool:
        return person in self.places

    # ---- cards

    def spares(self, cards: int) -> bool:
        """Return whether the shoe can lose this number of cards and still complete the coup."""
        return self.need_shoe.undealt >= self.coup_cards + cards

    def counts(self, owner: Owner) -> int | None:
        """Return the points of an owner's cards, or None if the cards are not a hand."""
        raise AssertionError("each game has its own hands")

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals of all face-up hands."""
        counted = ((owner, self.counts(owner)) for owner in self.lie_open)
        return tuple(Total(owner, points) for owner, points in counted if points is not None)


F = TypeVar("F", bound=BankFelt)


class BankMoves(Moves[F]):
    """Moves at a table with a player as banker."""

    __slots__ = ()

    def set_coup(self, **fields: object) -> None:
        """Change fields of the coup."""
        self.change(coup=replace(self.felt.coup, **fields))

    def take_all_leave(self, clause: str) -> None:
        """Let all players leave with their chips, and take the shoe away."""
        for person, purse in enumerate(self.felt.purses, 1):
            if purse:
                self.leave(person, clause)
        self.use(None)


def around(rules: BankRules) -> dict[str, Any]:
    """Return the starting fields of the felt, with chips for all players.

    The seated players are in their compartments, and the others stand behind them in turn.
    """
    seats, people = rules.seats, rules.people
    return {
        "rules": rules,
        "purses": (rules.buy_in,) * people,
        "places": tuple(range(1, seats + 1)),
        "behind": tuple((person - 1) % seats + 1 for person in range(1, people + 1)),
    }
