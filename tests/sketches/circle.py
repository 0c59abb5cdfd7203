"""A sketch: poker among players (hold'em without limit, AR10 10.2), with purses, pots and common cards.

Left out: limits of the pot, rests, a charge by session, and most irregularities.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from tests.sketches.circle_cloth import BOARD, Choices, Cloth, best, full_deck, gather, share_pot, split_pots
from tests.sketches.sketching import bare_layout, no_faults, no_wagers

from novamas.kit.shoe import Shoe
from novamas.table.deeds import Act, Call
from novamas.table.game import Game
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import CHANCE, CROUPIER, Who
from novamas.table.phases import Incident, Past, Phase, Step, happens_in
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- acts


class Buy(Act, frozen=True):
    """A player buys chips, between hands."""

    cents: int


class Leave(Act, frozen=True):
    """A player leaves the game with his chips."""


class Deal(Call, frozen=True):
    """The mano moves on, the initial bets are laid, and the cards are dealt."""


class Fold(Act, frozen=True):
    """A player leaves the hand."""


class Check(Act, frozen=True):
    """Paso."""


class Match(Act, frozen=True):
    """A player matches the highest bet, or puts in all he has."""


class RaiseTo(Act, frozen=True):
    """A player bets or raises, to so much in this interval."""

    cents: int


class Show(Act, frozen=True):
    """A player lays his cards face up."""


class Renounce(Act, frozen=True):
    """A player throws his cards face down and gives up the pot."""


AnyAct: TypeAlias = Buy | Leave | Deal | Fold | Check | Match | RaiseTo | Show | Renounce


class Moment(Phase[AnyAct], frozen=True):
    """Any moment of the game."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats


# ---------------------------------------------------------------- between hands, and the deal


class Between(Moment, frozen=True):
    """Between hands chips may be bought, and with four players the croupier may deal."""

    clause: ClassVar[str] = "AR10.10-2.VII.1"
    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def ready(self) -> tuple[int, ...]:
        """Who has enough chips to play, from the seat after the mano."""
        felt = self.felt
        return tuple(seat for seat in felt.around(felt.mano + 1) if felt.purse(seat) >= felt.rules.minimum)

    @property
    def turn(self) -> Who:
        if len(self.ready) >= 4:
            return CROUPIER
        return next(seat for seat in self.felt.around(1) if seat not in self.ready)

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER and len(self.ready) >= 4:
            yield Offer(Deal(), self.clause)
        if not isinstance(who, int):
            return
        rules, purse = self.felt.rules, self.felt.purse(who)
        if purse < rules.minimum:
            cents = Range(20 * rules.minimum, 100 * rules.minimum, rules.chip, "AR10.10-2.IX.e.1")
            yield Offer(Buy(who, cents.least), "AR10.10-2.IX.e.1", {"cents": cents})
        if purse:
            yield Offer(Leave(who), "AR10.10-2.IX.g.1")

    def reason(self, act: AnyAct) -> Refusal | None:
        if isinstance(act, Deal):
            return Refusal("fewer_than_four", self.clause, "Play is suspended until there are four players.")
        return None

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        match act:
            case Buy(int(seat), cents):
                moves.buy(seat, cents, "AR10.10-2.IX.e.1")
                return moves.to(Between(moves.felt))
            case Leave(int(seat)):
                moves.leave(seat, "AR10.10-2.IX.g.1")
                return moves.to(Between(moves.felt))
            case Deal():
                return self.start_hand(moves)
            case _:
                raise AssertionError(act)

    def start_hand(self, moves: Moves[Cloth]) -> Step:
        """The mano goes to the next player; initial bets by everybody or by position."""
        rules, clause = self.felt.rules, "AR10.10-2.VII.1.7"
        mano, *others = self.ready
        players = (*others, mano) if rules.blinds else (mano, *others)
        moves.change(mano=mano, players=players)
        for seat in players if rules.ante else ():
            moves.stake(seat, "bote", rules.ante, clause)
        for seat, blind in zip(players, rules.blinds, strict=False):
            moves.stake(seat, "apuesta", blind, clause)
        moves.use(full_deck())
        return moves.to(Dealing(moves.felt))


