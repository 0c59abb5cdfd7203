"""The cloth, the acts and the card points of the sketch in `passing_bank`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar, TypeAlias

from msgspec import Struct

from novamas.kit.cards import DECK_52, rank
from novamas.kit.money import Rounding, times
from novamas.kit.shoe import Shoe
from novamas.table.deeds import Act, Call
from novamas.table.felt import Felt
from novamas.table.moves import Moves
from novamas.table.people import CHANCE, Who
from novamas.table.phases import Phase

RAKE = Fraction(5, 100)


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house chooses in this sketch."""

    seats: int = 4
    minimum: int = 1_000
    purse: int = 2_000_000

    @property
    def most(self) -> int:
        """The most that may lie in the bank."""
        return 100 * self.minimum


def points(cards: Iterable[int]) -> int:
    """Pips, ace one, ten and figures nothing; tens dropped."""
    return sum(1 if rank(card) == 14 else rank(card) if rank(card) < 10 else 0 for card in cards) % 10


def bank_draws(bank: int, third: int | None) -> bool:
    """The bank's table of play, drawing where it lets the banker choose (IB05.08.VIII.2.2)."""
    if third is None or bank < 3:
        return bank < 6
    draws_on = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
    return points((third,)) in draws_on.get(bank, ())


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, and whose the bank is."""

    public: ClassVar[tuple[str, ...]] = ("banker", "punto", "passer", "seguido", "banco", "bound", "stood")

    rules: Choices
    banker: int = 0
    punto: int = 0
    passer: int = 0  # who gave the bank to this banker of his own will
    seguido: int = 0  # who went banco and lost
    banco: bool = False  # the punto went banco
    bound: bool = False  # the banker must follow the table of play
    stood: bool = False  # the punto said no

    def right_of(self, seat: int) -> int:
        return seat % self.rules.seats + 1

    @property
    def others(self) -> tuple[int, ...]:
        """All but the banker, in order of priority: from his right."""
        seats = self.rules.seats
        return tuple((self.banker - 1 + step) % seats + 1 for step in range(1, seats))

    @property
    def bank(self) -> int:
        return self.on(self.banker, "banca")

    @property
    def against(self) -> int:
        """What the puntos have staked."""
        return sum(cents for _, bet, cents in self.chips if bet == "punto")


# ---------------------------------------------------------------- acts


class TakeBank(Act, frozen=True):
    """A player takes the bank and puts so much in it."""

    cents: int


class Decline(Act, frozen=True):
    """A player does not want the bank."""


class Banco(Act, frozen=True):
    """A player plays alone against the whole bank."""


class Stake(Act, frozen=True):
    """A player covers part of the bank."""

    cents: int


class NoVanMas(Call, frozen=True):
    """The betting closes."""


class Serve(Call, frozen=True):
    """One more card comes out of the shoe, face down."""


class Abatir(Act, frozen=True):
    """A natural is shown."""


class Carta(Act, frozen=True):
    """A card is asked for."""


class No(Act, frozen=True):
    """No banco; or no card."""


class Give(Act, frozen=True):
    """The banker has no natural to show and lets the punto have his way."""


class Keep(Act, frozen=True):
    """The banker keeps the bank."""


class PassBank(Act, frozen=True):
    """The banker gives the bank up."""


AnyAct: TypeAlias = (
    TakeBank | Decline | Banco | Stake | NoVanMas | Serve | Abatir | Carta | No | Give | Keep | PassBank
)


class Moment(Phase[AnyAct], frozen=True):
    """Any moment of the game."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats

    def purse(self, seat: Who) -> int:
        assert isinstance(seat, int)
        return self.felt.purses[seat - 1]


class Drawing(Moment, frozen=True):
    """Somebody sees a card for the first time."""

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Shoe:
        return self.felt.need_shoe


def full_shoe() -> Shoe:
    """Six packs, the stop card before the last seven cards."""
    return Shoe.of(DECK_52, decks=6, cut=6 * 52 - 7)


def settle(moves: Moves[Cloth], edge: int) -> None:
    """The puntos lose to the bank or win from it; of what the banker wins the house takes its part."""
    felt = moves.felt
    banker, staked = felt.banker, felt.against
    puntos = [(seat, cents) for seat, bet, cents in felt.chips if bet == "punto"]
    for seat, cents in puntos:
        if edge > 0:
            moves.lose_to(seat, "punto", banker, "banca", "IB05.08.VI.13")
        elif edge < 0:
            moves.win_from(seat, "punto", banker, "banca", cents, "IB05.08.VI.13")
        else:
            moves.withdraw(seat, "punto", cents, "IB05.08.VI.3")
    if edge > 0:
        moves.take(banker, "banca", times(staked, RAKE, Rounding.HALF_UP), "IB05.08.V.28")
    moves.change(seguido=felt.punto if edge > 0 and len(puntos) == 1 else 0)
    if felt.on(banker, "garage"):
        moves.slide(banker, "garage", "banca", "IB05.08.V.b.1")
