"""The phases of craps: the dice are offered, players bet, "ya no va más", the throw, payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from novamas.equipment.chance import Draws
from novamas.equipment.dice import TWO_DICE, faces, points
from novamas.families.banked import phases
from novamas.families.banked.acts import Bet, NoVaMas, Withdraw
from novamas.families.banked.phases import Drawing
from novamas.games.craps.acts import (
    AskForDice,
    CambioDeDados,
    ChooseDie,
    DepriveShooter,
    FindDie,
    RefuseDice,
    TakeDice,
)
from novamas.games.craps.cloth import Cloth
from novamas.games.craps.figures import POINTS, SEVEN
from novamas.games.craps.pay import settle
from novamas.games.craps.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.results import Throw
from novamas.table.roles import CROUPIER, FLOOR, Who

REPEATEDLY = 2  # breaches after which a player may be deprived of the dice

# ---------------------------------------------------------------- a shooter who breaks the rules of throwing


@law("IB05.06.IV.3.11")
def deprivations(felt: Cloth) -> Iterator[Offer]:
    """Offer the table chief the order to take the dice from the shooter, if another player can throw."""
    if felt.warnings(felt.shooter) >= REPEATEDLY and felt.next_shooter() != felt.shooter:
        yield Offer(DepriveShooter(), felt.course.deprived)


def deprived(felt: Cloth) -> Step:
    """Pass the dice to the next player. The point and every bet stay."""
    moves = Moves(felt)
    moves.note("shooter_deprived", felt.course.deprived, seat=felt.shooter)
    moves.change(barred=tuple(sorted({*felt.barred, felt.shooter})))
    return hand_on(moves, felt.course.offered)


# ---------------------------------------------------------------- phases


class BettingOpen(phases.Betting[Cloth], frozen=True):
    """Players make and take back bets. There is no "ya no va más" until a shooter is ready to throw."""

    pause: ClassVar[bool] = False

    @property
    def turn(self) -> Who:
        return self.felt.shooter

    def first(self) -> Refusal:
        """Return the refusal that names the act that must come first."""
        raise AssertionError("each moment waits for something else")

    def calls(self) -> Iterable[Offer]:
        return ()

    @law("IB05.06.IV.1.A.Field.1", "IB05.06.IV.1.B.1", "IB05.06.IV.1.D.1")
    def reason(self, act: Act) -> Refusal | None:
        """Explain why an act is not offered. Bets have their own reasons, and other acts must wait."""
        return super().reason(act) if isinstance(act, Bet | Withdraw) else self.first()


@law("IB05.06.IV.3.2", "IB05.06.IV.3.3")
class Offering(BettingOpen, frozen=True):
    """The dice are offered to a player, who takes or refuses them."""

    rest: ClassVar[bool] = True

    @property
    def clause(self) -> str:  # type: ignore[override]  # the clause depends on the norm
        return self.felt.course.offered

    def first(self) -> Refusal:
        return Refusal("dice_first", self.clause, figures={"seat": self.felt.shooter})

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.felt.shooter:
            yield Offer(TakeDice(self.felt.shooter), self.felt.course.offered)
            yield Offer(RefuseDice(self.felt.shooter), self.felt.course.refused)
        yield from super().offers(who)

    def do_own(self, moves: Moves[Cloth], act: Act) -> Step:
        if isinstance(act, RefuseDice):
            moves.note("dice_refused", self.felt.course.refused, seat=self.felt.shooter)
            return hand_on(moves, self.felt.course.refused)
        ask_for_bets(moves)
        return moves.to(Betting(moves.felt))


class Betting(phases.Betting[Cloth], frozen=True):
    """Players make and take back bets until "ya no va más". On the first roll the shooter must bet."""

    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.closing

    @property
    def turn(self) -> Who:
        return self.felt.shooter if self.felt.shooter_must_bet else CROUPIER

    def offers(self, who: Who) -> Iterable[Offer]:
        yield from super().offers(who)
        if who is FLOOR:
            yield Offer(CambioDeDados(), self.felt.course.change_ordered)
            yield from deprivations(self.felt)
        elif isinstance(who, int) and who == self.felt.shooter and self.felt.point is None:
            yield Offer(AskForDice(who), self.felt.course.dice_changed)
            yield Offer(RefuseDice(who), self.felt.course.refused)

    def calls(self) -> Iterator[Offer]:
        """Yield the calls of the croupiers and the stickman."""
        if not self.felt.shooter_must_bet:
            yield Offer(NoVaMas(), self.felt.course.closing)
        if self.felt.lost:
            yield Offer(FindDie(), self.felt.course.dice_found)

    @law("IB05.06.IV.3.6", "IB05.06.IV.3.16")
    def reason(self, act: Act) -> Refusal | None:
        course, shooter, point = self.felt.course, self.felt.shooter, self.felt.point or 0
        match act:
            case NoVaMas() if self.felt.shooter_must_bet:
                return Refusal("shooter_must_bet", course.owed, figures={"seat": shooter})
            case AskForDice() if act.by == shooter:
                return Refusal("dice_in_series", course.dice_changed, figures={"point": point})
            case RefuseDice() if act.by == shooter:
                return Refusal("dice_in_series", course.passed_on, figures={"point": point})
            case TakeDice() | RefuseDice() | AskForDice():
                return Refusal("dice_with_shooter", course.offered, figures={"seat": shooter})
            case _:
                return super().reason(act)

    def do_own(self, moves: Moves[Cloth], act: Act) -> Step:
        match act:
            case FindDie():
                moves.note("dice_found", self.felt.course.dice_found)
                moves.change(lost=())
            case RefuseDice():
                moves.note("dice_handed_on", self.felt.course.refused, seat=self.felt.shooter)
                return hand_on(moves, self.felt.course.refused)
            case AskForDice():
                return change_dice(moves, self.felt.course.dice_changed)
            case CambioDeDados():
                return change_dice(moves, self.felt.course.change_ordered)
            case DepriveShooter():
                return deprived(self.felt)
        return self.stay(moves)


class ChoosingDice(BettingOpen, frozen=True):
    """The shooter picks two of the dice that the stickman presents."""

    because: str  # the clause that requires the choice

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.dice_chosen

    def first(self) -> Refusal:
        return Refusal("choose_dice_first", self.clause, figures={"seat": self.felt.shooter})

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.felt.shooter:
            reserve = self.felt.reserve
            yield Offer(ChooseDie(who, reserve[0]), self.because, {"die": OneOf(reserve, self.because)})
        yield from super().offers(who)

    def reason(self, act: Act) -> Refusal | None:
        is_choice = isinstance(act, ChooseDie) and act.by == self.felt.shooter
        return None if is_choice else super().reason(act)  # for an unknown die the offer explains it

    def stay(self, moves: Moves[Cloth]) -> Step:
        return moves.to(ChoosingDice(moves.felt, self.because))

    @law("IB05.06.IV.3.14")
    def do_own(self, moves: Moves[Cloth], act: Act) -> Step:
        """Give the shooter the dice one by one. The rest go back to their recess in view of the players."""
        assert isinstance(act, ChooseDie)
        moves.change(dice=tuple(sorted((*self.felt.dice, act.die))))
        if len(moves.felt.dice) < TWO_DICE.count:
            return self.stay(moves)
        chosen, left = moves.felt.dice, len(moves.felt.reserve)
        moves.note("dice_chosen", self.felt.course.dice_chosen, dice=chosen, left=left)
        return moves.to(Betting(moves.felt))


class Throwing(Drawing[Cloth], frozen=True):
    """The dice roll. Players may neither make nor take back bets."""

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.closing

    def offers(self, who: Who) -> Iterable[Offer]:
        return deprivations(self.felt) if who is FLOOR else ()

    @law("IB05.06.IV.3.15")
    def reason(self, act: Act) -> Refusal | None:
        """Explain why an act is refused: there are no bets after "ya no va más"."""
        return super().reason(act)

    def after(self, act: Act) -> Step:
        assert isinstance(act, DepriveShooter)
        return deprived(self.felt)

    @law("IB05.06.II.1.1")
    def draws(self) -> Draws:
        return TWO_DICE

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.show_result(Throw(tuple(faces(what))), self.felt.course.thrown)
        total = points(what)
        moves.say(announced(self.felt.point, total), self.felt.course.stickman)
        settle(moves, what)
        return end_throw(moves, total)


# ---------------------------------------------------------------- after a throw


def announced(point: int | None, total: int) -> str:
    """Return the stickman's call after a throw."""
    if point is None:
        if total in POINTS:
            return f"{total}, punto."
        return f"{total}, craps." if total in (2, 3, 12) else f"{total}."
    if total == point:
        return f"{total}, el punto."
    return f"{total}, cambian los dados." if total == SEVEN else f"{total}."


