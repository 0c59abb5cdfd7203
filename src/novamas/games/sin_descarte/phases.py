"""The round of no-draw poker after the deal: voy or paso, bought cards, the bank's cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.banked.acts import Fold
from novamas.families.banked.phases import Drawing, Playing, end_round
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.bets import BANK
from novamas.families.banked_poker.deal import take
from novamas.families.banked_poker.open_boxes import Betting, named
from novamas.games.sin_descarte.acts import Buy
from novamas.games.sin_descarte.cloth import BOUGHT, INITIAL, SECOND, Cloth
from novamas.games.sin_descarte.pay import settle, settle_pools
from novamas.games.sin_descarte.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.felt import Chips, Jackpot
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


def next_decision(moves: Moves[Cloth], waiting: tuple[int, ...]) -> Step:
    """Continue with the next box that must decide, or with the bank's cards if bets must be settled."""
    felt = moves.felt
    waiting = tuple(box for box in waiting if felt.bettors(box))
    if waiting:
        return moves.to(Deciding(felt, waiting))
    return moves.to(Turning(felt)) if felt.chips else finish(moves)


@law("IB05.11.V.4.25", "AR10.10-1-A.VI.3.9")
def finish(moves: Moves[Cloth]) -> Step:
    """End a round whose bets are settled, and give the jackpots their share."""
    settle_pools(moves)
    left = max(moves.felt.hands_left - 1, -1)
    moves.change(hands_left=left, is_last=left == 0)
    return end_round(moves)


# ---------------------------------------------------------------- phases


class Deciding(Playing[Cloth], frozen=True):
    """Box by box, the player says voy or paso for all bets on the box, and may first buy a card."""

    public: ClassVar[tuple[str, ...]] = ("waiting",)

    felt: Cloth
    waiting: tuple[int, ...]  # boxes

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.deciding

    @property
    def turn(self) -> Who:
        commander = self.felt.commander(self.waiting[0])
        assert commander is not None
        return commander

    @law("IB05.11.V.4.12", "IB05.11.IV.2.3", "AR10.10-1-A.VI.2.1", "AR10.10-1-A.IV.3")
    def offers(self, who: Who) -> Iterable[Offer]:
        """Return the player's choice of voy or paso, even for a vacant box whose cards no one has seen."""
        play = self.felt.figures.play
        if who == self.turn:
            yield Offer(Go(who), play.going)
            yield Offer(Fold(who), play.folding)
            if self.may_buy(self.waiting[0]):
                clause = self.felt.figures.buying.turn
                yield Offer(Buy(who, 1), clause, {"nth": Range(1, self.felt.hand_size, 1, clause)})

    @law("IB05.11.V.4.Comprar.1", "AR10.10-1-A.VIII.3.1")
    def may_buy(self, box: int) -> bool:
        """Return whether the player may buy a card: only one, for a hand they see and have bet on."""
        felt = self.felt
        return felt.rules.buy_card and box not in felt.bought and bool(felt.on(box, INITIAL))

    def reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Buy) and act.by == self.turn and felt.rules.buy_card:
            has_bought = self.waiting[0] in felt.bought
            clause = felt.figures.buying.price if has_bought else felt.course.one_box
            return Refusal("may_not_buy", clause, figures={"has_bought": has_bought})
        return super().reason(act)

    def after(self, act: Act) -> Step:
        box, *rest = self.waiting
        moves = Moves(self.felt)
        match act:
            case Go():
                self.go(moves, box)
            case Fold():
                self.fold(moves, box)
            case Buy(nth=nth):
                self.buy(moves, box, nth)
                return moves.to(Buying(moves.felt, self.waiting))
            case _:
                raise AssertionError(act)
        return next_decision(moves, tuple(rest))

    @law("IB05.11.V.4.13", "IB05.11.IV.2.3", "AR10.10-1-A.VI.2.2")
    def go(self, moves: Moves[Cloth], box: int) -> None:
        """Place the second bet, exactly twice the initial one, for each player with a bet on the box."""
        felt, play = self.felt, self.felt.figures.play
        moves.say("Voy.", play.going, who=self.turn)
        for seat in felt.bettors(box):
            cents = play.second_times * felt.bet_on(INITIAL, box, seat)
            moves.stake(seat, named(SECOND, box, seat), cents, play.going)

    @law("IB05.11.V.4.14", "AR10.10-1-A.VI.2.3")
    def fold(self, moves: Moves[Cloth], box: int) -> None:
        """Take all bets on the box at once, and collect the cards face down."""
        felt, clause = self.felt, self.felt.figures.play.folding
        moves.say("Paso.", clause, who=self.turn)
        for seat, bet, _ in felt.lie_on(box):
            take(moves, seat, bet, clause)
        moves.muck(felt.hand(box), clause)

    @law("IB05.11.V.4.Comprar.1", "IB05.11.V.4.Comprar.2", "AR10.10-1-A.VIII.3.1", "AR10.10-1-A.VIII.3.2")
    def buy(self, moves: Moves[Cloth], box: int, nth: int) -> None:
        """Exchange a card for the price of the initial bet. The bank keeps the price in any case."""
        felt, buying = self.felt, self.felt.figures.buying
        price = felt.on(box, INITIAL)
        moves.stake(box, BOUGHT, price, buying.price)
        moves.take(box, BOUGHT, price, buying.price)
        laid_down = moves.lay_down(felt.hand(box), nth=nth - 1, clause=buying.turn)
        assert laid_down.card is not None
        moves.change(
            taken=(*felt.taken, Chips(box, BOUGHT, price)),
            bought=(*felt.bought, box),
            laid_down=(*felt.laid_down, laid_down.card),
        )


class Buying(Drawing[Cloth], frozen=True):
    """A player who has bought a card gets it, face down."""

    public: ClassVar[tuple[str, ...]] = ("waiting",)

    felt: Cloth
    waiting: tuple[int, ...]

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.buying.turn

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(self.felt.hand(self.waiting[0]), what)
        return moves.to(Deciding(moves.felt, self.waiting))


class Turning(Drawing[Cloth], frozen=True):
    """The croupier turns up the bank's hole cards, then the cards of boxes played blind."""

    felt: Cloth

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.turning

    def covered(self) -> Owner | None:
        """Return the next hand with a card that no one has seen, or None."""
        owners = (BANK, *(self.felt.hand(box) for box, _ in self.felt.commands))
        return next(
            (each for each in owners if any(held.card is None for held in self.felt.held(each))), None
        )

    @law("IB05.11.V.4.15", "AR10.10-1-A.VI.3.1", "AR10.10-1-A.IV.3")
    def drawn(self, what: int) -> Step:
        moves, owner = Moves(self.felt), self.covered()
        assert owner is not None
        moves.turn_up(owner, what, self.clause)
        after = Turning(moves.felt)
        if after.covered() is not None:
            return moves.to(after)
        settle(moves, after.felt)
        return finish(moves)

    @law("AR10.10-1-A.VI.3.1")
    def reason(self, act: Act) -> Refusal | None:
        return super().reason(act) or Refusal("cards_untouchable", self.clause)


@law("IB05.11.V.4.8", "AR10.10-1-A.VI.1.5", "AR10.10.2.a.2")
def opening(rules: Rules, premises: NoPremises) -> Betting[Cloth]:
    """Return the table before its first round, with the initial amounts of its jackpots."""
    return Betting(Cloth(rules=rules, jackpots=tuple(Jackpot(pool.name, pool.start) for pool in rules.pools)))
