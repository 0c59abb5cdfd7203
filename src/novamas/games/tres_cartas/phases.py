"""The round of three-card poker: ante, three cards, ir or retirarse, and the bank's hand against each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.games.tres_cartas.setup import Figures, Rules, figures
from novamas.hands import Category, Hand, Ranking, best_hand
from novamas.kit.cards import rank
from novamas.law import law
from novamas.rounds.banked.acts import Bet, Fold, Withdraw
from novamas.rounds.banked.deal import take
from novamas.rounds.banked.phases import Drawing, Least, Playing, end_round
from novamas.rounds.banked_poker import cloth as poker
from novamas.rounds.banked_poker.cloth import BANK, EVEN, Go, PokerCourse, named, pay_at
from novamas.table.deeds import Act
from novamas.table.moves import LOST, Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.people import Who
from novamas.table.phases import AnyPhase, Incident, Past, Step, happens_in
from novamas.table.refusals import Refusal

ANTE = "ante"
SECOND = "segunda_apuesta"
BONUS = "bonus"
PAREJA_PLUS = "pareja_plus"


class Cloth(poker.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of three-card poker: each box has a space for the ante, the second bet and Pareja Plus."""

    hand_size: ClassVar[int] = 3

    rules: Rules

    @property
    def figures(self) -> Figures:
        return figures(self.rules.frame)

    @property
    def course(self) -> PokerCourse:
        return self.figures.course

    @property
    def ranking(self) -> Ranking:
        return self.figures.ranking

    def made(self, box: int) -> Hand:
        """What the cards of a box make."""
        return best_hand(self.ranking, self.cards(self.hand(box)))

    @property
    def bank(self) -> Hand:
        """What the bank's cards make."""
        return best_hand(self.ranking, self.cards(BANK))

    @law("IB09.17.V.2.8", "AR10.10-1-D.VII.8")
    def does_bank_play(self, bank: Hand) -> bool:
        """With a queen among its cards or anything better; a king or an ace is better."""
        least = self.figures.play.bank_plays_with
        return bank.category is not Category.CARTA_MAYOR or max(map(rank, bank.cards)) >= least

    @law("IB09.17.V.5.1", "IB09.17.V.5.3", "AR10.10-1-D.V.3.1", "AR10.10-1-D.V.3.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Pareja Plus, within its own limits, for who has laid his ante."""
        if not self.on(seat, ANTE):
            return
        rules, aside, has = self.rules, self.figures.aside, self.on(seat, PAREJA_PLUS)
        least = rules.chip if has else rules.pareja_plus_minimum
        if has + least <= rules.pareja_plus_maximum:
            most = rules.pareja_plus_maximum - has
            dials: dict[str, Dial] = {
                "bet": OneOf((PAREJA_PLUS,), aside.betting),
                "cents": Range(least, most, rules.chip, aside.least_clause, aside.most_clause),
            }
            yield Offer(Bet(seat, PAREJA_PLUS, least), aside.betting, dials)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        if bet == PAREJA_PLUS:
            moves.stake(seat, bet, cents, self.figures.aside.betting)
        else:
            super().lay(moves, seat, bet, cents)

    def least(self, seat: int, bet: str) -> Least:
        if bet == PAREJA_PLUS:
            return Least(self.rules.pareja_plus_minimum, self.rules.chip, self.figures.aside.least_clause)
        return super().least(seat, bet)

    def dealing(self) -> AnyPhase:
        return Dealing(self)

    def decide(self, moves: Moves[Any]) -> Step:
        return moves.to(Deciding(moves.felt, self.commands))


# ---------------------------------------------------------------- phases


@law("IB09.17.V.2.2", "AR10.10-1-D.VII.2")
class Dealing(poker.Dealing[Cloth], frozen=True):
    """One card at a time from one deck, face down, to each hand and to the bank, until each has three."""

    felt: Cloth


class Deciding(Playing[Cloth], frozen=True):
    """Each player in turn goes or withdraws; who has bet on another's hand follows it or gives up."""

    public: ClassVar[tuple[str, ...]] = ("waiting",)

    felt: Cloth
    waiting: tuple[tuple[int, int], ...]  # box, and the seat that is asked

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.deciding

    @property
    def turn(self) -> Who:
        return self.waiting[0][1]

    @law("IB09.17.V.2.3", "AR10.10-1-D.VII.3")
    def offers(self, who: Who) -> Iterable[Offer]:
        play = self.felt.figures.play
        if who == self.turn:
            yield Offer(Go(who), play.going)
            yield Offer(Fold(who), play.folding)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | Withdraw):
            says = "The cards have been dealt: initial bets are laid before."
            return Refusal("cards_dealt", self.felt.course.betting, says)
        return None

    def after(self, act: Act) -> Step:
        (box, seat), *rest = self.waiting
        moves = Moves(self.felt)
        if isinstance(act, Go):
            self.go(moves, box, seat)
            if seat == self.felt.commander(box):
                rest[:0] = [(box, other) for other in self.felt.bettors(box) if other != seat]
        else:
            self.fold(moves, box, seat)
        if rest:
            return moves.to(Deciding(moves.felt, tuple(rest)))
        return moves.to(Turning(moves.felt)) if moves.felt.cloth else end_round(moves)

    @law("IB09.17.V.2.6", "AR10.10-1-D.VII.6")
    def go(self, moves: Moves[Cloth], box: int, seat: int) -> None:
        """The second bet is as much as the ante."""
        ante = self.felt.bet_on(ANTE, box, seat)
        moves.stake(seat, named(SECOND, box, seat), ante, self.felt.figures.play.going)

    @law("IB09.17.V.2.4", "IB09.17.V.2.5", "AR10.10-1-D.VII.4", "AR10.10-1-D.VII.5")
    def fold(self, moves: Moves[Cloth], box: int, seat: int) -> None:
        """The bank takes his bets, Pareja Plus with them; with his hand go the bets of others on it."""
        felt, clause = self.felt, self.felt.figures.play.collecting
        gives_up_hand = seat == felt.commander(box)
        for owner, bet, _ in felt.lie_on(box):
            if gives_up_hand or owner == seat:
                take(moves, owner, bet, clause)
        if gives_up_hand:
            moves.muck(felt.hand(box), clause)


