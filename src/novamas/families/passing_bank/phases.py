"""The moments that every baccarat in which players bank has: between coups people come and go."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, ClassVar, Generic

from msgspec.structs import replace

from novamas.families.passing_bank.acts import SEATING, BuyChips, CloseTable, GoOn, JoinList, Rise, Sit
from novamas.families.passing_bank.cloth import BankMoves, F
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY, Who
from novamas.table.tags import snake


class Stage(Enum):
    """How far a coup has come."""

    BANK = "bank"  # no coup is under way
    BETS = "bets"
    CARDS = "cards"


class BankPhase(Phase[Act], Generic[F], frozen=True):
    """Any moment at a table at which players bank."""

    stage: ClassVar[Stage] = Stage.CARDS

    felt: F

    @property
    def clause(self) -> str:  # type: ignore[override]  # the figures have it under the moment's name
        return self.felt.moments[snake(type(self).__name__)]

    def seats(self) -> int:
        return self.felt.rules.people

    def reason(self, act: Act) -> Refusal | None:
        return self.own_reason(act) or self.out_of_place(act)

    def own_reason(self, act: Act) -> Refusal | None:
        """Words for what this moment itself does not allow."""
        return None

    def out_of_place(self, act: Act) -> Refusal | None:
        """Words for what belongs to another stage of the coup, or is for the banker alone."""
        felt, stage, kinds = self.felt, self.stage, self.felt.kinds
        if any(type(offer.act) is type(act) for offer in self.offers(act.by)):
            return None  # it is in its place: the offer says what is wrong with it
        if isinstance(act, kinds.bets) and stage is not Stage.BETS:
            early = Refusal("no_bets_yet", felt.course.closing)
            return felt.why_too_late() if stage is Stage.CARDS else early
        if isinstance(act, kinds.words) and stage is not Stage.CARDS:
            return Refusal("no_cards_yet", felt.moments["serving"])
        if isinstance(act, kinds.seating) and stage is not Stage.BANK:
            return Refusal("coup_under_way", felt.course.compartment)
        if isinstance(act, (*kinds.holding, *kinds.answers)) and act.by != felt.banker:
            return Refusal("not_the_banker", self.clause)
        if isinstance(act, kinds.holding) and stage is not Stage.BANK:
            return Refusal("coup_under_way", self.clause)
        if isinstance(act, kinds.taking) and felt.banker:
            return Refusal("bank_is_held", self.clause, figures={"seat": felt.banker})
        if isinstance(act, kinds.taking):
            return Refusal("bank_not_offered", self.clause)
        return felt.why_not_own(act, self.clause)


def too_much(now: BankPhase[Any], person: Who, cents: int, most: int | None, by: str) -> Refusal | None:
    """The words for more than the law allows, where it has a most, or than the player has before him."""
    if most is not None and cents > most:
        return Refusal("above_maximum", by, dial="cents", given=cents, most=most)
    if not isinstance(person, int) or cents <= (has := now.felt.purse(person)):
        return None
    return Refusal("not_enough_chips", now.clause, dial="cents", given=cents, most=has)


def too_little(cents: int, least: int, by: str) -> Refusal | None:
    """The words for less than the law allows."""
    return Refusal("below_minimum", by, dial="cents", given=cents, least=least) if cents < least else None


class Drawing(BankPhase[F], Generic[F], frozen=True):
    """Somebody sees a card for the first time."""

    @property
    def turn(self) -> Who:
        return CHANCE


class BankersTurn(BankPhase[F], Generic[F], frozen=True):
    """The table waits for the banker."""

    @property
    def turn(self) -> Who:
        return self.felt.banker


class Closed(BankPhase[F], Generic[F], frozen=True):
    """The game is over and everybody has taken his chips away."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


# ---------------------------------------------------------------- people who come and go


def vacate(moves: BankMoves[Any], person: int, clause: str) -> None:
    """A player gives up his compartment and stands behind it."""
    felt = moves.felt
    moves.change(places=tuple(0 if one == person else one for one in felt.places))
    moves.note("gives_up_place", clause, seat=person, place=felt.behind[person - 1])


