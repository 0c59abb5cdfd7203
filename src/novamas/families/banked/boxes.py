"""Boxes on which several players may bet. One player decides for each box and gives consent.

Box n belongs to the player at seat n. A box numbered above the seats is vacant. A player numbered above the
seats stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.acts import Consent
from novamas.families.banked.phases import give_back
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class Boxes:
    """Methods for a cloth with boxes on which several players bet. It has `commands` and `consents`."""

    __slots__ = ()

    silence_lets: ClassVar[bool] = False  # whether silence allows bets of others

    rules: Any
    chips: tuple[Chips, ...]
    commands: tuple[tuple[int, int], ...]  # box, and the seat that decides for it
    consents: tuple[tuple[int, bool], ...]  # seat, and whether others may bet on its hands

    @property
    def minimum(self) -> int:
        return int(self.rules.minimum)

    @property
    def maximum(self) -> int:
        return int(self.rules.maximum)

    @property
    def places(self) -> int:
        """The number of players, seated and standing."""
        return int(self.rules.seats + self.rules.standing)

    # ---- what each game adds

    def main_on(self, box: int, seat: int) -> str:
        """Return the name of a player's bet on the hand of a box."""
        raise AssertionError("each game has its own bets")

    def box_of(self, bet: str, seat: int) -> int:
        """Return the box of a player's bet."""
        raise AssertionError("each game has its own bets")

    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Explain why a player may not bet on a box, or return None."""
        raise AssertionError("each game has its own players")

    def consent_clause(self, *, yes: bool) -> str:
        """Return the clause by which a player allows or forbids other players' bets."""
        raise AssertionError("each game has its own clause")

    # ---- boxes

    def commander(self, box: int) -> int | None:
        """Return the player who decides for a box, or None."""
        for commanded, seat in self.commands:
            if commanded == box:
                return seat
        return None

    def is_seated(self, seat: int) -> bool:
        return bool(seat <= self.rules.seats)

    def is_vacant(self, box: int) -> bool:
        """Return whether no player sits at a box."""
        return bool(box > self.rules.seats)

    def bettors(self, box: int) -> tuple[int, ...]:
        """Return the players with a main bet on a box. The player who decides for it comes first."""
        first = self.commander(box)
        seats = [seat for seat, bet, _ in self.chips if bet == self.main_on(box, seat)]
        return tuple(sorted(seats, key=lambda seat: (seat != first, seat)))

    def on_box(self, box: int) -> int:
        """Return the sum of the main bets on a box, in céntimos."""
        return sum(cents for seat, bet, cents in self.chips if bet == self.main_on(box, seat))

    def lie_on(self, box: int) -> tuple[Chips, ...]:
        """Return all chips on a box."""
        return tuple(chips for chips in self.chips if self.box_of(chips.bet, chips.seat) == box)

    # ---- bets on them

    def take_command(self, moves: Moves[Any], seat: int, bet: str) -> None:
        """Let the first player with a main bet on a box decide for it."""
        box = self.box_of(bet, seat)
        if bet == self.main_on(box, seat) and self.commander(box) is None:
            moves.change(commands=tuple(sorted((*self.commands, (box, seat)))))

    def leave_box(self, moves: Moves[Any], seat: int, bet: str, cents: int, clause: str) -> None:
        """Return chips of a bet. When the player who decides for the box leaves, other bets go back too."""
        box = self.box_of(bet, seat)
        lies = next(chips.cents for chips in self.chips if (chips.seat, chips.bet) == (seat, bet))
        if bet != self.main_on(box, seat) or self.commander(box) != seat or cents < lies:
            moves.withdraw(seat, bet, cents, clause)
            return
        give_back(moves, self.lie_on(box), clause)
        moves.change(commands=tuple(pair for pair in self.commands if pair[0] != box))

    # ---- consents

    def said(self, seat: int) -> bool | None:
        """Return a player's consent to bets of others, or None if the player has not stated it."""
        return dict(self.consents).get(seat)

    def consent_offers(self, who: Who) -> Iterable[Offer]:
        """Yield the offers to allow or forbid bets of other players on this player's hands."""
        if not isinstance(who, int):
            return
        said = self.said(who)
        if said is not True:
            yield Offer(Consent(who, yes=True), self.consent_clause(yes=True))
        if said is True or (said is None and self.silence_lets):
            yield Offer(Consent(who, yes=False), self.consent_clause(yes=False))

    def say_consent(self, moves: Moves[Any], seat: int, *, yes: bool) -> None:
        """Record whether a player consents from now on. Without consent, the bets of others go back."""
        clause = self.consent_clause(yes=yes)
        moves.change(consents=tuple(sorted({**dict(self.consents), seat: yes}.items())))
        moves.note("others_admitted" if yes else "others_not_admitted", clause, seat=seat)
        if not yes:
            own = [box for box, commander in self.commands if commander == seat]
            others = (chips for box in own for chips in self.lie_on(box) if chips.seat != seat)
            give_back(moves, others, clause)
