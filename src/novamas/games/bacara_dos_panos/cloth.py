"""The two cloths: who sits where, whose the bank is, whose the cards are, and how the coup stands."""

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

PANOS = ("primero", "segundo")  # the cloths: their bets, and their piles of cards
CARDS = (*PANOS, BANCA)  # in the order in which cards are dealt
PENDING = "pendiente"  # third cards that came out before the coup was put right, the next one on top


class Coup(Struct, frozen=True, forbid_unknown_fields=True):
    """How one coup stands. What is by cloth has the first cloth's and the second's."""

    served: int = 0
    holders: tuple[int, int] = (0, 0)  # who plays the cards of each cloth
    banco: int = 0  # who goes banco against both
    said: tuple[str, str] = ("", "")  # «abato», «carta» or «no»
    wrong: tuple[bool, bool] = (False, False)  # the word was a mistake
    advised: tuple[bool, bool] = (False, False)
    void: tuple[bool, bool] = (False, False)  # the coup is annulled for this cloth
    missed: tuple[bool, bool] = (False, False)  # it asked for a card and was given none
    astray: str = ""  # a third card went wrong; by whose error
    zero: tuple[str, ...] = ()  # hands that were thrown away unseen
    keeps_hand: tuple[bool, bool] = (False, False)  # the cards were in wrong hands: the turn does not pass
    bound: bool = False  # the banker asked for the table of play, or was advised
    restored: str = ""  # by whose error the coup was put right: «jugador», «croupier» or «banquero»
    abated: bool = False  # the banker has shown a natural


class Cloth(BankFelt, frozen=True, cache_hash=True, kw_only=True):
    """The cloths, the people around them and the bank."""

    coup_cards: ClassVar[int] = 9
    kinds: ClassVar[Kinds] = KINDS
    public: ClassVar[tuple[str, ...]] = (
        *(*BankFelt.public, "initial", "hands", "left_winning", "sessions_played", "tallas_played"),
        *("held_days", "held_tallas", "banco_open", "repeats", "repeater"),
    )

    rules: Rules
    initial: int = 0  # the amount the bank was first made with
    put_in: int = 0  # all that the banker has put in
    hands: tuple[int, int] = (0, 0)  # the compartment that has the cards of each cloth, counted from 0
    left_winning: tuple[int, ...] = ()  # bankers who won and left during this shoe
    sessions_played: int = 0
    tallas_played: int = 0  # in this session
    held_days: int = 0  # days that this banker has had the bank
    held_tallas: int = 0  # and tallas
    banco_open: bool = True  # no coup has been played since the talla or the bank began
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
        """What each player has on a cloth."""
        return {seat: cents for seat, bet, cents in self.chips if bet == pano}

    # ---- people

    def cloth_of(self, person: int) -> int:
        """The cloth at which a player is: 0 the first, 1 the second."""
        return int(self.behind[person - 1] > self.rules.compartments)

    def seated_at(self, cloth: int) -> tuple[int, ...]:
        """The seated of a cloth but the banker, from the one nearest to him."""
        many = self.rules.compartments
        here = self.places[cloth * many : (cloth + 1) * many]
        return tuple(person for person in here if person and person != self.banker)

    @property
    @law("IB05.09.VII.1")
    def has_enough(self) -> bool:
        """Are there two players at each cloth?"""
        return all(len(self.seated_at(cloth)) >= self.rules.bank.least_per_cloth for cloth in (0, 1))

    @law("IB05.09.IV.4")
    def rank(self, person: int) -> tuple[bool, int, int]:
        """Less is first, within a cloth: the seated nearest the banker, then the others in the same order."""
        return not self.is_seated(person), self.behind[person - 1], person

    @law("IB05.09.IV.6", "IB05.09.VI.2", "IB05.09.VII.10")
    def holder(self, cloth: int) -> int:
        """Who has the cards of a cloth: the first player from the compartment that has the hand on."""
        many = self.rules.compartments
        around = (cloth * many + (self.hands[cloth] + step) % many for step in range(many))
        return next(self.places[n] for n in around if self.places[n] not in (0, self.banker))

    # ---- cards

    def holder_of(self, owner: Owner) -> Owner:
        """Each hand is held by who plays it, the bank's by the banker; nobody holds the other cards."""
        holders = (*self.coup.holders, self.banker)
        return holders[CARDS.index(owner)] if owner in CARDS else owner

    @law("IB05.09.VIII.5.5")
    def points(self, hand: str) -> int:
        """What a hand counts; nothing, where it was thrown away unseen."""
        return 0 if hand in self.coup.zero else baccarat_points(self.cards(hand))

    @law("IB05.09.VI.7", "IB05.09.VIII.4.5")
    def strength(self, hand: str) -> tuple[bool, int]:
        """A natural that was shown beats any three cards, then the points decide."""
        shown = self.coup.abated if hand == BANCA else self.coup.said[PANOS.index(hand)] == "abato"
        return shown and hand not in self.coup.zero, self.points(hand)

    def points_of_two(self, hand: str) -> int:
        """What the first two cards of a hand count."""
        return baccarat_points(self.cards(hand)[:2])

    @property
    def playing(self) -> tuple[int, ...]:
        """The cloths against which the bank still plays: not annulled, and no natural shown."""
        coup = self.coup
        return tuple(n for n in (0, 1) if not coup.void[n] and coup.said[n] != "abato")

    def third(self, pano: str) -> int | None:
        """The points of a cloth's third card, where it has one."""
        cards = self.cards(pano)
        return baccarat_points(cards[2:]) if len(cards) > 2 else None

    def counts(self, owner: Owner) -> int | None:
        return self.points(owner) if isinstance(owner, str) and owner in CARDS else None


def with_one(pair: tuple[object, ...], n: int, value: object) -> tuple[object, ...]:
    """The pair with one of its two changed."""
    return tuple(value if place == n else old for place, old in enumerate(pair))
