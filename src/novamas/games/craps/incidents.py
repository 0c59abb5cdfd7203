"""What can go wrong at craps, and what the law orders."""

from __future__ import annotations

from collections.abc import Iterable

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
    """The dice stacked, leaned on chips or the edge, fell in the basket, slid or were badly thrown."""

    form: str = "superpuestos"

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        forms = ("superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto", "lanzamiento_incorrecto")
        course = now.felt.course
        yield Offer(cls(), course.null_throw, {"form": OneOf(forms, course.null_throw)})
        yield Offer(cls(form="deslizados"), course.slid)

    def happen(self, now: Throwing, past: Past) -> Step:
        """No result: every bet stays as it was, and the same shooter throws again."""
        moves = Moves(now.felt)
        announce(moves)
        if self.form in BREACHES:
            warn(moves)
        return moves.to(Betting(moves.felt))


@happens_in(Throwing)
@law("IB05.06.IV.3.6", "IB05.06.IV.3.10")
class DadoAlSuelo(Incident[Throwing], frozen=True):
    """One die or both left the table and fell to the floor: the throw is null."""

    dice: int = 1

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        clause = now.felt.course.null_throw
        yield Offer(cls(), clause, {"dice": Range(1, TWO_DICE.count, 1, clause)})

    def happen(self, now: Throwing, past: Past) -> Step:
        """The shooter chooses a die of the reserve for each that is lost, to finish the series."""
        moves, gone = Moves(now.felt), now.felt.dice[-self.dice :]
        announce(moves)
        moves.change(lost=tuple(sorted((*now.felt.lost, *gone))))
        return replaced(moves, gone)


@happens_in(Throwing)
@law("IB05.06.IV.3.10", "IB05.06.II.1.6")
class DadoRoto(Incident[Throwing], frozen=True):
    """One die or both broke: the throw is null."""

    dice: int = 1

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        clause = now.felt.course.null_throw
        yield Offer(cls(), clause, {"dice": Range(1, TWO_DICE.count, 1, clause)})

    def happen(self, now: Throwing, past: Past) -> Step:
        """The reserve replaces what is broken."""
        moves, gone = Moves(now.felt), now.felt.dice[-self.dice :]
        announce(moves)
        moves.change(broken=tuple(sorted((*now.felt.broken, *gone))))
        return replaced(moves, gone)


@happens_in(Throwing)
@law("IB05.06.IV.3.5", "IB05.06.III.5")
class FaltaDelTirador(Incident[Throwing], frozen=True):
    """The shooter rubbed the dice or kept them in his hand after «ya no va más»: he is warned."""

    form: str = "frota_los_dados"

    @classmethod
    def could(cls, now: Throwing, past: Past) -> Iterable[Offer]:
        clause = now.felt.course.held
        yield Offer(cls(), clause, {"form": OneOf(("frota_los_dados", "retiene_los_dados"), clause)})

    def happen(self, now: Throwing, past: Past) -> Step:
        """The throw is still to come; repeated, it may cost him the dice."""
        moves = Moves(now.felt)
        warn(moves)
        return moves.to(Throwing(moves.felt))


def announce(moves: Moves[Cloth]) -> None:
    """The stickman announces that the throw does not count."""
    moves.say("Tirada nula.", moves.felt.course.null_throw)


def warn(moves: Moves[Cloth]) -> None:
    """The stickman warns the shooter; it is remembered as long as it can matter."""
    felt = moves.felt
    moves.say("Advertencia al tirador.", felt.course.stickman)
    times = min(REPEATEDLY, felt.warnings(felt.shooter) + 1)
    moves.change(warned=tuple(sorted({**dict(felt.warned), felt.shooter: times}.items())))


def replaced(moves: Moves[Cloth], gone: tuple[str, ...]) -> Step:
    """The shooter chooses what replaces the dice that are gone; too few in reserve, and six new ones come."""
    moves.change(dice=tuple(die for die in moves.felt.dice if die not in gone))
    if len(moves.felt.reserve) < len(gone):
        new_set(moves)
    return moves.to(ChoosingDice(moves.felt, moves.felt.course.dice_changed))