@law("IB05.06.IV.1.A.Win.2", "IB05.06.IV.1.A.Win.4")
def end_throw(moves: Moves[Cloth], total: int) -> Step:
    """Continue after a throw: a point is set, made or missed. Only the losing 7 changes the shooter."""
    point = moves.felt.point
    if point is None and total in POINTS:
        moves.note("point_marked", moves.felt.course.point, point=total)
        moves.change(point=total)
    elif point is None or total in (point, SEVEN):
        end_series(moves)
    moves.end_round()
    if point is not None and total == SEVEN:
        return hand_on(moves, moves.felt.course.passed_on)
    if moves.felt.point is None:
        ask_for_bets(moves)
    return moves.to(Betting(moves.felt))


def ask_for_bets(moves: Moves[Cloth]) -> None:
    """Open the betting. On a first roll, remind the shooter of the required bet."""
    moves.say("Hagan juego.", moves.felt.course.betting)
    if moves.felt.shooter_must_bet:
        moves.say("El tirador, al Win o al Don't Win.", moves.felt.course.owed)


def end_series(moves: Moves[Cloth]) -> None:
    """End the series of throws. If dice are lost or broken, the table gets a new set."""
    moves.change(point=None)
    if moves.felt.lost or moves.felt.broken:
        new_set(moves)
        moves.change(dice=("1", "2"))


