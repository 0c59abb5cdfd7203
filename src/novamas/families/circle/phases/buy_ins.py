"""Buying between hands of circle poker: players buy chips or leave with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from novamas.families.circle.acts import SHOWN, SPOKEN, Buy, ClaimTurn, Leave, PayPot, Tip
from novamas.families.circle.cloth import Cloth
from novamas.families.circle.phases.common import CirclePhase, without
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

C = TypeVar("C", bound=Cloth)


class Around(CirclePhase[C], Generic[C], frozen=True):
    """No hand is in progress. Players may buy chips or leave with theirs."""

    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def bought(self) -> tuple[int, ...]:
        """The players who have chips."""
        return tuple([seat for seat, cents in enumerate(self.felt.purses, start=1) if cents])

    @property
    def turn(self) -> Who:
        """The croupier or, while there are too few players, the first seat without chips."""
        return CROUPIER if self.is_ready() else self.awaited()

    def is_ready(self) -> bool:
        """Return whether the croupier can continue."""
        return any(True for _ in self.calls())

    def awaited(self) -> int:
        """Return the seat for which the table waits while there are too few players."""
        felt = self.felt
        first_chips = (seat for seat in range(1, felt.rules.seats + 1) if not felt.purse(seat))
        return next(first_chips, 1)

    def calls(self) -> Iterable[Offer]:
        """Return the calls that the croupier may make."""
        return ()

    @law("AR10.10-2.II.b.1", "AR10.10-2.IX.e.1", "IB09.12.V.e.1", "IB05.12.V.4.46")
    def sales(self, seat: int) -> Iterable[Offer]:
        """Yield the offers to buy a stack of chips and, if the house allows it, more between hands.

        A player's money on the table is changed for chips in the same way.
        """
        rules, purse = self.felt.rules, self.felt.purse(seat)
        least, most = rules.least_resto, rules.most_resto
        least_more, most_more = rules.more
        if rules.buys_only_when_exhausted:
            if purse:
                return
            if seat in self.felt.party.places:
                least, most = least_more, most_more
        elif purse:
            least, most = least_more, min(most_more, rules.most_resto - purse)
        if least <= most:
            cents = Range(least, most, rules.chip, self.felt.course.table_stakes)
            yield Offer(Buy(seat, least), self.felt.course.table_stakes, {"cents": cents})

    def reason(self, act: Act) -> Refusal | None:
        """Explain why a player may not buy, leave or tip now, or that no hand is in progress."""
        rules, course = self.felt.rules, self.felt.course
        if isinstance(act, (*SPOKEN, *SHOWN, ClaimTurn, PayPot)):
            return Refusal("no_hand", course.dealing)
        if isinstance(act, Leave | Tip) and isinstance(act.by, int) and not self.felt.purse(act.by):
            return Refusal("no_chips", course.off_table if isinstance(act, Leave) else course.tips)
        if not isinstance(act, Buy) or not isinstance(act.by, int) or any(True for _ in self.sales(act.by)):
            return None
        if rules.buys_only_when_exhausted and self.felt.purse(act.by):
            return Refusal("resto_not_used_up", rules.frame.options["replenish"].cite[0])
        if self.felt.purse(act.by):
            return Refusal("resto_full", course.table_stakes, figures={"most": rules.most_resto})
        return None

    @law("AR10.10-2.IX.g.1", "IB09.12.V.g.1")
    def departures(self, seat: int) -> Iterable[Offer]:
        """Yield the offers to leave. Chips leave the table only with their owner."""
        if self.felt.purse(seat):
            yield Offer(Leave(seat), self.felt.course.off_table)

    @law("AR10.10-2.IV.3.1", "IB09.12.III.3.1")
    def sell(self, moves: Moves[C], act: Buy) -> None:
        """Sell chips to a player. The croupier sells them, or the cashier if there is one."""
        assert isinstance(act.by, int)
        course = self.felt.course
        moves.buy(act.by, act.cents, course.changer if self.felt.premises.changers else course.sells)

    def depart(self, moves: Moves[C], seat: int) -> None:
        """Let a player leave with the chips. The place becomes free."""
        moves.leave(seat, self.felt.course.off_table)
        moves.change(party=without(self.felt.party, seat))
