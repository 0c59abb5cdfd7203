"""The cloth of circle poker: live hands and the state of the betting, with hooks for the variants."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import deck
from novamas.equipment.chance import Draws
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
VACANT = "vacante"  # cards dealt by mistake to a place without a player in the hand
FOLDED = "retiradas"  # folded cards, kept if they may be dealt again
BET, POT_BET = "apuesta", "bote"  # chips bet in this betting round, and chips in the pot


class Due(Struct, frozen=True, array_like=True, gc=False):
    """A card that is still to be dealt: its recipient, and whether it is dealt face up."""

    to: int | str
    up: bool


class Party(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The players, their places and the session: the state that lasts from hand to hand."""

    places: tuple[int, ...] = ()  # the player at each place, drawn by lot; 0 if the place is free
    starters: tuple[int, ...] = ()  # players who began the game
    manos: tuple[int, ...] = ()  # number of hands for which each player has had the mano
    hands: int = 0
    resting: tuple[tuple[int, int], ...] = ()  # resting players, each with the hands left to rest
    charged: tuple[int, ...] = ()  # players who have paid for this session
    hands_left: int | None = None  # hands left in the session, once its hour is up
    warned: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()  # players who want to keep the places for another game
    last: tuple[int, ...] = ()  # players of the last game

    def rests(self, seat: int) -> bool:
        return any(who == seat for who, _ in self.resting)


