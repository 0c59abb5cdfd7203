"""The verbs of games among players: a bank of several owners, and cards that go from hand to hand."""

from __future__ import annotations

from typing import TypeVar

from novamas.table.events import Discarded, Looked, Owner, Parted, Payment
from novamas.table.felt import Felt
from novamas.table.moves import Moves

F = TypeVar("F", bound=Felt)


def aloud(cents: int) -> str:
    """An amount as the croupier calls it."""
    whole, rest = divmod(cents, 100)
    return f"{whole} euros" + (f" con {rest:02}" if rest else "")


class BankMoves(Moves[F]):
    """Moves at a table where players bank."""

    __slots__ = ()

    def hand_over(self, seat: int, bet: str, to: int, into: str, cents: int, *clauses: str) -> None:
        """Chips on the cloth become another player's: an associate's part of a bank, and back."""
        self._off(seat, bet, cents)
        self._put(to, into, cents)
        self.events.append(Payment(seat, bet, cents, 0, clauses, against=(to, into)))

    def give_cards(self, owner: Owner, to: Owner, clause: str) -> None:
        """The cards before one player are handed to another, who sees what had been seen of them."""
        held = self._pick_up(owner)
        self._pile(to, held)
        self.events.append(Parted(owner, to, clause))
        for one in held:
            if one.card is not None and not one.up:
                self.events.append(Looked(to, one.card, one.place))

    def drop_last(self, owner: Owner, clause: str) -> None:
        """The last card before an owner leaves play, seen if it had been seen by all."""
        *held, last = self._held(owner)
        self._pile(owner, tuple(held))
        self.events.append(Discarded(owner, last.card if last.up else None, clause))
