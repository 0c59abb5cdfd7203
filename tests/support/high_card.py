"""A game as another project would write it: one card each, the higher wins, the bank's stays hidden.

It has its own law, which no norm of the catalogue has, and uses only what any game may use.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import Struct

from novamas.equipment.cards import DECK_52, rank
from novamas.equipment.shoe import Shoe
from novamas.law import Frame
from novamas.law.default import ours
from novamas.law.frames import Entry
from novamas.table import CHANCE, CROUPIER, Act, Game, Who
from novamas.table.deeds import Call
from novamas.table.felt import Felt
from novamas.table.layout import CardPlace, Layout, Spot, cell
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, Incident, Past, Phase, Step, happens_in
from novamas.table.refusals import Refusal

BANK = "bank"


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The law, and the choices of the house under it."""

    frame: Frame
    seats: int
    minimum: int


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The felt of the game, with the rules of the table."""

    rules: Rules

    @property
    def players(self) -> tuple[int, ...]:
        """The seats in the round."""
        return tuple(seat for seat, bet, _ in self.chips if bet == "carta")


class Bet(Act, frozen=True):
    """A player bets on a card."""

    cents: int


class Deal(Call, frozen=True):
    """The croupier deals a card to each player and to the bank."""


class Stay(Act, frozen=True):
    """A player stays in with the card."""


class Withdraw(Act, frozen=True):
    """A player withdraws. The card is discarded unseen and half of the bet is lost."""


AnyAct: TypeAlias = Bet | Deal | Stay | Withdraw


class Moment(Phase[AnyAct], frozen=True):
    """A phase of the game."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats


class Betting(Moment, frozen=True):
    """Bets are placed."""

    clause: ClassVar[str] = "CASA.1"
    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return CROUPIER if self.felt.players else 1  # without a bet there is nothing to deal

    def offers(self, who: Who) -> Iterable[Offer]:
        least, players = self.felt.rules.minimum, self.felt.players
        if isinstance(who, int) and who not in players:
            yield Offer(Bet(who, least), self.clause, {"cents": Range(least, 10 * least, 2, "CASA.2")})
        elif who is CROUPIER and players:
            yield Offer(Deal(), self.clause)

    def reason(self, act: AnyAct) -> Refusal | None:
        if isinstance(act, Deal):
            return Refusal("no_bets", self.clause, "Nobody has bet yet.")
        return None

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        if isinstance(act, Bet) and isinstance(act.by, int):
            moves.stake(act.by, "carta", act.cents, self.clause)
            return moves.to(Betting(moves.felt))
        moves.use(Shoe.of(DECK_52))
        moves.deal_blank(BANK)
        return moves.to(Dealing(moves.felt))


class Dealing(Moment, frozen=True):
    """Each player gets a card that no other player sees."""

    clause: ClassVar[str] = "CASA.3"

    @property
    def turn(self) -> Who:
        return CHANCE

    def drawn(self, what: int) -> Step:
        moves, players = Moves(self.felt), self.felt.players
        moves.deal(next(seat for seat in players if not self.felt.held(seat)), what)
        dealt = moves.felt
        return moves.to(Dealing(dealt) if not dealt.held(players[-1]) else Deciding(dealt, players))


class Deciding(Moment, frozen=True):
    """Each player stays in or withdraws."""

    clause: ClassVar[str] = "CASA.4"
    public: ClassVar[tuple[str, ...]] = ("waiting",)

    waiting: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Stay(who), self.clause)
            yield Offer(Withdraw(who), self.clause)

    def after(self, act: AnyAct) -> Step:
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        if isinstance(act, Withdraw):
            moves.settle(seat, "carta", self.felt.on(seat, "carta") // 2, self.clause)
            moves.muck(seat, self.clause)
        if rest:
            return moves.to(Deciding(moves.felt, tuple(rest)))
        return moves.to(Turning(moves.felt)) if moves.felt.players else end_round(moves)


class Turning(Moment, frozen=True):
    """The bank's card is turned up, with every card still in play."""

    clause: ClassVar[str] = "CASA.5"

    @property
    def turn(self) -> Who:
        return CHANCE

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BANK, what, self.clause)
        for seat in self.felt.players:
            moves.show(seat, self.clause)
            stake, wins = self.felt.on(seat, "carta"), rank(self.felt.cards(seat)[0]) > rank(what)
            moves.settle(seat, "carta", 2 * stake if wins else 0, self.clause)
        return end_round(moves)


def end_round(moves: Moves[Cloth]) -> Step:
    """Gather the cards and return to betting."""
    moves.clear()
    moves.use(None)
    moves.end_round()
    return moves.to(Betting(moves.felt))


@happens_in(Deciding)
class ExposedCard(Incident[Deciding], frozen=True):
    """The card of the player who must decide is exposed. It stays face up."""

    clause: ClassVar[str] = "CASA.6"

    def happen(self, now: Deciding, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(now.waiting[0], self.clause)
        return moves.to(Deciding(moves.felt, now.waiting))


@happens_in(Deciding, Turning)
class LateDecision(Incident[Moment], frozen=True):
    """A player decided before all had their cards. If there is one decision, the round is void."""

    clause: ClassVar[str] = "CASA.7"

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        if sum(isinstance(deed, Stay | Withdraw) for _, deed in past) == 1:
            yield Offer(cls(), cls.clause)

    def happen(self, now: Moment, past: Past) -> Step:
        moves = Moves(now.felt)
        for seat, bet, cents in now.felt.chips:
            moves.withdraw(seat, bet, cents, self.clause)
        return end_round(moves)


def layout(phase: AnyPhase) -> Layout:
    """Return the layout: a card and a bet in front of each player, the bank's card above."""
    seats = range(1, phase.seats() + 1)
    bets = (Spot("carta", "carta", ("CASA.5",), seat=seat, at=cell(2, seat - 1)) for seat in seats)
    hands = (CardPlace(seat, seat, cell(1, seat - 1)) for seat in seats)
    return Layout(phase.seats(), tuple(bets), cards=(CardPlace(BANK, at=cell(0, 0)), *hands))


GAME = Game(
    slug="high_card",
    family="banked",
    pieces="cards",
    rules=Rules,
    opening=lambda rules, premises: Betting(Cloth(rules=rules)),
    wagers=lambda phase: {},
    layout=layout,
    felt=Cloth,
    phases=(Betting, Dealing, Deciding, Turning),
    acts=(Bet, Deal, Stay, Withdraw),
    incidents=(ExposedCard, LateDecision),
)

FRAME = Frame(
    ours(),
    game="high_card",
    norm="CASA",
    entry=Entry(cite=("CASA.1",)),
    figures={
        "rules": {
            "seats": {
                "cite": ["CASA.1"],
                "says": "How many may play.",
                "default": 3,
                "least": 2,
                "most": 6,
            },
            "minimum": {"cite": ["CASA.2"], "says": "The least bet.", "default": 100, "unit": "cents"},
        }
    },
    borrowed={},
)
