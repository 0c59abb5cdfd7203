"""The cloth of bacará a dos paños: players, bank, and the state of the coup on both sides."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from novamas.families.passing_bank.cloth import BANCA, BankFelt, Kinds
from novamas.games.bacara_dos_panos.acts import KINDS
from novamas.games.bacara_dos_panos.figures import Course, Irregularities
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.hands import baccarat_points
from novamas.law import law
from novamas.table.events import Owner
from novamas.table.refusals import Refusal

PANOS = ("primero", "segundo")  # the two sides: their bets, and their piles of cards
CARDS = (*PANOS, BANCA)  # in the order of dealing
PENDING = "pendiente"  # third cards taken back to correct the coup, the next one on top


class Coup(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of one coup. Each pair holds a value for the first side and one for the second."""

    served: int = 0
    holders: tuple[int, int] = (0, 0)  # the player who holds the cards of each side
    banco: int = 0  # the player who goes banco against both
    said: tuple[str, str] = ("", "")  # "abato", "carta" or "no"
    wrong: tuple[bool, bool] = (False, False)  # the word was a mistake
    advised: tuple[bool, bool] = (False, False)
    void: tuple[bool, bool] = (False, False)  # the coup is void on this side
    missed: tuple[bool, bool] = (False, False)  # this side asked for a card and got none
    astray: str = ""  # the role whose error misplaced a third card
    zero: tuple[str, ...] = ()  # hands thrown away unseen
    keeps_hand: tuple[bool, bool] = (False, False)  # the wrong player had the cards: the turn stays
    bound: bool = False  # the banker asked for the table of play, or got advice
    restored: str = ""  # the role whose error was corrected: "jugador", "croupier" or "banquero"
    abated: bool = False  # the banker has shown a natural


class Cloth(BankFelt, frozen=True, cache_hash=True, kw_only=True):
    """The two sides of the table, the players around them and the bank."""

    coup_cards: ClassVar[int] = 9
    kinds: ClassVar[Kinds] = KINDS
    public: ClassVar[tuple[str, ...]] = (
        *(*BankFelt.public, "initial", "hands", "left_winning", "sessions_played", "tallas_played"),
        *("held_days", "held_tallas", "banco_open", "repeats", "repeater"),
    )

    rules: Rules
    initial: int = 0  # the initial amount of the bank
    put_in: int = 0  # all that the banker has put into the bank
    hands: tuple[int, int] = (0, 0)  # per side, the compartment with the cards, from 0
    left_winning: tuple[int, ...] = ()  # bankers who won and left during this shoe
    sessions_played: int = 0
    tallas_played: int = 0  # shoes played in this session
    held_days: int = 0  # days this banker has held the bank
    held_tallas: int = 0  # shoes this banker has held it
    banco_open: bool = True  # no coup has been played since the shoe or the bank began
    repeats: int = 0  # times a void banco may still be repeated
    repeater: int = 0
    coup: Coup = Coup()

    # ---- the law

    @property
    def course(self) -> Course:
        return self.rules.frame.group("course", Course)

    @property
    def wrongs(self) -> Irregularities:
        return self.rules.frame.group("irregularities", Irregularities)

    # ---- stakes

    def why_too_late(self) -> Refusal:
        return Refusal("ya_no_va_mas", self.course.closing)

    def stakes(self, pano: str) -> dict[int, int]:
        """Return each player's stake on one side."""
        return {seat: cents for seat, bet, cents in self.chips if bet == pano}

    # ---- players

    def cloth_of(self, person: int) -> int:
        """Return the side on which a player is: 0 for the first, 1 for the second."""
        return int(self.behind[person - 1] > self.rules.compartments)

    def seated_at(self, cloth: int) -> tuple[int, ...]:
        """Return the seated players of one side without the banker, the nearest to the banker first."""
        size = self.rules.compartments
        here = self.places[cloth * size : (cloth + 1) * size]
        return tuple(person for person in here if person and person != self.banker)

    @property
    @law("IB05.09.VII.1")
    def has_enough(self) -> bool:
        """Whether each side has two seated players."""
        return all(len(self.seated_at(cloth)) >= self.rules.bank.least_per_cloth for cloth in (0, 1))

    @law("IB05.09.IV.4")
    def rank(self, person: int) -> tuple[bool, int, int]:
        """Return the priority of a player on a side. The lowest value comes first.

        Seated players come first, beginning with the nearest to the banker. The others follow in the same
        order.
        """
        return not self.is_seated(person), self.behind[person - 1], person

    @law("IB05.09.IV.6", "IB05.09.VI.2", "IB05.09.VII.10")
    def holder(self, cloth: int) -> int:
        """Return the player who holds the cards of a side.

        It is the first player found, starting at the compartment whose turn it is.
        """
        size = self.rules.compartments
        around = (cloth * size + (self.hands[cloth] + step) % size for step in range(size))
        return next(self.places[n] for n in around if self.places[n] not in (0, self.banker))

    # ---- cards

    def holder_of(self, owner: Owner) -> Owner:
        """Return the player who holds a hand: the one for its side, or the banker. Others are unchanged."""
        holders = (*self.coup.holders, self.banker)
        return holders[CARDS.index(owner)] if owner in CARDS else owner

    @law("IB05.09.VIII.5.5")
    def points(self, hand: str) -> int:
        """Return the points of a hand, or 0 if it was thrown away unseen."""
        return 0 if hand in self.coup.zero else baccarat_points(self.cards(hand))

    @law("IB05.09.VI.7", "IB05.09.VIII.4.5")
    def strength(self, hand: str) -> tuple[bool, int]:
        """Return the strength of a hand. A natural beats any three cards, otherwise the points decide."""
        shown = self.coup.abated if hand == BANCA else self.coup.said[PANOS.index(hand)] == "abato"
        return shown and hand not in self.coup.zero, self.points(hand)

    def points_of_two(self, hand: str) -> int:
        """Return the points of the first two cards of a hand."""
        return baccarat_points(self.cards(hand)[:2])

    @property
    def playing(self) -> tuple[int, ...]:
        """The sides still in play against the bank: neither void nor with a natural shown."""
        coup = self.coup
        return tuple(n for n in (0, 1) if not coup.void[n] and coup.said[n] != "abato")

    def third(self, pano: str) -> int | None:
        """Return the points of a side's third card, or None."""
        cards = self.cards(pano)
        return baccarat_points(cards[2:]) if len(cards) > 2 else None

    def counts(self, owner: Owner) -> int | None:
        return self.points(owner) if isinstance(owner, str) and owner in CARDS else None


def with_one(pair: tuple[object, ...], n: int, value: object) -> tuple[object, ...]:
    """Return the pair with one of its items replaced."""
    return tuple(value if place == n else old for place, old in enumerate(pair))
