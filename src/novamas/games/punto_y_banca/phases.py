"""The play of punto y banca: who deals, the two hands, the third card, payment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from novamas.games.punto_y_banca.layout import BANCA, EMPATE, PUNTO, bets_of, draw
from novamas.games.punto_y_banca.setup import Choices, LimitFigures, faults
from novamas.hands import baccarat_points
from novamas.kit.cards import DECK_52, name, rank
from novamas.kit.money import Rounding, times
from novamas.kit.shoe import Shoe
from novamas.law import Frame, law
from novamas.rounds.baccarat import ThirdCard
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import BankedPhase, Drawing, Playing, Waiting, end_round
from novamas.rounds.coups import ACTS, Box, CardFigures, CoupCourse, Rules, Shuffling, phases_of
from novamas.rounds.coups import Cloth as CoupCloth
from novamas.table.deeds import Act, Call
from novamas.table.felt import Total
from novamas.table.game import Game, Wager
from novamas.table.layout import Layout
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import CHANCE, CROUPIER, Who
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal

ALOUD = {PUNTO: "el jugador", BANCA: "la banca"}

# ---------------------------------------------------------------- figures and rules


class TableRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    standing: int
    omit_13: bool
    players_deal: bool
    rounding: Rounding
    machine_shuffles: bool


@cache
def _course(frame: Frame) -> CoupCourse:
    return frame.group("course", CoupCourse)


@cache
def third_card(frame: Frame) -> ThirdCard:
    """The rules of the third card."""
    return frame.group("third_card", ThirdCard)


@cache
@law("IB05.07.VI.1.6", "IB05.07.V.4")
def _boxes(rules: TableRules) -> dict[str, Box]:
    """The three bets; the most on a tie is a tenth of the maximum, down to a stake that can be laid."""
    limits = rules.frame.group("limits", LimitFigures)
    tie = Rounding.DOWN.whole(rules.maximum * limits.tie_part) - rules.minimum
    most = {EMPATE: rules.minimum + tie // rules.step * rules.step}
    return {
        bet: Box(
            spot,
            most.get(bet, rules.maximum),
            limits.tie_clause if bet in most else limits.maximum_clause,
        )
        for bet, spot in bets_of(rules.frame).items()
    }


@cache
@law("IB05.07.II.1.1", "IB05.07.VII.1")
def fresh_shoe(frame: Frame) -> Shoe:
    """Six decks, with the stop card in front of the last seven cards."""
    cards = frame.group("cards", CardFigures)
    return Shoe.of(DECK_52, decks=cards.decks, cut=cards.decks * 52 - cards.behind_stop_card)


# ---------------------------------------------------------------- the cloth


class PassShoe(Act, frozen=True):
    """A player whose turn it is to deal does not want to."""


class Cartas(Call, frozen=True):
    """The croupier orders the cards to be dealt."""


class Cloth(CoupCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, and whose turn it is to deal."""

    public: ClassVar[tuple[str, ...]] = (*CoupCloth.public, "dealer", "totals")

    rules: TableRules
    deals_next: int = 1
    declined: int = 0  # how many players in a row have not wanted to deal this coup

    @property
    def course(self) -> CoupCourse:
        return _course(self.rules.frame)

    @property
    def boxes(self) -> dict[str, Box]:
        return _boxes(self.rules)

    @property
    @law("IB05.07.IV.1")
    def places(self) -> int:
        """Those who sit and, if the house admits them, those who stand."""
        return self.rules.seats + self.rules.standing

    @property
    @law("IB05.07.IV.2", "IB05.07.IV.3", "IB05.07.III.2.6")
    def dealer(self) -> Who:
        """The player whose turn it is; the croupier where players do not deal or none of them wants to."""
        wanted = self.rules.players_deal and self.declined < self.rules.seats
        return self.deals_next if wanted else CROUPIER

    @property
    def totals(self) -> tuple[Total, ...]:
        """What the hands count that lie open."""
        return tuple(Total(hand, baccarat_points(self.cards(hand))) for hand in self.lie_open)

    def right_of(self, seat: int) -> int:
        """The next seated player at the right: compartments are numbered from the table chief's right."""
        return seat % self.rules.seats + 1

    @law("IB05.07.II.3.2", "IB05.07.II.3.3")
    def compartment(self, seat: int) -> int:
        """The number on a player's compartment: one after the other, or without 13."""
        return seat + 1 if self.rules.omit_13 and seat >= 13 else seat

    def aloud(self, who: Who) -> str:
        """What the croupier calls somebody."""
        if not isinstance(who, int):
            return "el croupier"
        seated = who <= self.rules.seats
        return f"el departamento {self.compartment(who)}" if seated else f"quien está de pie ({who})"

    @property
    @law("IB05.07.IV.5")
    def punto_hand(self) -> Who:
        """Who holds the punto's cards: the highest bettor on it, among equals the first from the dealer."""
        dealer = self.dealer
        first = dealer if isinstance(dealer, int) else 0
        seats = self.rules.seats
        order = [(first + step) % seats + 1 for step in range(seats)]
        order += range(seats + 1, self.places + 1)
        highest = max(order, key=lambda seat: self.on(seat, PUNTO))
        return highest if self.on(highest, PUNTO) else CROUPIER

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int) and who == self.dealer:
            yield Offer(PassShoe(who), "IB05.07.IV.4")

    def why_not_own(self, act: Act) -> Refusal | None:
        if not isinstance(act, PassShoe):
            return None
        return Refusal("not_the_dealer", "IB05.07.IV.3", f"The shoe is with {self.aloud(self.dealer)}.")

    @law("IB05.07.IV.4")
    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """The shoe goes to the player on the right of him who declines."""
        assert isinstance(act, PassShoe)
        moves.change(deals_next=self.right_of(self.deals_next), declined=self.declined + 1)
        say_who_deals(moves, "IB05.07.IV.4")

    @law("IB05.07.VII.1", "IB05.07.II.2.1")
    def shuffle(self, moves: Moves[Any]) -> Step:
        """Counted, shuffled and cut, and the stop card put in."""
        how = "a máquina" if self.rules.machine_shuffles else "a mano"
        shoe = fresh_shoe(self.rules.frame)
        counted = f"{shoe.size} cartas contadas, mezcladas {how} y cortadas"
        moves.say(f"{counted}; {shoe.size - shoe.cut} bajo la carta de detención.", "IB05.07.VII.1")
        moves.use(shoe)
        return moves.to(FirstCard(moves.felt))

    def close(self, moves: Moves[Any]) -> Step:
        return moves.to(Called(moves.felt))


