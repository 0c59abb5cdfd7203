"""What the American roulettes share: colour chips, half back on zero, one payment to each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar

from novamas.kit.money import times
from novamas.law import Fault, Frame, law
from novamas.rounds.roulette.setup import (
    RouletteChoices,
    RouletteCloth,
    RouletteRules,
    limit_faults,
    rules_of,
)
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults
from novamas.table.deeds import Act
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import Who

HALF_LOST = Fraction(-1, 2)


class AmericanChoices(RouletteChoices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at an American roulette."""

    colours: int
    markers: str
    boxes: int
    value_chips: bool
    paid_in: str
    double_table: bool
    double_table_authorised: bool


class AmericanRules(RouletteRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one American table."""

    value_chips: bool
    paid_in: str


def american_rules(frame: Frame, choices: AmericanChoices) -> dict[str, Any]:
    """The rules of a table whose choices have no fault, field by field."""
    common = rules_of(frame, choices)
    fields = {name: getattr(common, name) for name in common.__struct_fields__}
    return {**fields, "value_chips": choices.value_chips, "paid_in": choices.paid_in}


@law("IB05.02.II.a.1", "IB05.02.II.a.2", "IB05.02.I.b.1", "IB05.02.I.b.4")
def american_faults(frame: Frame, choices: AmericanChoices) -> Iterator[Fault]:
    """All that keeps an American table from being opened."""
    yield from limit_faults(frame, choices)
    yield from staff_faults(
        frame.group("staff.table", StaffFigures),
        croupiers=choices.croupiers,
        table_ends=0,
        tables_per_chief=choices.tables_per_chief,
    )
    yield from equipment_faults(frame, choices.lacks)
    if choices.seats > choices.colours:
        says = f"{choices.colours} colours serve {choices.colours} players; {choices.seats} are too many."
        yield Fault("seats", "more_players_than_colours", "IB05.02.II.a.2", says)
    if choices.markers == "rim" and choices.boxes != choices.colours:
        says = f"The rim needs a box for each of the {choices.colours} colours; it has {choices.boxes}."
        yield Fault("boxes", "boxes_do_not_match_colours", "IB05.02.I.b.1", says)
    if choices.double_table and not choices.double_table_authorised:
        says = "A double table needs an authorisation."
        yield Fault("double_table", "double_table_not_authorised", "IB05.02.II.a.1", says)


class TakeColour(Act, frozen=True):
    """A player is given chips of his own colour and says what each is worth."""

    cents: int


class AmericanCloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth: beside each player's bets, what a chip of his colour is worth."""

    public: ClassVar[tuple[str, ...]] = (*RouletteCloth.public, "colours")

    rules: AmericanRules
    colours: tuple[tuple[int, int], ...] = ()  # seat, and the value he gave to his chips

    @law("IB05.02.V.3")
    def chip_of(self, seat: int) -> int:
        """The value of a player's colour: what he said, or else the table's minimum; or value chips."""
        if self.rules.value_chips:
            return self.rules.chip
        return dict(self.colours).get(seat, self.rules.limits.minimum)

    @law("IB05.02.I.b.3", "IB05.02.V.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        """A player with nothing on the cloth may take a colour, worth what may be laid on a number."""
        if not isinstance(who, int) or self.rules.value_chips or self.of(who):
            return
        limits, chip = self.rules.limits, self.rules.chip
        values = Range(limits.minimum, limits.most("pleno"), chip, "IB05.02.I.b.3")
        yield Offer(TakeColour(who, limits.minimum), "IB05.02.V.2", {"cents": values})

    def between(self, who: Who) -> Iterable[Offer]:
        """A colour may also be taken before the betting opens."""
        return (*super().between(who), *self.own_offers(who))

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if not isinstance(act, TakeColour):
            super().do_own(moves, act)
            return
        assert isinstance(act.by, int)
        colours = {**dict(self.colours), act.by: act.cents}
        moves.change(colours=tuple(sorted(colours.items())))
        moves.note(f"marker of seat {act.by}: each chip {act.cents}", "IB05.02.I.b.2")

    def change_limits(self, moves: Moves[Any], minimum: int, minimum_simple: int) -> None:
        """New limits bring new values for the colours: those no longer within them are given up."""
        super().change_limits(moves, minimum, minimum_simple)
        limits = moves.felt.rules.limits
        within = range(limits.minimum, limits.most("pleno") + 1)
        moves.change(colours=tuple((seat, cents) for seat, cents in self.colours if cents in within))

    @law("IB05.02.IV.1")
    def collect(self, moves: Moves[Any], code: int) -> None:
        """On zero a simple chance loses half and gets half back; every other losing bet is lost."""
        spots = self.figures.spots
        for seat, bet, cents in self.chips:
            if code in spots[bet].covers:
                continue
            if self.wheel.colour(code) is self.wheel.colour(0) and spots[bet].kind == "sencilla":
                back = times(cents, 1 + HALF_LOST, self.rules.rounding)
                moves.settle(seat, bet, back, *self.zero_clauses, rate=HALF_LOST)
            else:
                moves.collect(seat, bet, self.course.result, spots[bet].clauses[0])

    @property
    def zero_clauses(self) -> tuple[str, ...]:
        """Where the law says what zero does to simple chances."""
        return ("IB05.02.IV.1",)

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
                prize = times(cents, spots[bet].to_one, self.rules.rounding)
                moves.pay(seat, bet, prize, *spots[bet].clauses, rate=spots[bet].pays)
                total += prize
            moves.note(
                f"seat {seat} is paid {total} at once, in {self.rules.paid_in} chips", "IB05.02.III.b.2"
            )
