"""Rules that the American roulettes share: colour chips, half back on zero, one payment per player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.families.roulette.cloth import AnnounceMinima, RouletteCloth
from novamas.families.roulette.setup import Premises, Rules
from novamas.families.wheel.setup import SIMPLE
from novamas.law import Fault, law
from novamas.money import times
from novamas.table.deeds import Act, Order
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who


class AmericanRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of an American roulette table."""

    value_chips: bool = False  # in norms that do not have them
    chip_values: tuple[str, ...]  # in céntimos
    paid_in: str

    @property
    @law("IB05.02.I.b.3", "IB05.02.V.2", "IB05.02.V.3")
    def colour_values(self) -> tuple[int, ...]:
        """The values that a colour chip may have: the minimum, or a chip of the casino up to the maximum."""
        chips = {int(value) for value in self.chip_values}
        within = {cents for cents in chips if self.minimum < cents <= self.maximum and not cents % self.chip}
        return (self.minimum, *sorted(within))


def faults(rules: AmericanRules, premises: Premises) -> Iterator[Fault]:
    """Yield a fault for each chip value that is not an amount."""
    clause = rules.frame.options["chip_values"].cite[0]
    for value in rules.chip_values:
        if not (value.isascii() and value.isdecimal() and int(value)):
            yield Fault("chip_values", "chip_value_unreadable", clause, {"given": value})


class ColourFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on colour chips, on value chips, and on payment in them."""

    worth: str
    taken: str
    marked: str
    paid: str
    value_admitted: str = ""  # if the norm has value chips
    value_stopped: str = ""


class ZeroFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of an even-chance bet that is lost when zero falls."""

    cite: tuple[str, ...]
    lost: Fraction


class TakeColour(Act, frozen=True):
    """A player gets chips of a personal colour and states the value of a chip."""

    cents: int


class StopValueChips(Order, frozen=True):
    """The table chief stops value chips, because there are too many bets for proper control."""


class AdmitValueChips(Order, frozen=True):
    """The table chief admits value chips again."""


@lru_cache(maxsize=1024)
def colour_offers(rules: AmericanRules, seat: int) -> tuple[Offer, ...]:
    """Return the offers to take a colour, one for each value (cached)."""
    clause = rules.frame.group("colours", ColourFigures).taken
    return tuple(Offer(TakeColour(seat, cents), clause) for cents in rules.colour_values)


class AmericanCloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth: the bets, and the value of each player's colour chips."""

    public: ClassVar[tuple[str, ...]] = (*RouletteCloth.public, "colours", "value_stopped")

    rules: AmericanRules
    colours: tuple[tuple[int, int], ...] = ()  # seat, and the value of its colour chips
    value_stopped: bool = False  # whether the table chief has stopped value chips

    @property
    def colour_figures(self) -> ColourFigures:
        return self.rules.frame.group("colours", ColourFigures)

    @law("IB05.02.V.3", "IB05.02.I.c.1", "IB05.02.I.c.2")
    def chip_of(self, seat: int) -> int:
        """Return the step of a player's stakes: the value of the colour, or the minimum without a colour.

        With value chips, a player may stake any amount in whole chips.
        """
        if self.rules.value_chips and not self.value_stopped:
            return self.rules.chip
        return dict(self.colours).get(seat, self.rules.minimum)

    @law("IB05.02.I.b.3", "IB05.02.V.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers to take a colour, for a player with no chips on the cloth.

        The table chief gets the orders on value chips.
        """
        if who is FLOOR:
            return self.value_orders()
        return colour_offers(self.rules, who) if isinstance(who, int) and not self.of(who) else ()

    @law("IB05.02.I.c.1", "IB05.02.I.c.2")
    def value_orders(self) -> Iterator[Offer]:
        """Yield the orders of the table chief on value chips: to stop them, or to admit them again."""
        figures = self.colour_figures
        if self.rules.value_chips and self.value_stopped:
            yield Offer(AdmitValueChips(), figures.value_admitted)
        elif self.rules.value_chips:
            yield Offer(StopValueChips(), figures.value_stopped)

    @law("IB05.02.I.c.2")
    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the bets on offer. While value chips are stopped, they cite the table chief's order."""
        offers = super().bets(seat)
        return [self.in_colours(offer) for offer in offers] if self.value_stopped else offers

    def in_colours(self, offer: Offer) -> Offer:
        """Return an offer that cites the order to place only colour chips."""
        cents = offer.dials["cents"]
        assert isinstance(cents, Range)
        cents = replace(cents, clause=self.colour_figures.value_stopped)
        return replace(offer, dials={**offer.dials, "cents": cents})

    def between(self, who: Who) -> Iterable[Offer]:
        """Return the offers between rounds. A player may also take a colour before the betting opens."""
        return (*super().between(who), *self.own_offers(who))

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why a player may not take a colour: chips are on the cloth, or no chip has this value."""
        if isinstance(act, StopValueChips | AdmitValueChips):
            return self.why_no_order(act)
        if not isinstance(act, TakeColour) or not isinstance(act.by, int):
            return super().why_not_own(act)
        if self.of(act.by):
            return Refusal("colour_in_use", self.colour_figures.taken)
        values, in_texts = self.rules.colour_values, {"values": tuple(map(str, self.rules.colour_values))}
        if act.cents in values:
            return None
        clause = self.colour_figures.worth
        return Refusal("no_such_chip", clause, dial="cents", given=act.cents, figures=in_texts)

    def why_no_order(self, act: StopValueChips | AdmitValueChips) -> Refusal | None:
        """Explain why an order on value chips is not possible: none are in use, or it is already in force."""
        figures = self.colour_figures
        if not self.rules.value_chips:
            return Refusal("no_value_chips", figures.value_admitted or figures.worth)
        if isinstance(act, StopValueChips):
            return Refusal("value_chips_stopped_already", figures.value_stopped)
        return Refusal("value_chips_admitted_already", figures.value_admitted)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if isinstance(act, StopValueChips | AdmitValueChips):
            self.obey(moves, act)
            return
        if not isinstance(act, TakeColour):
            super().do_own(moves, act)
            return
        assert isinstance(act.by, int)
        colours = {**dict(self.colours), act.by: act.cents}
        moves.change(colours=tuple(sorted(colours.items())))
        moves.note("colour_marked", self.colour_figures.marked, seat=act.by, cents=act.cents)

    @law("IB05.02.I.c.1", "IB05.02.I.c.2")
    def obey(self, moves: Moves[Any], act: StopValueChips | AdmitValueChips) -> None:
        """Stop or admit value chips. Bets already on the cloth stay."""
        stopped, figures = isinstance(act, StopValueChips), self.colour_figures
        moves.change(value_stopped=stopped)
        if stopped:
            moves.say("No se admiten más fichas de valor.", figures.value_stopped, who=FLOOR)
        else:
            moves.say("Se admiten fichas de valor.", figures.value_admitted, who=FLOOR)

    def change_limits(
        self, moves: Moves[Any], minimum: int, minimum_sencilla: int, times: int, times_sencilla: int
    ) -> None:
        """Set new limits. Players give up colours whose value is no longer allowed."""
        super().change_limits(moves, minimum, minimum_sencilla, times, times_sencilla)
        within = moves.felt.rules.colour_values
        moves.change(colours=tuple((seat, cents) for seat, cents in self.colours if cents in within))

    @law("IB05.02.IV.1")
    def collect(self, moves: Moves[Any], code: int) -> None:
        """Take the losing bets. When zero falls, half of an even-chance stake goes back."""
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
        """Pay the players in the order of their first winning bet, each for all winning bets at once."""
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


ACTS: tuple[type[Act], ...] = (AnnounceMinima, TakeColour, StopValueChips, AdmitValueChips)
