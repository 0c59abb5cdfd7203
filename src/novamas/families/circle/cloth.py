"""The cloth of circle poker: whose hands are alive, how far the betting is, and what variants change."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import deck
from novamas.equipment.shoe import Shoe
from novamas.families.circle.figures import (
    Course,
    Irregularities,
    LimitFigures,
    PlayerFigures,
    RestFigures,
    Street,
    streets,
)
from novamas.families.circle.setup import Premises, Rules
from novamas.hands import Hand, Ranking, best_hand, ranking_of
from novamas.law import law
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

BOARD = "board"
VACANT = "vacante"  # cards that were dealt to a place where nobody plays
FOLDED = "retiradas"  # the cards of those who have folded, where they may be dealt again
BET, POT_BET = "apuesta", "bote"  # chips of the interval, and chips in the pot


class Due(Struct, frozen=True, array_like=True, gc=False):
    """A card that is still to come in a deal: before whom it will be laid, and whether open."""

    to: int | str
    up: bool


class Party(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """Who plays, where they sit, and how long: what goes on from hand to hand."""

    places: tuple[int, ...] = ()  # the player at each place, 0 where it is free; drawn by lot
    starters: tuple[int, ...] = ()  # who began the game
    manos: tuple[int, ...] = ()  # how often each player has had the mano
    hands: int = 0
    resting: tuple[tuple[int, int], ...] = ()  # who rests, and for how many hands more
    charged: tuple[int, ...] = ()  # who has paid for this session
    hands_left: int | None = None  # of the session, once the hour is up
    warned: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()  # who wants to keep the places for another game
    last: tuple[int, ...] = ()  # who played the last game

    def rests(self, seat: int) -> bool:
        return any(who == seat for who, _ in self.resting)


class Talk(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """How far an interval of betting has come."""

    waiting: tuple[int, ...]  # still to speak
    level: int  # what must be matched
    step: int  # the least raise
    unit: int = 0  # the most by which a bet or raise may go up, where the limit is fixed
    low: int = 0  # the lower limit, where who goes above it binds all raises to the higher one
    acted: tuple[int, ...] = ()  # spoke since the last full raise
    barred: tuple[int, ...] = ()  # may not raise, after an irregularity
    few: tuple[int, ...] = ()  # those of them who had put in too few chips to call
    raised: tuple[int, ...] = ()  # who raised, once for each raise
    first: int = 0  # made the first bet
    bettor: int = 0  # made the last bet
    opener: int = 0  # spoke first
    forced: int = 0  # must bet: may neither pass nor fold
    keeps: int = 0  # may not fold when he opens
    skipped: int = 0  # whose turn was passed over
    since: int = 0  # how many have spoken since then
    spoken: int = 0  # how many have spoken in all

    def after_raise(self, seat: int, cents: int, waiting: tuple[int, ...]) -> Talk:
        """A full raise sets the next step and reopens the betting; a short all-in does neither."""
        is_bet = self.level == 0
        first = seat if is_bet else self.first
        raised = self.raised if is_bet else (*self.raised, seat)
        step, acted = self.step, self.acted
        if cents - self.level >= step:
            step, acted = cents - self.level, ()
            if self.unit and self.low and step > self.low:
                step = self.unit  # the higher limit is in use: all raises follow it
        return replace(
            self,
            level=cents,
            step=step,
            acted=acted,
            first=first,
            bettor=seat,
            raised=raised,
            waiting=waiting,
        )


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth; each variant makes its own of it and says what differs."""

    public: ClassVar[tuple[str, ...]] = (
        *("minimum", "maximum", "mano", "mano_place", "players", "aside", "street", "party"),
    )

    rules: Rules
    premises: Premises
    party: Party = Party()
    mano: int = 0
    mano_place: int = 0  # where the mano was last, though its player may have left
    players: tuple[int, ...] = ()  # hands alive, in order of speaking
    dealt: tuple[int, ...] = ()  # who was dealt in
    initial: tuple[Chips, ...] = ()  # the initial bets of this hand
    street: int = 0
    vacant: int = 0  # the place where nobody plays that is dealt in by mistake
    cagnotte: int = 0  # announced for the house, interval by interval; it is taken when the pot is shared
    aside: tuple[int, ...] = ()  # who plays only for the bets made so far
    unlaid: int = 0  # who has not laid his ante, though nobody knows it
    last_bettor: int = 0  # who made the last bet of the interval before

    # ---- the law

    @property
    def course(self) -> Course:
        return self.rules.frame.group("course", Course)

    @property
    def wrongs(self) -> Irregularities:
        return self.rules.frame.group("irregularities", Irregularities)

    @property
    def streets(self) -> tuple[Street, ...]:
        return streets(self.rules.frame)

    @property
    def limit(self) -> LimitFigures:
        """The structure of limits."""
        return self.rules.frame.group(f"limits.{self.rules.limit}", LimitFigures)

    @property
    def rests(self) -> RestFigures | None:
        """How players may rest, where they may."""
        frame = self.rules.frame
        return frame.group("rest", RestFigures) if frame.has("rest") else None

    @property
    def least_players(self) -> int:
        """How many players a game needs."""
        return self.rules.frame.group("players", PlayerFigures).least

    @property
    def ranking(self) -> Ranking:
        return ranking_of(self.rules.frame)

    # ---- who sits and plays, for how much

    @property
    def minimum(self) -> int:
        """The least bet."""
        return self.rules.minimum

    @property
    def maximum(self) -> int:
        """The table's maximum."""
        return self.rules.maximum

    def purse(self, seat: int) -> int:
        return self.purses[seat - 1]

    def in_turn(self, first: int) -> tuple[int, ...]:
        """The hands alive in order of speaking, beginning with this player, or with the next alive."""
        order = (*self.dealt, *self.dealt)
        start = self.dealt.index(first) if first in self.dealt else 0
        players = self.players
        return tuple([seat for seat in order[start : start + len(self.dealt)] if seat in players])

    @property
    def able(self) -> tuple[int, ...]:
        """The players who still have chips to bet."""
        purses, aside = self.purses, self.aside
        return tuple([seat for seat in self.players if purses[seat - 1] and seat not in aside])

    # ---- what variants change

    @property
    def most_minimum(self) -> int:
        """The highest least bet of a table whose maximum caps no bet: what a player may have before him."""
        return self.rules.most_resto

    def change_minimum(self, moves: Moves[Any], cents: int) -> None:
        """The least bet of the table is another from now on."""
        moves.change(rules=self.rules.with_minimum(cents))
        moves.say(f"La apuesta mínima es ahora de {cents}.", self.course.limit_change)

    def fresh_deck(self) -> Shoe:
        """The deck of this hand."""
        return _deck(self.ranking.shape.deck)

    @property
    def raises_each(self) -> int | None:
        """How often a player may raise in an interval, where that is limited."""
        return None

    def card_places(self) -> tuple[str, ...]:
        """Where cards may lie besides the hands of players."""
        return BOARD, VACANT

    def cards_due(self) -> tuple[Due, ...]:
        """The cards still to come in this deal: round by round to each player, then the common ones."""
        pattern = self.pattern(self.street)
        whole = len(pattern)
        own = {one: self.still_due(one, pattern) for one in self.served if len(self.held(one)) < whole}
        due = [
            Due(one, lies[-left] == "u")
            for left in range(whole if own else 0, 0, -1)
            for one, lies in own.items()
            if len(lies) >= left
        ]
        common = self.common_due() - len(self.cards(BOARD))
        return (*due, *[Due(BOARD, up=True)] * common)

    @property
    def first_place(self) -> int:
        """The place at which the deal begins: the mano's, or the next where bets are laid by position."""
        return self.mano_place % len(self.party.places) + 1 if self.rules.blinds else self.mano_place

    @property
    @law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
    def served(self) -> tuple[int | str, ...]:
        """Before whom cards are laid, in order: a vacant place that is dealt in by mistake has its turn."""
        if not self.vacant:
            return self.players
        places, first = self.party.places, self.first_place
        before = (self.vacant - first) % len(places)
        nth = sum((places.index(seat) + 1 - first) % len(places) < before for seat in self.players)
        return (*self.players[:nth], VACANT, *self.players[nth:])

    def still_due(self, owner: int | str, pattern: str) -> str:
        """How an owner's cards to come lie; what was exposed before counts as his open card."""
        for held in self.held(owner):
            lies = "u" if held.up else "d"
            pattern = pattern.replace(lies, "", 1) if lies in pattern else pattern[1:]
        return pattern

    def still_needed(self) -> int:
        """How many cards of the deck this hand still needs."""
        later = range(self.street + 1, len(self.streets))
        own = sum(len(self.streets[number].own) for number in later)
        common = sum(self.streets[number].common + self.burns(number) for number in later)
        return len(self.cards_due()) + own * len(self.players) + common

    def lay_card(self, moves: Moves[Any], owner: int | str, card: int, *, up: bool) -> None:
        """The card that comes is laid before its owner."""
        moves.deal(owner, card, up=up)

    def order_of(self, ready: tuple[int, ...]) -> tuple[int, ...]:
        """In which order those who play are dealt to and speak, the mano being the first of them."""
        return (*ready[1:], ready[0]) if self.rules.blinds else ready

    def common_due(self) -> int:
        """How many common cards lie on the table once this deal is done."""
        return self.streets[self.street].common_so_far

    def pattern(self, street: int) -> str:
        """How a player's own cards lie once this deal is done."""
        return self.streets[street].own_so_far

    def burns(self, street: int) -> bool:
        """Is a card burned before this deal?"""
        return self.streets[street].burn

    def before_deal(self, moves: Moves[Any]) -> None:
        """A card is burned before this deal, where the variant wants it."""
        if self.burns(self.street):
            moves.burn(self.streets[self.street].clause)

    def hear(self, moves: Moves[Any], talk: Talk) -> None:
        """What a variant keeps of what has just been said."""

    def after_interval(self, moves: Moves[Any], talk: Talk) -> None:
        """What a variant keeps of an interval that is over, before its bets are gathered."""

    @law("AR10.10-2.VII.3.2", "AR10.10-2-B-d.III.8", "IB09.12.VII.3.2")
    def first_to_show(self, talk: Talk) -> int:
        """Who bet last; if nobody did, the mano, or by another norm's reading who opened the interval."""
        if talk.bettor in self.players:
            return talk.bettor
        return self.mano if self.course.shows_from_mano else talk.opener

    def throw(self, moves: Moves[Any], seat: int, clause: str) -> None:
        """The cards of a player leave the hand, unseen."""
        moves.muck(seat, clause)

    def why_not_bet(self, talk: Talk, seat: int) -> Refusal | None:
        """Why a player may not bet with the cards he has, where a variant asks for some; he alone is told."""
        return None

    def prove(self, moves: Moves[Any]) -> None:
        """What must be shown before the pot is paid, beyond the hands themselves."""

    def admits(self, seat: int) -> bool:
        """May a player take part in the next hand?"""
        return True

    def after_deal(self, moves: Moves[Any]) -> Step | None:
        """What a variant does between this deal and its interval, if anything."""
        return None

    def first_to_speak(self) -> int:
        """Who opens this interval: after the initial bets by position, or the first hand alive."""
        blinds = len(self.rules.blinds)
        if self.street == 0 and blinds:
            return self.dealt[blinds % len(self.dealt)]
        return self.players[0]

    def talk(self) -> Talk:
        """The interval that begins now."""
        opener = self.first_to_speak()
        able = self.able
        waiting = tuple(seat for seat in self.in_turn(opener) if seat in able)
        level = max((cents for _, bet, cents in self.chips if bet == BET), default=0)
        if level:
            level = max((level, *self.rules.blinds))
        return Talk(waiting, level, self.rules.minimum, opener=opener)

    def most_raise(self, talk: Talk, seat: int) -> int | None:
        """The most to which a player may raise by the structure of limits; None where there is no most."""
        limit = self.limit
        if limit.fixed:
            return talk.level + self.rules.maximum
        if limit.part is None:
            return None
        return talk.level + part_of_pot(self, limit.part, talk.level - self.on(seat, BET))

    def limit_clause(self) -> str:
        """The clause of the structure of limits."""
        return self.limit.cite[0]

    def forgotten(self) -> dict[str, object]:
        """What a variant keeps during a hand and lays down with the cards."""
        return {}

    def absent_clause(self, talk: Talk) -> str:
        """The clause by which a player who is absent at his turn loses his hand."""
        return self.wrongs.absent_turn

    def hand_of(self, seat: int) -> Hand:
        """The best hand of a player."""
        return best_hand(self.ranking, self.cards(seat), self.cards(BOARD))


@law("AR10.10-2.VI.3.a.1.1", "AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.1.1", "IB09.12.VI.3.a.2.1")
def part_of_pot(felt: Cloth, part: Fraction, call: int) -> int:
    """A part of the pot after one's own call, in whole chips; a bet of the minimum is always possible."""
    chip = felt.rules.chip
    cents = int((felt.cloth + call) * part) // chip * chip
    return max(cents, felt.rules.minimum)


@cache
def _deck(size: int) -> Shoe:
    return Shoe.of(deck(size))