def occupy(moves: BankMoves[Any], person: int, place: int, clause: str) -> None:
    """A player takes a vacant compartment, and gives up the one he may have had."""
    felt = moves.felt
    places = [0 if one == person else one for one in felt.places]
    behind = list(felt.behind)
    places[place - 1], behind[person - 1] = person, place
    moves.change(places=tuple(places), behind=tuple(behind), waiting=without(felt.waiting, person))
    moves.note("takes_place", clause, seat=person, place=place)


def without(people: tuple[int, ...], person: int) -> tuple[int, ...]:
    """The others."""
    return tuple(one for one in people if one != person)


class Resting(BankPhase[F], Generic[F], frozen=True):
    """No coup is under way: players may come, go and change chips."""

    rest: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BANK
    seating: ClassVar[tuple[type[Act], ...]] = SEATING

    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.own_offers(who)
        if isinstance(who, int) and who != self.turn:
            yield from self.seat_offers(who)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """What this moment itself offers."""
        raise AssertionError("each moment has its own offers")

    @law("IB05.09.IV.9")
    def seat_offers(self, who: int) -> Iterable[Offer]:
        """Who wants a compartment is entered on the waiting list, whose first may take a vacant one."""
        felt, rules, course = self.felt, self.felt.rules, self.felt.course
        money = Range(rules.chip, rules.most_change, rules.chip, course.changer)
        yield Offer(BuyChips(who, rules.minimum), course.changer, {"cents": money})
        if not felt.is_seated(who):
            yield from self.standing_offers(who)
        elif who != felt.banker:
            yield from self.seated_offers(who)
        if who == self.first_for_a_place():
            for place, person in enumerate(felt.places, 1):
                if not person:
                    yield Offer(Sit(who, place), course.vacant)

    def standing_offers(self, who: int) -> Iterable[Offer]:
        """What a player without a compartment may do about that."""
        if who not in self.felt.waiting:
            yield Offer(JoinList(who), self.felt.course.waiting_list)

    def seated_offers(self, who: int) -> Iterable[Offer]:
        """What a player may do about the compartment that he has."""
        yield Offer(Rise(who), self.felt.course.compartment)

    def first_for_a_place(self) -> int:
        """Who may take a vacant compartment."""
        return self.felt.waiting[0] if self.felt.waiting else 0

    def reason(self, act: Act) -> Refusal | None:
        return self.why_no_place(act) or super().reason(act)

    def why_no_place(self, act: Act) -> Refusal | None:
        """Words for a place that somebody may not take, wait for or give up."""
        felt, by, course = self.felt, act.by, self.felt.course
        if not isinstance(act, self.seating) or not isinstance(by, int):
            return None
        if by == self.turn:
            return Refusal("decides_first", self.clause)
        match act:
            case Sit():
                return Refusal("not_first", course.vacant)
            case JoinList() if felt.is_seated(by):
                return Refusal("seated_already", course.waiting_list)
            case JoinList() if by in felt.waiting:
                return Refusal("on_the_list", course.waiting_list)
            case Rise() if by == felt.banker:
                return Refusal("banker_keeps_seat", course.compartment)
            case Rise():
                return Refusal("not_seated", course.compartment)
        return None

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        if not isinstance(act, self.seating):
            return self.own_after(moves, act)
        assert isinstance(act.by, int)
        self.seat(moves, act.by, act)
        return self.again(moves)

    def own_after(self, moves: BankMoves[F], act: Act) -> Step:
        """What follows from what this moment itself offers."""
        raise AssertionError(act)

    def seat(self, moves: BankMoves[F], person: int, act: Act) -> None:
        """A player changes money, waits for a compartment, takes one or gives it up."""
        felt, course = self.felt, self.felt.course
        match act:
            case BuyChips(_, cents):
                moves.buy(person, cents, course.changer)
            case JoinList():
                moves.change(waiting=(*felt.waiting, person))
            case Rise():
                vacate(moves, person, course.compartment)
            case Sit(_, place):
                occupy(moves, person, place, course.vacant)
            case _:
                raise AssertionError(act)

    def again(self, moves: BankMoves[F]) -> Step:
        """The same moment, after somebody came or went."""
        return moves.to(replace(self, felt=moves.felt))


class Suspended(Resting[F], Generic[F], frozen=True):
    """There are too few seated players: the game waits until there are enough again."""

    pause: ClassVar[bool] = True

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            if self.felt.has_enough:
                yield Offer(GoOn(), self.clause)
            yield Offer(CloseTable(), self.clause)
