"""The play of treinta y cuarenta: the cut, the rows, the red card, payment, the tie at 31."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from novamas.games.treinta_y_cuarenta.layout import MESA, NEGRA, ROJA, SEGURO, chances, draw, premium_of
from novamas.games.treinta_y_cuarenta.rows import Result
from novamas.games.treinta_y_cuarenta.setup import (
    Choices,
    InsuranceFigures,
    LimitFigures,
    faults,
)
from novamas.hands import is_row_complete, row_points
from novamas.kit.cards import DECK_52, is_red
from novamas.kit.money import Rounding
from novamas.kit.money import times as times_of
from novamas.kit.shoe import Shoe
from novamas.law import Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.phases import Drawing, Least, Waiting, end_round
from novamas.rounds.coups import ACTS, Box, CardFigures, CoupCourse, Rules, Shuffling, phases_of
from novamas.rounds.coups import Cloth as CoupCloth
from novamas.rounds.prison import (
    ChoosingHalf,
    Imprison,
    TakeHalf,
    caught,
    caught_again,
    half,
    may_take_half,
    worth,
)
from novamas.table.bets import read_bet
from novamas.table.deeds import Act
from novamas.table.felt import Total
from novamas.table.game import Game, Wager
from novamas.table.layout import Layout
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.people import Who
from novamas.table.phases import AnyPhase, Phase, Step
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- figures and rules


class TableRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    insurance_minimum: int
    rounding: Rounding


@cache
def _course(frame: Frame) -> CoupCourse:
    return frame.group("course", CoupCourse)


@cache
def _premium(frame: Frame) -> Fraction:
    return frame.group("insurance", InsuranceFigures).premium


@cache
@law("IB05.05.V.1.4")
def _boxes(rules: TableRules) -> dict[str, Box]:
    limits = rules.frame.group("limits", LimitFigures)
    spots = chances(rules.frame)
    return {bet: Box(spot, rules.maximum, limits.maximum_clause) for bet, spot in spots.items()}


@cache
@law("IB05.05.II.1.1", "IB05.05.V.3.2")
def fresh_shoe(frame: Frame) -> Shoe:
    """Six decks, with the red card in front of the last five cards."""
    cards = frame.group("cards", CardFigures)
    return Shoe.of(DECK_52, decks=cards.decks, cut=cards.decks * 52 - cards.behind_stop_card)


# ---------------------------------------------------------------- the cloth


class Cut(Act, frozen=True):
    """The player nearest to the croupier's right cuts the cards."""


class Insure(Act, frozen=True):
    """A player insures a bet against the tie at 31 with a hundredth of it."""

    bet: str