def say_who_deals(moves: Moves[Cloth], clause: str) -> None:
    """The croupier passes the shoe to whose turn it is."""
    felt = moves.felt
    moves.say(f"El sabot, para {felt.aloud(felt.dealer)}.", clause)


# ---------------------------------------------------------------- the cards


class FirstCard(BankedPhase[Cloth], frozen=True):
    """The first card of a shoe is drawn and shown, and says how many are burned."""

    clause: ClassVar[str] = "IB05.07.VII.3"

    @property
    def turn(self) -> Who:
        return CHANCE

    @law("IB05.07.VII.3", "IB05.07.VII.4", "IB05.07.VII.5")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.clause)
        burned = min(rank(what), 10) if rank(what) != 14 else 1
        moves.say(
            f"{name(what)}: {'se quema 1 carta' if burned == 1 else f'se queman {burned} cartas'}.",
            "IB05.07.VII.4",
        )
        for _ in range(burned):
            moves.burn("IB05.07.VII.4")
        return moves.to(Waiting(moves.felt))


class Called(Playing[Cloth], frozen=True):
    """Bets are closed; the croupier calls for the cards."""

    clause: ClassVar[str] = "IB05.07.VII.6"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Cartas(), self.clause)

    @law("IB05.07.VI.1.1", "IB05.07.VII.6", "IB05.07.VII.7", "IB05.07.IV.5")
    def after(self, act: Act) -> Step:
        """Two cards face down to each hand: first and third to the punto, second and fourth to the bank."""
        felt, moves = self.felt, Moves(self.felt)
        moves.say("Cartas.", self.clause)
        dealer, holder = felt.aloud(felt.dealer), felt.aloud(felt.punto_hand)
        moves.say(f"Da las cartas {dealer}; la mano del jugador, para {holder}.", "IB05.07.IV.5")
        for hand in (PUNTO, BANCA, PUNTO, BANCA):
            moves.deal_blank(hand)
        return moves.to(Turning(moves.felt))


class Turning(Drawing[Cloth], frozen=True):
    """The punto's cards are shown, then the bank's."""

    clause: ClassVar[str] = "IB05.07.VII.7"

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        hand = PUNTO if len(self.felt.cards(PUNTO)) < 2 else BANCA
        moves.turn_up(hand, what, "IB05.07.VII.8" if hand == PUNTO else "IB05.07.VII.9")
        felt = moves.felt
        shown = felt.cards(hand)
        if len(shown) < 2:
            return moves.to(Turning(felt))
        if hand == PUNTO:
            moves.say(f"Punto, {baccarat_points(shown)}.", "IB05.07.VII.8")
            return moves.to(Turning(felt))
        moves.say(f"Banca, {baccarat_points(shown)}.", "IB05.07.VII.10")
        return ask_punto(moves)


class Third(Drawing[Cloth], frozen=True):
    """A third card for a hand."""

    clause: ClassVar[str] = "IB05.07.VII.11"
    public: ClassVar[tuple[str, ...]] = ("hand",)

    hand: str = PUNTO

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(self.hand, what, up=True)
        return ask_bank(moves) if self.hand == PUNTO else settle(moves)


