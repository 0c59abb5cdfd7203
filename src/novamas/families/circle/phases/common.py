"""Base classes of the phases of circle poker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.equipment.chance import Draws
from novamas.families.circle.acts import BETWEEN, SPOKEN, Buy, Deal, Leave, Renounce, Show
from novamas.families.circle.cloth import Cloth, Party
from novamas.families.circle.pots import PotToWin, pots_of
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, Who

C = TypeVar("C", bound=Cloth)


class CirclePhase(Phase[Act], Generic[C], frozen=True):
    """A phase of circle poker."""

    felt: C

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.dealing

    def seats(self) -> int:
        return self.felt.rules.seats


class InHand(CirclePhase[C], Generic[C], frozen=True):
    """A hand is in progress. Its players may neither buy chips nor take chips off the table."""

    public: ClassVar[tuple[str, ...]] = ("pots",)

    @property
    def pots(self) -> tuple[PotToWin, ...]:
        """The pots as they would be shared now, without the bets of the present betting round."""
        return pots_of(self.felt)

    @law("AR10.10-2.IX.g.1", "IB09.12.V.g.1")
    def departures(self, who: Who) -> Iterable[Offer]:
        """Yield the offer to leave, for a player without a live hand.

        The player takes the remaining chips. Chips already bet stay in the pot.
        """
        felt = self.felt
        if isinstance(who, int) and who not in felt.players and felt.purse(who):
            yield Offer(Leave(who), felt.course.off_table)

    def offers(self, who: Who) -> Iterable[Offer]:
        return self.departures(who)

    def depart(self, seat: int) -> Step:
        """Let a player without a live hand leave. The place becomes free, and the hand continues."""
        moves, felt = Moves(self.felt), self.felt
        moves.leave(seat, felt.course.off_table, forfeits=True)
        moves.change(party=without(felt.party, seat))
        return moves.to(replace(self, felt=moves.felt))

    @law("AR10.10-2.IX.e.1", "AR10.10-2.IX.g.1", "IB09.12.V.e.1", "IB09.12.V.g.1", "IB05.12.V.4.46")
    @law("AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.2", "IB05.12.V.4.25")
    def reason(self, act: Act) -> Refusal | None:
        felt, course, by = self.felt, self.felt.course, act.by
        if isinstance(act, Buy):
            return Refusal("hand_has_begun", course.table_stakes)
        if isinstance(act, (*BETWEEN, Deal)):
            return Refusal("between_hands", course.dealing)
        if not isinstance(by, int):
            return None
        if isinstance(act, Leave) and by in felt.players:
            return Refusal("still_in_hand", course.off_table)
        if isinstance(act, (*SPOKEN, Show, Renounce)) and by not in felt.players:
            if by in felt.dealt:
                return Refusal("out_of_hand", course.folded)
            return Refusal("not_dealt_in", course.dealing)
        return None


class Drawing(InHand[C], Generic[C], frozen=True):
    """The next card is drawn from the deck."""

    def draws(self) -> Draws:
        return self.felt.card_draws()

    @property
    def turn(self) -> Who:
        return CHANCE

    def after(self, act: Act) -> Step:
        assert isinstance(act, Leave), act
        assert isinstance(act.by, int), act
        return self.depart(act.by)


def without(party: Party, seat: int) -> Party:
    """Return the state of the players after one of them has left the game."""
    return replace(
        party,
        places=tuple(0 if one == seat else one for one in party.places),
        resting=tuple(each for each in party.resting if each[0] != seat),
        warned=tuple(one for one in party.warned if one != seat),
        agreed=tuple(one for one in party.agreed if one != seat),
        charged=tuple(one for one in party.charged if one != seat),
    )