class Cloth(CoupCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth: stakes in prison lie beside the others, premiums upon the bets they insure."""

    public: ClassVar[tuple[str, ...]] = (*CoupCloth.public, "totals")

    rules: TableRules

    @property
    def course(self) -> CoupCourse:
        return _course(self.rules.frame)

    @property
    def boxes(self) -> dict[str, Box]:
        return _boxes(self.rules)

    @property
    def totals(self) -> tuple[Total, ...]:
        """What the rows count so far."""
        return tuple(Total(row, row_points(self.cards(row))) for row in self.lie_open)

    def is_insured(self, seat: int, bet: str) -> bool:
        return self.on(seat, premium_of(bet)) > 0

    def why_not_raise(self, seat: int, bet: str) -> Refusal | None:
        """A premium insures the bet as it was laid, so the bet does not grow upon it."""
        if not self.is_insured(seat, bet):
            return None
        says = f"{bet} is insured as it lies: take it back to lay another stake."
        return Refusal("insured", "IB05.05.V.1.7", says)

    @law("IB05.05.V.1.7")
    def premium(self, stake: int) -> Fraction:
        """What insuring a stake costs."""
        return stake * _premium(self.rules.frame)

    @law("IB05.05.V.1.7")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Bets from the threshold on may be insured, where the premium is whole céntimos."""
        bets = tuple(
            bet
            for owner, bet, cents in self.chips
            if owner == who and bet in self.boxes and self.may_insure(owner, bet, cents)
        )
        if bets:
            yield Offer(Insure(who, bets[0]), "IB05.05.V.1.7", {"bet": OneOf(bets, "IB05.05.V.1.7")})

    def may_insure(self, seat: int, bet: str, stake: int) -> bool:
        return (
            stake >= self.rules.insurance_minimum
            and self.premium(stake).denominator == 1
            and not self.is_insured(seat, bet)
        )

    def why_not_own(self, act: Act) -> Refusal | None:
        """The words for a bet that may not be insured: there is none, it is, it is too small or odd."""
        if not isinstance(act, Insure) or not isinstance(act.by, int):
            return None
        stake, least = self.on(act.by, act.bet), self.rules.insurance_minimum
        if not stake or act.bet not in self.boxes:
            says = f"You have no bet on {act.bet} to insure."
            return Refusal("nothing_to_insure", "IB05.05.V.1.7", says, dial="bet", given=act.bet)
        if self.is_insured(act.by, act.bet):
            return Refusal("insured", "IB05.05.V.1.7", f"{act.bet} is insured already.")
        if stake < least:
            says = f"Bets from {least} on may be insured; {act.bet} has {stake}."
            return Refusal(
                "too_small_to_insure", "IB05.05.V.1.7", says, dial="cents", given=stake, least=least
            )
        says = f"The premium on {stake} would not be whole céntimos: {act.bet} cannot be insured."
        return Refusal("premium_not_whole", "IB05.05.V.1.7", says, dial="cents", given=stake)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, Insure)
        assert isinstance(act.by, int)
        premium = self.premium(self.on(act.by, act.bet)).numerator
        moves.stake(act.by, premium_of(act.bet), premium, "IB05.05.V.1.7")

    @law("IB05.05.V.1.7")
    def least(self, seat: int, bet: str) -> Least:
        """A premium insures the bet as it was laid, so all of it is taken back or nothing."""
        if self.is_insured(seat, bet):
            return Least(self.on(seat, bet), 0, "IB05.05.V.1.7")
        return super().least(seat, bet)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Who takes back an insured bet takes back its premium."""
        super().take_back(moves, seat, bet, cents)
        if self.is_insured(seat, bet):
            moves.withdraw(seat, premium_of(bet), self.on(seat, premium_of(bet)), "IB05.05.V.1.7")

    @law("IB05.05.V.3.1")
    def shuffle(self, moves: Moves[Any]) -> Step:
        """The croupier shuffles; then a player cuts."""
        moves.say(f"{fresh_shoe(self.rules.frame).size} cartas mezcladas.", "IB05.05.V.3.1")
        return moves.to(Cutting(self))

    @law("IB05.05.V.1.1", "IB05.05.V.3.4")
    def close(self, moves: Moves[Any]) -> Step:
        """The cards are laid in two rows, the black one first."""
        return moves.to(Laying(moves.felt))


class Cutting(Phase[Cut], frozen=True):
    """The player nearest to the croupier's right, who has the first seat, cuts; then the red card goes in."""

    clause: ClassVar[str] = "IB05.05.V.3.1"

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats

    @property
    def turn(self) -> Who:
        return 1

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == 1:
            yield Offer(Cut(1), self.clause)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | Insure):
            return Refusal("cut_first", self.clause, "First the player in seat 1 cuts the cards.")
        return None

    @law("IB05.05.V.3.1", "IB05.05.V.3.2")
    def after(self, act: Cut) -> Step:
        moves, shoe = Moves(self.felt), fresh_shoe(self.felt.rules.frame)
        moves.use(shoe)
        moves.say(f"La carta roja, delante de las {shoe.size - shoe.cut} últimas.", "IB05.05.V.3.2")
        return moves.to(Waiting(moves.felt))


# ---------------------------------------------------------------- the rows


class Laying(Drawing[Cloth], frozen=True):
    """Cards are laid face up, in the black row until it reaches 31, then in the red one."""

    clause: ClassVar[str] = "IB05.05.V.3.4"

    @law("IB05.05.V.1.1", "IB05.05.V.1.2", "IB05.05.V.3.4", "IB05.05.V.3.5")
    def drawn(self, what: int) -> Step:
        moves, row = Moves(self.felt), ROJA if is_row_complete(self.felt.cards(NEGRA)) else NEGRA
        moves.deal(row, what, up=True)
        felt = moves.felt
        if row == ROJA and is_row_complete(felt.cards(ROJA)):
            return settle(moves)
        if felt.need_shoe.has_reached_cut:
            return annul(moves)
        return moves.to(Laying(felt))


@law("IB05.05.V.3.3")
def annul(moves: Moves[Cloth]) -> Step:
    """The red card appears: no coup was played, and the last cards are laid face down and counted."""
    clause = "IB05.05.V.3.3"
    moves.say("Carta roja: jugada anulada.", clause)
    felt = moves.felt
    for _ in range(felt.need_shoe.undealt):
        moves.deal_blank(MESA)
    moves.say(f"{felt.need_shoe.undealt} cartas tras la carta roja.", clause)
    for seat, bet, cents in felt.chips:
        if read_bet(bet).kind == SEGURO:
            moves.withdraw(seat, bet, cents, clause)
    return end_round(moves)


# ---------------------------------------------------------------- payment


def result_of(felt: Cloth) -> Result:
    """What the rows on the table decide."""
    black = felt.cards(NEGRA)
    return Result(row_points(black), row_points(felt.cards(ROJA)), is_red(black[0]))


@law("IB05.05.V.1.7", "IB05.05.V.3.8")
def settle(moves: Moves[Cloth]) -> Step:
    """Premiums and losing stakes are taken first; only then are winners paid."""
    felt = moves.felt
    result = result_of(felt)
    moves.say(result.aloud, "IB05.05.V.3.6")
    for seat, bet, _ in felt.chips:
        if read_bet(bet).kind == SEGURO:
            moves.collect(seat, bet, "IB05.05.V.1.7")
    if result.catches:
        return catch(moves, felt)
    if not result.is_tie:
        collect(moves, felt, result)
        pay(moves, felt, result)
    return end_round(moves)


