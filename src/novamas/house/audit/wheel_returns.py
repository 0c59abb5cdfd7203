"""The returns of all bets on all pockets of a wheel, computed by the engine and cached.

If a bet returns a whole multiple of its stake, the multiple holds for every stake, because the
engine computes it so. Every other amount is played separately, with its rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from novamas.equipment.wheels import Wheel
from novamas.table.bets import parts_of, write_bet
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Payment, RoundOver
from novamas.table.game import Table
from novamas.table.phases import AnyPhase, follow, offered, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER

SEAT = 1


class Outcome(NamedTuple):
    """A lawful outcome of a bet on a spin: a returned amount with its payment, or a stake in prison."""

    returned: int
    payment: Payment | None
    prisoner: str = ""  # name of the bet in prison from now on


class Returns:
    """A cache of outcomes of bets on pockets, and of refused bets."""

    def __init__(self, table: Table) -> None:
        self.table = table
        acts = {kind.verb(): kind for kind in table.game.acts}
        self._bet: Callable[[int, str, int], Deed] = acts["bet"]
        self.betting = _until(table.opening, "bet")
        self.wheel = wheel_of(self.betting)
        self._moments: dict[tuple[str, int], AnyPhase] = {}
        self._outcomes: dict[tuple[str, int, int], tuple[Outcome, ...]] = {}
        self._rates: dict[tuple[str, int], tuple[tuple[int, str, Payment | None], ...] | None] = {}
        self._refusals: dict[tuple[str, int, int], Refusal | None] = {}
        self._colours = acts.get("take_colour")  # present if each player has chips of their own value

    def deed(self, bet: str, cents: int, seat: int = SEAT) -> Deed:
        """Return the act that places a bet."""
        return self._bet(seat, bet, cents)

    def refusal(self, bet: str, cents: int, chip: int = 0) -> Refusal | None:
        """Return why a bet may not be placed, or None. A stake in prison is checked as its original bet.

        If players have chips of their own value and the file does not state it, any sum may be lawful.
        """
        key = bet, cents, chip
        _keep_few(self._refusals)
        if key not in self._refusals:
            found = why_not(self._with_chips(chip), self.deed(parts_of(bet).spot, cents))
            is_untold = self._colours is not None and not chip
            self._refusals[key] = None if found and found.code == "broken_chip" and is_untold else found
        return self._refusals[key]

    def _with_chips(self, chip: int) -> AnyPhase:
        """Return the betting phase for a player whose chips have this value."""
        if not chip or self._colours is None:
            return self.betting
        colour = self._colours(SEAT, chip)  # type: ignore[call-arg]
        return self.betting if why_not(self.betting, colour) else follow(self.betting, colour)[0]

    def outcomes(self, bet: str, cents: int, pocket: int) -> tuple[Outcome, ...]:
        """Return all lawful outcomes of a bet on a pocket. There are none if the cloth has no such bet."""
        if cents <= 0:
            return ()
        rates = self._rates_of(bet, pocket)
        if rates is not None:
            return tuple([Outcome(cents * times, paid, prisoner) for times, prisoner, paid in rates])
        if not self._least(bet):
            return ()  # no such bet
        key = bet, cents, pocket
        found = self._outcomes.get(key)
        if found is None:
            _keep_few(self._outcomes)
            found = self._outcomes[key] = tuple(self._played(bet, cents, pocket))
        return found

    def net(self, spot: str, pocket: int) -> Fraction:
        """Return the net win of one unit on a spot for a pocket. An imprisoned stake counts as half lost."""
        least = self._least(spot)
        outcomes = self.outcomes(spot, least, pocket)
        best = max(outcomes, key=lambda outcome: outcome.returned)
        return Fraction(best.returned, least) - 1

    def _rates_of(self, bet: str, pocket: int) -> tuple[tuple[int, str, Payment | None], ...] | None:
        """Return the returned multiples of the stake, or None if they depend on the stake."""
        key = bet, pocket
        _keep_few(self._rates)
        if key not in self._rates:
            least = self._least(bet)
            ends = list(self._played(bet, least, pocket)) if least else []
            rates = [end.payment.rate if end.payment else None for end in ends]
            is_plain = bool(ends) and all(
                rate is not None and rate.denominator == 1 and not end.prisoner
                for rate, end in zip(rates, ends, strict=True)
            )
            plain = [(int(end.payment.rate or 0) + 1, "", end.payment) for end in ends if end.payment]
            self._rates[key] = tuple(plain) if is_plain else None
        return self._rates[key]

    def falling_clause(self) -> str:
        """Return the clause of the phase in which the ball falls."""
        return str(_until_chance(self.betting).clause)

    def prison_clause(self, bet: str, cents: int) -> str:
        """Return the clause of the phase in which a player may choose prison for a stake."""
        moment = self._falling(bet, cents)
        assert moment is not None
        return str(follow(moment, Drawn(what=0))[0].clause)

    def _least(self, bet: str) -> int:
        """Return a stake that is allowed on a bet, or 0 if there is no such bet."""
        spot = parts_of(bet).spot
        for offer in offered(self.betting, SEAT):
            dial = offer.dials.get("bet")
            if dial is not None and dial.fits(spot):
                return int(getattr(offer.act, "cents"))  # noqa: B009 - acts are reached by name
        return 0

    def _played(self, bet: str, cents: int, pocket: int) -> Iterator[Outcome]:
        """Yield the outcomes of a spin with this bet alone: one for each choice of its player."""
        moment = self._falling(bet, cents)
        if moment is None or not moment.draws().may_bring(pocket):
            return
        after, events = follow(moment, Drawn(what=pocket))
        yield from self._ends(after, events, cents)

    def _ends(self, phase: AnyPhase, events: tuple[Event, ...], cents: int) -> Iterator[Outcome]:
        """Yield the outcome of a bet in a finished round, or else those of each choice of its player."""
        if any(isinstance(event, RoundOver) for event in events):
            paid = next((event for event in events if isinstance(event, Payment)), None)
            held = next((chips.bet for chips in phase.felt.chips if parts_of(chips.bet).times), "")
            yield Outcome(paid.returned if paid else 0, paid, held if paid is None else "")
            return
        for offer in offered(phase, phase.turn):
            after, more = follow(phase, offer.act)
            yield from self._ends(after, (*events, *more), cents)

    def _falling(self, bet: str, cents: int) -> AnyPhase | None:
        """Return the phase before the ball falls with this bet alone, or None if it is impossible.

        A bet in prison has already been imprisoned.
        """
        key = bet, cents
        if key not in self._moments:
            _keep_few(self._moments, 4_096)
            found = self._laid(bet, cents)
            if found is None:
                return None
            self._moments[key] = found
        return self._moments[key]

    def _laid(self, bet: str, cents: int) -> AnyPhase | None:
        name, deed = parts_of(bet), self.deed(parts_of(bet).spot, cents)
        refusal = why_not(self.betting, deed)
        if refusal is not None and refusal.dial != "cents":
            return None
        phase, _ = follow(self.betting, deed)  # also beyond its limits, since it was placed
        for times in range(1, name.times + 1):
            phase, _ = follow(_until_chance(phase), Drawn(what=0))
            phase = _imprisoned(phase)
            marked = write_bet(name.kind, name.place, times=times)
            if not any(chips.bet == marked for chips in phase.felt.chips):
                return None
        return _until_chance(phase)


def _imprisoned(phase: AnyPhase) -> AnyPhase:
    """Take the first offer for the player, who leaves the stake in prison."""
    while isinstance(phase.turn, int):
        phase, _ = follow(phase, offered(phase, phase.turn)[0].act)
    return phase


def _keep_few(cache: dict[Any, Any], most: int = 200_000) -> None:
    """Clear a cache that is too large. Its values can be computed again."""
    if len(cache) > most:
        cache.clear()


def wheel_of(betting: AnyPhase) -> Wheel:
    """Return the wheel of a table."""
    draws = _until_chance(betting).draws()
    assert isinstance(draws, Wheel)
    return draws


def _until(phase: AnyPhase, verb: str) -> AnyPhase:
    """Play the croupier's acts until a player may do the given act."""
    while not any(offer.act.verb() == verb for offer in offered(phase, SEAT)):
        assert phase.turn is CROUPIER, phase
        phase, _ = follow(phase, offered(phase, CROUPIER)[0].act)
    return phase


def _until_chance(phase: AnyPhase) -> AnyPhase:
    while phase.turn is not CHANCE:
        assert phase.turn is CROUPIER, phase
        phase, _ = follow(phase, offered(phase, CROUPIER)[0].act)
    return phase
