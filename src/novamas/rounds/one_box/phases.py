"""Poker against the house where each player has one box: invitation, bets, «no va más», the deal.

Shared by trijoker and the two hold'ems, in which nobody plays another's box. What differs from game to game
(what is laid, in which order the cards come, what is decided) is told by the cloth, which each game makes its
own. Seat 1 is the first at the croupier's left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from novamas.kit.cards import DECK_52
from novamas.kit.shoe import Shoe
from novamas.law import Frame, law
from novamas.table.deeds import Act, Call
from novamas.table.events import Owner
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.people import CHANCE, CROUPIER, FLOOR, NOBODY, Who
from novamas.table.phases import Incident, Past, Phase, Step
from novamas.table.refusals import Refusal

BANK, BOARD = "bank", "board"


class CourseFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round."""

    inviting: str
    betting: str
    closing: str
    dealing: str
    minimum: str
    maximum: str
    one_box: str
    ending: str


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What every such table has."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    packs: int = 1  # decks that come into play by turns
    machine_shuffles: bool = False
    in_batches: bool = False  # the machine gives each hand all its cards at once


# ---------------------------------------------------------------- the cloth


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with one box for each player. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = ("pack", "is_last")
    main: ClassVar[str]  # the bet that brings a hand
    hand_size: ClassVar[int]
    shared_owner: ClassVar[str]  # whose cards lie before the croupier
    shared_size: ClassVar[int]

    rules: Rules
    pack: int = 1  # which deck is in play
    is_last: bool = False  # the session ends with this round
    taken: tuple[Chips, ...] = ()  # what the bank has taken in this round: given back if the round is void

    @property
    def course(self) -> CourseFigures:
        raise AssertionError("each game has its own course")

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays for the main bet, from the croupier's left."""
        return tuple(seat for seat, bet, _ in self.chips if bet == self.main)

    @property
    def holders(self) -> tuple[int, ...]:
        """Who has cards in this round, from the croupier's left."""
        return self.players

    # ---- what a game may make its own

    def lay(self, moves: Moves[Any], seat: int, cents: int) -> None:
        """A player lays what the game wants of him first."""
        moves.stake(seat, self.main, cents, self.course.betting)

    def own_offers(self, seat: int) -> Iterable[Offer]:
        """What else a player may lay until «no va más»."""
        return ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """What follows from an act that this game alone knows."""
        raise AssertionError(act)

    def orders(self) -> Iterable[Offer]:
        """What the floor may order between rounds."""
        return ()

    def obey(self, act: Act) -> Step:
        """What follows from an order of the floor."""
        raise AssertionError(act)

    def dealing(self) -> Dealing[Any]:
        """The moment at which a player's card comes: of the game's own kind, since other things go wrong."""
        raise AssertionError("each game deals in its own way")

    def decide(self, moves: Moves[Any]) -> Step:
        """The cards are dealt: on to the decisions."""
        raise AssertionError("each game decides in its own way")

    def close_round(self, moves: Moves[Any]) -> None:
        """What a game does when a round is over, besides gathering the cards."""

    # ---- the deal

    def next_owner(self) -> Owner | None:
        """Who gets the next card: one by one round the table and then the croupier, or hand after hand."""
        owners: tuple[Owner, ...] = (*self.holders, self.shared_owner)
        fewest, found = max(self.hand_size, self.shared_size), None
        for owner in owners:
            many = len(self.held(owner))
            if many < fewest and many < (self.shared_size if owner == self.shared_owner else self.hand_size):
                if self.rules.in_batches:
                    return owner
                fewest, found = many, owner
        return found


C = TypeVar("C", bound=Cloth)

# ---------------------------------------------------------------- acts


class HaganJuego(Call, frozen=True):
    """The cards are shuffled and bets invited; the croupier says whether it is the session's last hand."""

    last: bool = False


class Bet(Act, frozen=True):
    """A player lays the bet that brings him a hand."""

    cents: int


class TakeBack(Act, frozen=True):
    """A player takes back all that he has laid."""


class NoVaMas(Call, frozen=True):
    """The betting closes and the cards are dealt."""


# ---------------------------------------------------------------- phases


class Moment(Phase[Act], Generic[C], frozen=True):
    """Any moment of such a game."""

    clause: ClassVar[str] = ""
    felt: C

    def seats(self) -> int:
        return self.felt.rules.seats


