"""Boxes on which several players may bet: who decides for each, and whom he lets bet on his hands.

Box n is that of the player at seat n. A box beyond the seats is vacant; players beyond the seats stand.
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
    """What a cloth with such boxes can do; it keeps `commands` and `consents` among its own."""

    __slots__ = ()

    silence_lets: ClassVar[bool] = False  # may others bet on a player's hands who has said nothing?

    rules: Any
    chips: tuple[Chips, ...]
    commands: tuple[tuple[int, int], ...]  # box, and the seat that decides for it
    consents: tuple[tuple[int, bool], ...]  # seat, and whether others may bet on its hands

    # ---- what each game says for itself

    def main_on(self, box: int, seat: int) -> str:
        """What a player's bet on the hand of a box is called."""
        raise AssertionError("each game has its own bets")

    def box_of(self, bet: str, seat: int) -> int:
        """The box on which a player's bet lies."""
        raise AssertionError("each game has its own bets")

    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Why a player may not bet on a box, or nothing."""
        raise AssertionError("each game has its own players")

    def consent_clause(self, *, yes: bool) -> str:
        """By which a player lets others bet on his hands, or does not."""
        raise AssertionError("each game has its own clause")

    # ---- boxes

    def commander(self, box: int) -> int | None:
        """Who decides for a box."""
        for commanded, seat in self.commands:
            if commanded == box:
                return seat
        return None

    def is_seated(self, seat: int) -> bool:
        return bool(seat <= self.rules.seats)

    def is_vacant(self, box: int) -> bool:
        """Does nobody sit at it?"""
        return bool(box > self.rules.seats)

    def bettors(self, box: int) -> tuple[int, ...]:
        """Who has the main bet on a box, who decides for it first."""
        first = self.commander(box)
        seats = [seat for seat, bet, _ in self.chips if bet == self.main_on(box, seat)]
        return tuple(sorted(seats, key=lambda seat: (seat != first, seat)))

    def on_box(self, box: int) -> int:
        """The main bets on a box together."""
        return sum(cents for seat, bet, cents in self.chips if bet == self.main_on(box, seat))

    def lie_on(self, box: int) -> tuple[Chips, ...]:
        """All that lies on a box."""
        return tuple(chips for chips in self.chips if self.box_of(chips.bet, chips.seat) == box)

    # ---- bets on them

    def take_command(self, moves: Moves[Any], seat: int, bet: str) -> None:
        """Who first bets on the hand of a box decides for it."""
        box = self.box_of(bet, seat)
        if bet == self.main_on(box, seat) and self.commander(box) is None:
            moves.change(commands=tuple(sorted((*self.commands, (box, seat)))))

    def leave_box(self, moves: Moves[Any], seat: int, bet: str, cents: int, clause: str) -> None:
        """Chips go back; where who decides for a box takes back all his bet, so does all that lies there."""
        box = self.box_of(bet, seat)
        lies = next(chips.cents for chips in self.chips if (chips.seat, chips.bet) == (seat, bet))
        if bet != self.main_on(box, seat) or self.commander(box) != seat or cents < lies:
            moves.withdraw(seat, bet, cents, clause)
            return
        give_back(moves, self.lie_on(box), clause)
        moves.change(commands=tuple(pair for pair in self.commands if pair[0] != box))

    # ---- consents

    def said(self, seat: int) -> bool | None:
        """What a player has said of others who want to bet on his hands."""
        return dict(self.consents).get(seat)

    def consent_offers(self, who: Who) -> Iterable[Offer]:
        """A player may say whether others may bet on his hands."""
        if not isinstance(who, int):
            return
        said = self.said(who)
        if said is not True:
            yield Offer(Consent(who, yes=True), self.consent_clause(yes=True))
        if said is True or (said is None and self.silence_lets):
            yield Offer(Consent(who, yes=False), self.consent_clause(yes=False))

    def say_consent(self, moves: Moves[Any], seat: int, *, yes: bool) -> None:
        """What a player says holds from now on; where he says no, what others have on his hands goes back."""
        clause = self.consent_clause(yes=yes)
        moves.change(consents=tuple(sorted({**dict(self.consents), seat: yes}.items())))
        moves.note("others_admitted" if yes else "others_not_admitted", clause, seat=seat)
        if not yes:
            his = [box for box, commander in self.commands if commander == seat]
            others = (chips for box in his for chips in self.lie_on(box) if chips.seat != seat)
            give_back(moves, others, clause)