def collect(moves: Moves[Cloth], felt: Cloth, result: Result) -> None:
    """Every bet that did not win is lost, in prison or not."""
    for seat, bet, _ in felt.chips:
        name, times = caught(bet)
        if name in felt.boxes and name not in result.won:
            clauses = ("IB05.01.IV.1.B.b.2", "IB05.05.V.1.6") if times else felt.boxes[name].spot.clauses[:1]
            moves.collect(seat, bet, *clauses)


@law("IB05.05.V.3.7")
def pay(moves: Moves[Cloth], felt: Cloth, result: Result) -> None:
    """Chance by chance, colour or inverse first, then black or red, and the furthest bets first.

    Seats are counted from the croupier, so the furthest from him has the highest number.
    """
    won = [
        (*caught(bet), seat, bet, cents) for seat, bet, cents in felt.chips if caught(bet)[0] in result.won
    ]
    for name, times, seat, bet, cents in sorted(
        won, key=lambda one: (felt.boxes[one[0]].spot.order, -one[2])
    ):
        if times:
            back = worth(cents, times, felt.rules.rounding)
            clauses = ("IB05.05.V.1.6", "IB05.01.IV.1.B.b.2", "IB05.01.IV.1.B.b.3")[: 2 if times == 1 else 3]
            moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)
        else:
            spot = felt.boxes[name].spot
            prize = times_of(cents, spot.to_one, felt.rules.rounding)
            moves.pay(seat, bet, prize, *spot.clauses, rate=spot.to_one)


# ---------------------------------------------------------------- the tie at 31


@law("IB05.05.V.1.6", "IB05.05.V.1.7")
def catch(moves: Moves[Cloth], felt: Cloth) -> Step:
    """Both rows make 31: all bets are caught but those insured; on the last coup one takes what is left."""
    rounding = felt.rules.rounding
    for seat, bet, cents in felt.chips:
        name, times = caught(bet)
        if name not in felt.boxes or (not times and felt.is_insured(seat, bet)):
            continue
        if felt.is_last:
            back = half(cents, times + 1, rounding)
            clauses = ("IB05.05.V.1.6", "IB05.01.IV.1.B.b.5")
            moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)
        elif (marked := caught_again(bet, cents)) != bet:
            moves.slide(seat, bet, marked, "IB05.05.V.1.6")
    asked = tuple(
        (seat, bet)
        for seat, bet, cents in moves.felt.chips
        if may_take_half(cents, caught(bet)[1], rounding, felt.rules.minimum)
    )
    return moves.to(Choosing(moves.felt, asked)) if asked else end_round(moves)


class Choosing(ChoosingHalf, frozen=True):
    """Both rows made 31: half back or prison, as when zero falls at roulette."""

    clause: ClassVar[str] = "IB05.05.V.1.6"
    clauses: ClassVar[tuple[str, ...]] = ("IB05.05.V.1.6", "IB05.01.IV.1.B.b.1")
    happened: ClassVar[str] = "Both rows made 31"

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats

    @property
    def rounding(self) -> Rounding:
        return self.felt.rules.rounding

    def all_chosen(self, moves: Moves[Any]) -> Step:
        return end_round(moves)


# ---------------------------------------------------------------- the game


@law("IB05.05.V.2.1", "IB05.05.V.2.2", "IB05.05.IV.1")
def opening(frame: Frame, choices: Choices) -> Shuffling[Cloth]:
    """The first phase of a table."""
    minimum = choices.authorised_minimum
    rules = TableRules(
        frame=frame,
        seats=choices.seats,
        minimum=minimum,
        maximum=minimum * frame.group("limits", LimitFigures).maximum_times,
        step=choices.chip,
        insurance_minimum=choices.insurance_minimum or minimum,
        rounding=choices.rounding,
    )
    return Shuffling(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Each of the four chances at the least stake, and insured at the least that may be."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    found = {
        bet: Wager((Cut(1), Bet(1, bet, rules.minimum)), rules.minimum, "unit staked") for bet in felt.boxes
    }
    stakes = range(rules.minimum, rules.maximum + 1, rules.step)
    insured = next((stake for stake in stakes if felt.may_insure(1, "", stake)), None)
    if insured is not None:
        for bet in felt.boxes:
            acts = (Cut(1), Bet(1, bet, insured), Insure(1, bet))
            found[premium_of(bet)] = Wager(acts, insured, "unit staked, the premium besides")
    return found


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules.frame, felt.rules.seats, Choosing.clause)


GAME = Game(
    slug="treinta_y_cuarenta",
    says="Trente et quarante: two rows of cards, the nearer to 31 wins; half or prison when both make it.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Cutting, Laying, Choosing),
    acts=(*ACTS, Cut, Insure, TakeHalf, Imprison),
)
