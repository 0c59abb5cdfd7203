"""Seats: the waiting list, changes of place, lost seats, and letting a hand pass (saludar)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.passing_bank import phases
from novamas.families.passing_bank.acts import SEATING, BuyChips, JoinList, Rise, Sit
from novamas.families.passing_bank.cloth import BankMoves
from novamas.families.passing_bank.phases import occupy, vacate, without
from novamas.games.chemin_de_fer.acts import AskChange, ComeBack, LeaveOtherTable, StepAway
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- changes of places


def give_up_seat(moves: BankMoves[Cloth], person: int, clause: str) -> None:
    """Make a player give up a seat and stand behind it, last among the standing players."""
    felt = moves.felt
    moves.change(
        standing=(*felt.standing, person),
        changing=without(felt.changing, person),
        away=without(felt.away, person),
        unsaluted=without(felt.unsaluted, person),
    )
    vacate(moves, person, clause)


@law("IB05.08.IV.4", "IB05.08.IV.5", "IB05.08.IV.6")
def take_seat(moves: BankMoves[Cloth], person: int, place: int, clause: str) -> None:
    """Give a vacant seat to a player. In mid-shoe the player must then let a hand pass."""
    felt = moves.felt
    must_salute = not felt.fresh and person not in felt.unsaluted
    moves.change(
        standing=without(felt.standing, person),
        changing=without(felt.changing, person),
        followers=without(felt.followers, person),
        unsaluted=(*felt.unsaluted, person) if must_salute else felt.unsaluted,
        refusals=tuple(0 if n == person else many for n, many in enumerate(felt.refusals, 1)),
    )
    occupy(moves, person, place, clause)


@law("IB05.08.IV.4")
def salute(moves: BankMoves[Cloth], person: int) -> None:
    """Let a hand pass for a player who changed seats and now regains priority."""
    moves.say("Saludo.", moves.felt.course.salute, who=person)
    moves.change(unsaluted=without(moves.felt.unsaluted, person))


@law("IB05.08.IV.13")
def lose_seat_absent(moves: BankMoves[Cloth], person: int) -> None:
    """Give the seat of a player who is absent for the hand to the first on the waiting list."""
    place = moves.felt.behind[person - 1]
    give_up_seat(moves, person, moves.felt.course.absent)
    if moves.felt.waiting:
        take_seat(moves, moves.felt.waiting[0], place, moves.felt.course.absent)


@law("IB05.08.IV.10")
def refuse_hand(moves: BankMoves[Cloth], person: int) -> None:
    """Count a refused hand. Two in a row, both offered in the rotation, cost the player the seat."""
    refusals = list(moves.felt.refusals)
    refusals[person - 1] += 1
    lost = refusals[person - 1] >= 2
    if lost:
        refusals[person - 1] = 0
    moves.change(refusals=tuple(refusals))
    if lost:
        give_up_seat(moves, person, moves.felt.course.refused_twice)


# ---------------------------------------------------------------- offers on places


class Resting(phases.Resting[Cloth], frozen=True):
    """No coup is in progress. Players may come, go and change money for chips."""

    seating: ClassVar[tuple[type[Act], ...]] = (*SEATING, LeaveOtherTable, AskChange, StepAway, ComeBack)

    def seat_offers(self, who: int) -> Iterable[Offer]:
        if who in self.felt.away:
            yield Offer(ComeBack(who), self.felt.course.stepped_away)
        else:
            yield from super().seat_offers(who)

    def standing_offers(self, who: int) -> Iterable[Offer]:
        if who in self.felt.elsewhere:
            yield Offer(LeaveOtherTable(who), self.felt.course.one_seat)
        else:
            yield from super().standing_offers(who)

    def seated_offers(self, who: int) -> Iterable[Offer]:
        if who not in self.felt.changing:
            yield Offer(AskChange(who), self.felt.course.vacant)
        yield from super().seated_offers(who)
        yield Offer(StepAway(who), self.felt.course.stepped_away)

    @law("IB05.08.IV.9", "IB05.08.III.1.2")
    def first_for_a_place(self) -> int:
        """Return the player who may take a vacant seat, or 0.

        In mid-shoe the waiting list comes first. Between shoes, seated players who want to change come
        first.
        """
        felt = self.felt
        changing = without(felt.changing, felt.banker)
        order = (*changing, *felt.waiting) if felt.fresh else (*felt.waiting, *changing)
        return order[0] if order else 0

    @law("IB05.08.IV.14", "IB05.08.IV.7", "IB05.08.IV.9")
    def why_no_place(self, act: Act) -> Refusal | None:
        felt = self.felt
        match act:
            case BuyChips(by) if by in felt.away:
                return Refusal("stepped_away", felt.course.stepped_away)
            case AskChange(by) | StepAway(by) if by == felt.banker != self.turn:
                return Refusal("banker_keeps_seat", felt.course.compartment)
            case AskChange(by) if by in felt.changing and by != self.turn:
                return Refusal("asked_already", felt.course.vacant)
            case Sit(_, place) if 1 <= place <= felt.rules.seats and felt.places[place - 1] in felt.away:
                return Refusal("seat_taken", felt.course.stepped_away)
            case JoinList(by) if by in felt.elsewhere:
                return Refusal("seated_elsewhere", felt.course.one_seat)
            case ComeBack(by) if by not in felt.away:
                return Refusal("not_away", felt.course.stepped_away)
            case AskChange(int(by)) | StepAway(int(by)) if not felt.is_seated(by):
                return Refusal("not_seated", felt.course.compartment)
        return super().why_no_place(act)

    @law("IB05.08.III.1.2", "IB05.08.III.3.1", "IB05.08.IV.14")
    def seat(self, moves: BankMoves[Cloth], person: int, act: Act) -> None:
        """Change money for a player, or change the player's place."""
        felt, course = self.felt, self.felt.course
        match act:
            case LeaveOtherTable():
                moves.change(elsewhere=without(felt.elsewhere, person))
            case AskChange():
                moves.change(changing=(*felt.changing, person))
            case Sit(_, place):
                take_seat(moves, person, place, course.vacant)
            case Rise():
                give_up_seat(moves, person, course.compartment)
            case StepAway():
                moves.change(away=(*felt.away, person))
            case ComeBack():
                moves.change(away=without(felt.away, person))
            case _:
                super().seat(moves, person, act)