@law("IB05.07.VII.11")
def ask_punto(moves: Moves[Cloth]) -> Step:
    """A natural ends the coup; else the punto draws or stands as it must."""
    felt = moves.felt
    punto, bank = (baccarat_points(felt.cards(hand)) for hand in (PUNTO, BANCA))
    rule = third_card(felt.rules.frame)
    if rule.is_over(punto, bank):
        moves.say("No hay más cartas.", "IB05.07.VI.1.7")
        return settle(moves)
    if rule.does_punto_draw(punto):
        return call_third(moves, PUNTO, "IB05.07.VII.11")
    stand(moves, PUNTO, punto, "IB05.07.VII.11")
    return ask_bank(moves)


@law("IB05.07.VII.12")
def ask_bank(moves: Moves[Cloth]) -> Step:
    """The bank draws or stands as its table says."""
    felt = moves.felt
    third = felt.cards(PUNTO)[2:]
    bank = baccarat_points(felt.cards(BANCA))
    if third_card(felt.rules.frame).does_bank_draw(bank, baccarat_points(third) if third else None):
        return call_third(moves, BANCA, "IB05.07.VII.12")
    stand(moves, BANCA, bank, "IB05.07.VII.12")
    return settle(moves)


def call_third(moves: Moves[Cloth], hand: str, clause: str) -> Step:
    moves.say(f"Carta para {ALOUD[hand]}.", clause)
    return moves.to(Third(moves.felt, hand))


def stand(moves: Moves[Cloth], hand: str, points: int, clause: str) -> None:
    who = ALOUD[hand]
    moves.say(f"{who[0].upper()}{who[1:]} se planta ({points}).", clause)


# ---------------------------------------------------------------- payment


@law("IB05.07.VI.1.4", "IB05.07.VII.13", "IB05.07.V.1", "IB05.07.I.2")
def settle(moves: Moves[Cloth]) -> Step:
    """The hand nearer to nine wins; the house collects what lost and pays what won."""
    felt = moves.felt
    punto, bank = (baccarat_points(felt.cards(hand)) for hand in (PUNTO, BANCA))
    won = announce(moves, punto, bank)
    decided = (PUNTO, BANCA, EMPATE) if won != EMPATE else (EMPATE,)
    for seat, bet, _ in felt.chips:
        if bet in decided and bet != won:
            moves.collect(seat, bet, "IB05.07.VI.1.4", "IB05.07.VII.13")
    for seat, bet, cents in felt.chips:
        if bet == won:
            pay(moves, seat, bet, cents)
    moves.change(declined=0)
    if won == PUNTO and felt.rules.players_deal:
        pass_on(moves)
    return end_round(moves)


@law("IB05.07.VI.1.5", "IB05.07.VII.14")
def announce(moves: Moves[Cloth], punto: int, bank: int) -> str:
    """The croupier announces the winning hand; on a tie the coup is void, but for bets on the tie."""
    if punto == bank:
        moves.say(f"Empate a {punto}: jugada nula.", "IB05.07.VI.1.5")
        return EMPATE
    won, high, low = (PUNTO, punto, bank) if punto > bank else (BANCA, bank, punto)
    moves.say(f"Gana {ALOUD[won]}: {high} a {low}.", "IB05.07.VII.13")
    return won


@law("IB05.07.V.2")
def pay(moves: Moves[Cloth], seat: int, bet: str, cents: int) -> None:
    """A winner keeps his stake and is paid; what wins on the bank is paid less the house's twentieth."""
    spot = moves.felt.boxes[bet].spot
    prize = times(cents, spot.to_one, moves.felt.rules.rounding)
    moves.pay(seat, bet, prize, *spot.clauses, rate=spot.to_one)


@law("IB05.07.IV.6")
def pass_on(moves: Moves[Cloth]) -> None:
    """The bank has lost: the shoe goes to the next in turn; on a tie the dealer keeps it."""
    felt = moves.felt
    to = felt.right_of(felt.deals_next)
    if to != felt.deals_next:
        moves.change(deals_next=to)
        say_who_deals(moves, "IB05.07.IV.6")


# ---------------------------------------------------------------- the game


def opening(frame: Frame, choices: Choices) -> Shuffling[Cloth]:
    """The first phase of a table: the player at compartment 1 will deal."""
    rules = TableRules(
        frame=frame,
        seats=choices.seats,
        minimum=choices.table_minimum,
        maximum=choices.table_minimum * choices.maximum_times,
        step=choices.step,
        standing=choices.standing,
        omit_13=choices.omit_13,
        players_deal=choices.players_deal,
        rounding=choices.rounding,
        machine_shuffles=choices.shuffler != "none",
    )
    return Shuffling(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Each of the three bets at the minimum."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {bet: Wager((Bet(1, bet, stake),), stake, "unit staked") for bet in felt.boxes}


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules.frame, felt.places)


GAME = Game(
    slug="punto_y_banca",
    says="Punto y banca: two hands, the nearer to nine wins; bet on the punto, on the bank or on a tie.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), FirstCard, Called, Turning, Third),
    acts=(*ACTS, PassShoe, Cartas),
    incidents=(LateBet,),
)
