"""Phases shared by the passing-bank games. Players come and go between coups."""

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
    """The progress of a coup."""

    BANK = "bank"  # no coup in progress
    BETS = "bets"
    CARDS = "cards"


class BankPhase(Phase[Act], Generic[F], frozen=True):
    """A phase of any table with a player as banker."""

    stage: ClassVar[Stage] = Stage.CARDS

    felt: F

    @property
    def clause(self) -> str:  # type: ignore[override]  # the figures name it after the phase
        return self.felt.moments[snake(type(self).__name__)]

    def seats(self) -> int:
        return self.felt.rules.people

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, self.felt.kinds.bets) and act.by == self.felt.banker:
            return Refusal("banker_may_not_bet", self.felt.moments["betting"])
        return self.own_reason(act) or self.out_of_place(act)

    def own_reason(self, act: Act) -> Refusal | None:
        """Explain why this particular phase refuses an act, or return None."""
        return None

    def out_of_place(self, act: Act) -> Refusal | None:
        """Explain that an act belongs to another stage of the coup or to the banker, or return None."""
        felt, stage, kinds = self.felt, self.stage, self.felt.kinds
        if any(type(offer.act) is type(act) for offer in self.offers(act.by)):
            return None  # the act is in its place: the offer explains the rest
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
    """Return the refusal of an amount above the lawful maximum or the player's chips, or None."""
    if most is not None and cents > most:
        return Refusal("above_maximum", by, dial="cents", given=cents, most=most)
    if not isinstance(person, int) or cents <= (has := now.felt.purse(person)):
        return None
    return Refusal("not_enough_chips", now.clause, dial="cents", given=cents, most=has)


def too_little(cents: int, least: int, by: str) -> Refusal | None:
    """Return the refusal of an amount below the lawful minimum, or None."""
    return Refusal("below_minimum", by, dial="cents", given=cents, least=least) if cents < least else None


class Drawing(BankPhase[F], Generic[F], frozen=True):
    """The next card is drawn from the shoe."""

    @property
    def turn(self) -> Who:
        return CHANCE


class BankersTurn(BankPhase[F], Generic[F], frozen=True):
    """The table waits for the banker to act."""

    @property
    def turn(self) -> Who:
        return self.felt.banker


class Closed(BankPhase[F], Generic[F], frozen=True):
    """The game is over, and all players have left with their chips."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


# ---------------------------------------------------------------- players who come and go


def vacate(moves: BankMoves[Any], person: int, clause: str) -> None:
    """Let a player give up a compartment and stand behind it."""
    felt = moves.felt
    moves.change(places=tuple(0 if one == person else one for one in felt.places))
    moves.note("gives_up_place", clause, seat=person, place=felt.behind[person - 1])


def occupy(moves: BankMoves[Any], person: int, place: int, clause: str) -> None:
    """Let a player take a vacant compartment and give up the previous one, if any."""
    felt = moves.felt
    places = [0 if one == person else one for one in felt.places]
    behind = list(felt.behind)
    places[place - 1], behind[person - 1] = person, place
    moves.change(places=tuple(places), behind=tuple(behind), waiting=without(felt.waiting, person))
    moves.note("takes_place", clause, seat=person, place=place)


def without(people: tuple[int, ...], person: int) -> tuple[int, ...]:
    """Return the list of players with one of them removed."""
    return tuple(one for one in people if one != person)


class Resting(BankPhase[F], Generic[F], frozen=True):
    """No coup is in progress. Players may come, go and change money for chips."""

    rest: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BANK
    seating: ClassVar[tuple[type[Act], ...]] = SEATING

    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.own_offers(who)
        if isinstance(who, int) and who != self.turn:
            yield from self.seat_offers(who)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers that only this phase has."""
        raise AssertionError("each moment has its own offers")

    @law("IB05.09.IV.9")
    def seat_offers(self, who: int) -> Iterable[Offer]:
        """Yield a player's offers about places. The first on the list may take a vacant compartment."""
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
        """Yield the offers about places for a player without a compartment."""
        if who not in self.felt.waiting:
            yield Offer(JoinList(who), self.felt.course.waiting_list)

    def seated_offers(self, who: int) -> Iterable[Offer]:
        """Yield the offers about places for a player with a compartment."""
        yield Offer(Rise(who), self.felt.course.compartment)

    def first_for_a_place(self) -> int:
        """Return the player who may take a vacant compartment, or 0."""
        return self.felt.waiting[0] if self.felt.waiting else 0

    def reason(self, act: Act) -> Refusal | None:
        return self.why_no_place(act) or super().reason(act)

    def why_no_place(self, act: Act) -> Refusal | None:
        """Explain why a player may not take, wait for or give up a place, or return None."""
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
        """Return the result of an act that only this phase offers."""
        raise AssertionError(act)

    def seat(self, moves: BankMoves[F], person: int, act: Act) -> None:
        """Sell chips to a player, put the player on the waiting list, or change the player's seat."""
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
        """Return to the same phase after a change of places."""
        return moves.to(replace(self, felt=moves.felt))


class Suspended(Resting[F], Generic[F], frozen=True):
    """There are too few seated players. The game waits until there are enough again."""

    pause: ClassVar[bool] = True

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            if self.felt.has_enough:
                yield Offer(GoOn(), self.clause)
            yield Offer(CloseTable(), self.clause)
