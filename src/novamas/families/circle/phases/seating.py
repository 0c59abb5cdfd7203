"""Before a game of circle poker: players buy chips and draw their places by lot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.equipment.chance import Draws, UniformDraw
from novamas.families.circle.acts import (
    Agree,
    AssignPlace,
    Buy,
    Deal,
    DrawPlaces,
    EndGame,
    KeepPlaces,
    Leave,
    Rest,
    Return,
    Tip,
)
from novamas.families.circle.cloth import Cloth, Party
from novamas.families.circle.phases import between
from novamas.families.circle.phases.buy_ins import Around
from novamas.families.circle.phases.common import CirclePhase
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, Who

C = TypeVar("C", bound=Cloth)


class Gathering(Around[C], Generic[C], frozen=True):
    """Players buy their chips before a game. When there are enough players, they draw places by lot."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.four

    @law("AR10.10-2.VII.1", "AR10.10-2.V.3", "IB09.12.VII.1", "IB09.12.IV.3", "IB09.12.IV.4")
    def calls(self) -> Iterable[Offer]:
        felt = self.felt
        if len(self.bought) < felt.least_players:
            return
        yield Offer(DrawPlaces(), felt.course.lots)
        if felt.course.keep_places and felt.party.last == self.bought == tuple(sorted(felt.party.agreed)):
            yield Offer(KeepPlaces(), felt.course.keep_places)

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield from self.calls()
        if not isinstance(who, int):
            return
        yield from self.sales(who)
        if felt.course.keep_places and who in felt.party.last and who not in felt.party.agreed:
            yield Offer(Agree(who), felt.course.keep_places)
        yield from self.departures(who)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Deal) and len(self.bought) >= self.felt.least_players:
            return Refusal("places_first", self.felt.course.lots)
        if isinstance(act, DrawPlaces | Deal):
            players = self.felt.least_players
            return Refusal("fewer_than_four", self.felt.course.four, figures={"players": players})
        if isinstance(act, Agree) and self.felt.course.keep_places:
            code = "agrees_already" if act.by in self.felt.party.agreed else "did_not_play"
            return Refusal(code, self.felt.course.keep_places)
        if isinstance(act, Rest | Return | Tip | AssignPlace | EndGame):
            return Refusal("no_game", self.clause)
        return Around.reason(self, act)

    def after(self, act: Act) -> Step:
        moves, party = Moves(self.felt), self.felt.party
        match act:
            case Buy():
                self.sell(moves, act)
            case Leave(int(seat)):
                self.depart(moves, seat)
            case Agree(int(seat)):
                moves.change(party=replace(party, agreed=(*party.agreed, seat)))
            case KeepPlaces():
                moves.say("Los mismos jugadores, en los mismos departamentos.", self.felt.course.keep_places)
                return begin_game(moves, party.places)
            case DrawPlaces():
                moves.say("Se sortean los departamentos.", self.felt.course.lots)
                moves.change(party=replace(party, places=()))
                return moves.to(Lots(moves.felt, places=(0,) * self.felt.rules.seats))
            case _:
                raise AssertionError(act)
        return moves.to(Gathering(moves.felt))


class Lots(CirclePhase[C], Generic[C], frozen=True):
    """Players draw their places by lot, one after another."""

    public: ClassVar[tuple[str, ...]] = ("places",)

    places: tuple[int, ...] = ()

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.lots

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Draws:
        return UniformDraw(self.places.count(0))

    @law("AR10.10-2.V.3", "IB09.12.IV.3")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        place = [n for n, who in enumerate(self.places) if not who][what]
        players = [seat for seat, cents in enumerate(self.felt.purses, start=1) if cents]
        seat = next(one for one in players if one not in self.places)
        places = tuple(seat if n == place else who for n, who in enumerate(self.places))
        moves.note("place_drawn", self.felt.course.lots, seat=seat, place=place + 1)
        if seat == players[-1]:
            return begin_game(moves, places)
        return moves.to(Lots(moves.felt, places))


def begin_game(moves: Moves[C], places: tuple[int, ...]) -> Step:
    """Begin the game with all players seated."""
    felt = moves.felt
    starters = tuple(sorted(seat for seat in places if seat))
    party = Party(places=places, starters=starters, manos=(0,) * felt.rules.seats)
    moves.change(party=party, mano=0, mano_place=0)
    return moves.to(between.Between(moves.felt))