class Turning(Drawing[Cloth], frozen=True):
    """All have decided: the croupier turns the bank's cards."""

    felt: Cloth

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.turning

    @law("IB09.17.V.2.7", "AR10.10-1-D.VII.7")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BANK, what, self.felt.figures.play.turning)
        felt = moves.felt
        if len(felt.cards(BANK)) < felt.hand_size:
            return moves.to(Turning(felt))
        settle(moves, felt)
        return end_round(moves)


# ---------------------------------------------------------------- payment


@law("IB09.17.V.2.9", "AR10.10-1-D.VII.10")
def settle(moves: Moves[Cloth], felt: Cloth) -> None:
    """The bank's hand is compared with each hand that went on, and every bet on it is settled."""
    bank = felt.bank
    if not felt.does_bank_play(bank):
        moves.say("La banca no juega.", felt.figures.play.qualifying)
    for box, commander in felt.commands:
        if not felt.bettors(box):
            continue
        moves.show(felt.hand(box), felt.figures.play.comparing)
        mine = felt.made(box)
        for seat in felt.bettors(box):
            pay_main(moves, felt, box, seat, mine, bank)
            pay_bonus(moves, felt, box, seat, mine, bank)
        pay_pareja_plus(moves, felt, commander, mine)


@law("IB09.17.V.2.8", "IB09.17.V.2.10", "IB09.17.V.2.Bonus.3", "IB09.17.V.2.11", "IB09.17.V.2.16")
@law("AR10.10-1-D.VII.9", "AR10.10-1-D.VII.11", "AR10.10-1-D.VIII.3", "AR10.10-1-D.VIII.5")
@law("AR10.10-1-D.VIII.e.1")
def pay_main(moves: Moves[Cloth], felt: Cloth, box: int, seat: int, mine: Hand, bank: Hand) -> None:
    """Ante and second bet: even money if the hand is better, lost if worse, returned if all ranks are equal.

    A bank that does not play pays the ante alone; that the second bet is then returned, and both in a tie,
    is our reading.
    """
    play, bets = felt.figures.play, felt.figures.bets
    clauses: tuple[str, ...] = (play.not_playing,)
    ante, second = bets[ANTE].pays, EVEN
    if felt.does_bank_play(bank):
        same = (play.same, felt.ranking.tie_clause(mine.category)) if mine.category is bank.category else ()
        if mine.ties(bank):
            ante, clauses = EVEN, (play.tie,)
        elif mine > bank:
            second, clauses = bets[SECOND].pays, (play.winning, play.comparing, *same)
        else:
            ante, second, clauses = LOST, LOST, (play.losing, play.comparing, *same)
    pay_at(moves, felt, seat, named(ANTE, box, seat), ante, clauses)
    pay_at(moves, felt, seat, named(SECOND, box, seat), second, clauses)


