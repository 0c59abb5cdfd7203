"""What the American roulettes share: colour chips, half back on zero, one payment to each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.kit.money import times
from novamas.law import Fault, law
from novamas.rounds.roulette.cloth import RouletteCloth
from novamas.rounds.roulette.setup import Premises, Rules
from novamas.rounds.wheel.setup import SIMPLE
from novamas.table.deeds import Act
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import Who
from novamas.table.refusals import Refusal


class AmericanRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of an American table."""

    value_chips: bool
    chip_values: tuple[str, ...]  # in céntimos
    paid_in: str

    @property
    @law("IB05.02.I.b.3", "IB05.02.V.2", "IB05.02.V.3")
    def colour_values(self) -> tuple[int, ...]:
        """What a colour may be worth: the minimum, or a chip that the casino has, up to the maximum."""
        chips = {int(value) for value in self.chip_values}
        within = {cents for cents in chips if self.minimum < cents <= self.maximum and not cents % self.chip}
        return (self.minimum, *sorted(within))


def faults(rules: AmericanRules, premises: Premises) -> Iterator[Fault]:
    """Values of chips that are no amounts."""
    clause = rules.frame.options["chip_values"].cite[0]
    for value in rules.chip_values:
        if not (value.isascii() and value.isdecimal() and int(value)):
            yield Fault("chip_values", "chip_value_unreadable", clause, {"given": value})


class ColourFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of colour chips and of payment in them."""

    worth: str
    taken: str
    marked: str
    paid: str


class ZeroFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a simple chance loses on zero."""

    cite: tuple[str, ...]
    lost: Fraction


class TakeColour(Act, frozen=True):
    """A player is given chips of his own colour and says what each is worth."""

    cents: int


@lru_cache(maxsize=1024)
def colour_offers(rules: AmericanRules, seat: int) -> tuple[Offer, ...]:
    """The colours that a player may take, each by what it is worth."""
    clause = rules.frame.group("colours", ColourFigures).taken
    return tuple(Offer(TakeColour(seat, cents), clause) for cents in rules.colour_values)


class AmericanCloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth: beside each player's bets, what a chip of his colour is worth."""

    public: ClassVar[tuple[str, ...]] = (*RouletteCloth.public, "colours")

    rules: AmericanRules
    colours: tuple[tuple[int, int], ...] = ()  # seat, and the value he gave to his chips

    @property
    def colour_figures(self) -> ColourFigures:
        return self.rules.frame.group("colours", ColourFigures)

    @law("IB05.02.V.3", "IB05.02.I.c.1")
    def chip_of(self, seat: int) -> int:
        """The value of a player's colour: what he said, or else the minimum; value chips make any stake."""
        if self.rules.value_chips:
            return self.rules.chip
        return dict(self.colours).get(seat, self.rules.minimum)

    @law("IB05.02.I.b.3", "IB05.02.V.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        """A player with nothing on the cloth may take a colour, worth what may be laid on a number."""
        return colour_offers(self.rules, who) if isinstance(who, int) and not self.of(who) else ()

    def between(self, who: Who) -> Iterable[Offer]:
        """A colour may also be taken before the betting opens."""
        return (*super().between(who), *self.own_offers(who))

    def why_not_own(self, act: Act) -> Refusal | None:
        """The words for a colour that may not be taken: his chips lie on the cloth, or no chip is such."""
        if not isinstance(act, TakeColour) or not isinstance(act.by, int):
            return super().why_not_own(act)
        if self.of(act.by):
            return Refusal("colour_in_use", self.colour_figures.taken)
        values, told = self.rules.colour_values, {"values": tuple(map(str, self.rules.colour_values))}
        if act.cents in values:
            return None
        clause = self.colour_figures.worth
        return Refusal("no_such_chip", clause, dial="cents", given=act.cents, figures=told)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if not isinstance(act, TakeColour):
            super().do_own(moves, act)
            return
        assert isinstance(act.by, int)
        colours = {**dict(self.colours), act.by: act.cents}
        moves.change(colours=tuple(sorted(colours.items())))
        moves.note("colour_marked", self.colour_figures.marked, seat=act.by, cents=act.cents)

    def change_limits(self, moves: Moves[Any], minimum: int, minimum_sencilla: int) -> None:
        """New limits bring new values for the colours: those no longer within them are given up."""
        super().change_limits(moves, minimum, minimum_sencilla)
        within = moves.felt.rules.colour_values
        moves.change(colours=tuple((seat, cents) for seat, cents in self.colours if cents in within))

    @law("IB05.02.IV.1")
    def collect(self, moves: Moves[Any], code: int) -> None:
        """On zero a simple chance loses half and gets half back; every other losing bet is lost."""
        spots, zero = self.figures.spots, self.rules.frame.group("zero", ZeroFigures)
        is_zero = self.wheel.colour(code) is self.wheel.colour(0)
        for seat, bet, cents in self.chips:
            if code in spots[bet].covers:
                continue
            if is_zero and spots[bet].kind == SIMPLE:
                back = times(cents, 1 - zero.lost, self.rounding)
                moves.settle(seat, bet, back, *zero.cite, rate=-zero.lost)
            else:
                moves.collect(seat, bet, self.course.result, spots[bet].clauses[0])

    @law("IB05.02.III.b.1", "IB05.02.III.b.2")
    def pay(self, moves: Moves[Any], code: int) -> None:
        """Players are paid in the order of their first winning bet, each for all his bets at once."""
        spots = self.figures.spots
        won = [chips for chips in self.chips if code in spots[chips.bet].covers]
        won.sort(key=lambda chips: spots[chips.bet].order)
        players: dict[int, list[Chips]] = {}
        for chips in won:
            players.setdefault(chips.seat, []).append(chips)
        for seat, bets in players.items():
            total = 0
            for _, bet, cents in bets:
                prize = times(cents, spots[bet].to_one, self.rounding)
                moves.pay(seat, bet, prize, *spots[bet].clauses, rate=spots[bet].pays)
                total += prize
            clause, paid_in = self.colour_figures.paid, self.rules.paid_in
            moves.note("paid_at_once", clause, seat=seat, cents=total, paid_in=paid_in)
