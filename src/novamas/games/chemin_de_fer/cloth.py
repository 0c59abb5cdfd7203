"""The cloth of chemin de fer: who sits and stands where, whose the bank is, and how the coup stands."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from novamas.families.passing_bank.cloth import BankFelt, Kinds
from novamas.games.chemin_de_fer.acts import KINDS, Accept, Associate, Reject
from novamas.games.chemin_de_fer.figures import Course, Irregularities
from novamas.games.chemin_de_fer.setup import Rules
from novamas.hands import baccarat_points
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.refusals import Refusal

GARAGE, UNCOVERED = "garage", "garage_obligatorio"
PUNTO, LATE, PART = "punto", "tardia", "asociado"


class Coup(Struct, frozen=True, forbid_unknown_fields=True):
    """How one coup stands."""

    served: int = 0  # cards served of the first four
    punto: int = 0  # who plays the cards against the bank
    banco: bool = False  # somebody covers the whole bank
    seguido: bool = False  # and it is a banco seguido
    stood: bool = False  # the punto takes no card
    misspoken: str = ""  # the word that the punto said by mistake
    advised: bool = False  # the punto must do as the rules say, and stand with five
    punto_bound: bool = False  # a punto who went banco has lost his freedom
    bound: str = ""  # the banker follows the table of play: «cuadro», or «estricto», which draws where free
    must_expose: bool = False  # the banker exposed a card of the punto's, and must expose his own
    fifth: bool = False  # a fifth card was drawn before the punto spoke
    lost_card: str = ""  # a card of the punto's fell into the basket: «primera» or «tercera»
    bank_zero: bool = False  # the banker dealt himself too many cards: his two count nothing
    abated: int = 0  # who has shown a natural


class Cloth(BankFelt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, the people around it and the bank."""

    coup_cards: ClassVar[int] = 6
    kinds: ClassVar[Kinds] = KINDS
    public: ClassVar[tuple[str, ...]] = (
        *(
            *BankFelt.public,
            "least_bank",
            "standing",
            "changing",
            "away",
            "unsaluted",
            "followers",
            "associates",
        ),
        *("anchor", "passer", "passed", "barred", "seguido", "former_banco", "fresh"),
    )

    rules: Rules
    # ---- people
    standing: tuple[int, ...] = ()  # in order of arrival
    changing: tuple[int, ...] = ()  # seated players who want another place
    away: tuple[int, ...] = ()
    unsaluted: tuple[int, ...] = ()  # who must let a hand pass before he has priority again
    elsewhere: tuple[int, ...] = ()  # who has a seat at another table
    followers: tuple[int, ...] = ()  # standing players who moved to follow the hand
    refusals: tuple[int, ...]  # by person: how many times in a row he has refused the hand
    # ---- the bank
    associates: tuple[tuple[int, int], ...] = ()  # who, and what he put in
    own: int = 0  # what the banker himself put in
    anchor: int = 0  # the compartment from whose right the bank goes on
    passer: int = 0  # who passed the hand of his own will
    passed: int = 0  # the bank that he passed
    barred: tuple[int, ...] = ()  # who may not bid for it
    won: int = 0  # what this banker has won so far
    fresh: bool = True  # no coup of this talla has been dealt
    seguido: int = 0  # who may go banco again
    former_banco: int = 0  # who went banco before the hand was passed
    coup: Coup = Coup()

    # ---- the law

    @property
    def course(self) -> Course:
        return self.rules.frame.group("course", Course)

    @property
    def wrongs(self) -> Irregularities:
        return self.rules.frame.group("irregularities", Irregularities)

    # ---- people

    @property
    def seated(self) -> tuple[int, ...]:
        """The seated, by compartment."""
        return tuple(person for person in self.places if person)

    @property
    @law("IB05.08.VII.1")
    def has_enough(self) -> bool:
        return len(self.seated) >= self.rules.least_players

    def from_right_of(self, compartment: int) -> tuple[int, ...]:
        """The seated, from the right of a compartment on and round to it."""
        seats = self.rules.seats
        around = ((compartment + step) % seats for step in range(seats))
        return tuple(self.places[place] for place in around if self.places[place])

    @law("IB05.08.IV.3", "IB05.08.IV.4", "IB05.08.IV.5", "IB05.08.IV.2")
    def rank(self, person: int) -> tuple[int, int, int]:
        """Less is first: the seated from the banker's right, then the standing; who must salute is last."""
        here = self.behind[self.banker - 1] if self.banker else self.anchor
        steps = (self.behind[person - 1] - here - 1) % self.rules.seats
        if person in self.unsaluted:
            return 2, steps, 0
        if self.is_seated(person):
            return 0, steps, 0
        return 1, steps, self.standing.index(person)

    def by_rank(self, *, without: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Everybody in order of priority."""
        people = (person for person in range(1, self.rules.people + 1) if person not in without)
        return tuple(sorted(people, key=self.rank))

    # ---- refusals

    def why_too_late(self) -> Refusal:
        return Refusal("no_van_mas", self.course.closing)

    def why_not_own(self, act: Act, clause: str) -> Refusal | None:
        """Nothing was proposed that could be answered, or no bank is being made up that others could join."""
        if isinstance(act, Accept | Reject):
            return Refusal("nothing_proposed", clause)
        return Refusal("no_bank_forming", self.course.associating) if isinstance(act, Associate) else None

    # ---- the bank and the stakes

    @property
    def partners(self) -> tuple[int, ...]:
        """The banker's associates."""
        return tuple(person for person, _ in self.associates)

    @property
    def least_bank(self) -> int:
        """What the bank must at least be: what was passed, or the table's minimum."""
        return self.passed if self.passer else self.rules.minimum_banca

    @property
    def against(self) -> int:
        """What the puntos have staked."""
        return sum(cents for _, bet, cents in self.chips if bet == PUNTO)

    @property
    def stakes(self) -> dict[int, int]:
        """What each punto has staked."""
        return {seat: cents for seat, bet, cents in self.chips if bet == PUNTO}

    # ---- points

    @property
    @law("IB05.08.VIII.3.5", "IB05.08.VIII.3.6")
    def punto_points(self) -> int:
        """What the punto's hand counts; nine where the banker lost one of its cards."""
        return 9 if self.coup.lost_card else baccarat_points(self.cards(self.coup.punto))

    @property
    @law("IB05.08.VIII.3.2")
    def bank_points(self) -> int:
        """What the banker's hand counts; if he dealt himself too many, only a card drawn later counts."""
        cards = self.cards(self.banker)
        return baccarat_points(cards[2:] if self.coup.bank_zero else cards)

    @property
    def third(self) -> int | None:
        """The points of the punto's third card, where he has one."""
        cards = self.cards(self.coup.punto)
        return baccarat_points(cards[2:]) if len(cards) > 2 else None

    def counts(self, owner: Owner) -> int | None:
        return self.bank_points if owner == self.banker else self.punto_points
