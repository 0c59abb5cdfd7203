"""The cards of punto y banca: the first card of a shoe, the two hands, the third card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.equipment.cards import rank, symbol
from novamas.families.baccarat import ThirdCard
from novamas.families.banked.phases import BankedPhase, Drawing, Playing, Waiting
from novamas.families.coups.phases import Shuffling
from novamas.games.punto_y_banca.acts import Cartas
from novamas.games.punto_y_banca.cloth import BANCA, PUNTO, Cloth
from novamas.games.punto_y_banca.pay import ALOUD, points, settle
from novamas.games.punto_y_banca.setup import Rules
from novamas.hands import baccarat_points
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.roles import CHANCE, CROUPIER, Who


class FirstCard(BankedPhase[Cloth], frozen=True):
    """The croupier draws the first card of a shoe, shows it, and burns as many cards as it has points."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # the clause depends on the norm
        return self.felt.course.first_card

    @property
    def turn(self) -> Who:
        return CHANCE

    @law("IB05.07.VII.3", "IB05.07.VII.4", "IB05.07.VII.5")
    def drawn(self, what: int) -> Step:
        moves, course = Moves(self.felt), self.felt.course
        moves.discard(what, course.first_card)
        burned = min(rank(what), 10) if rank(what) != 14 else 1
        how_many = "se quema 1 carta" if burned == 1 else f"se queman {burned} cartas"
        moves.say(f"{symbol(what)}: {how_many}.", course.burned)
        for _ in range(burned):
            moves.burn(course.burned)
        return moves.to(Waiting(moves.felt))


class Called(Playing[Cloth], frozen=True):
    """Bets are closed. The croupier calls for the cards."""

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.closing

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Cartas(), self.clause)

    @law("IB05.07.VI.1.1", "IB05.07.VII.6", "IB05.07.VII.7", "IB05.07.IV.5")
    def after(self, act: Act) -> Step:
        """Deal two cards face down to each hand, alternately and first to the punto."""
        felt, moves = self.felt, Moves(self.felt)
        moves.say("Cartas.", self.clause)
        dealer, holder = felt.aloud(felt.dealer), felt.aloud(felt.punto_hand)
        moves.say(f"Da las cartas {dealer}; la mano del jugador, para {holder}.", felt.course.holder)
        for hand in (PUNTO, BANCA, PUNTO, BANCA):
            moves.deal_blank(hand)
        return moves.to(Turning(moves.felt))


class Turning(Drawing[Cloth], frozen=True):
    """The punto's cards are turned up, and then the bank's."""

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.dealt

    def drawn(self, what: int) -> Step:
        moves, course = Moves(self.felt), self.felt.course
        hand = PUNTO if len(self.felt.cards(PUNTO)) < 2 else BANCA
        moves.turn_up(hand, what, course.punto_shown if hand == PUNTO else course.banca_shown)
        felt = moves.felt
        shown = felt.cards(hand)
        if len(shown) < 2:
            return moves.to(Turning(felt))
        if hand == PUNTO:
            moves.say(f"Punto, {baccarat_points(shown)}.", course.punto_shown)
            return moves.to(Turning(felt))
        moves.say(f"Banca, {baccarat_points(shown)}.", course.banca_called)
        return ask_punto(moves)


class Third(Drawing[Cloth], frozen=True):
    """A hand gets a third card."""

    public: ClassVar[tuple[str, ...]] = ("hand",)

    hand: str = PUNTO

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.punto_third

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(self.hand, what, up=True)
        return ask_bank(moves) if self.hand == PUNTO else settle(moves)


@law("IB05.07.VII.11")
def ask_punto(moves: Moves[Cloth]) -> Step:
    """End the coup if there is a natural. Otherwise the punto draws or stands as the rule requires."""
    felt = moves.felt
    course, (punto, bank) = felt.course, points(felt)
    rule = felt.rules.frame.group("third_card", ThirdCard)
    if rule.is_over(punto, bank):
        moves.say("No hay más cartas.", course.natural)
        return settle(moves)
    if rule.does_punto_draw(punto):
        return call_third(moves, PUNTO, course.punto_third)
    stand(moves, PUNTO, punto, course.punto_third)
    return ask_bank(moves)


@law("IB05.07.VII.12")
def ask_bank(moves: Moves[Cloth]) -> Step:
    """Let the bank draw or stand as its table of play requires."""
    felt = moves.felt
    clause, third = felt.course.banca_third, felt.cards(PUNTO)[2:]
    bank = baccarat_points(felt.cards(BANCA))
    rule = felt.rules.frame.group("third_card", ThirdCard)
    if rule.does_bank_draw(bank, baccarat_points(third) if third else None):
        return call_third(moves, BANCA, clause)
    stand(moves, BANCA, bank, clause)
    return settle(moves)


def call_third(moves: Moves[Cloth], hand: str, clause: str) -> Step:
    """Call for a third card."""
    moves.say(f"Carta para {ALOUD[hand]}.", clause)
    return moves.to(Third(moves.felt, hand))


def stand(moves: Moves[Cloth], hand: str, points: int, clause: str) -> None:
    """Announce that a hand takes no third card."""
    who = ALOUD[hand]
    moves.say(f"{who[0].upper()}{who[1:]} se planta ({points}).", clause)


def opening(rules: Rules, premises: NoPremises) -> Shuffling[Cloth]:
    """Return the table before its first shoe. The player at compartment 1 will deal."""
    return Shuffling(Cloth(rules=rules))
