"""The cloth of chemin de fer: the players and their places, the bank, and the state of the coup."""

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
    """The state of one coup."""

    served: int = 0  # number of the first four cards already served
    punto: int = 0  # the player who holds the cards against the bank
    banco: bool = False  # one stake covers the whole bank
    seguido: bool = False  # that stake is a banco seguido
    stood: bool = False  # the punto takes no card
    misspoken: str = ""  # the punto's mistaken word
    advised: bool = False  # the punto must follow the rules, and stand with five
    punto_bound: bool = False  # a punto who went banco has lost the free choice
    bound: str = ""  # the table of play binds the banker: "cuadro", or "estricto" (draw in optional cells)
    must_expose: bool = False  # the banker exposed a card of the punto, and must expose the matching one
    fifth: bool = False  # a fifth card was drawn before the punto spoke
    lost_card: str = ""  # the punto's card in the basket: "primera" or "tercera"
    bank_zero: bool = False  # the banker dealt the bank too many cards: its first two count zero
    abated: int = 0  # the player who has shown a natural


class Cloth(BankFelt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, the players around it and the bank."""

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
    unsaluted: tuple[int, ...] = ()  # players without priority until they let a hand pass
    elsewhere: tuple[int, ...] = ()  # players with a seat at another table
    followers: tuple[int, ...] = ()  # standing players who moved to follow the hand
    refusals: tuple[int, ...]  # by player, the number of refusals of the hand in a row
    # ---- the bank
    associates: tuple[tuple[int, int], ...] = ()  # player and contribution
    own: int = 0  # the banker's own contribution
    anchor: int = 0  # the bank's rotation continues from the right of this compartment
    passer: int = 0  # the player who chose to pass the hand
    passed: int = 0  # the amount of the bank passed
    barred: tuple[int, ...] = ()  # players who may not bid for it
    won: int = 0  # this banker's winnings so far
    fresh: bool = True  # no coup of this shoe has been dealt
    seguido: int = 0  # the player who may repeat a banco
    former_banco: int = 0  # the player who went banco before the hand was passed
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
        """The seated players, ordered by compartment."""
        return tuple(person for person in self.places if person)

    @property
    @law("IB05.08.VII.1")
    def has_enough(self) -> bool:
        return len(self.seated) >= self.rules.least_players

    def from_right_of(self, compartment: int) -> tuple[int, ...]:
        """Return the seated players once around the table, beginning at the right of a compartment."""
        seats = self.rules.seats
        around = ((compartment + step) % seats for step in range(seats))
        return tuple(self.places[place] for place in around if self.places[place])

    @law("IB05.08.IV.3", "IB05.08.IV.4", "IB05.08.IV.5", "IB05.08.IV.2")
    def rank(self, person: int) -> tuple[int, int, int]:
        """Return the priority of a player. The lowest value comes first.

        Seated players come first, beginning at the banker's right. Standing players follow. Players who must
        let a hand pass come last.
        """
        here = self.behind[self.banker - 1] if self.banker else self.anchor
        steps = (self.behind[person - 1] - here - 1) % self.rules.seats
        if person in self.unsaluted:
            return 2, steps, 0
        if self.is_seated(person):
            return 0, steps, 0
        return 1, steps, self.standing.index(person)

    def by_rank(self, *, without: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return all players in order of priority."""
        people = (person for person in range(1, self.rules.people + 1) if person not in without)
        return tuple(sorted(people, key=self.rank))

    # ---- refusals

    def why_too_late(self) -> Refusal:
        return Refusal("no_van_mas", self.course.closing)

    def why_not_own(self, act: Act, clause: str) -> Refusal | None:
        """Explain that there is no proposal to answer or no association to join, or return None."""
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
        """The lowest bank allowed: the amount that was passed on, or the table's minimum."""
        return self.passed if self.passer else self.rules.minimum_banca

    @property
    def against(self) -> int:
        """The sum of the puntos' stakes."""
        return sum(cents for _, bet, cents in self.chips if bet == PUNTO)

    @property
    def stakes(self) -> dict[int, int]:
        """The stake of each punto."""
        return {seat: cents for seat, bet, cents in self.chips if bet == PUNTO}

    # ---- points

    @property
    @law("IB05.08.VIII.3.5", "IB05.08.VIII.3.6")
    def punto_points(self) -> int:
        """The points of the punto's hand, or nine if the banker lost one of its cards."""
        return 9 if self.coup.lost_card else baccarat_points(self.cards(self.coup.punto))

    @property
    @law("IB05.08.VIII.3.2")
    def bank_points(self) -> int:
        """The points of the bank's hand. If it got too many cards, only a card drawn later counts."""
        cards = self.cards(self.banker)
        return baccarat_points(cards[2:] if self.coup.bank_zero else cards)

    @property
    def third(self) -> int | None:
        """The points of the punto's third card, or None."""
        cards = self.cards(self.coup.punto)
        return baccarat_points(cards[2:]) if len(cards) > 2 else None

    def counts(self, owner: Owner) -> int | None:
        return self.bank_points if owner == self.banker else self.punto_points