class Drawing(Moment, frozen=True):
    """A card is about to be seen."""

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Shoe:
        return self.felt.need_shoe


class Dealing(Drawing, frozen=True):
    """Two covered cards each, one at a time."""

    clause: ClassVar[str] = "AR10.10-2-B-c.II.1"

    def drawn(self, what: int) -> Step:
        players, moves = self.felt.players, Moves(self.felt)
        moves.deal(min(players, key=lambda seat: len(self.felt.held(seat))), what)
        felt = moves.felt
        if len(felt.held(players[-1])) < 2:
            return moves.to(Dealing(felt))
        level, blinds = max(felt.rules.blinds, default=0), len(felt.rules.blinds)
        spoken = (*players[blinds:], *players[:blinds])
        waiting = tuple(seat for seat in spoken if felt.purse(seat))
        return onward(moves, Talk(waiting, level, felt.rules.minimum))


# ---------------------------------------------------------------- an interval of betting


class Talk(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """How far an interval of betting has come."""

    waiting: tuple[int, ...]  # still to speak
    level: int  # what must be matched
    step: int  # the least raise
    acted: tuple[int, ...] = ()  # spoke since the last full raise
    barred: tuple[int, ...] = ()  # may not raise, after an irregularity
    bettor: int = 0  # made the last bet

    def raised(self, seat: int, cents: int) -> Talk:
        """A full raise sets the next step and reopens the betting; a short all-in does neither."""
        if cents - self.level >= self.step:
            return replace(self, level=cents, step=cents - self.level, acted=(), bettor=seat)
        return replace(self, level=cents, bettor=seat)


class Interval(Moment, frozen=True):
    """An interval of betting."""

    clause: ClassVar[str] = "AR10.10-2.VII.2.1"
    public: ClassVar[tuple[str, ...]] = ("talk",)

    talk: Talk

    @property
    def turn(self) -> Who:
        return self.talk.waiting[0]

    def owes(self, seat: int) -> int:
        return self.talk.level - self.felt.on(seat, "apuesta")

    def raises(self, seat: int) -> Range | None:
        """How far a player may raise: a full step at least, or all he has."""
        felt, talk = self.felt, self.talk
        most = felt.on(seat, "apuesta") + felt.purse(seat)
        if most <= talk.level or seat in talk.barred or seat in talk.acted:
            return None
        if all(other == seat for other in felt.able):
            return None  # nobody is left to answer
        return Range(min(talk.level + talk.step, most), most, felt.rules.chip, "AR10.10-2.VI.3.a.3.1")

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        if self.owes(who):
            yield Offer(Fold(who), "AR10.10-2.VII.2.a.1")
            yield Offer(Match(who), "AR10.10-2.VII.2.d.1")
        else:
            yield Offer(Check(who), "AR10.10-2.VII.2.b.1")
            yield Offer(Fold(who), "AR10.10-2.VII.2.a.1")
        if cents := self.raises(who):
            yield Offer(RaiseTo(who, cents.least), "AR10.10-2.VII.2.e.1", {"cents": cents})

    def reason(self, act: AnyAct) -> Refusal | None:
        if act.by != self.turn:
            return None
        match act:
            case Check(int(seat)):
                says = f"There is a bet: {self.owes(seat)} to call."
                return Refusal("bet_pending", "AR10.10-2.VII.2.b.1", says)
            case RaiseTo() if act.by in self.talk.barred:
                says = "After a bet out of turn a player may only call or fold."
                return Refusal("barred_from_raising", "AR10.10-2.VIII.3.f.1", says)
            case RaiseTo() if act.by in self.talk.acted:
                says = "A short all-in does not reopen the betting."
                return Refusal("not_reopened", "AR10.10-2.VI.3.a.3.1", says)
        return None

    def after(self, act: AnyAct) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        seat, *rest = self.talk.waiting
        talk = replace(self.talk, waiting=tuple(rest))
        match act:
            case Fold():
                fold(moves, seat, "AR10.10-2.VII.2.a.2")
            case Check():
                moves.say("Paso.", "AR10.10-2.VII.2.b.1", who=seat)
            case Match():
                moves.stake(seat, "apuesta", min(self.owes(seat), felt.purse(seat)), "AR10.10-2.VII.2.d.1")
            case RaiseTo(_, cents):
                moves.stake(seat, "apuesta", cents - felt.on(seat, "apuesta"), "AR10.10-2.VII.2.e.1")
                others = tuple(one for one in felt.around(seat)[1:] if one in felt.able)
                talk = replace(talk.raised(seat, cents), waiting=others)
            case _:
                raise AssertionError(act)
        barred = tuple(one for one in talk.barred if one != seat)
        return onward(moves, replace(talk, acted=(*talk.acted, seat), barred=barred))


def fold(moves: Moves[Cloth], seat: int, clause: str) -> None:
    """The hand is dead; its chips stay."""
    moves.muck(seat, clause)
    moves.change(players=tuple(one for one in moves.felt.players if one != seat))


def onward(moves: Moves[Cloth], talk: Talk) -> Step:
    """To the next player, the next common cards, the showdown, or the only hand left."""
    felt = moves.felt
    if len(felt.players) < 2:
        return award(moves)
    able = felt.able
    is_alone = len(able) == 1 and talk.level <= felt.on(able[0], "apuesta")
    if talk.waiting and not is_alone:
        return moves.to(Interval(felt, talk))
    gather(moves, "AR10.10-2.VII.2.6")
    board = len(felt.held(BOARD))
    if board == 5:
        first = talk.bettor if talk.bettor in felt.players else felt.players[0]
        order = tuple(seat for seat in felt.around(first) if seat in felt.players)
        return moves.to(Showdown(moves.felt, order))
    moves.burn("AR10.10-2-B-b.II.3")
    return moves.to(Opening(moves.felt, left=1 if board else 3))


class Opening(Drawing, frozen=True):
    """Common cards are opened in the centre."""

    clause: ClassVar[str] = "AR10.10-2-B-b.II.3"
    public: ClassVar[tuple[str, ...]] = ("left",)

    left: int

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(BOARD, what, up=True)
        if self.left > 1:
            return moves.to(Opening(moves.felt, self.left - 1))
        return onward(moves, Talk(self.felt.able, level=0, step=self.felt.rules.minimum))


# ---------------------------------------------------------------- the showdown


class Showdown(Moment, frozen=True):
    """Who bet last shows first; the others in turn show or renounce."""

    clause: ClassVar[str] = "AR10.10-2.VII.3.2"
    public: ClassVar[tuple[str, ...]] = ("waiting",)

    waiting: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Show(who), self.clause)
            yield Offer(Renounce(who), "AR10.10-2.VII.3.3")

    def after(self, act: AnyAct) -> Step:
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        if isinstance(act, Show):
            moves.show(seat, self.clause)
        else:
            fold(moves, seat, "AR10.10-2.VII.3.3")
        if rest and len(moves.felt.players) > 1:
            return moves.to(Showdown(moves.felt, tuple(rest)))
        return award(moves)


