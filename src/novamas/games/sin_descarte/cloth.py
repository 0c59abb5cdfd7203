"""The cloth of no-draw poker: side bets and jackpots, the deal, the hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.acts import Fold
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.bets import SideBet
from novamas.families.banked_poker.open_boxes import OpenBoxCloth
from novamas.games.sin_descarte.acts import Buy, LastHands, SetPool
from novamas.games.sin_descarte.setup import Figures, Rules, figures
from novamas.hands import Hand, best_hand
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.phases import Step
from novamas.table.roles import CROUPIER, FLOOR, Who

INITIAL = "apuesta_inicial"
SECOND = "segunda_apuesta"
SEGURO = "seguro"
BOUGHT = "carta"
MAX_POOL = 10**9  # ten million euros: no jackpot comes near it


class Cloth(OpenBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of no-draw poker: boxes with two spaces, side bets and jackpots."""

    public: ClassVar[tuple[str, ...]] = (*OpenBoxCloth.public, "bought", "jackpots", "hands_left")
    of_the_round: ClassVar[tuple[str, ...]] = (*OpenBoxCloth.of_the_round, "bought", "laid_down")
    main: ClassVar[str] = INITIAL
    hand_size: ClassVar[int] = 5
    in_the_round: ClassVar[tuple[type[Act], ...]] = (Go, Fold, Buy)

    rules: Rules
    bought: tuple[int, ...] = ()  # boxes whose player has bought a card
    laid_down: tuple[int, ...] = ()  # the cards they gave for it; no other player sees them
    hands_left: int = -1  # hands still to come after the last ones are announced; -1 before

    @property
    def figures(self) -> Figures:
        return figures(self.rules.frame)

    # ---- before the cards

    @property
    @law("IB05.11.V.4.2", "AR10.10-1-A.VIII.1.1", "IB05.11.V.4.Carrousel.1", "AR10.10-1-A.VII.1")
    @law("AR10.10-1-A.VIII.2.2")
    def side_bets(self) -> tuple[SideBet, ...]:
        """The insurance, the carousel and the progressive, if offered. Each has a fixed amount."""
        rules, figures = self.rules, self.figures
        amounts = [(SEGURO, rules.seguro, figures.seguro.betting)] if rules.seguro else []
        amounts += [(pool.name, pool.stake, figures.pools[pool.name].betting) for pool in rules.pools]
        return tuple(SideBet(name, cents, cents, 0, clause, clause) for name, cents, clause in amounts)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the croupier's offer to announce the last hands, and the floor's to set a linked jackpot."""
        if who is CROUPIER and self.figures.closing is not None and self.hands_left < 0:
            yield Offer(LastHands(), self.figures.closing.clause)
        elif who is FLOOR:
            yield from self.pool_orders()
        yield from super().own_offers(who)

    @law("IB05.11.V.4.Carrousel.2", "AR10.10-1-A.VII.2", "AR10.10-1-A.VIII.2.3", "AR10.10-1-A.VIII.2.5")
    def pool_orders(self) -> Iterable[Offer]:
        """Yield the orders that set a jackpot to the amount that it has reached at other tables."""
        for pool in self.rules.pools:
            if pool.linked:
                clause = self.figures.pools[pool.name].linked
                dials: dict[str, Dial] = {"cents": Range(pool.start, MAX_POOL, 1, clause)}
                yield Offer(SetPool(bet=pool.name, cents=pool.start), clause, dials)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case SetPool():
                linked = self.figures.pools[act.bet].linked
                moves.link(act.bet, act.cents, linked)
                moves.note("pool_stands", linked, pool=act.bet, cents=act.cents)
            case LastHands():
                closing = self.figures.closing
                assert closing is not None
                moves.say("Las cinco últimas jugadas.", closing.clause)
                moves.change(hands_left=closing.hands)
            case _:
                super().do_own(moves, act)

    # ---- the deal

    @property
    @law("IB05.11.V.4.10", "AR10.10-1-A.VI.1.6")
    def bank_face_up(self) -> int:
        """The position of the bank's face-up card: the first or the last, by the norm or the house."""
        return 0 if self.rules.bank_card == "first" else self.hand_size - 1

    def decide(self, moves: Moves[Any]) -> Step:
        from novamas.games.sin_descarte.phases import next_decision  # imported late to avoid a cycle

        return next_decision(moves, tuple(box for box, _ in moves.felt.commands))

    # ---- hands

    def made(self, owner: Owner) -> Hand:
        """Return the hand that the cards of an owner make."""
        return best_hand(self.figures.ranking, self.cards(owner))

    def first_cards(self, box: int) -> Hand:
        """Return the hand of the five cards that were dealt, before a card was bought."""
        held = self.cards(self.hand(box))
        if box in self.bought:
            held = (*held[:-1], self.laid_down[self.bought.index(box)])
        return best_hand(self.figures.ranking, held)

    @law("IB05.11.V.4.16", "AR10.10-1-A.VI.3.2")
    def does_bank_play(self, bank: Hand) -> bool:
        """Return whether the bank plays: with an ace and a king, or better."""
        return bank.strength >= self.figures.bank_plays
