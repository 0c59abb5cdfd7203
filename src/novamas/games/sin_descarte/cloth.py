"""The cloth of poker without discard: its hands, the bank's face-up card, side bets and pools."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.phases import Least
from novamas.families.banked_poker.cloth import laying
from novamas.families.banked_poker.open_boxes import OpenBoxCloth
from novamas.games.sin_descarte.acts import LastHands, SetPool
from novamas.games.sin_descarte.setup import Figures, Rules, figures
from novamas.hands import Hand, best_hand
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.roles import CROUPIER, FLOOR, Who

INITIAL = "apuesta_inicial"
SECOND = "segunda_apuesta"
SEGURO = "seguro"
BOUGHT = "carta"
MAX_POOL = 10**9  # ten million euros: no pool comes near it


class DescarteBoxes(OpenBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of poker without discard."""

    public: ClassVar[tuple[str, ...]] = (*OpenBoxCloth.public, "bought", "jackpots", "hands_left")
    main: ClassVar[str] = INITIAL
    hand_size: ClassVar[int] = 5
    of_the_round: ClassVar[tuple[str, ...]] = (*OpenBoxCloth.of_the_round, "bought", "laid_down")

    rules: Rules
    bought: tuple[int, ...] = ()  # boxes whose player has bought a card
    laid_down: tuple[int, ...] = ()  # the cards that they laid down for it; nobody else sees them
    hands_left: int = -1  # how many are still to come once the last ones have been announced

    @property
    def figures(self) -> Figures:
        return figures(self.rules.frame)

    @property
    @law("IB05.11.II.1.3", "AR10.10-1-A.II.2.2")
    def packs(self) -> int:
        return self.rules.packs

    @law("IB05.11.V.4.10", "AR10.10-1-A.VI.1.6")
    def shows(self, nth: int) -> bool:
        """One card of the bank lies face up: the first or the last, as the norm or the house has it."""
        return nth == (0 if self.rules.bank_card == "first" else self.hand_size - 1)

    @property
    @law("IB05.11.V.4.9", "IB05.11.V.4.11", "AR10.10-1-A.II.2.3", "AR10.10-1-A.VI.1.7")
    def in_batches(self) -> bool:
        """By hand one by one; from the machine five by five, the bank's last."""
        return self.rules.by_machine

    # ---- hands

    def made(self, owner: Owner) -> Hand:
        """What the cards of a hand make."""
        return best_hand(self.figures.ranking, self.cards(owner))

    def first_cards(self, box: int) -> Hand:
        """What the five cards made that a box was dealt, before one was bought."""
        held = self.cards(self.hand(box))
        if box in self.bought:
            held = (*held[:-1], self.laid_down[self.bought.index(box)])
        return best_hand(self.figures.ranking, held)

    @law("IB05.11.V.4.16", "AR10.10-1-A.VI.3.2")
    def does_bank_play(self, bank: Hand) -> bool:
        """With an ace and a king, or anything better."""
        return bank.strength >= self.figures.bank_plays

    # ---- before the cards

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER and self.figures.closing is not None and self.hands_left < 0:
            yield Offer(LastHands(), self.figures.closing.clause)
        elif who is FLOOR:
            yield from self.pool_orders()
        yield from super().own_offers(who)

    @property
    def asides(self) -> dict[str, tuple[int, str]]:
        """Insurance, carousel and progressive, where the table has them: the amount stipulated, and where."""
        found = {SEGURO: (self.rules.seguro, self.figures.seguro.betting)} if self.rules.seguro else {}
        for pool in self.rules.pools:
            found[pool.name] = (pool.stake, self.figures.pools[pool.name].betting)
        return found

    @property
    def beside(self) -> tuple[str, ...]:
        return tuple(self.asides)

    @law("IB05.11.V.4.2", "AR10.10-1-A.VIII.1.1", "IB05.11.V.4.Carrousel.1", "AR10.10-1-A.VII.1")
    @law("AR10.10-1-A.VIII.2.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Each a stipulated amount, laid once and before the cards by who has bet on his own box."""
        if not self.is_seated(seat) or not self.on(seat, INITIAL):
            return
        for bet, (cents, clause) in self.asides.items():
            if not self.on(seat, bet):
                yield laying(seat, bet, Range(cents, cents, 1, clause), clause)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        if bet in self.asides:
            moves.stake(seat, bet, cents, self.asides[bet][1])
        else:
            super().lay(moves, seat, bet, cents)

    def least(self, seat: int, bet: str) -> Least:
        """A stipulated amount is taken back as it was laid."""
        if bet in self.asides:
            cents, clause = self.asides[bet]
            return Least(cents, 0, clause)
        return super().least(seat, bet)

    @law("IB05.11.V.4.Carrousel.2", "AR10.10-1-A.VII.2", "AR10.10-1-A.VIII.2.3", "AR10.10-1-A.VIII.2.5")
    def pool_orders(self) -> Iterable[Offer]:
        """What the other tables of a pool have made of it."""
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
