"""Seats: the waiting list, changing place, losing it, and greeting the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.chemin_de_fer.acts import (
    SEATING,
    AskChange,
    ComeBack,
    LeaveOtherTable,
    StepAway,
)
from novamas.games.chemin_de_fer.cloth import Cloth, Moment, Table
from novamas.law import law
from novamas.rounds.passing_bank.acts import (
    BuyChips,
    JoinList,
    Rise,
    Sit,
)
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.people import Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- what happens to places


def _without(people: tuple[int, ...], person: int) -> tuple[int, ...]:
    return tuple(one for one in people if one != person)


def vacate(moves: Table, person: int, clause: str) -> None:
    """A player gives up his seat and stands behind it."""
    felt = moves.felt
    places = tuple(0 if one == person else one for one in felt.places)
    moves.change(
        places=places,
        standing=(*felt.standing, person),
        changing=_without(felt.changing, person),
        away=_without(felt.away, person),
        unsaluted=_without(felt.unsaluted, person),
    )
    moves.note(f"s{person} gives up place {felt.behind[person - 1]}", clause)


@law("IB05.08.IV.4", "IB05.08.IV.5", "IB05.08.IV.6")
def occupy(moves: Table, person: int, place: int, clause: str) -> None:
    """A player takes a vacant seat; during a talla he must then let a hand pass."""
    felt = moves.felt
    places = [0 if one == person else one for one in felt.places]
    places[place - 1] = person
    behind = list(felt.behind)
    behind[person - 1] = place
    must_salute = not felt.fresh and person not in felt.unsaluted
    moves.change(
        places=tuple(places),
        behind=tuple(behind),
        standing=_without(felt.standing, person),
        waiting=_without(felt.waiting, person),
        changing=_without(felt.changing, person),
        followers=_without(felt.followers, person),
        unsaluted=(*felt.unsaluted, person) if must_salute else felt.unsaluted,
        refusals=tuple(0 if n == person else many for n, many in enumerate(felt.refusals, 1)),
    )
    moves.note(f"s{person} takes place {place}", clause)


@law("IB05.08.IV.4")
def salute(moves: Table, person: int) -> None:
    """Who changed seat lets the hand pass, and has his priority again."""
    moves.say("Saludo.", "IB05.08.IV.4", who=person)
    moves.change(unsaluted=_without(moves.felt.unsaluted, person))


@law("IB05.08.IV.13")
def lose_seat_absent(moves: Table, person: int) -> None:
    """Who is absent when the hand comes to him loses his seat to the first on the waiting list."""
    place = moves.felt.behind[person - 1]
    vacate(moves, person, "IB05.08.IV.13")
    if moves.felt.waiting:
        occupy(moves, moves.felt.waiting[0], place, "IB05.08.IV.13")


@law("IB05.08.IV.10")
def refuse_hand(moves: Table, person: int) -> None:
    """Two refusals in a row cost the seat; only hands that come in rotation count."""
    refusals = list(moves.felt.refusals)
    refusals[person - 1] += 1
    lost = refusals[person - 1] >= 2
    if lost:
        refusals[person - 1] = 0
    moves.change(refusals=tuple(refusals))
    if lost:
        vacate(moves, person, "IB05.08.IV.10")


# ---------------------------------------------------------------- what players may do about them


@law("IB05.08.IV.9", "IB05.08.III.1.2")
def first_for_a_place(felt: Cloth) -> int:
    """Who may take a vacant seat: in the talla the waiting list first, between tallas those who change."""
    changing = tuple(person for person in felt.changing if person != felt.banker)
    order = (*changing, *felt.waiting) if felt.fresh else (*felt.waiting, *changing)
    return order[0] if order else 0


def _seat_offers(felt: Cloth, who: int) -> Iterable[Offer]:
    rules = felt.rules
    if who in felt.away:
        yield Offer(ComeBack(who), "IB05.08.IV.14")
        return
    most = rules.bank.maximum_times * rules.minimum
    yield Offer(
        BuyChips(who, rules.minimum), "IB05.08.III.3.1", {"cents": Range(rules.chip, most, rules.chip)}
    )
    if not felt.is_seated(who) and who not in (*felt.waiting, *felt.elsewhere):
        yield Offer(JoinList(who), "IB05.08.III.1.2")
    if who in felt.elsewhere:
        yield Offer(LeaveOtherTable(who), "IB05.08.IV.7")
    if felt.is_seated(who) and who != felt.banker:
        if who not in felt.changing:
            yield Offer(AskChange(who), "IB05.08.IV.9")
        yield Offer(Rise(who), "IB05.08.IV.1")
        yield Offer(StepAway(who), "IB05.08.IV.14")
    if who == first_for_a_place(felt):
        for place, person in enumerate(felt.places, 1):
            if not person:
                yield Offer(Sit(who, place), "IB05.08.IV.9")


class Resting(Moment, frozen=True):
    """No coup is under way: players may come, go and change chips."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.own_offers(who)
        if isinstance(who, int) and who != self.turn:
            yield from _seat_offers(self.felt, who)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """What this moment itself offers."""
        raise AssertionError("each moment has its own offers")

    @law("IB05.08.IV.14", "IB05.08.IV.7", "IB05.08.IV.9")
    def reason(self, act: object) -> Refusal | None:
        felt = self.felt
        match act:
            case Sit(_, place) if 1 <= place <= felt.rules.seats and felt.places[place - 1] in felt.away:
                says = "A seat that is empty for a moment may not be taken."
                return Refusal("seat_taken", "IB05.08.IV.14", says)
            case Sit():
                says = "A vacant seat goes to the first on the list, or to the seated who asked to change."
                return Refusal("not_first", "IB05.08.IV.9", says)
            case JoinList(by) if by in felt.elsewhere:
                says = "Who has a seat at another table may not have one here."
                return Refusal("seated_elsewhere", "IB05.08.IV.7", says)
        return self.own_reason(act)

    def own_reason(self, act: object) -> Refusal | None:
        """Words for what this moment itself does not allow."""
        return None

    def after(self, act: Act) -> Step:
        if not isinstance(act, SEATING):
            return self.own_after(act)
        assert isinstance(act.by, int)
        moves = Table(self.felt)
        do_seating(moves, act.by, act)
        return self.again(moves)

    def own_after(self, act: Act) -> Step:
        """What follows from what this moment itself offers."""
        raise AssertionError(act)

    def again(self, moves: Table) -> Step:
        """The same moment, after somebody came or went."""
        raise AssertionError("each moment goes on in its own way")


@law("IB05.08.III.1.2", "IB05.08.III.3.1", "IB05.08.IV.14")
def do_seating(moves: Table, person: int, act: Act) -> None:
    """A player comes, goes, changes place or changes money."""
    felt = moves.felt
    match act:
        case BuyChips(_, cents):
            moves.buy(person, cents, "IB05.08.III.3.1")
        case JoinList():
            moves.change(waiting=(*felt.waiting, person))
        case LeaveOtherTable():
            moves.change(elsewhere=_without(felt.elsewhere, person))
        case AskChange():
            moves.change(changing=(*felt.changing, person))
        case Sit(_, place):
            occupy(moves, person, place, "IB05.08.IV.9")
        case Rise():
            vacate(moves, person, "IB05.08.IV.1")
        case StepAway():
            moves.change(away=(*felt.away, person))
        case ComeBack():
            moves.change(away=_without(felt.away, person))
        case _:
            raise AssertionError(act)
