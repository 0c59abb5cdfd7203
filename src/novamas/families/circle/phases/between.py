"""Between hands of circle poker: players buy, rest or leave, and the next hand begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from msgspec.structs import replace

from novamas.families.circle import table_limits
from novamas.families.circle.acts import (
    Agree,
    AssignPlace,
    Buy,
    ChangeLimit,
    ChangeMaximum,
    ChangeMinimum,
    Deal,
    DrawPlaces,
    EndGame,
    Expel,
    HourUp,
    KeepPlaces,
    Leave,
    Rest,
    Return,
    Tip,
)
from novamas.families.circle.cloth import BET, POT_BET, Cloth, Party
from novamas.families.circle.phases import hand, seating
from novamas.families.circle.phases.buy_ins import Around
from novamas.families.circle.phases.common import without
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, Who

C = TypeVar("C", bound=Cloth)
TIP = "propinas"


class Between(Around[C], Generic[C], frozen=True):
    """Between two hands, players buy, rest or leave. The croupier deals if there are enough players."""

    @property
    def ready(self) -> tuple[int, ...]:
        """The players of the next hand in turn order, beginning with the one who will have the mano."""
        felt = self.felt
        places, last = felt.party.places, felt.mano_place
        resting = [seat for seat, _ in felt.party.resting]
        order = (*places[last:], *places[:last])
        found = tuple([seat for seat in order if seat and seat not in resting and self.can_play(seat)])
        admitted = tuple([seat for seat in found if felt.admits(seat)])
        least = felt.least_players
        players = admitted if len(admitted) >= least else found
        return self.from_the_other_side(players) if felt.rules.goes_clockwise else players

    @law("AR10.10-2.VII.1.2")
    def from_the_other_side(self, players: tuple[int, ...]) -> tuple[int, ...]:
        """Return the players in turn order, beginning before the last mano instead of after it."""
        last = self.felt.mano_place
        others = [seat for seat in players if self.felt.party.places.index(seat) + 1 != last]
        if not last or not others:
            return players
        first = players.index(others[-1])
        return (*players[first:], *players[:first])

    def can_play(self, seat: int) -> bool:
        """Return whether a player has chips left after paying for the session."""
        return self.felt.purse(seat) > self.due(seat)

    @law("AR10.10-2.II.b.1", "IB09.12.II.3.b.1")
    def due(self, seat: int) -> int:
        """Return the amount that a player still owes for the session.

        It is a percentage of the table maximum or of the player's stack.
        """
        felt = self.felt
        rules = felt.rules
        if not rules.by_session or seat in felt.party.charged:
            return 0
        base = felt.purse(seat) if rules.session_base == "resto" else rules.maximum
        return int(base * rules.session_rate) // rules.chip * rules.chip

    @law("AR10.10-2.VII.1", "AR10.10-2.VII.2", "IB09.12.VII.1")
    def are_enough(self) -> bool:
        """Return whether there are enough players for a hand.

        The norm decides whether resting players count.
        """
        felt = self.felt
        rest = felt.rests
        ready = len(self.ready)
        still_rest = [seat for seat, left in felt.party.resting if left and felt.purse(seat)]
        seated = ready + len(still_rest) if rest and rest.counts else ready
        return ready >= 2 and seated >= felt.least_players

    @law("AR10.10-2.II.3", "AR10.10-2.VII.3.11", "AR10.10-2.II.2", "AR10.10-2.VII.3.10")
    @law("IB09.12.II.3.2", "IB09.12.II.3.3")
    def may_end(self) -> bool:
        """Return whether the game may end. It may not end while a pot waits for its winner.

        It ends after its announced length. If none was announced, it ends when each remaining player who
        began the game has had the mano twice.
        """
        party, hands = self.felt.party, self.felt.rules.game_hands
        if self.felt.chips:
            return False  # a pot is still to be won
        if hands:
            return party.hands >= hands
        return all(party.manos[seat - 1] >= 2 for seat in party.starters if seat in party.places)

    def calls(self) -> Iterable[Offer]:
        yield from self.assignments()
        if self.are_enough() and not self.is_over():
            yield Offer(Deal(), self.felt.course.dealing)
        if self.may_end():
            yield Offer(EndGame(), self.felt.course.length)

    def is_ready(self) -> bool:
        return self.is_over() or self.are_enough() or any(True for _ in self.assignments())

    @law("AR10.10-2.V.1", "IB09.12.IV.1", "IB05.12.III.1.2", "IB05.12.IV.3")
    def assignments(self) -> Iterable[Offer]:
        """Yield the offers to assign any free place to a player who waits for one."""
        places = self.felt.party.places
        for seat in [one for one in self.bought if one not in places]:
            for place, taken in enumerate(places, start=1):
                if not taken:
                    yield Offer(AssignPlace(seat=seat, place=place), self.felt.course.assign)

    def is_over(self) -> bool:
        """Return whether the game has reached its announced length."""
        hands = self.felt.rules.game_hands
        return bool(hands) and self.felt.party.hands >= hands and not self.felt.chips

    def awaited(self) -> int:
        party = self.felt.party
        resting = [seat for seat, _ in party.resting]
        return resting[0] if resting and len(self.bought) == self.felt.rules.seats else super().awaited()

    @law("AR10.10-2.V.5", "IB09.12.IV.6")
    def offers(self, who: Who) -> Iterable[Offer]:
        felt, course = self.felt, self.felt.course
        if who is CROUPIER:
            yield from self.calls()
        if who is FLOOR:
            yield from self.orders()
        if not isinstance(who, int):
            return
        yield from self.sales(who)
        if felt.party.rests(who):
            yield Offer(Return(who), course.rest)
        elif course.rest and who in felt.party.places and felt.purse(who):
            yield Offer(Rest(who), course.rest)
        yield from self.departures(who)
        if cents := felt.purse(who):
            chip = felt.rules.chip
            yield Offer(Tip(who, chip), course.tips, {"cents": Range(chip, cents, chip, course.tips)})

    @law("AR10.10-2.II.b.2", "IB09.12.II.3.b.2", "AR10.10-2.VI.3.b.1", "IB09.12.VI.3.b.1")
    def orders(self) -> Iterable[Offer]:
        """Yield the orders that the table chief and the director may give between hands."""
        felt = self.felt
        rules, party, course = felt.rules, felt.party, felt.course
        if rules.by_session and party.hands_left is None:
            yield Offer(HourUp(), course.hour)
        clause = course.limit_change
        if cents := table_limits.minima(felt):
            yield Offer(ChangeMinimum(cents=cents.least), clause, {"cents": cents})
        if cents := table_limits.maxima(felt):
            yield Offer(ChangeMaximum(cents=cents.least), clause, {"cents": cents})
        if limits := table_limits.structures(felt):
            yield Offer(ChangeLimit(limit=limits[0]), clause, {"limit": OneOf(limits, clause)})
        for seat in self.bought if course.expulsion else ():
            if party.warned.count(seat) > 1 and seat in party.places:
                yield Offer(Expel(seat=seat), course.expulsion)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Deal) and self.is_over():
            return Refusal("game_over", self.felt.course.length)
        if isinstance(act, Deal):
            players = self.felt.least_players
            return Refusal("fewer_than_four", self.felt.course.suspended, figures={"players": players})
        if isinstance(act, EndGame) and self.felt.chips:
            return Refusal("pot_to_win", self.felt.course.pot)
        if isinstance(act, EndGame):
            return Refusal("too_early", self.felt.course.length)
        if isinstance(act, AssignPlace):
            return self.why_not_there(act.seat, act.place)
        if isinstance(act, Agree | DrawPlaces | KeepPlaces):
            return Refusal("game_has_begun", self.felt.course.lots)
        if act.by is FLOOR:
            return self.why_no_order(act)
        return self.why_no_rest(act) or Around.reason(self, act)

    def why_no_rest(self, act: Act) -> Refusal | None:
        """Explain why a player can neither rest nor return."""
        party, clause = self.felt.party, self.felt.course.rest
        if not isinstance(act, Rest | Return) or not isinstance(act.by, int):
            return None
        if isinstance(act, Return):
            return Refusal("does_not_rest", clause)
        if party.rests(act.by):
            return Refusal("rests_already", clause)
        return Refusal("no_place_yet", clause) if act.by not in party.places else Refusal("no_chips", clause)

    def why_no_order(self, act: Act) -> Refusal | None:
        """Explain why the table chief cannot give this order."""
        felt, course = self.felt, self.felt.course
        if isinstance(act, HourUp) and course.hour:
            return Refusal("hour_is_up" if felt.rules.by_session else "no_session", course.hour)
        if isinstance(act, ChangeLimit):
            return Refusal("limit_stays", course.limit_change)
        if isinstance(act, Expel) and course.expulsion:
            return Refusal("not_warned_twice", course.expulsion, figures={"seat": act.seat})
        return None

    def why_not_there(self, seat: int, place: int) -> Refusal | None:
        """Explain why a player cannot be assigned a place."""
        places, clause = self.felt.party.places, self.felt.course.assign
        if seat in places:
            return Refusal("has_a_place", clause, figures={"seat": seat, "place": places.index(seat) + 1})
        if seat not in self.bought:
            return Refusal("chips_first", clause, figures={"seat": seat})
        if not 1 <= place <= len(places):
            return Refusal("no_such_place", clause, figures={"place": place, "most": len(places)})
        return Refusal("place_taken", clause, figures={"place": place, "seat": places[place - 1]})

    def after(self, act: Act) -> Step:
        moves, felt, party = Moves(self.felt), self.felt, self.felt.party
        match act:
            case Deal():
                return self.start_hand(moves)
            case Buy():
                self.sell(moves, act)
            case Leave(int(seat)):
                self.depart(moves, seat)
            case Tip(int(seat), cents):
                moves.stake(seat, TIP, cents, felt.course.tips)
                moves.take(seat, TIP, cents, felt.course.tips)
            case Rest(int(seat)):
                rest = felt.rests
                assert rest is not None
                moves.change(party=replace(party, resting=(*party.resting, (seat, rest.hands))))
                moves.note("rests", felt.course.rest, seat=seat)
            case Return(int(seat)):
                resting = tuple(each for each in party.resting if each[0] != seat)
                moves.change(party=replace(party, resting=resting))
            case AssignPlace(_, seat, place):
                places = tuple(seat if n == place else one for n, one in enumerate(party.places, start=1))
                moves.change(party=replace(party, places=places))
                moves.note("place_given", felt.course.assign, seat=seat, place=place)
            case EndGame():
                return end_game(moves)
            case _:
                self.obey(moves, act)
        return moves.to(Between(moves.felt))

    def obey(self, moves: Moves[C], act: Act) -> None:
        """Carry out an order of the table chief."""
        felt, party = self.felt, self.felt.party
        match act:
            case HourUp():
                moves.change(party=replace(party, hands_left=2))
                moves.say("Las dos últimas manos de la sesión.", felt.course.hour)
            case ChangeMinimum(_, cents):
                felt.change_minimum(moves, cents)
            case ChangeMaximum(_, cents):
                moves.change(rules=replace(felt.rules, maximum=cents))
                moves.note("maximum_changed", felt.course.limit_change, cents=cents)
            case ChangeLimit(_, limit):
                moves.change(rules=replace(felt.rules, limit=limit))
                moves.note("limit_changed", felt.course.limit_change, limit=limit)
            case Expel(_, seat):
                moves.note("expelled", felt.course.expulsion, seat=seat)
                self.depart(moves, seat)
            case _:
                raise AssertionError(act)

    # ---- a hand begins

    @law("AR10.10-2.VII.1.1", "AR10.10-2.VII.1.2", "IB09.12.VII.1.1", "IB09.12.VII.1.2")
    def start_hand(self, moves: Moves[C]) -> Step:
        """Move the mano to the next player, who acts first or, with blinds, last."""
        felt, course = self.felt, self.felt.course
        ready = self.ready
        mano = ready[0]
        players = felt.order_of(ready)
        manos = tuple(n + (seat == mano) for seat, n in enumerate(felt.party.manos, start=1))
        place = felt.party.places.index(mano) + 1
        moves.change(mano=mano, mano_place=place, players=players, dealt=players, street=0)
        moves.note("mano", course.rotation if felt.mano else course.mark, seat=mano)
        if felt.rules.by_session:
            self.charge_session(moves, ready)
        moves.change(party=replace(moves.felt.party, manos=manos))
        self.tire(moves)
        lay_initial(moves)
        moves.use(moves.felt.fresh_deck())
        return hand.begin_deal(moves)

    def charge_session(self, moves: Moves[C], ready: tuple[int, ...]) -> None:
        """Charge the players who have not yet paid for this session."""
        clause = self.felt.course.session
        for seat in ready:
            if cents := self.due(seat):
                moves.stake(seat, "sesion", cents, clause)
                moves.take(seat, "sesion", cents, clause)
        charged = {*self.felt.party.charged, *ready}
        moves.change(party=replace(self.felt.party, charged=tuple(sorted(charged))))

    @law("AR10.10-2.V.5", "IB09.12.IV.6")
    def tire(self, moves: Moves[C]) -> None:
        """Remove players who have rested too long. For the others, count one more hand of rest.

        Under some norms a resting player still pays the ante.
        """
        felt = moves.felt
        rest = felt.rests
        if not felt.party.resting:
            return
        for seat, left in felt.party.resting:
            if not left:
                moves.note("rested_too_long", felt.course.rest, seat=seat)
                moves.leave(seat, felt.course.rest)
                moves.change(party=without(moves.felt.party, seat))
            elif rest and rest.lays_initial and felt.rules.ante and felt.purse(seat):
                moves.stake(seat, POT_BET, min(felt.rules.ante, felt.purse(seat)), felt.course.rest)
        resting = tuple((seat, left - 1) for seat, left in moves.felt.party.resting)
        moves.change(party=replace(moves.felt.party, resting=resting))


@law("AR10.10-2.VII.1.7", "AR10.10-2.VII.1.8", "IB09.12.VII.1.7")
def lay_initial(moves: Moves[C]) -> None:
    """Place the antes or blinds. A player with too few chips puts in the whole stack."""
    felt = moves.felt
    clause = felt.course.initial
    for seat in felt.players if felt.rules.ante else ():
        moves.stake(seat, POT_BET, min(felt.rules.ante, felt.purse(seat)), clause)
    for seat, blind in zip(felt.players, felt.rules.blinds, strict=False):
        if purse := moves.felt.purse(seat):
            moves.stake(seat, BET, min(blind, purse), clause)
    moves.change(initial=moves.felt.chips)


def after_hand(felt: Cloth) -> Party:
    """Return the state of the players after one more hand. A session ends two hands after its hour."""
    party = replace(felt.party, hands=felt.party.hands + 1)
    if party.hands_left is None:
        return party
    if party.hands_left > 1:
        return replace(party, hands_left=party.hands_left - 1)
    return replace(party, hands_left=None, charged=())


def end_game(moves: Moves[C]) -> Step:
    """End the game. Its players may begin another, for which they draw or keep places."""
    felt = moves.felt
    players = tuple(
        seat for seat, cents in enumerate(felt.purses, start=1) if cents and seat in felt.party.places
    )
    moves.say("Fin de la partida.", felt.course.length)
    moves.change(party=Party(places=felt.party.places, last=players), mano=0, mano_place=0)
    return moves.to(seating.Gathering(moves.felt))