def award(moves: Moves[Cloth]) -> Step:
    """Each pot to the best hand that may win it, and the hand is over."""
    gather(moves, "AR10.10-2.VII.2.6")
    felt = moves.felt
    board = felt.cards(BOARD)
    shown = felt.players if len(felt.players) > 1 else ()
    ranks = {seat: best((*felt.cards(seat), *board)) for seat in shown}
    for pot in split_pots(moves, "AR10.10-2.VII.2.5"):
        share_pot(moves, pot, ranks)
    return end_hand(moves)


def end_hand(moves: Moves[Cloth]) -> Step:
    moves.clear()
    moves.use(None)
    moves.change(players=())
    moves.end_round()
    return moves.to(Between(moves.felt))


# ---------------------------------------------------------------- what can go wrong


@happens_in(Interval)
class BetOutOfTurn(Incident[Interval], frozen=True, kw_only=True):
    """A player bets before his turn: the bet stands, and when his turn comes he may not raise."""

    clause: ClassVar[str] = "AR10.10-2.VIII.3.f.1"

    seat: int
    cents: int

    @classmethod
    def could(cls, now: Interval, past: Past) -> Iterable[Offer]:
        for seat in now.talk.waiting[1:]:
            if cents := now.raises(seat):
                yield Offer(cls(seat=seat, cents=cents.least), cls.clause, {"cents": cents})

    def happen(self, now: Interval, past: Past) -> Step:
        moves, felt, talk = Moves(now.felt), now.felt, now.talk
        moves.stake(self.seat, "apuesta", self.cents - felt.on(self.seat, "apuesta"), self.clause)
        talk = talk.raised(self.seat, self.cents)
        able = moves.felt.able
        waiting = tuple(seat for seat in felt.around(now.talk.waiting[0]) if seat in able)
        return onward(moves, replace(talk, waiting=waiting, barred=(*talk.barred, self.seat)))