@law("IB05.06.IV.3.7")
def new_set(moves: Moves[Cloth]) -> None:
    """Withdraw all dice of the table and bring six new ones."""
    moves.note("dice_renewed", moves.felt.course.dice_found)
    moves.change(dice=(), lost=(), broken=())


@law("IB05.06.IV.3.2", "IB05.06.IV.3.3", "IB05.06.IV.1.A.Win.4")
def hand_on(moves: Moves[Cloth], clause: str) -> Step:
    """Offer the dice to the next player clockwise."""
    moves.change(shooter=moves.felt.next_shooter())
    moves.say(f"Dados para el jugador {moves.felt.shooter}.", clause)
    return moves.to(Offering(moves.felt))


@law("IB05.06.IV.3.6", "IB05.06.IV.3.12", "IB05.06.IV.3.13")
def change_dice(moves: Moves[Cloth], clause: str) -> Step:
    """Announce the change of dice, and put the dice of the table in front of the shooter."""
    moves.say("Cambio de dados.", moves.felt.course.change_announced)
    moves.change(dice=())
    return moves.to(ChoosingDice(moves.felt, clause))


@law("IB05.06.IV.3.1", "IB05.06.IV.3.2")
def opening(rules: Rules, premises: NoPremises) -> Offering:
    """Return the table before its first throw, with the dice offered to seat 1 at the croupiers' left."""
    return Offering(Cloth(rules=rules))