@law("IB09.17.V.2.Bonus.1", "IB09.17.V.2.Bonus.2", "IB09.17.V.2.Bonus.4")
@law("AR10.10-1-D.VIII.1", "AR10.10-1-D.VIII.2", "AR10.10-1-D.VIII.4")
def pay_bonus(moves: Moves[Cloth], felt: Cloth, box: int, seat: int, mine: Hand, bank: Hand) -> None:
    """For a straight or better, so many times the ante, whatever the bank holds."""
    prize, play = felt.figures.bonus.get(mine.category.value), felt.figures.play
    if prize is not None:
        ante = felt.bet_on(ANTE, box, seat)
        whatever = play.bonus_always if felt.does_bank_play(bank) else play.bonus_if_not_playing
        clauses = (*prize.cite, play.bonus, whatever)
        moves.award(seat, named(BONUS, box, seat), int(prize.pays * ante), *clauses, rate=prize.pays)


@law("IB09.17.V.5.2", "IB09.17.V.5.4", "IB09.17.V.5.9", "IB09.17.V.5.10", "IB09.17.V.5.8")
@law("AR10.10-1-D.V.3.1", "AR10.10-1-D.V.3.3", "AR10.10-1-D.V.3.7", "AR10.10-1-D.V.3.8", "AR10.10-1-D.V.3.6")
def pay_pareja_plus(moves: Moves[Cloth], felt: Cloth, seat: int, mine: Hand) -> None:
    """The one prize of the hand by the table that the house has chosen; less than a pair loses."""
    if not felt.on(seat, PAREJA_PLUS):
        return
    aside = felt.figures.aside
    prize = felt.figures.pareja_plus[felt.rules.pareja_plus].get(mine.category.value)
    if prize is None:
        moves.collect(seat, PAREJA_PLUS, aside.losing)
    else:
        pay_at(moves, felt, seat, PAREJA_PLUS, prize.pays, (*prize.cite, aside.prize, aside.highest_only))


# ---------------------------------------------------------------- what can go wrong


@law("IB09.17.IV.2", "AR10.10-1-D.IV.2")
@happens_in(Deciding)
class ShowsCards(Incident[Deciding], frozen=True):
    """A player shows his cards to another, or comments on his hand: it is recorded, and the round goes on."""

    seat: int = 1

    @classmethod
    def could(cls, now: Deciding, past: Past) -> Iterable[Offer]:
        for box, seat in now.felt.commands:
            if now.felt.held(box):
                yield Offer(cls(seat=seat), now.felt.figures.play.showing)

    def happen(self, now: Deciding, past: Past) -> Step:
        return now, ()