@happens_in(Interval)
class PrematureCard(Incident[Interval], frozen=True):
    """The croupier turns a common card before the interval has ended: it is void, and another will come."""

    clause: ClassVar[str] = "IB09.12-2-e.V.2.b.1"

    @classmethod
    def could(cls, now: Interval, past: Past) -> Iterable[Offer]:
        missing = 5 - len(now.felt.held(BOARD))
        if missing and now.felt.need_shoe.undealt > 2 * missing:
            yield Offer(cls(), cls.clause)

    def happen(self, now: Interval, past: Past) -> Step:
        return Premature(now.felt, now.talk), ()


class Premature(Drawing, frozen=True):
    """The card that came too early is seen and set aside; then the betting goes on."""

    clause: ClassVar[str] = "IB09.12-2-e.V.2.b.1"
    public: ClassVar[tuple[str, ...]] = ("talk",)

    talk: Talk

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.clause)
        return moves.to(Interval(moves.felt, self.talk))


@happens_in(Interval)
class WrongNumberOfCards(Incident[Interval], frozen=True, kw_only=True):
    """A player has too many or too few cards: a misdeal, or too late, and then his hand is void."""

    seat: int

    @classmethod
    def could(cls, now: Interval, past: Past) -> Iterable[Offer]:
        if not any(isinstance(before, Dealing) for before, _ in past):
            return
        late = spoken_since_deal(past) >= 2
        for seat in now.felt.players:
            yield Offer(cls(seat=seat), "AR10.10-2.VIII.3.k.2" if late else "AR10.10-2.VIII.1.b.1")

    def happen(self, now: Interval, past: Past) -> Step:
        moves = Moves(now.felt)
        if spoken_since_deal(past) < 2:
            return deal_again(
                moves, next(before.felt for before, _ in reversed(past) if isinstance(before, Dealing))
            )
        fold(moves, self.seat, "AR10.10-2.VIII.3.k.2")
        waiting = tuple(seat for seat in now.talk.waiting if seat != self.seat)
        return onward(moves, replace(now.talk, waiting=waiting))


def spoken_since_deal(past: Past) -> int:
    """How many acts of players there have been since the last card was dealt."""
    spoken = 0
    for before, deed in reversed(past):
        if isinstance(before, Dealing):
            break
        spoken += isinstance(deed, Fold | Check | Match | RaiseTo)
    return spoken


def deal_again(moves: Moves[Cloth], dealt: Cloth) -> Step:
    """Initial bets stay, later ones go back, and the same hand starts again."""
    for seat, bet, cents in moves.felt.chips:
        if later := cents - dealt.on(seat, bet):
            moves.withdraw(seat, bet, later, "AR10.10-2.VIII.1.1")
    moves.clear()
    moves.change(players=dealt.players)
    moves.use(full_deck())
    return moves.to(Dealing(moves.felt))


# ---------------------------------------------------------------- the game


def opening(choices: Choices | None = None) -> Between:
    """The first phase of a table: everybody has bought chips."""
    rules = choices or Choices()
    return Between(Cloth(rules=rules, purses=(rules.purse,) * rules.seats))


GAME = Game(
    slug="sketch_circle",
    says="Two cards of one's own, five in common, and the pot to the best five.",
    choices=Choices,
    faults=no_faults,
    opening=lambda frame, choices: opening(choices),
    wagers=no_wagers,
    layout=bare_layout,
    felt=Cloth,
    phases=(Between, Dealing, Interval, Opening, Premature, Showdown),
    acts=(Buy, Leave, Deal, Fold, Check, Match, RaiseTo, Show, Renounce),
    incidents=(BetOutOfTurn, PrematureCard, WrongNumberOfCards),
)