class Talk(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The state of a betting round."""

    waiting: tuple[int, ...]  # players still to act, in order
    level: int  # the highest bet, which the others must match
    step: int  # the smallest full raise
    unit: int = 0  # if the limit is fixed, the most by which a bet or raise may go up
    low: int = 0  # the lower limit, if a raise above it makes `unit` the step of all later raises
    acted: tuple[int, ...] = ()  # players who have acted since the last full raise
    barred: tuple[int, ...] = ()  # players who may not raise, after an irregularity
    few: tuple[int, ...] = ()  # barred players who put in too few chips to call
    raised: tuple[int, ...] = ()  # the player who made each raise, in order
    first: int = 0  # the player who made the first bet
    bettor: int = 0  # the player who made the last bet or raise
    opener: int = 0  # the player who acts first
    forced: int = 0  # the player who must bet, and may neither check nor fold
    keeps: int = 0  # the player who may not fold when opening
    skipped: int = 0  # the player whose turn was skipped
    since: int = 0  # number of players who have acted since the skipped turn
    spoken: int = 0  # number of players who have acted in this betting round

    def after_raise(self, seat: int, cents: int, waiting: tuple[int, ...]) -> Talk:
        """Return the state after a player bets or raises to `cents`.

        A full raise sets the next step and reopens the betting. A smaller all-in raise does neither.
        """
        is_bet = self.level == 0
        first = seat if is_bet else self.first
        raised = self.raised if is_bet else (*self.raised, seat)
        step, acted = self.step, self.acted
        if cents - self.level >= step:
            step, acted = cents - self.level, ()
            if self.unit and self.low and step > self.low:
                step = self.unit  # the higher limit is in use, so all raises follow it
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
    """The cloth of circle poker. Each variant is a subclass that overrides its special rules."""

    public: ClassVar[tuple[str, ...]] = (
        *("minimum", "maximum", "mano", "mano_place", "players", "aside", "street", "party"),
    )

    rules: Rules
    premises: Premises
    party: Party = Party()
    mano: int = 0
    mano_place: int = 0  # the place that last had the mano, even if its player has left
    players: tuple[int, ...] = ()  # live hands, in turn order
    dealt: tuple[int, ...] = ()  # players who were dealt in
    initial: tuple[Chips, ...] = ()  # the antes and blinds of this hand
    street: int = 0
    vacant: int = 0  # the place that is dealt in by mistake although its player is not in the hand
    cagnotte: int = 0  # rake set aside after each betting round, taken when the pot is shared
    aside: tuple[int, ...] = ()  # players who play only for the bets made so far
    unlaid: int = 0  # the player whose ante is missing; not public, because no one at the table knows
    last_bettor: int = 0  # the player who made the last bet or raise in an earlier betting round

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
        """The limit structure of this table."""
        return self.rules.frame.group(f"limits.{self.rules.limit}", LimitFigures)

    @property
    def rests(self) -> RestFigures | None:
        """The figures on resting, or None if players may not rest."""
        frame = self.rules.frame
        return frame.group("rest", RestFigures) if frame.has("rest") else None

    @property
    def least_players(self) -> int:
        """The number of players that a game needs."""
        return self.rules.frame.group("players", PlayerFigures).least

    @property
    def ranking(self) -> Ranking:
        return ranking_of(self.rules.frame)

    # ---- players and chips

    @property
    def minimum(self) -> int:
        """The table's minimum bet."""
        return self.rules.minimum

    @property
    def maximum(self) -> int:
        """The table's maximum bet."""
        return self.rules.maximum

    def purse(self, seat: int) -> int:
        return self.purses[seat - 1]

    def in_turn(self, first: int) -> tuple[int, ...]:
        """Return the live hands in turn order, beginning with this player or the next live hand."""
        order = (*self.dealt, *self.dealt)
        start = self.dealt.index(first) if first in self.dealt else 0
        players = self.players
        return tuple([seat for seat in order[start : start + len(self.dealt)] if seat in players])

    @property
    def able(self) -> tuple[int, ...]:
        """The players in the hand who still have chips to bet with."""
        purses, aside = self.purses, self.aside
        return tuple([seat for seat in self.players if purses[seat - 1] and seat not in aside])

    # ---- hooks for the variants

    @property
    def most_minimum(self) -> int:
        """The highest minimum bet if the maximum caps no bet: the largest amount a player may bring."""
        return self.rules.most_resto

    def change_minimum(self, moves: Moves[Any], cents: int) -> None:
        """Set a new minimum bet for the table."""
        moves.change(rules=self.rules.with_minimum(cents))
        moves.say(f"La apuesta mínima es ahora de {cents}.", self.course.limit_change)

    def fresh_deck(self) -> Shoe:
        """Return a full deck for the next deal."""
        return _deck(self.ranking.shape.deck)

    @property
    def raises_each(self) -> int | None:
        """The maximum number of raises per player in a betting round, or None."""
        return None

    def card_places(self) -> tuple[str, ...]:
        """Return the names of the places for cards that are in no player's hand."""
        return BOARD, VACANT

    def cards_due(self) -> tuple[Due, ...]:
        """Return the cards that are still to be dealt in this deal.

        They go to the players in turn, one card at a time, and then to the board.
        """
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
        """The place that gets the first card: the mano's or, with blinds, the next one."""
        return self.mano_place % len(self.party.places) + 1 if self.rules.blinds else self.mano_place

    @property
    @law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
    def served(self) -> tuple[int | str, ...]:
        """The recipients of cards, in order. A vacant place that is dealt cards by mistake has its turn."""
        if not self.vacant:
            return self.players
        places, first = self.party.places, self.first_place
        before = (self.vacant - first) % len(places)
        nth = sum((places.index(seat) + 1 - first) % len(places) < before for seat in self.players)
        return (*self.players[:nth], VACANT, *self.players[nth:])

    def still_due(self, owner: int | str, pattern: str) -> str:
        """Return the cards that are still to be dealt to an owner: `d` is face down, `u` face up.

        A card that was exposed before counts as the owner's up card.
        """
        for held in self.held(owner):
            lies = "u" if held.up else "d"
            pattern = pattern.replace(lies, "", 1) if lies in pattern else pattern[1:]
        return pattern

    def still_needed(self) -> int:
        """Return how many more cards of the deck this hand will need."""
        later = range(self.street + 1, len(self.streets))
        own = sum(len(self.streets[number].own) for number in later)
        common = sum(self.streets[number].common + self.burns(number) for number in later)
        return len(self.cards_due()) + own * len(self.players) + common

    def lay_card(self, moves: Moves[Any], owner: int | str, card: int, *, up: bool) -> None:
        """Deal the next card to its owner."""
        moves.deal(owner, card, up=up)

    def card_draws(self) -> Draws:
        """Return the cards that the next draw may bring."""
        return self.need_shoe

    def order_of(self, ready: tuple[int, ...]) -> tuple[int, ...]:
        """Return the players in turn order. `ready` has them in order from the mano.

        With blinds the mano is the last to act.
        """
        return (*ready[1:], ready[0]) if self.rules.blinds else ready

    def common_due(self) -> int:
        """Return the number of community cards on the table at the end of this deal."""
        return self.streets[self.street].common_so_far

    def pattern(self, street: int) -> str:
        """Return a player's own cards at the end of this deal: `d` is face down, `u` face up."""
        return self.streets[street].own_so_far

    def burns(self, street: int) -> bool:
        """Return whether a card is burned before this deal."""
        return self.streets[street].burn

    def before_deal(self, moves: Moves[Any]) -> None:
        """Burn a card before this deal, if the variant requires it."""
        if self.burns(self.street):
            moves.burn(self.streets[self.street].clause)

    def hear(self, moves: Moves[Any], talk: Talk) -> None:
        """Record the facts that a variant needs after a player has acted. By default there are none."""

    def after_interval(self, moves: Moves[Any], talk: Talk) -> None:
        """Record the facts that a variant needs at the end of a betting round, before bets are collected.

        By default there are none.
        """

    @law("AR10.10-2.VII.3.2", "AR10.10-2-B-d.III.8", "IB09.12.VII.3.2")
    def first_to_show(self, talk: Talk) -> int:
        """Return the player who shows first: the last to bet or raise.

        If no player bet, it is the mano or, under another norm, the player who opened the betting round.
        """
        if talk.bettor in self.players:
            return talk.bettor
        return self.mano if self.course.shows_from_mano else talk.opener

    def throw(self, moves: Moves[Any], seat: int, clause: str) -> None:
        """Take a player's cards out of the hand without showing them."""
        moves.muck(seat, clause)

    def why_not_bet(self, talk: Talk, seat: int) -> Refusal | None:
        """Explain why a player may not bet with these cards, or return None.

        The answer depends on hidden cards, so only that player may see it.
        """
        return None

    def prove(self, moves: Moves[Any]) -> None:
        """Show the proof that is required before the pot is paid, if any. By default there is none."""

    def admits(self, seat: int) -> bool:
        """Return whether a player may take part in the next hand."""
        return True

    def after_deal(self, moves: Moves[Any]) -> Step | None:
        """Return the variant's own phase between this deal and its betting round, or None."""
        return None

    def first_to_speak(self) -> int:
        """Return the player who acts first. This is the first live hand in turn order.

        In the first betting round after blinds, it is the player after them.
        """
        blinds = len(self.rules.blinds)
        if self.street == 0 and blinds:
            return self.dealt[blinds % len(self.dealt)]
        return self.players[0]

    def talk(self) -> Talk:
        """Return the state of the betting round that begins now."""
        opener = self.first_to_speak()
        able = self.able
        waiting = tuple(seat for seat in self.in_turn(opener) if seat in able)
        level = max((cents for _, bet, cents in self.chips if bet == BET), default=0)
        if level:
            level = max((level, *self.rules.blinds))
        return Talk(waiting, level, self.rules.minimum, opener=opener)

    def most_raise(self, talk: Talk, seat: int) -> int | None:
        """Return the highest total to which a player may raise under the limit structure, or None."""
        limit = self.limit
        if limit.fixed:
            return talk.level + self.rules.maximum
        if limit.part is None:
            return None
        return talk.level + part_of_pot(self, limit.part, talk.level - self.on(seat, BET))

    def limit_clause(self) -> str:
        """Return the clause of the limit structure."""
        return self.limit.cite[0]

    def forgotten(self) -> dict[str, object]:
        """Return the variant's fields that a new hand resets, with their initial values."""
        return {}

    def absent_clause(self, talk: Talk) -> str:
        """Return the clause by which a player who is absent at their turn loses the hand."""
        return self.wrongs.absent_turn

    def hand_of(self, seat: int) -> Hand:
        """Return a player's best hand."""
        return best_hand(self.ranking, self.cards(seat), self.cards(BOARD))


@law("AR10.10-2.VI.3.a.1.1", "AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.1.1", "IB09.12.VI.3.a.2.1")
def part_of_pot(felt: Cloth, part: Fraction, call: int) -> int:
    """Return a part of the pot after the player's call, in whole chips and at least the minimum bet."""
    chip = felt.rules.chip
    cents = int((felt.cloth + call) * part) // chip * chip
    return max(cents, felt.rules.minimum)


@cache
def _deck(size: int) -> Shoe:
    return Shoe.of(deck(size))