class Waiting(Moment[C], Generic[C], frozen=True):
    """Between rounds."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        clause = self.felt.course.inviting
        if who is CROUPIER:
            return (Offer(HaganJuego(), clause), Offer(HaganJuego(last=True), clause))
        return self.felt.orders() if who is FLOOR else ()

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet):
            says = "The croupier shuffles first, and then invites bets."
            return Refusal("not_open", self.felt.course.inviting, says)
        return None

    @law("AR10.10-1-B.II.1.1", "AR10.10-1-E.II.1.1", "AR10.10-1-F.II.1.1")
    def after(self, act: Act) -> Step:
        """A deck of fifty-two cards is shuffled and bets are invited; or an order of the floor is obeyed."""
        if not isinstance(act, HaganJuego):
            return self.felt.obey(act)
        moves, rules = Moves(self.felt), self.felt.rules
        clause = self.felt.course.inviting
        pack = f"deck {self.felt.pack}" if rules.packs > 1 else "the cards are"
        how = "by machine" if rules.machine_shuffles else "by the croupier"
        moves.note(f"{pack} shuffled {how}", clause)
        moves.use(Shoe.of(DECK_52))
        moves.change(is_last=act.last)
        moves.say("Hagan juego. Última jugada." if act.last else "Hagan juego.", clause)
        return moves.to(Betting(moves.felt))


class Betting(Moment[C], Generic[C], frozen=True):
    """Bets are laid until «no va más»."""

    pause: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return CROUPIER if self.felt.players else 1  # without a bet there is nothing to deal

    def offers(self, who: Who) -> Iterable[Offer]:
        felt, course, rules = self.felt, self.felt.course, self.felt.rules
        if who is CROUPIER and felt.players:
            yield Offer(NoVaMas(), course.closing)
        if not isinstance(who, int):
            return
        if who not in felt.players:
            cents = Range(rules.minimum, rules.maximum, rules.chip, course.minimum, course.maximum)
            yield Offer(Bet(who, rules.minimum), course.betting, {"cents": cents})
        else:
            yield from felt.own_offers(who)
            yield Offer(TakeBack(who), course.betting)

    def reason(self, act: Act) -> Refusal | None:
        course = self.felt.course
        match act:
            case NoVaMas():
                return Refusal("no_bets", course.betting, "Nobody has laid a bet yet.")
            case Bet(int(seat)) if seat in self.felt.players:
                says = "Each player plays one box only, and has laid his bet: take it back to lay another."
                return Refusal("one_box_only", course.one_box, says)
        return None

    def after(self, act: Act) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        match act:
            case Bet(int(seat), cents):
                felt.lay(moves, seat, cents)
            case TakeBack(int(seat)):
                for owner, bet, cents in felt.chips:
                    if owner == seat:
                        moves.withdraw(seat, bet, cents, felt.course.betting)
            case NoVaMas():
                moves.say("No va más.", felt.course.closing)
                return deal_on(moves)
            case _:
                felt.do_own(moves, act)
        return moves.to(Betting(moves.felt))


class Playing(Moment[C], Generic[C], frozen=True):
    """Bets are closed."""

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | TakeBack):
            says = "After «no va más» no bet may be laid or taken back."
            return Refusal("no_va_mas", self.felt.course.closing, says)
        return None


class Drawing(Playing[C], Generic[C], frozen=True):
    """A card is about to be seen."""

    @property
    def turn(self) -> Who:
        return CHANCE


class Dealing(Drawing[C], Generic[C], frozen=True):
    """The cards are dealt face down; each player sees his own, and nobody those before the croupier."""

    def drawn(self, what: int) -> Step:
        moves, owner = Moves(self.felt), self.felt.next_owner()
        assert owner is not None
        moves.deal(owner, what)
        return deal_on(moves)


class Closed(Moment[C], Generic[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


def deal_on(moves: Moves[Any]) -> Step:
    """The deal goes on: what nobody sees is laid at once, until a player is to see a card or all is dealt."""
    felt: Cloth = moves.felt
    while (owner := felt.next_owner()) == felt.shared_owner:
        moves.deal_blank(owner)
        felt = moves.felt
    return felt.decide(moves) if owner is None else moves.to(felt.dealing())


# ---------------------------------------------------------------- the end of a round


def take(moves: Moves[Any], seat: int, bet: str, *clauses: str) -> None:
    """The bank takes a bet before the round is settled; it is remembered, in case the round is void."""
    felt: Cloth = moves.felt
    moves.change(taken=(*felt.taken, Chips(seat, bet, felt.on(seat, bet))))
    moves.collect(seat, bet, *clauses)


def void_round(moves: Moves[Any], clause: str) -> Step:
    """The round is void: every bet goes back, also what the bank has already taken."""
    felt: Cloth = moves.felt
    for seat, bet, cents in felt.chips:
        moves.withdraw(seat, bet, cents, clause)
    for seat, bet, cents in felt.taken:
        moves.award(seat, bet, cents, clause)
    return end_round(moves)


def end_round(moves: Moves[Any]) -> Step:
    """The cards are gathered: on to the next round, or to the end of the session."""
    felt: Cloth = moves.felt
    moves.clear()
    moves.use(None)
    felt.close_round(moves)
    moves.change(taken=(), pack=felt.pack % felt.rules.packs + 1)
    moves.end_round()
    return moves.to(Closed(moves.felt) if felt.is_last else Waiting(moves.felt))


# ---------------------------------------------------------------- what can go wrong


class LateBet(Incident[Moment[Cloth]], frozen=True):
    """A player laid chips after «no va más»: they are given back."""

    seat: int = 1
    cents: int = 0

    @classmethod
    def could(cls, now: Moment[Cloth], past: Past) -> Iterable[Offer]:
        rules, clause = now.felt.rules, now.felt.course.closing
        dials: dict[str, Dial] = {
            "seat": Range(1, rules.seats, 1, clause),
            "cents": Range(1, rules.maximum, 1, clause),
        }
        yield Offer(cls(seat=1, cents=rules.minimum), clause, dials)

    def happen(self, now: Moment[Cloth], past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.course.closing
        moves.stake(self.seat, "tarde", self.cents, clause)
        moves.withdraw(self.seat, "tarde", self.cents, clause)
        return moves.to(now)


ACTS: tuple[type[Act], ...] = (HaganJuego, Bet, TakeBack, NoVaMas)


def phases_of(cloth: type[Cloth]) -> tuple[Any, ...]:
    """The phases that these games share, on a game's own cloth."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Closed))
