"""Irregularities at craps and their consequences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from novamas.equipment.dice import TWO_DICE
from novamas.games.craps.cloth import Cloth
from novamas.games.craps.phases import REPEATEDLY, Betting, ChoosingDice, Throwing, new_set
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import Incident, Past, Step, happens_in

BREACHES = frozenset({"deslizados", "lanzamiento_incorrecto"})


@happens_in(Throwing)
@law("IB05.06.IV.3.10", "IB05.06.IV.3.8", "IB05.06.IV.3.9")
class TiradaNula(Incident[Throwing], frozen=True):
    """The dice are stacked, rest on a chip or the edge, fall into the basket, slide or are badly thrown."""

    form: str = "superpuestos"

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        forms = ("superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto", "lanzamiento_incorrecto")
        course = now.felt.course
        yield Offer(cls(), course.null_throw, {"form": OneOf(forms, course.null_throw)})
        yield Offer(cls(form="deslizados"), course.slid)

    def happen(self, now: Throwing, past: Past) -> Step:
        """Declare the throw null. Every bet stays. The shooter throws again, after a warning if it is due."""
        moves = Moves(now.felt)
        announce(moves)
        if self.form in BREACHES:
            warn(moves)
        return moves.to(Betting(moves.felt))


@happens_in(Throwing)
@law("IB05.06.IV.3.6", "IB05.06.IV.3.10")
class DadoAlSuelo(Incident[Throwing], frozen=True):
    """One or both dice fall to the floor. The throw is null."""

    dice: int = 1

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        return one_or_both(cls(), now.felt)

    def happen(self, now: Throwing, past: Past) -> Step:
        """Let the shooter pick a reserve die for each lost one and finish the series."""
        return take_away(now.felt, self.dice, "lost")


@happens_in(Throwing)
@law("IB05.06.IV.3.10", "IB05.06.II.1.6")
class DadoRoto(Incident[Throwing], frozen=True):
    """One or both dice break. The throw is null."""

    dice: int = 1

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        return one_or_both(cls(), now.felt)

    def happen(self, now: Throwing, past: Past) -> Step:
        """Let the shooter pick a reserve die for each broken one."""
        return take_away(now.felt, self.dice, "broken")


@happens_in(Throwing)
@law("IB05.06.IV.3.5", "IB05.06.III.5")
class FaltaDelTirador(Incident[Throwing], frozen=True):
    """The shooter rubs or holds the dice after "ya no va más" and is warned."""

    form: str = "frota_los_dados"

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        clause = now.felt.course.held
        yield Offer(cls(), clause, {"form": OneOf(("frota_los_dados", "retiene_los_dados"), clause)})

    def happen(self, now: Throwing, past: Past) -> Step:
        """Warn the shooter, who still has to throw. A repeated breach may cost the shooter the dice."""
        moves = Moves(now.felt)
        warn(moves)
        return moves.to(Throwing(moves.felt))


def announce(moves: Moves[Cloth]) -> None:
    """Announce a null throw."""
    moves.say("Tirada nula.", moves.felt.course.null_throw)


def warn(moves: Moves[Cloth]) -> None:
    """Warn the shooter and count the warning, up to the number that has consequences."""
    felt = moves.felt
    moves.say("Advertencia al tirador.", felt.course.stickman)
    times = min(REPEATEDLY, felt.warnings(felt.shooter) + 1)
    moves.change(warned=tuple(sorted({**dict(felt.warned), felt.shooter: times}.items())))


def one_or_both(incident: DadoAlSuelo | DadoRoto, felt: Cloth) -> Iterable[Offer]:
    """Return the offer of an incident that concerns one die or both."""
    clause = felt.course.null_throw
    return (Offer(incident, clause, {"dice": Range(1, TWO_DICE.count, 1, clause)}),)


def take_away(felt: Cloth, dice: int, where: Literal["lost", "broken"]) -> Step:
    """Declare the throw null and let the shooter replace the dice. If too few are left, bring a new set."""
    moves, gone = Moves(felt), felt.dice[-dice:]
    announce(moves)
    moves.change(**{where: tuple(sorted((*getattr(felt, where), *gone)))})
    moves.change(dice=tuple(die for die in felt.dice if die not in gone))
    if len(moves.felt.reserve) < len(gone):
        new_set(moves)
    return moves.to(ChoosingDice(moves.felt, moves.felt.course.dice_changed))
