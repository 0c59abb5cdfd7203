"""The cloth of a game whose bank passes around the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from novamas.families.banked.phases import end_round
from novamas.families.pai_gow.acts import ChangeMaximum, ChangeMinimum, PassBank, TakeBank
from novamas.families.pai_gow.cloth import BANCA, CROUPIER_HAND, Cloth, clear_box
from novamas.families.pai_gow.phases.deal import Stacking
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who


class BankCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth with a bank that passes around the table and limits that may change."""

    @property
    def opening(self) -> tuple[str, str]:
        """The opening call, which is empty. `bank_to` calls for bets when a banker is found."""
        return "", self.course.shuffling

    def between(self, who: Who) -> Iterable[Offer]:
        """Yield the offers to change the limits of an open table, if the law allows it."""
        clause, chip = self.course.changing, self.rules.chip
        if who is FLOOR and self.rules.may_change_limits:
            least, most = self.premises.authorised_minimum, self.premises.authorised_maximum
            down, up = Range(least, self.maximum, chip, clause), Range(self.minimum, most, chip, clause)
            yield Offer(ChangeMinimum(cents=least), clause, {"cents": down})
            yield Offer(ChangeMaximum(cents=self.minimum), clause, {"cents": up})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case ChangeMinimum(cents=cents):
                change_limits(moves, cents, self.maximum)
            case ChangeMaximum(cents=cents):
                change_limits(moves, self.minimum, cents)
            case _:
                super().do_own(moves, act)

    @law(
        "IB09.16.VII.2", "AR10.10-1-C.VI.2", "IB09.16.VI.7", "AR10.10-1-C.V.2.3", "CM16.9.3.1", "CM16.12.5.1"
    )
    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """Shuffle the cards, let a player cut, announce the commission, and offer the bank."""
        from novamas.families.pai_gow.phases import betting  # imported late to avoid a cycle

        moves.use(self.fresh())
        self.note_shuffle(moves)
        if last:
            moves.change(is_last=True)
        words = f"{self.last_words} " if last else ""
        rate = 100 * self.rules.commission
        moves.say(f"{words}La comisión es del {rate} por ciento.", self.course.commission)
        return betting.offer_bank(moves) if self.rules.player_bank else betting.bank_to(moves, CROUPIER_HAND)

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why the bank or the limits may not change now, or return None."""
        if isinstance(act, TakeBank | PassBank) and not self.rules.player_bank:
            return Refusal("croupier_banks", self.course.offering)
        if isinstance(act, TakeBank | PassBank):
            return Refusal("bank_not_offered", self.course.offering)
        return super().why_not_own(act)

    @law("IB09.16.VII.4", "AR10.10-1-C.VI.4")
    def close(self, moves: Moves[Any]) -> Step:
        """Close the betting. If no player bets against the bank, the round ends."""
        if not self.played and not self.house_bet:
            return end_round(moves)
        return moves.to(Stacking(moves.felt))

    def gather(self, moves: Moves[Any]) -> None:
        """Return the bank's chips to the player who held it, and put all cards or tiles away."""
        if self.bank:
            moves.withdraw(self.banker, BANCA, self.bank, self.course.keeps)
        moves.use(None)
        moves.change(banker=CROUPIER_HAND, dealt=(), laid=(), fouls=())


@law("CM16.5.2.1", "CM16.5.2.2")
def change_limits(moves: Moves[Any], minimum: int, maximum: int) -> None:
    """Announce new limits to the players, and return the bets on the cloth."""
    felt: Cloth = moves.felt
    for box in felt.played:
        clear_box(moves, box)
    moves.change(rules=replace(felt.rules, minimum=minimum, maximum=maximum))
    moves.note("limits_changed", felt.course.changing, minimum=minimum, maximum=maximum)
