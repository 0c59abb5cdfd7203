"""The cloth, the pots and the ranking of the sketch in `circle`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from msgspec import Struct

from novamas.kit.cards import DECK_52, rank, suit
from novamas.kit.shoe import Shoe
from novamas.table.felt import Felt
from novamas.table.moves import Moves

BOARD = "board"


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house chooses in this sketch. With blinds the mano is a button; with antes it speaks first."""

    seats: int = 5
    minimum: int = 200
    ante: int = 0
    blinds: tuple[int, ...] = (100, 200)
    chip: int = 50
    purse: int = 5_000
    rake_percent: int = 5


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, who has the mano, and whose hands are alive."""

    public: ClassVar[tuple[str, ...]] = ("mano", "players")

    rules: Choices
    mano: int = 0
    players: tuple[int, ...] = ()  # hands alive, in order of speaking

    def purse(self, seat: int) -> int:
        return self.purses[seat - 1]

    def around(self, seat: int) -> tuple[int, ...]:
        """All seats in turn, beginning with this one."""
        seats = self.rules.seats
        return tuple((seat - 1 + step) % seats + 1 for step in range(seats))

    @property
    def able(self) -> tuple[int, ...]:
        """The players who still have chips to bet."""
        return tuple(seat for seat in self.players if self.purse(seat))


def rank_five(cards: Iterable[int]) -> tuple[int, ...]:
    """The combination, then the cards that decide; greater is better, equal is a tie."""
    five = tuple(cards)
    times = sorted(((n, value) for value, n in Counter(map(rank, five)).items()), reverse=True)
    counts, ranks = [n for n, _ in times], [value for _, value in times]
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({suit(card) for card in five}) == 1
    shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(counts), 0)
    return max(8 * (straight and flush), shape, 5 * flush, 4 * straight), *ranks


def best(cards: Iterable[int]) -> tuple[int, ...]:
    """The best five of these cards."""
    return max(map(rank_five, combinations(cards, 5)))


# ---------------------------------------------------------------- the pots


class Pot(Struct, frozen=True):
    """A pot by the name of its bet, and who may win it."""

    bet: str
    entitled: tuple[int, ...]


def gather(moves: Moves[Cloth], clause: str) -> None:
    """What nobody matched goes back, unraked; the other bets of the interval go into the pot."""
    felt = moves.felt
    put = sorted((cents, seat) for seat, bet, cents in felt.chips if bet == "apuesta")
    if put:
        top, seat = put[-1]
        matched = put[-2][0] if len(put) > 1 else 0
        if top > matched and seat in felt.players:
            moves.withdraw(seat, "apuesta", top - matched, clause)
    for seat, bet, _ in moves.felt.chips:
        if bet == "apuesta":
            moves.slide(seat, "apuesta", "bote", clause)


def split_pots(moves: Moves[Cloth], clause: str) -> list[Pot]:
    """The main pot and the side pots: each player may win from each opponent what he put in himself."""
    felt = moves.felt
    put = {seat: cents for seat, bet, cents in felt.chips if bet == "bote"}
    levels = sorted({put[seat] for seat in felt.players if seat in put})
    if len(felt.players) == 1 or not levels:
        return [Pot("bote", felt.players)]
    levels[-1] = max(put.values())  # a dead hand may have put in more
    pots, floor = [], 0
    for number, level in enumerate(levels, start=1):
        entitled = tuple(seat for seat in felt.players if put.get(seat, 0) > floor)
        pots.append(Pot(f"bote_{number}", entitled))
        for seat, cents in put.items():
            if part := min(cents, level) - min(cents, floor):
                moves.slide(seat, "bote", f"bote_{number}", clause, cents=part)
        floor = level
    return pots


def share_pot(moves: Moves[Cloth], pot: Pot, ranks: dict[int, tuple[int, ...]]) -> None:
    """A pot, less the rake, to its best hand; odd chips to the first in turn."""
    felt = moves.felt
    rules = felt.rules
    size = sum(cents for _, bet, cents in felt.chips if bet == pot.bet)
    rake = size * rules.rake_percent // 100 // rules.chip * rules.chip
    top = max((ranks[seat] for seat in pot.entitled), default=()) if ranks else ()
    winners = [seat for seat in felt.players if seat in pot.entitled and (not ranks or ranks[seat] == top)]
    each, odd = divmod((size - rake) // rules.chip, len(winners))
    returned = {seat: (each + (order < odd)) * rules.chip for order, seat in enumerate(winners)}
    clause = "AR10.10-2.VII.3.6" if ranks else "AR10.10-2.VII.2.6"
    moves.share(pot.bet, returned, clause, rake=rake, rake_clause="AR10.10-2.II.a.1")


def full_deck() -> Shoe:
    return Shoe.of(DECK_52)
